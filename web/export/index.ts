/** `self-attention/export`: pictures, tensors and programs to take along, texts for a page. Knows no DOM, but for `pngOf`, which needs a canvas. */
export type { Tensor } from '../core/types.ts';
export { AttentionError } from '../scene/error.ts';
export { aboutTensor } from './about.ts';
export { type CodeLanguage, codeFor, codeLanguages } from './code/index.ts';
export type { Figure, Item, Label, Path, Rectangle } from './display.ts';
export { type FigureOptions, figureOf } from './figure.ts';
export type { TraceLike } from './models.ts';
export { pngOf } from './png.ts';
export { type Shown, type SnippetOptions, type Snippets, snippets } from './snippets.ts';
export { svgOf } from './svg.ts';
export { type TensorAbout, type TensorFormat, tensorAs, tensorFormats } from './tensor.ts';
