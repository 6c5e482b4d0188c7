import { messages } from './messages.ts';

/** Translations of the messages of gradients and training, for `translated`. English needs none. */
const english: { readonly trainingProblems: Readonly<Record<string, string>> } = { trainingProblems: {} };
export const { trainingProblems } = messages(english, import.meta.glob<typeof english>('./*/training-problems.ts'));
