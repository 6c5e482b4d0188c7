import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { fill } from '../../i18n/sentences.ts';
import { stepPictureWords } from '../../i18n/step-pictures.ts';
import type { Scene } from '../../scene/types.ts';
import { atLeast, formatNumber } from '../../trace/number-format.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import { isolated } from '../../trace/token-text.ts';
import { type Arrow, angleBetween, turnBetween } from '../../views/plots/arrows.ts';
import { withValue } from '../matrix-editor/change-value.ts';
import { targetOf } from '../matrix-editor/edits.ts';
import { isChangeable } from '../matrix-editor/host.ts';
import { type DetailEvent, emit } from '../shell/events.ts';

/**
 * `<sa-arrows-panel>`: a query and a key as arrows in the plane of two dimensions that the reader chooses, or with
 * RoPE, a vector before and after its rotation. The numbers are the trace's. Where the scene gives a vector, its tip can be moved.
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
    const { shape, data } = this.result.tensor(name);
    const [, tokens = 1, width = 1] = shape;
    const slice = this.sliceOf(name);
    return data.subarray((slice * tokens + token) * width, (slice * tokens + token + 1) * width);
  }

  private sliceOf(name: string): number {
    return this.result.slice(this.result.step(name)?.axes ?? [], this.head);
  }

  /** Whether the scene gives a tensor, and it is not computed. */
  private isGiven(name: string): boolean {
    const { result } = this;
    if (result.viewport !== null) return false;
    return targetOf(result.scene, result.matrixSource, { name, layer: result.layer }) !== null;
  }

  /** The pair stays, whichever key gets the largest weight while a tip moves. */
  private readonly pin = (): void => {
    const { query, key } = this;
    emit(this, 'sa-focus', { focus: { query, key }, pinned: true });
  };

  /** One drag is one undo step, of both numbers. */
  private moveTip({ index, x, y, stroke }: DetailEvent<'sa-tip'>['detail'], plane: readonly [number, number]): void {
    const { result } = this;
    if (result.viewport !== null) return;
    const [name, token] = index === 0 ? (['q', this.query] as const) : (['k', this.key] as const);
    // The plane stays when another number becomes the largest.
    this.chosen = plane;
    const { layer, matrixSource } = result;
    const changed = ([x, y] as const).reduce<Scene | null>((scene, value, side) => {
      const cell = { name, layer, index: [this.sliceOf(name), token, plane[side] ?? 0] };
      return scene === null ? null : withValue(scene, matrixSource, cell, value);
    }, result.scene);
    if (changed !== null)
      emit(this, 'sa-edit', { scene: changed, controlId: `tip.${name}.${token}.${stroke}`, isHeld: stroke > 0 });
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
    const angle = angleBetween(point(q), point(k));
    const slots = {
      query: isolated(result.tokens[query] ?? ''),
      key: isolated(result.keyTokens[key] ?? ''),
      q: `(${this.text(q[across])}, ${this.text(q[up])})`,
      k: `(${this.text(k[across])}, ${this.text(k[up])})`,
      angle: angle === null ? '' : Math.round(angle),
    };
    const text = fill(angle === null ? words.noAngle : words.angle, slots);
    const isGiven = turned === '' && this.isGiven('q');
    const tip = (name: 'q' | 'k', token: string) =>
      isGiven && isChangeable(result, name)
        ? { tip: { name: fill(words.tip, { name, token }), value: slots[name] } }
        : {};
    const arrows: readonly Arrow[] = [
      { label: `q${turned}`, role: 'q', ...point(q), ...tip('q', slots.query) },
      { label: `k${turned}`, role: 'k', ...point(k), ...tip('k', slots.key) },
    ];
    const why = turned === '' ? words.computed : words.rotated;
    return html`<div class="arrows-choice">
        ${this.select(words.across, q.length, across, (value) => [value, up])}
        ${this.select(words.up, q.length, up, (value) => [across, value])}
      </div>
      <div
        @focusin=${this.pin}
        @sa-tip=${({ detail }: DetailEvent<'sa-tip'>) => this.moveTip(detail, [across, up])}
      >
        ${this.drawn(arrows, text)}
      </div>
      ${isGiven ? nothing : html`<p class="note">${why}</p>`}`;
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
