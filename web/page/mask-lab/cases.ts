import { html, type TemplateResult } from 'lit';
import { maskLabWords } from '../../i18n/mask-lab.ts';
import type { Rows } from '../../scene/types.ts';
import { formatConstant } from '../../trace/number-format.ts';
import * as programs from './code.ts';
import { numberGrid, weightGrid } from './grid.ts';
import { halfScores, halfVisible, halves } from './half.ts';
import { rowsOf, SIZE, words as wordsOf } from './kinds.ts';
import { type Case, codePart, type Drawing, wrongPart } from './parts.ts';
import { scores, weigh, weighAndDrop, weighCausal } from './weigh.ts';

const TORCH = 'PyTorch 1.13';
const NUMPY = 'NumPy';
const tokens = wordsOf.causal;
const upTo = rowsOf(SIZE, SIZE, (i, j) => j <= i);
/** The first word sees nothing. */
const before = rowsOf(SIZE, SIZE, (i, j) => j < i);
const columns = rowsOf(SIZE, SIZE, (_, j) => j < 3);
const columnsAndRows = rowsOf(SIZE, SIZE, (i, j) => i < 3 && j < 3);
/** The newest two queries of a decoder with a cache. */
const newest: Rows = scores.slice(3);

/** A case that needs no library. */
export function drawCase(shown: Exclude<Case, 'meaning'>, drawing: Drawing): TemplateResult {
  return draw[shown](drawing);
}

const draw: Readonly<Record<Exclude<Case, 'meaning'>, (drawing: Drawing) => TemplateResult>> = {
  corner: (drawing) => {
    const words = maskLabWords(drawing.language);
    const labels = { queries: tokens.slice(3), keys: tokens, cell: words.cell };
    const corner = (title: string, about: string, causal: 'topLeft' | 'bottomRight') =>
      weightGrid({ ...labels, title, about }, weighCausal(drawing.attend, newest, causal), words.sum);
    return html`<div class="grids">
        ${corner(words.topLeft, words.topLeftWho, 'topLeft')}
        ${corner(words.bottomRight, words.bottomRightWho, 'bottomRight')}
      </div>
      ${wrongPart(drawing, 'corner', words.wrongCorner)} ${codePart(drawing, programs.corners, TORCH)}`;
  },
  empty: (drawing) => {
    const words = maskLabWords(drawing.language);
    const labels = { queries: tokens, keys: tokens, cell: words.cell };
    const policy = (emptyRows: 'nan' | 'zeros' | 'uniform', about: string) =>
      weightGrid(
        { ...labels, title: words[emptyRows], about },
        weigh(drawing.attend, scores, before, emptyRows),
        words.sum,
      );
    return html`<div class="grids">
        ${policy('nan', words.nanWho)} ${policy('zeros', words.zerosWho)} ${policy('uniform', words.uniformWho)}
      </div>
      ${wrongPart(drawing, 'empty', words.wrongEmpty)} ${codePart(drawing, programs.emptyRow, TORCH)}`;
  },
  after: (drawing) => {
    const words = maskLabWords(drawing.language);
    const labels = { queries: tokens, keys: tokens, cell: words.cell };
    const { attend } = drawing;
    return html`<div class="grids">
        ${weightGrid({ ...labels, title: words.before, about: words.beforeAbout }, weigh(attend, scores, upTo), words.sum)}
        ${weightGrid({ ...labels, title: words.afterwards, about: words.afterwardsAbout }, weighAndDrop(attend, scores, upTo), words.sum)}
      </div>
      ${wrongPart(drawing, 'after', words.wrongAfter)} ${codePart(drawing, programs.after, TORCH)}`;
  },
  half: (drawing) => {
    const words = maskLabWords(drawing.language);
    const labels = {
      queries: halves.map(({ type, added }) => words.halfRow(type, added)),
      keys: ['1', '2', '3'],
      cell: words.cell,
    };
    const sums = halves.map((half) => half.sums.map(formatConstant));
    return html`<div class="grids">
        ${numberGrid({ ...labels, title: words.masked }, sums)}
        ${weightGrid({ ...labels, title: words.halfWeights }, weigh(drawing.attend, halfScores, halfVisible, 'nan'), words.sum)}
      </div>
      <p>${words.halfAbout}</p>
      ${wrongPart(drawing, 'half', words.wrongHalf)} ${codePart(drawing, programs.half, NUMPY)}`;
  },
  padding: (drawing) => {
    const words = maskLabWords(drawing.language);
    const labels = { queries: wordsOf.padding, keys: wordsOf.padding, cell: words.cell };
    const { attend } = drawing;
    return html`<div class="grids">
        ${weightGrid({ ...labels, title: words.columns, about: words.columnsAbout }, weigh(attend, scores, columns), words.sum)}
        ${weightGrid({ ...labels, title: words.both, about: words.bothAbout }, weigh(attend, scores, columnsAndRows), words.sum)}
      </div>
      ${wrongPart(drawing, 'padding', words.wrongPadding)} ${codePart(drawing, programs.padded, TORCH)}`;
  },
};
