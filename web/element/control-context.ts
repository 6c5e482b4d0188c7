/** What every control of an element is drawn from, and the parts that several are made of. */
import { html, type TemplateResult } from 'lit';
import type { NumberDetail } from '../controls/number-field.ts';
import type { Sizes } from '../model/choices.ts';
import { mend } from '../model/complete-scene.ts';
import { controlFor } from '../model/control-for.ts';
import { table } from '../model/meaning-table.ts';
import { elementControlPaths } from '../scene/controls.ts';
import type { Scene } from '../scene/types.ts';
import type { Problem } from './problem.ts';
import type { Work } from './work.ts';
import '../controls/number-field.ts';

/** What the controls are drawn from. */
export interface Desk {
  readonly names: readonly string[];
  readonly work: Work;
  /** The scene that was asked for last; it may not work. */
  readonly scene: Scene;
  readonly start: Scene;
  readonly problem: Problem | null;
  /** What was typed into the sentence's box, of a scene that keeps tokens and cannot give back the spaces between them. */
  readonly typed: { readonly text: string; readonly scene: Scene } | null;
  /** Grows when boxes must forget what was typed into them. */
  readonly epoch: number;
  readonly edit: (scene: Scene, typed?: string) => void;
}

/** Whether a control that is there says what is wrong. */
export function isSaid(problem: Problem, names: readonly string[]): boolean {
  return ownerOf(problem, names) !== null;
}

function ownerOf(problem: Problem, names: readonly string[]): string | null {
  const all = names.flatMap((name) => elementControlPaths[name] ?? []);
  const path = controlFor(problem, all);
  // What no control shares anything with goes to the sentence, unless it is no fault of the scene.
  if (path === 'sentence' && !problem.path.startsWith('/')) return null;
  return all.includes(path) ? path : null;
}

export const why = ({ problem, names }: Desk, ...own: readonly string[]): string =>
  problem !== null && own.includes(ownerOf(problem, names) ?? '') ? problem.message : '';

/** Pressed: what the choice cannot work without comes along. */
export function press(desk: Desk, scene: Scene): void {
  const { tokens, keyTokens, trace } = desk.work;
  const symbol = (name: string): number => trace.symbols[name] ?? 1;
  const sizes: Sizes = {
    queries: tokens.length,
    keys: keyTokens.length,
    dWord: trace.symbols['d_word'] ?? symbol('d_model'),
    dModel: symbol('d_model'),
    dK: symbol('d_k'),
    dV: symbol('d_v'),
  };
  desk.edit(mend(scene, desk.scene, sizes, table));
}

/** A number box. `onChange` hears whether the number was typed, and is not to be changed. */
export function number(
  desk: Desk,
  field: {
    readonly path: string;
    readonly label: string;
    readonly name: string;
    readonly value: number;
    readonly step?: (direction: -1 | 1) => number | null;
    readonly onChange: (value: number | null, typed: boolean) => void;
  },
): TemplateResult {
  return html`<sa-number
    .control=${field.path.replaceAll('.', '-')}
    .label=${field.label}
    .name=${field.name}
    .value=${field.value}
    .step=${field.step ?? null}
    .problem=${why(desk, field.path)}
    .epoch=${desk.epoch}
    @sa-number=${({ detail }: CustomEvent<NumberDetail>) => field.onChange(detail.value, detail.typed)}
  ></sa-number>`;
}
