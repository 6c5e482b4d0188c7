import { messages } from './messages.ts';

/** What gradients and training refuse is said in another language; in English it is as it comes. For `translated`. */
const english: { readonly trainingProblems: Readonly<Record<string, string>> } = { trainingProblems: {} };
export const { trainingProblems } = messages(english, import.meta.glob<typeof english>('./*/training-problems.ts'));
