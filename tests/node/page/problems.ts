/** One bundle, so that all know the same words. */
export { translated } from '../../../web/i18n/problems.ts';
export { speak } from '../../../web/i18n/words.ts';
export { messageOf } from '../../../web/scene/error.ts';
