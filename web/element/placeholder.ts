import { controlNames, partNames, shownParts } from '../export/attribute-values.ts';

/**
 * The space that an element takes, from its attributes alone: it is the same before the picture has come and after. Each part
 * has a box of a fixed height; steps, and words that want more lines, are as high as the scene makes them.
 */
const sheets = new WeakMap<Document, CSSStyleSheet>();

/** In a list: a document without a window has none, and each other one has its own. */
export function placeholderSheets(owner: Document): CSSStyleSheet[] {
  const { defaultView } = owner;
  if (defaultView === null) return [];
  const sheet = sheets.get(owner) ?? new defaultView.CSSStyleSheet();
  if (!sheets.has(owner)) sheet.replaceSync(css);
  sheets.set(owner, sheet);
  return [sheet];
}

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');

export interface Part {
  readonly name: string;
  /** Class names of its box. */
  readonly box: string;
}

const known: readonly string[] = partNames;

/** The parts in their order, each once. A heatmap and lines one after the other stand side by side where there is room. */
export function partsOf(show: string): readonly Part[] {
  const names = shownParts(words(show));
  const square = (index: number): boolean => names[index] === 'heatmap' || names[index] === 'lines';
  return names.map((name, index) => {
    const pair = square(index) && (square(index - 1) || square(index + 1));
    return { name, box: `part ${known.includes(name) ? name : 'step'}${pair ? ' pair' : ''}` };
  });
}

export const listOf = words;

function boxOf(classes: string): HTMLElement {
  const element = document.createElement('div');
  element.className = classes;
  return element;
}

/** The controls that are asked for and that there are; none where nothing can be changed. */
export function controlsOf(controls: string, readonly: boolean): readonly string[] {
  const asked = readonly ? [] : words(controls).filter((name) => name !== 'none');
  return asked.includes('all') ? controlNames : asked.filter((name) => controlNames.some((known) => known === name));
}

/** Empty boxes of the size that the parts will have, of a scene of so many queries and keys. */
export function fillPlaceholder(
  placeholder: HTMLElement,
  show: string,
  controls: readonly string[],
  [queries, keys]: readonly [number, number],
): void {
  const box = placeholder.parentElement ?? placeholder;
  box.removeAttribute('style');
  stretch(box, queries, keys);
  placeholder.replaceChildren(...partsOf(show).map(({ box }) => boxOf(box)));
  if (controls.length === 0) return;
  const controlsBox = boxOf('part controls');
  // Few scenes have layers to choose from: where they do, it costs a line.
  controlsBox.append(...controls.filter((name) => name !== 'layer').map((name) => boxOf(`control ${name}-control`)));
  placeholder.prepend(controlsBox);
}

/** Space for so many queries and keys at least: what the estimate was too small for is not cut. */
export function stretch({ style }: HTMLElement, queries: number, keys: number): void {
  const rows = Math.max(queries, keys);
  const atLeast = (name: string, size: number): void =>
    style.setProperty(name, String(Math.max(size, Number(style.getPropertyValue(name)))));
  atLeast('--queries', queries);
  atLeast('--rows', rows);
  // As high as the lines draw their tokens, px.
  atLeast('--lines', rows * (rows <= 14 ? 32 : rows <= 24 ? 28 : 24));
}

