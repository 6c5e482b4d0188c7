/** Imported for its effect, ahead of all that speaks: from here on the page knows all of its English. */
import { en } from './en.ts';
import { teach } from './held.ts';

teach(en);
