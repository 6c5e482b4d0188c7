/** The part of the sources that writes the site's pages. The build runs it in Node (src/toolchain/site/prerender.mjs). */
export { loadCore } from './core/index.ts';
export { benchmarksPage, guides } from './docs/benchmarks.ts';
export { guidePages, languagesOf } from './docs/guides.ts';
export { notFoundPage } from './docs/not-found.ts';
export { lessonFigures } from './export/lesson-figures.ts';
export { embed as embedWords } from './i18n/en/element/embed.ts';
export { languages } from './i18n/language.ts';
export { prerenderedPage, prerenderedScene } from './page/prerender.ts';
export { themeColours } from './views/shared/theme-colours.ts';
