/** What pages say that are written when the site is built, in every language, English first. */
import type * as english from './en/docs.ts';
import { languageOf } from './language.ts';

const words = Object.values(import.meta.glob<typeof english>('./*/docs.ts', { eager: true }));

export const docsWords = words
  .map((module) => ({ ...module, name: languageOf(module.benchmarks.lang)?.name ?? module.benchmarks.lang }))
  .sort((a, b) => Number(b.benchmarks.lang === 'en') - Number(a.benchmarks.lang === 'en'));
