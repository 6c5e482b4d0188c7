import { numbers as english } from './en/import.ts';
import { type LanguageCode, languageAt, sourceLanguage } from './language.ts';
import { messages } from './messages.ts';

const words = messages(english, import.meta.glob<typeof english>(['./*/import.ts', '!./en/*'], { import: 'numbers' }));

/** The language in a worker, which has no document. */
let workerLanguage = sourceLanguage;
export const setWorkerLanguage = (language: LanguageCode): void => {
  workerLanguage = language;
};
const current = (): LanguageCode =>
  globalThis.document === undefined ? workerLanguage : languageAt(document.documentElement);

/**
 * Texts about a reader's own numbers: files, pasted blocks, the matrix editor, the painted mask. Without a language they are in that of
 * the page or the worker.
 */
export const importWords = new Proxy(words as typeof words & typeof english, {
  get: (_, key) => Reflect.get(words(current()), key),
});
