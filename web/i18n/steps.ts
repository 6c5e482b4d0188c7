import { steps as english } from './en/steps.ts';
import { messages } from './messages.ts';

/** The steps of the computation. */
export const stepWords = messages(
  english,
  import.meta.glob<typeof english>(['./*/steps.ts', '!./en/*'], { import: 'steps' }),
);
