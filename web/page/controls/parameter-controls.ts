import { html, nothing, type TemplateResult } from 'lit';
import type { ControlContext } from '../../controls/control-context.ts';
import { checkField, selectField } from '../../controls/field.ts';
import { words as all } from '../../i18n/words.ts';
import {
  chooseParameters,
  type FreeParameters,
  hasBiases,
  hasOutput,
  type ParameterChoice,
  parameterChoice,
} from '../../model/choices.ts';
import { table } from '../../model/meaning-table.ts';
import type { Initialiser } from '../../scene/types.ts';
import { editLinks } from '../matrix-editor/request.ts';

const words = all.controls;
const initialisers: readonly Initialiser[] = ['xavier', 'kaiming', 'normal', 'uniform'];

/** Where the parameters come from, which there are, and how wide a head is. */
export function parameterControls(context: ControlContext): TemplateResult {
  const { scene, start, computed, inLesson = false } = context.state;
  const { sizes } = computed;
  const { parameters } = scene;
  const kinds: readonly ParameterChoice[] = [
    ...([start, scene].some((other) => parameterChoice(other.parameters) === 'given') ? (['given'] as const) : []),
    ...(scene.embedding.kind === 'qkv' || parameters.kind === 'none' ? (['none'] as const) : []),
    'handmade',
    'identity',
    ...initialisers,
  ];
  const free = parameters.kind === 'random' || parameters.kind === 'identity' ? parameters : null;
  return html`<fieldset>
    <legend>${words.parameters}</legend>
    ${selectField({
      id: 'parameters',
      path: 'parameters',
      label: words.parameterKind,
      options: kinds.map((value) => ({
        value,
        text: parameterTitle(value, inLesson),
      })),
      value: parameterChoice(parameters),
      problem: context.why('parameters'),
      onChoose: (choice) => context.press(chooseParameters(scene, choice, sizes, table, start), 'parameters'),
    })}
    ${
      parameters.kind === 'random'
        ? context.seed('parameters.seed', words.parameterSeed, words.rerollParameters, parameters.seed, (seed) =>
            context.setParameters({ ...parameters, seed }, 'seed'),
          )
        : nothing
    }
    <div class="pair">
      ${
        free === null
          ? html`${context.fact(words.dK, words.dKName, sizes.dK)}${context.fact(words.dV, words.dVName, sizes.dV)}`
          : html`${headWidth(context, free, 'dK')}${headWidth(context, free, 'dV')}`
      }
    </div>
    ${
      free === null
        ? nothing
        : html`${(scene.attention.score ?? 'scaledDot') === 'additive' ? headWidth(context, free, 'dA') : nothing}
        <div class="pair">
          ${
            free.kind === 'random'
              ? checkField({
                  id: 'biases',
                  path: 'parameters.biases',
                  label: words.biases,
                  name: words.biases,
                  checked: hasBiases(free),
                  onChange: (biases) => context.setParameters({ ...free, biases }, 'biases'),
                })
              : nothing
          }
          ${checkField({
            id: 'output',
            path: 'parameters.output',
            label: words.output,
            name: words.outputName,
            checked: hasOutput(free),
            onChange: (output) => context.press({ ...scene, parameters: { ...free, output } }, 'parameters.output'),
          })}
        </div>`
    }
    ${editLinks(scene, ['w_q', 'w_k', 'w_v', ...(hasOutput(parameters) ? ['w_o'] : [])])}
  </fieldset>`;
}

function parameterTitle(choice: ParameterChoice, inLesson: boolean): string {
  return choice === 'given' && inLesson ? words.lessonsOwn : words.parameterKinds[choice];
}

function headWidth(context: ControlContext, free: FreeParameters, key: 'dK' | 'dV' | 'dA'): TemplateResult {
  const { scene, computed } = context.state;
  const { sizes } = computed;
  const value = free[key];
  const now = key === 'dV' ? sizes.dV : sizes.dK;
  const text = {
    dK: [words.dK, words.dKName],
    dV: [words.dV, words.dVName],
    dA: [words.dA, words.dAName],
  } as const;
  return context.number({
    path: `parameters.${key}`,
    label: text[key][0],
    name: text[key][1],
    value,
    placeholder: String(now),
    step: (direction) => {
      // RoPE turns pairs.
      const by = key === 'dK' && scene.positions?.kind === 'rope' ? 2 : 1;
      const next = (value ?? now) + direction * by;
      return next >= 1 && next <= 1024 ? Math.round(next) : null;
    },
    onChange: (detail) => {
      const { [key]: _, ...rest } = free;
      const parameters = detail.value === null ? rest : { ...free, [key]: detail.value };
      context.take({ ...scene, parameters }, `parameters.${key}`, detail);
    },
  });
}
