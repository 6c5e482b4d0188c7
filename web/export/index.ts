/** `self-attention/export`: pictures, tensors, programs and snippets. Only `pngOf` needs a DOM, for its canvas. */
export type { Tensor } from '../core/types.ts';
export { AttentionError } from '../scene/error.ts';
export { type CardOptions, cardOf } from './card.ts';
export { codeFor } from './code/index.ts';
export { type CodeLanguage, codeLanguages, type PythonLibrary } from './code/languages.ts';
export { type LessonNotebookOptions, lessonNotebookFor } from './code/lesson-notebook.ts';
export { notebookFor } from './code/notebook.ts';
export type { Figure, Item, Label, Path, Rectangle } from './drawing.ts';
export { type FigureOptions, figureOf } from './figure.ts';
export { pngOf, svgOf } from './image.ts';
export { npzOf } from './numbers/npz.ts';
export { safetensorsOf } from './numbers/safetensors.ts';
export { type NamedTensor, type TensorsOptions, tensorsOf } from './numbers/tensors.ts';
export { type Shown, type SnippetOptions, type Snippets, snippets } from './snippets.ts';
export { type StageOptions, stageSvgOf } from './stage-svg.ts';
export { aboutTensor, type TensorAbout, type TensorFormat, tensorAs, tensorFormats } from './tensor.ts';
export { tikzOf } from './tikz.ts';
export type { TraceLike } from './trace-like.ts';
