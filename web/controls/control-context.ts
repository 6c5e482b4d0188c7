import { html, type TemplateResult } from 'lit';
import type { SceneCore } from '../core/types.ts';
import { controlWords } from '../i18n/controls.ts';
import type { LanguageCode } from '../i18n/language.ts';
import type { Attention, Scene, Tokenizer } from '../scene/types.ts';
import { completeScene } from '../session/complete-scene.ts';
import { keepFocus, setAttention } from '../session/scene-choices.ts';
import type { SceneResult } from '../trace/scene-result.ts';
import type { NumberDetail } from './number-field.ts';
import './number-field.ts';
import type { DetailEvent } from '../views/shared/events.ts';

/** What a control reads. */
export interface ControlState {
  readonly language: LanguageCode;
  readonly core: SceneCore;
  /** The scene requested last. It may have an error. */
  readonly scene: Scene;
  readonly start: Scene;
  /** The last scene without an error. */
  readonly result: SceneResult;
  /** The error of the scene, and the path whose control shows it. Null if no control does. */
  readonly problem: { readonly path: string; readonly text: string } | null;
  /** Grows when text boxes must discard what was typed. */
  readonly resetCount: number;
  /** Whether the scene belongs to a lesson. */
  readonly inLesson?: boolean;
  /** What each setting does, by its path. Without it, controls have no explanation. */
  readonly abouts?: Readonly<Record<string, string>>;
  readonly onEdit: (scene: Scene, key: string) => void;
}

/** Shared by all groups of controls: ways to edit the scene, and the building blocks of controls. */
export class ControlContext {
  constructor(readonly state: ControlState) {}

  get language(): LanguageCode {
    return this.state.language;
  }

  edit(scene: Scene, key: string): void {
    this.state.onEdit(scene, key);
  }

  /** A press. Whatever the choice depends on is set along with it. */
  press(scene: Scene, key: string): void {
    const { scene: before, result, core } = this.state;
    this.edit(completeScene(scene, before, result.widths, core), key);
  }

  /** From a number box, either typed or pressed. */
  editNumber(scene: Scene, key: string, { typed }: NumberDetail): void {
    if (typed) this.edit(scene, key);
    else this.press(scene, key);
  }

  /** Sets a part of the scene. `key` is the changed property in it. */
  setPart<Part extends 'embedding' | 'parameters' | 'positions'>(part: Part, value: Scene[Part], key: string): void {
    this.edit({ ...this.state.scene, [part]: value }, `${part}.${key}`);
  }

  setAttention(change: Partial<Attention>, key: string): void {
    const { scene } = this.state;
    this.edit({ ...scene, attention: { ...scene.attention, ...change } }, `attention.${key}`);
  }

  /** Null removes the scale, so it is 1/√d_k again, or none. */
  setScale(scale: number | null): void {
    this.edit(setAttention(this.state.scene, { scale: scale ?? undefined }), 'attention.scale');
  }

  setTokenizer(change: Tokenizer, key: string): void {
    const { scene } = this.state;
    this.press(keepFocus({ ...scene, tokenizer: { ...scene.tokenizer, ...change } }), `tokenizer.${key}`);
  }

  /** The error for the control of these paths. Empty if there is none, or another control shows it. */
  why(...paths: readonly string[]): string {
    const { problem } = this.state;
    return problem !== null && paths.includes(problem.path) ? problem.text : '';
  }

  /** What a setting does, in one line. Empty where explanations are not shown. */
  about(path: string): string {
    return this.state.abouts?.[path] ?? '';
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
      .about=${this.about(field.path)}
      .resetCount=${this.state.resetCount}
      @sa-number=${(event: DetailEvent<'sa-number'>) => field.onChange(event.detail)}
    ></sa-number>`;
  }

  seed(path: string, name: string, reroll: string, seed: number | undefined, set: (seed: number) => void) {
    const words = controlWords(this.language);
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
    return html`<div class="field fact"><span title=${name}>${label}</span><span class="value">${value || '–'}</span></div>`;
  }
}

/** A different seed, short enough to be read out. */
function otherSeed(seed: number): number {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  const next = 1 + (random % 9998);
  return next >= seed ? next + 1 : next;
}
