/** One bundle, so that both know the same words. */
export { inWords } from '../../web/i18n/problems.ts';
export { speak } from '../../web/i18n/words.ts';
