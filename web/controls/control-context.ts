import { html, type TemplateResult } from 'lit';
import { words as all } from '../i18n/words.ts';
import { setAttention } from '../model/attention-choices.ts';
import type { Sizes, TableInfo } from '../model/choices.ts';
import { mend } from '../model/complete-scene.ts';
import type { Picture } from '../model/computed-scene.ts';
import { otherSeed } from '../model/other-seed.ts';
import { controlFor, type Problem } from '../model/problem.ts';
import { keepFocus } from '../model/sentence-choices.ts';
import { controlPaths } from '../scene/controls.ts';
import type { Attention, Embedding, Parameters, Positions, Scene, Tokenizer } from '../scene/types.ts';
import type { NumberChange, NumberDetail } from './number-field.ts';
import './number-field.ts';

const words = all.controls;

/** What a group of controls is drawn from. */
export interface DeskState {
  readonly scene: Scene;
  readonly start: Scene;
  readonly inLesson: boolean;
  /** Of the picture on show. */
  readonly sizes: Sizes;
  readonly table: TableInfo;
  readonly problem: Problem | null;
  /** Words of the sentence that the table lacks. */
  readonly missing: readonly string[];
  readonly epoch: number;
  /** On show. */
  readonly picture: Picture;
  /** The groups that are open (true) or were closed (false); one that opened by itself stays open, whatever is set in it. */
  readonly opened: Map<string, boolean>;
  readonly onOpen: (group: string, open: boolean) => void;
  readonly onEdit: (scene: Scene, key: string) => void;
}

/** What every group of controls needs: ways to ask for another scene, and the parts that controls are made of. */
export class Desk {
  constructor(readonly state: DeskState) {}

  edit(scene: Scene, key: string): void {
    this.state.onEdit(scene, key);
  }

  /** Pressed: what the choice cannot work without comes along. */
  press(scene: Scene, key: string): void {
    const { scene: before, sizes, table } = this.state;
    this.edit(mend(scene, before, sizes, table), key);
  }

  /** From a number box: as it was typed, or as a press. */
  take(scene: Scene, key: string, { typed }: NumberDetail): void {
    if (typed) this.edit(scene, key);
    else this.press(scene, key);
  }

  setEmbedding(embedding: Embedding, key: string): void {
    this.edit({ ...this.state.scene, embedding }, `embedding.${key}`);
  }

  setParameters(parameters: Parameters, key: string): void {
    this.edit({ ...this.state.scene, parameters }, `parameters.${key}`);
  }

  setAttention(change: Partial<Attention>, key: string): void {
    const { scene } = this.state;
    this.edit({ ...scene, attention: { ...scene.attention, ...change } }, `attention.${key}`);
  }

  setPositions(positions: Positions, key: string): void {
    this.edit({ ...this.state.scene, positions }, `positions.${key}`);
  }

  /** Null takes the scale away: it is 1/√d_k again, or none. */
  setScale(scale: number | null): void {
    this.edit(setAttention(this.state.scene, { scale: scale ?? undefined }), 'attention.scale');
  }

  setTokenizer(change: Tokenizer, key: string): void {
    const { scene } = this.state;
    this.press(keepFocus({ ...scene, tokenizer: { ...scene.tokenizer, ...change } }), `tokenizer.${key}`);
  }

  /** The problem's text, for the control that it belongs to. */
  why(path: string): string {
    const { problem, scene } = this.state;
    if (problem === null) return '';
    return controlFor(problem, controlPaths(scene)) === path ? problem.message : '';
  }

  number(field: {
    readonly path: string;
    readonly label: string;
    readonly name: string;
    readonly value: number | undefined;
    readonly onChange: (detail: NumberDetail) => void;
    readonly step?: (direction: -1 | 1) => number | null;
    readonly placeholder?: string;
  }): TemplateResult {
    return html`<sa-number
      data-control=${field.path}
      .control=${field.path.replaceAll('.', '-')}
      .label=${field.label}
      .name=${field.name}
      .value=${field.value}
      .placeholder=${field.placeholder ?? null}
      .step=${field.step ?? null}
      .problem=${this.why(field.path)}
      .epoch=${this.state.epoch}
      @sa-number=${(event: NumberChange) => field.onChange(event.detail)}
    ></sa-number>`;
  }

  seed(path: string, name: string, reroll: string, seed: number | undefined, set: (seed: number) => void) {
    return html`<div class="seed">
      ${this.number({
        path,
        label: words.seed,
        name,
        value: seed,
        onChange: ({ value }) => value !== null && set(value),
      })}
      <button type="button" class="quiet" aria-label=${reroll} @click=${() => set(otherSeed(seed ?? 1))}>
        ${words.reroll}
      </button>
    </div>`;
  }

  fact(label: string, name: string, value: number): TemplateResult {
    return html`<div class="field fact"><span title=${name}>${label}</span><span class="value">${value}</span></div>`;
  }
}
