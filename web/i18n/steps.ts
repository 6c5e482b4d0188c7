import * as english from './en/steps.ts';
import { messages } from './messages.ts';

/** The steps of the computation. */
export const { steps: stepWords } = messages(english, import.meta.glob<typeof english>(['./*/steps.ts', '!./en/*']));
