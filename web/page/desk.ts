import { html, type TemplateResult } from 'lit';
import { words as all } from '../i18n/words.ts';
import type { Attention, Embedding, Parameters, Scene, Tokenizer } from '../scene/types.ts';
import { keepFocus, type Sizes, type TableInfo } from './choices.ts';
import { controlFor, type Problem } from './errors.ts';
import type { NumberChange, NumberDetail } from './number-field.ts';
import './number-field.ts';

const words = all.controls;

/** Another seed than this one, short enough to be read out. */
function otherSeed(seed: number): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  const next = 1 + (random % 9998);
  return next >= seed ? next + 1 : next;
}

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
  readonly onEdit: (scene: Scene, key: string) => void;
}

/** What every group of controls needs: ways to ask for another scene, and the parts that controls are made of. */
export class Desk {
  constructor(readonly state: DeskState) {}

  edit(scene: Scene, key: string): void {
    this.state.onEdit(scene, key);
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

  /** Null takes the scale away: it is 1/√d_k again. */
  setScale(scale: number | null): void {
    const { scene } = this.state;
    const { scale: _, ...rest } = scene.attention;
    this.edit({ ...scene, attention: scale === null ? rest : { ...rest, scale } }, 'attention.scale');
  }

  setTokenizer(change: Tokenizer, key: string): void {
    const { scene } = this.state;
    this.edit(keepFocus({ ...scene, tokenizer: { ...scene.tokenizer, ...change } }), `tokenizer.${key}`);
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

/** The places of a scene that have a control now; a problem elsewhere is shown under the sentence. */
export function controlPaths(scene: Scene): readonly string[] {
  const { attention, embedding, parameters } = scene;
  const drawn = parameters.kind === 'random';
  const free = drawn || parameters.kind === 'identity';
  return [
    'sentence',
    'embedding',
    ...(embedding.kind === 'random' ? ['embedding.dModel', 'embedding.seed'] : []),
    'parameters',
    ...(drawn ? ['parameters.seed'] : []),
    ...(free ? ['parameters.dK', 'parameters.dV'] : []),
    'attention.heads',
    ...(parameters.kind === 'handmade' ? [] : ['attention.kvHeads']),
    'attention.score',
    ...(attention.scale === undefined ? [] : ['attention.scale']),
    'attention.mask',
    'attention.temperature',
    'attention.softcap',
    'view.digits',
  ];
}
