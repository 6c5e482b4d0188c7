import { html, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { fill } from '../../i18n/sentences.ts';
import { stepPictureWords } from '../../i18n/step-pictures.ts';
import { atLeast, formatNumber } from '../../trace/number-format.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import { isolated } from '../../trace/token-text.ts';
import { type Arrow, angleBetween, turnBetween } from '../../views/plots/arrows.ts';

/**
 * `<sa-arrows-panel>`: a query and a key as arrows in the plane of two dimensions that the reader chooses, or with
 * RoPE, a vector before and after its rotation. The numbers are the trace's.
 */
export class ArrowsPanel extends LightDomElement {
  @property({ attribute: false }) result!: SceneResult;
  /** From 0. */
  @property({ attribute: false }) head = 0;
  @property({ attribute: false }) query = 0;
  @property({ attribute: false }) key = 0;
  /** The step it belongs to: the scores, or the rotated vector. */
  @property() step = 'scores';
  /** The horizontal and vertical dimension. Null for the two largest of the query. */
  @state() private chosen: readonly [number, number] | null = null;

  /** A token's vector in the head on show. */
  private row(name: string, token: number): Float32Array {
    const { result, head } = this;
    const { shape, data } = result.tensor(name);
    const [, tokens = 1, width = 1] = shape;
    const slice = result.slice(result.step(name)?.axes ?? [], head);
    return data.subarray((slice * tokens + token) * width, (slice * tokens + token + 1) * width);
  }

  private readonly text = (value: number | undefined): string =>
    formatNumber(value ?? Number.NaN, atLeast(2, this.result.digits));

  protected override render() {
    return this.step === 'scores' ? this.pair() : this.rotation();
  }

  private pair(): TemplateResult {
    const { result, query, key } = this;
    const words = stepPictureWords(this.language).arrows;
    const turned = result.step('q_rotated') === undefined ? '' : '_rotated';
    const [q, k] = [this.row(`q${turned}`, query), this.row(`k${turned}`, key)];
    const largest = Array.from(q.keys()).sort((a, b) => Math.abs(q[b] ?? 0) - Math.abs(q[a] ?? 0));
    const [across, up] = this.chosen ?? [
      Math.min(largest[0] ?? 0, largest[1] ?? 1),
      Math.max(largest[0] ?? 0, largest[1] ?? 1),
    ];
    const point = (row: Float32Array) => ({ x: row[across] ?? Number.NaN, y: row[up] ?? Number.NaN });
    const arrows: readonly Arrow[] = [
      { label: `q${turned}`, role: 'q', ...point(q) },
      { label: `k${turned}`, role: 'k', ...point(k) },
    ];
    const angle = angleBetween(point(q), point(k));
    const slots = {
      query: isolated(result.tokens[query] ?? ''),
      key: isolated(result.keyTokens[key] ?? ''),
      q: `(${this.text(q[across])}, ${this.text(q[up])})`,
      k: `(${this.text(k[across])}, ${this.text(k[up])})`,
      angle: angle === null ? '' : Math.round(angle),
    };
    const text = fill(angle === null ? words.noAngle : words.angle, slots);
    return html`<div class="arrows-choice">
        ${this.select(words.across, q.length, across, (value) => [value, up])}
        ${this.select(words.up, q.length, up, (value) => [across, value])}
      </div>
      ${this.drawn(arrows, text)}`;
  }

  private rotation(): TemplateResult {
    const { result, step } = this;
    const words = stepPictureWords(this.language).arrows;
    const isQuery = step === 'q_rotated';
    const [name, token] = isQuery ? (['q', this.query] as const) : (['k', this.key] as const);
    const [before, after] = [this.row(name, token), this.row(step, token)];
    const { positions } = result.scene;
    const isHalves = positions?.kind === 'rope' && positions.pairs === 'halves';
    const apart = isHalves ? before.length / 2 : 1;
    const [first] = this.chosen ?? [0];
    const point = (row: Float32Array) => ({ x: row[first] ?? Number.NaN, y: row[first + apart] ?? Number.NaN });
    const turn = turnBetween(point(before), point(after));
    const slots = {
      name,
      token: isolated((isQuery ? result.tokens : result.keyTokens)[token] ?? ''),
      place: token,
      before: `(${this.text(before[first])}, ${this.text(before[first + apart])})`,
      after: `(${this.text(after[first])}, ${this.text(after[first + apart])})`,
      angle: turn === null ? '' : Math.round(turn) % 360,
    };
    const text = fill(turn === null ? words.noTurn : words.turn, slots);
    const pairs = Array.from({ length: Math.floor(before.length / 2) }, (_, pair) => (isHalves ? pair : 2 * pair));
    return html`<div class="arrows-choice">
        <label
          >${words.pair}
          <select @change=${(event: Event) => this.choose(event, (value) => [value, value + apart])}>
            ${pairs.map((index) => html`<option value=${index} .selected=${index === first}>${index}, ${index + apart}</option>`)}
          </select></label
        >
      </div>
      ${this.drawn([{ label: step, role: isQuery ? 'q' : 'k', ...point(after), before: point(before) }], text)}`;
  }

  private drawn(arrows: readonly Arrow[], text: string): TemplateResult {
    return html`<sa-arrows .arrows=${arrows} .label=${text}></sa-arrows>
      <p class="note">${text}</p>`;
  }

  private select(
    label: string,
    size: number,
    value: number,
    choose: (value: number) => readonly [number, number],
  ): TemplateResult {
    return html`<label
      >${label}
      <select @change=${(event: Event) => this.choose(event, choose)}>
        ${Array.from({ length: size }, (_, index) => html`<option value=${index} .selected=${index === value}>${index}</option>`)}
      </select></label
    >`;
  }

  private choose({ target }: Event, choose: (value: number) => readonly [number, number]): void {
    if (target instanceof HTMLSelectElement) this.chosen = choose(Number(target.value));
  }
}
customElements.define('sa-arrows-panel', ArrowsPanel);
