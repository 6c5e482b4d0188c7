import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { segmented, selectField } from '../../controls/field.ts';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import '../../controls/number-field.ts';
import type { Axis } from '../../core/types.ts';
import { trainingWords } from '../../i18n/training.ts';
import type { Rows } from '../../scene/types.ts';
import { atLeast } from '../../trace/number-format.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import { formatNumber } from '../../views/index.ts';
import { emit } from '../shell/events.ts';
import { countedRows, type Parts } from './targets.ts';
import './target-painter.ts';

/** The reader's choice of target weights. */
export interface TargetChoice {
  readonly kind: 'cell' | 'painted';
  /** The row and the column of the one weight, from 0. */
  readonly query: number;
  readonly key: number;
  /** Its target. */
  readonly weight: number;
  readonly parts: Parts;
}

const AXES: readonly Axis[] = ['T_q', 'T_k'];

/** `<sa-training-target>`: the target of one weight, or painted targets of all. `sa-target-choice` changes it. */
export class TargetSection extends LightDomElement {
  @property({ attribute: false }) choice!: TargetChoice;
  @property({ attribute: false }) result!: SceneResult;
  @property({ attribute: false }) head = 0;
  /** The rows of the choice; null: it is not possible. */
  @property({ attribute: false }) target: Rows | null = null;
  /** Why it is not possible, or has no gradient. */
  @property() problem = '';

  constructor() {
    super();
    // A target is not a cell of the page's trace.
    this.addEventListener('sa-focus', (event) => event.stopPropagation());
    this.addEventListener('sa-number', (event) => {
      if (event.detail.value !== null) this.choose({ weight: event.detail.value });
    });
    this.addEventListener('sa-target', ({ detail }) => this.choose({ parts: detail }));
  }

  private choose(choice: Partial<TargetChoice>): void {
    emit(this, 'sa-target-choice', choice);
  }

  protected override render() {
    const { target: own } = trainingWords(this.language);
    const { choice } = this;
    return html`
      <h3>${own.title}</h3>
      <div class="training-fields">
        ${segmented({
          id: 'target-kind',
          label: own.kind,
          options: [
            { value: 'cell', text: own.cell },
            { value: 'painted', text: own.painted },
          ],
          value: choice.kind,
          onChoose: (kind) => this.choose({ kind }),
        })}
        ${choice.kind === 'cell' ? this.choices() : nothing}
      </div>
      ${choice.kind === 'cell' ? this.row() : this.painter()}
    `;
  }

  private choices(): TemplateResult {
    const { target: own } = trainingWords(this.language);
    const { result, choice } = this;
    const options = (tokens: readonly string[]) =>
      tokens.map((token, index) => ({ value: String(index), text: own.row(index, token) }));
    return html`
      ${selectField(this.language, {
        id: 'target-query',
        label: own.query,
        options: options(result.tokens),
        value: String(choice.query),
        problem: '',
        onChoose: (query) => this.choose({ query: Number(query) }),
      })}
      ${selectField(this.language, {
        id: 'target-key',
        label: own.key,
        options: options(result.keyTokens),
        value: String(choice.key),
        problem: '',
        onChoose: (key) => this.choose({ key: Number(key) }),
      })}
      <sa-number
        .control=${'target-weight'}
        .label=${own.wanted}
        .name=${own.wantedName}
        .value=${choice.weight}
        .problem=${this.problem}
      ></sa-number>
    `;
  }

  private row(): TemplateResult | typeof nothing {
    const { target: own } = trainingWords(this.language);
    const { result, choice, head, target } = this;
    const [row] = target === null ? [] : [target[choice.query]];
    if (row === undefined) return nothing;
    const now = result.ofHead('weights', head)?.[choice.query * result.keyTokens.length + choice.key] ?? Number.NaN;
    return html`
      <p>${own.now(formatNumber(now, atLeast(2, result.digits)))}</p>
      <sa-matrix
        .tensor=${{ shape: [1, row.length], data: Float32Array.from(row) }}
        .axes=${AXES}
        .labels=${{ T_q: [result.tokens[choice.query] ?? ''], T_k: result.keyTokens }}
        .name=${'weights'}
        .accent=${'w'}
        .digits=${result.digits}
        .label=${own.label}
      ></sa-matrix>
    `;
  }

  private painter(): TemplateResult {
    const { painter: own } = trainingWords(this.language);
    const { result, head, choice, target, problem } = this;
    return html`
      <sa-target-painter
        .parts=${choice.parts}
        .rowLabels=${result.tokens}
        .columnLabels=${result.keyTokens}
        .masked=${result.ofHead('masked', head)}
      ></sa-target-painter>
      <p class="error" role="status">${problem}</p>
      <p class="note">${target === null ? nothing : own.counted(countedRows(target), target.length)}</p>
    `;
  }
}
customElements.define('sa-training-target', TargetSection);
