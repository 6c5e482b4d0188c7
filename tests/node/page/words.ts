/** One bundle, so that all know the same messages. */
export { controlWords } from '../../../web/i18n/controls.ts';
export { languageOf, languages } from '../../../web/i18n/language.ts';
export { lazyModule } from '../../../web/i18n/lazy-module.ts';
export { fetchMessages } from '../../../web/i18n/messages.ts';
export { pageWords } from '../../../web/i18n/page.ts';
export { translated } from '../../../web/i18n/problems.ts';
export { messageOf } from '../../../web/scene/error.ts';
/** A feature that is imported later than the others. */
export const loadShare = () => import('../../../web/i18n/share.ts');
