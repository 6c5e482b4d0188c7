import type { TemplateResult } from 'lit';
import { segmented } from '../../controls/field.ts';
import type { Formula, Step } from '../../core/types.ts';
import { controlWords } from '../../i18n/controls.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import { emit } from '../shell/events.ts';

/** The id of a step's section. A parameter is in the section of the step that reads it. */
export const sectionOf = (result: SceneResult, name: string): string => {
  const own = result.step(name) ?? result.steps.find((step) => step.inputs.includes(name));
  return `step-${own?.name ?? name}`;
};

export interface Section {
  readonly name: string;
  /** The index of the layer. By default, the one the layer on show reads. */
  readonly layer?: number | undefined;
  /** Whether its heading gets the focus. Default: true. */
  readonly isFocused?: boolean;
}

/** The layer that a step reads an input from: its own, the previous one, or the last before that has it. */
export function sourceOf(result: SceneResult, { formula, layer }: Step, name: string): number {
  if (result.parameter(name) !== undefined) return layer;
  return result.step(name, isPrevious(formula, name) ? layer - 1 : layer)?.layer ?? layer;
}

function isPrevious(part: Formula, name: string): boolean {
  if (part.op === 'tensor') return part.name === name && part.previous === true;
  return 'args' in part && part.args.some((inner) => isPrevious(inner, name));
}

/** The layer on show, or requested. Counted from 1, as heads are. */
export const layerSwitch = (
  language: LanguageCode,
  from: EventTarget,
  { layers }: SceneResult,
  layer: number,
  id: string,
): TemplateResult =>
  segmented({
    id,
    label: controlWords(language).layer,
    options: Array.from({ length: layers }, (_, index) => ({ value: String(index), text: String(index + 1) })),
    value: String(layer),
    onChoose: (chosen) => emit(from, 'sa-layer', Number(chosen)),
  });