const css = `
:host {
  display: block !important;
  contain: layout style !important;
  container: self-attention / inline-size !important;
  contain-intrinsic-inline-size: 40rem !important;
  box-sizing: border-box;
  min-inline-size: 0;
  max-inline-size: 100%;
  block-size: var(--sa-height, auto);
  overflow: clip;
  overflow-clip-margin: 4px;
}
:host([hidden]) {
  display: none !important;
}
.box {
  display: grid;
  grid-template: minmax(0, auto) / minmax(0, 1fr);
  block-size: 100%;
}
.box > * {
  grid-area: 1 / 1;
}
.box > .problem {
  grid-area: 2 / 1;
}
.playground {
  display: none;
}
.linked > .playground {
  display: block;
  grid-area: 3 / 1;
  min-block-size: 1.25rem;
  margin: 0.375rem 0.75rem 0.5rem;
  font: 0.8125rem / 1.25rem system-ui, sans-serif;
  text-align: end;
  overflow-wrap: anywhere;
}
.playground a {
  color: inherit;
}
.fallback {
  block-size: 0;
  min-block-size: 100%;
  overflow: auto;
}
.box.failed .fallback {
  block-size: auto;
}
.box:is(.failed, .drawn) .placeholder,
.box.drawn .fallback {
  display: none;
}
.frame,
.placeholder {
  all: initial;
  grid-area: 1 / 1;
  display: flex;
  flex-wrap: wrap;
  align-content: flex-start;
  gap: var(--sa-gap, 0.75rem);
  box-sizing: border-box;
  min-inline-size: 0;
  padding: var(--sa-padding, 0.75rem);
  border: 1px solid transparent;
  direction: ltr;
  overflow: auto;
}
.placeholder {
  visibility: hidden;
  pointer-events: none;
}
.part {
  --room: 100cqi;
  flex: none;
  box-sizing: border-box;
  min-inline-size: 0;
  inline-size: 100%;
}
.sentence {
  min-block-size: 1.75rem;
}
.tokens {
  min-block-size: 5.5rem;
}
.reading {
  min-block-size: 5.25rem;
}
.heatmap {
  --side: min(var(--room) - 1.75rem, 3rem + var(--queries) * 5.5rem, var(--sa-heatmap-max, 28rem));
  block-size: calc(var(--side) + 1.75rem);
}
.arcs {
  min-block-size: calc(6.25rem + min(var(--rows), 16) * 1rem);
}
.lines {
  --side: min(1.75rem + var(--lines) * 1px, var(--sa-lines-max, 28rem));
  block-size: calc(var(--side) + 2.25rem);
}
.arithmetic {
  block-size: var(--sa-arithmetic-height, 11rem);
}
.stage {
  block-size: var(--sa-stage-height, 40rem);
}
.training {
  block-size: var(--sa-training-height, 24rem);
}
.step {
  min-block-size: calc(15rem + min(var(--rows) * 1.625rem, 24rem));
}
.placeholder .steps {
  min-block-size: calc(9 * (15rem + min(var(--rows) * 1.625rem, 24rem)));
}
.controls {
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  align-content: flex-start;
  gap: 0.25rem 1.5rem;
}
.control {
  box-sizing: border-box;
  min-inline-size: 0;
  max-inline-size: 100%;
  inline-size: 13rem;
  min-block-size: 2.75rem;
}
.sentence-control {
  inline-size: 100%;
  min-block-size: 4rem;
}
.mask-control {
  inline-size: 26rem;
}
.head-control {
  inline-size: 31rem;
}
.temperature-control {
  inline-size: 21rem;
}
.score-control {
  inline-size: 16rem;
}
.mistake-control {
  inline-size: 32rem;
}
@container self-attention (inline-size < 28rem) {
  .mask-control,
  .head-control {
    min-block-size: 4.5rem;
  }
}
@container self-attention (inline-size >= 36rem) {
  .pair {
    --room: calc(50cqi - 1rem);
    inline-size: calc(50% - var(--sa-gap, 0.75rem) / 2);
  }
  .tokens {
    min-block-size: 3.25rem;
  }
  .reading {
    min-block-size: 3.5rem;
  }
}
.problem {
  margin: 0;
  font: 0.875rem / 1.4 system-ui, sans-serif;
  unicode-bidi: plaintext;
  overflow-wrap: anywhere;
}
@container self-attention (inline-size >= 50rem) {
  .arcs {
    min-block-size: max(12.5rem, min(var(--rows), 32) * 0.7rem);
  }
}
@media print {
  .box:not(.drawn) .fallback {
    block-size: auto;
    overflow: visible;
  }
  .box:not(.drawn) .placeholder {
    display: none;
  }
  .frame {
    overflow: visible;
  }
}
`;
