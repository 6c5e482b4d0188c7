/** Imported for its effect by the page at scale, which most visits begin without. */
import { scale } from './en/scale.ts';
import { teach } from './held.ts';

teach(scale);
