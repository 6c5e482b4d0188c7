import { messages } from './messages.ts';

/** Translations of the messages of gradients and training, for `translated`. English needs none. */
const english: Readonly<Record<string, string>> = {};
export const trainingProblems = messages(
  english,
  import.meta.glob<typeof english>('./*/training-problems.ts', { import: 'trainingProblems' }),
);
