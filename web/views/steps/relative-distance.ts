import { css, html, nothing, type PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import type { Tensor } from '../../core/types.ts';
import { distanceLabels } from '../../trace/axis-labels.ts';
import type { Focus } from '../../trace/focus.ts';
import { type Digits, formatNumber, longestNumber } from '../../trace/number-format.ts';
import { type Block, blockOf, type GridModel } from '../grid/model.ts';
import { define } from '../shared/custom-element.ts';
import type { GridCell } from '../shared/keyboard.ts';
import { paletteStyles } from '../shared/palette.ts';
import '../grid/grid.ts';
import { fill } from '../../i18n/sentences.ts';
import { stepPictureWords } from '../../i18n/step-pictures.ts';
import { namedToken } from '../../trace/token-text.ts';
import { greatest } from '../shared/colour.ts';
import { LocalizedElement } from '../shared/localized-element.ts';
import { byDistanceAt, cutAt, flatOf, paddedAt, type Skew } from './skew.ts';

/** Which of the three grids, and the cell in it. */
type Stage = 'distance' | 'padded' | 'cut';

/**
 * `<sa-distance>`: how numbers by distance (qe) become numbers by key (skewed), as in arXiv 1809.04281. A column of
 * zeros is added in front, and the same numbers are cut into rows of another length. Three grids, with the same
 * number highlighted in each. Dispatches `sa-focus` for cells of `qe` and `skewed`.
 */
@define('sa-distance')
export class SaDistance extends LocalizedElement {
  static override styles = [
    paletteStyles,
    css`
      :host {
        container-type: inline-size;
        font-size: 0.8125rem;
      }
      ol {
        display: grid;
        gap: 1.25rem;
        margin: 0;
        padding: 0;
        list-style: none;
      }
      @container (width >= 54rem) {
        ol {
          grid-template-columns: repeat(3, minmax(0, 1fr));
        }
      }
      li {
        min-width: 0;
      }
      h4 {
        margin: 0;
        font-size: 0.8125rem;
      }
      p {
        margin: 0.125rem 0 0.5rem;
        color: var(--sa-ink-soft);
        line-height: 1.35;
      }
      @container (width >= 54rem) {
        p {
          min-block-size: 4.05em;
        }
      }
      sa-grid {
        --sa-matrix-max: 18rem;
      }
    `,
  ];

  /** (H, T_q, R). */
  @property({ attribute: false }) qe: Tensor | null = null;
  /** T_k: how many columns of the last grid remain. */
  @property({ type: Number }) keys = 0;
  @property({ type: Number }) head = 0;
  @property({ type: Number }) layer = 0;
  @property({ attribute: false }) queryLabels: readonly string[] = [];
  @property({ attribute: false }) keyLabels: readonly string[] = [];
  @property({ type: Number }) digits: Digits = 2;
  @property({ attribute: false }) focusOn: Focus | null = null;

  private grids: Readonly<Record<Stage, GridModel>> | null = null;

  override willUpdate(changed: PropertyValues): void {
    if (changed.size > 1 || !changed.has('focusOn')) this.grids = this.makeGrids();
  }

  private get skew(): Skew {
    const [, queries = 0, distances = 0] = this.qe?.shape ?? [];
    return { queries, distances, keys: this.keys };
  }

  private makeGrids(): Record<Stage, GridModel> | null {
    const words = stepPictureWords(this.language);
    const { qe, digits, head, skew } = this;
    const { queries, distances, keys } = skew;
    if (!qe || queries * distances === 0 || !(head >= 0 && head < (qe.shape[0] ?? 0))) return null;
    const size = queries * distances;
    const data = qe.data.subarray(head * size, (head + 1) * size);
    const names = Array.from({ length: queries }, (_, query) => namedToken(this.queryLabels, query));
    // A zero of the padding is not a number of the trace.
    const read = (flat: number): number => {
      const at = byDistanceAt(skew, flat);
      return at ? (data[at.row * distances + at.column] ?? Number.NaN) : 0;
    };
    const grid = (stage: Stage, columnLabels: readonly string[], hidden: GridModel['hidden']): GridModel => ({
      rows: queries,
      columns: columnLabels.length,
      value: (row, column) => read(flatOf(skew, stage, { row, column })),
      hidden,
      text: (value) => formatNumber(value, digits),
      longest: longestNumber(data, digits),
      rowLabels: names,
      columnLabels,
      rowRole: 'q',
      columnRole: stage === 'cut' ? 'k' : 'x',
      scaleMax: greatest(qe.data),
      hiddenText: '',
      hiddenName: words.distance.dropped,
    });
    const labels = distanceLabels(distances, queries - 1);
    const keyLabels = labels.map((_, key) => (key < keys ? namedToken(this.keyLabels, key) : '–'));
    return {
      distance: grid('distance', labels, () => false),
      padded: grid(
        'padded',
        [words.distance.pad, ...labels],
        (row, column) => flatOf(skew, 'padded', { row, column }) < queries,
      ),
      cut: grid('cut', keyLabels, (_, column) => column >= keys),
    };
  }

  /** The offset of the number in focus in the padded numbers, row by row. Null if none of them is in focus. */
  private get flat(): number | null {
    const { cell, query, key } = this.focusOn ?? {};
    const { skew } = this;
    const isInSlice = cell && cell.index[0] === this.head && (cell.layer ?? this.layer) === this.layer;
    const [, row = 0, column = 0] = cell?.index ?? [];
    if (isInSlice && cell.name === 'qe') return flatOf(skew, 'distance', { row, column });
    if (isInSlice && cell.name === 'skewed') return flatOf(skew, 'cut', { row, column });
    return query === undefined || key === undefined ? null : flatOf(skew, 'cut', { row: query, column: key });
  }

  private blocks(stage: Stage): Block[] {
    const { flat, skew } = this;
    if (flat === null) return [];
    const at = { distance: byDistanceAt, padded: paddedAt, cut: cutAt }[stage](skew, flat);
    return at ? [blockOf(at)] : [];
  }

  private focusFor(stage: Stage, cell: GridCell): Focus {
    const { skew, head, layer } = this;
    const flat = flatOf(skew, stage, cell);
    const kept = cutAt(skew, flat);
    const key = kept && kept.column < skew.keys ? kept.column : null;
    if (stage === 'cut' && key !== null) {
      return { query: cell.row, key, cell: { name: 'skewed', index: [head, cell.row, key], layer } };
    }
    const from = byDistanceAt(skew, flat);
    if (!from) return key !== null && kept ? { query: kept.row, key } : {};
    return { query: from.row, cell: { name: 'qe', index: [head, from.row, from.column], layer } };
  }

  override render() {
    const words = stepPictureWords(this.language).distance;
    const { distances: width, queries: dropped, keys: kept } = this.skew;
    return html`<ol>
      ${this.stage('distance', words.byDistance, words.byDistanceAbout)}
      ${this.stage('padded', words.padded, fill(words.paddedAbout, { dropped }))}
      ${this.stage('cut', fill(words.cut, { width }), fill(words.cutAbout, { width, kept }))}
    </ol>`;
  }

  private stage(stage: Stage, title: string, about: string) {
    if (!this.grids) return nothing;
    return html`<li>
      <h4>${title}</h4>
      <p>${about}</p>
      <sa-grid
        .grid=${this.grids[stage]}
        .accent=${'w'}
        .digits=${this.digits}
        .label=${title}
        .blocks=${this.blocks(stage)}
        .focusFor=${(cell: GridCell) => this.focusFor(stage, cell)}
      ></sa-grid>
    </li>`;
  }
}
