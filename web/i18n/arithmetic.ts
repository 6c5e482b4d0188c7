/** Imported for its effect by the arithmetic, which most visits begin without. */
import { arithmetic } from './en/arithmetic.ts';
import { teach } from './held.ts';

teach(arithmetic);
