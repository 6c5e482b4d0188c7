import { html, nothing, type PropertyValues, svg, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { selectField } from '../../controls/field.ts';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { sceneWithout } from '../../core/removal.ts';
import type { RemovedPart, SceneCore } from '../../core/types.ts';
import { whyWords } from '../../i18n/why.ts';
import { explain, problemOf } from '../../session/problem.ts';
import { featuresOf } from '../../trace/axis-labels.ts';
import { formatNumber, formatPercent } from '../../trace/number-format.ts';
import type { WholeResult } from '../../trace/scene-result.ts';
import { yieldToMessages } from '../../views/shared/yield.ts';
import { headTitles } from '../shell/catalogue.ts';
import { emit } from '../shell/events.ts';
import { madeOf, resultName } from './names.ts';
import type { Pair } from './origins.ts';
import { quotedToken } from './quoted.ts';
import {
  type Effect,
  effectOf,
  findingOf,
  type Kind,
  kindsOf,
  lastStep,
  partsOf,
  type Reading,
  readingOf,
  weightsOf,
} from './removals.ts';

/** A part that was removed, or why it cannot be. */
type Line = { readonly effect: Effect } | { readonly part: RemovedPart; readonly problem: string };

/** `<sa-why-remove>`: the weight and the result without each word, head, layer, number, feature, or without positions. */
export class Removal extends LightDomElement {
  @property({ attribute: false }) core!: SceneCore;
  @property({ attribute: false }) result!: WholeResult;
  @property({ attribute: false }) pair!: Pair;
  @state() private kind: Kind = 'word';
  @state() private lines: readonly Line[] = [];
  @state() private count = 0;
  private all = 0;
  /** Why there are no parts of this kind. */
  private trouble = '';
  /** Counts what was begun, so that what is no longer wanted ends. */
  private run = 0;
  private asItIs: Reading = { weight: null, seesNothing: false, row: null };

  protected override willUpdate(changed: PropertyValues): void {
    if (['result', 'pair', 'kind'].some((name) => changed.has(name))) void this.removeAll();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.run += 1;
  }

  /** Removes one part after the other, and shows each as soon as it is computed. */
  private async removeAll(): Promise<void> {
    const { core, result, pair, kind } = this;
    this.asItIs = readingOf(result.trace, pair);
    this.run += 1;
    const { run } = this;
    this.lines = [];
    this.trouble = '';
    let parts: readonly RemovedPart[] = [];
    try {
      ({ parts, all: this.all } = partsOf(core, result, pair, kind));
    } catch (thrown) {
      this.trouble = explain(this.language, problemOf(thrown));
    }
    this.count = parts.length;
    for (const part of parts) {
      await yieldToMessages();
      if (this.run !== run) return;
      this.lines = [...this.lines, this.lineOf(part)];
    }
  }

  private lineOf(part: RemovedPart): Line {
    try {
      return { effect: effectOf(this.core, this.result, this.pair, this.asItIs, part) };
    } catch (thrown) {
      return { part, problem: explain(this.language, problemOf(thrown)) };
    }
  }

  protected override render() {
    const words = whyWords(this.language).remove;
    const { kind, lines, count, all } = this;
    const { mistake } = this.result.scene;
    if (mistake) return html`<p>${words.mistake}</p>`;
    const isDone = lines.length === count;
    return html`<p role="status">${this.trouble !== '' ? this.trouble : count === 0 ? words.tooLarge : isDone ? this.finding() : words.computing(lines.length + 1, count)}</p>
      ${selectField(this.language, {
        id: 'why-remove',
        label: words.what,
        options: kindsOf(this.result).map((value) => ({ value, text: words.kinds[value] })),
        value: kind,
        problem: '',
        onChoose: (chosen) => {
          this.kind = chosen;
        },
      })}
      <p class="fine">${words.means[kind]}</p>
      ${count === 0 ? nothing : this.table()}
      ${count === 0 || all <= count ? nothing : html`<p class="fine">${words.some(count, all)}</p>`}`;
  }

  private quoted(key: number): string {
    return quotedToken(this.language, this.result.trace.keyTokens, key);
  }

  private nameOf(part: RemovedPart): string {
    const words = whyWords(this.language);
    const { result, pair } = this;
    switch (part.kind) {
      case 'word':
        return this.quoted(part.key);
      case 'head': {
        const title = headTitles(this.language, result.scene, part.layer)[part.head] ?? '';
        return words.remove.head(result.layers > 1 ? part.layer + 1 : 0, part.head + 1, title);
      }
      case 'layer':
        return words.remove.layer(part.layer + 1);
      case 'dimension': {
        const [q, k] = (['q', 'k'] as const).map((name) => madeOf(result, pair, name, part.index));
        const kind = result.trace.explain({ ...pair, by: 'dimensions', most: 1 }).parts[0]?.query?.kind;
        const name = (kind === 'pair' || kind === 'unit' ? words.origins[kind] : words.origins.dimension)(
          part.index + 1,
        );
        return kind !== 'dimension' || !q || !k ? name : words.origins.named(part.index + 1, `${q} × ${k}`);
      }
      case 'feature':
        return featuresOf(result.scene)[part.index] ?? words.origins.feature(part.index + 1);
      default:
        return words.remove.positions;
    }
  }

  private columnName(column: number): string {
    const { name, layer } = lastStep(this.result);
    return resultName(this.result, name, layer, column) || whyWords(this.language).number(column + 1);
  }

  private finding(): string {
    const words = whyWords(this.language).remove;
    const effects = this.lines.flatMap((line) => ('effect' in line ? [line.effect] : []));
    const found = findingOf(this.result, this.pair, this.asItIs, effects);
    if (found === null) return '';
    if (found.kind === 'none') return words.noEffect;
    if (found.kind === 'most') {
      const { part, column, after } = found.effect;
      const at = column ?? 0;
      const [before, now] = [this.asItIs.row, after.row].map((row) => this.number(row?.[at] ?? 0));
      const name = part.kind === 'feature' ? words.feature(this.nameOf(part)) : this.nameOf(part);
      return words.most(name, this.columnName(at), before ?? '', now ?? '');
    }
    const [word, percent] = [this.quoted(found.key), formatPercent(found.weight)];
    if (found.kind === 'strong') return words.strong(word, percent);
    return words.idle(word, percent, found.hasValue ? words.same : words.noValue);
  }

  private number(value: number): string {
    return formatNumber(value, this.result.digits);
  }

  private table(): TemplateResult {
    const words = whyWords(this.language).remove;
    const { asItIs: before, lines, pair, result } = this;
    const largest = lines.reduce((most, line) => Math.max(most, 'effect' in line ? line.effect.change : 0), 0);
    const weights = weightsOf(result.trace, pair);
    return html`<div class="gave" tabindex="0" role="group" aria-label=${words.table}>
      <table class="removals" aria-label=${words.table}>
        <thead>
          <tr>
            <th scope="col">${words.without}</th>
            <th scope="col">${words.weight(this.quoted(pair.key))}</th>
            ${before.row === null ? nothing : html`<th scope="col">${words.result}</th>`}
            <td></td>
          </tr>
        </thead>
        <tbody>
          <tr class="as-it-is">
            <th scope="row">${words.nothing}</th>
            <td>${formatPercent(before.weight ?? 0)} ${this.bar(before.weight ?? 0, 'bar')}</td>
            ${before.row === null ? nothing : html`<td></td>`}
            <td></td>
          </tr>
          ${lines.map((line) => {
            const part = 'effect' in line ? line.effect.part : line.part;
            const weight =
              part.kind === 'word'
                ? html` <span class="soft">${formatPercent(weights[part.key] ?? 0)}</span>`
                : nothing;
            const name = html`<th scope="row">${this.nameOf(part)}${weight}</th>`;
            if ('problem' in line) return html`<tr>${name}<td class="problem" colspan="3">${line.problem}</td></tr>`;
            return html`<tr>${name}${this.weightCell(line.effect)}${before.row === null ? nothing : this.resultCell(line.effect, largest)}${this.removeCell(part)}</tr>`;
          })}
        </tbody>
      </table>
    </div>`;
  }

  private weightCell({ after }: Effect): TemplateResult {
    const words = whyWords(this.language).remove;
    if (after.weight === null) return html`<td>${words.gone}</td>`;
    return html`<td>
      ${formatPercent(after.weight)} ${this.bar(after.weight, 'bar')}
      ${after.seesNothing ? html`<span class="soft">${words.seesNothing}</span>` : nothing}
    </td>`;
  }

  private resultCell({ column, change, after }: Effect, largest: number): TemplateResult {
    const words = whyWords(this.language).remove;
    if (column === null) return html`<td>${words.otherResult}</td>`;
    if (change === 0) return html`<td>${words.same0} ${this.bar(0, 'bar')}</td>`;
    const [before, now] = [this.asItIs.row, after.row].map((row) => this.number(row?.[column] ?? 0));
    return html`<td>
      <span class="soft">${this.columnName(column)}</span> ${before} → ${now} ${this.bar(change / largest, 'bar change')}
    </td>`;
  }

  private removeCell(part: RemovedPart): TemplateResult {
    const words = whyWords(this.language).remove;
    const label = words.buttonName(this.nameOf(part));
    return html`<td>
      <button type="button" class="origin" aria-label=${label} title=${label} @click=${() => this.removePart(part)}>${words.button}</button>
    </td>`;
  }

  /** Shows the scene without the part. One undo brings it back. */
  private removePart(part: RemovedPart): void {
    const { scene, trace } = this.result;
    const without = sceneWithout(scene, trace, part);
    // Nothing outside an open dialog can take the focus.
    this.closest('dialog')?.close();
    const editor = this.closest('sa-show-why');
    emit(this, 'sa-close', null);
    emit(editor, 'sa-edit', { scene: without, controlId: 'without' });
  }

  private bar(size: number, kind: string): TemplateResult {
    return html`<svg class="cell-bar" aria-hidden="true">
      <line x1="0" x2="0" y1="0" y2="100%"></line>
      ${size === 0 ? '' : svg`<rect class=${kind} x="0" width="${size * 100}%" y="1" height="5"></rect>`}
    </svg>`;
  }
}
customElements.define('sa-why-remove', Removal);
