import { html, nothing, type TemplateResult } from 'lit';
import { words as all } from '../i18n/words.ts';
import type { Initialiser, Parameters } from '../scene/types.ts';
import { chooseParameters, hasBiases, hasOutput, type ParameterChoice, parameterChoice } from './choices.ts';
import type { Desk } from './desk.ts';
import { checkField, selectField } from './field.ts';

const words = all.controls;
const initialisers: readonly Initialiser[] = ['xavier', 'kaiming', 'normal', 'uniform'];

/** Where the parameters come from, which there are, and how wide a head is. */
export function parameterControls(desk: Desk): TemplateResult {
  const { scene, start, inLesson, sizes, table } = desk.state;
  const { parameters } = scene;
  const kinds: readonly ParameterChoice[] = [
    ...(start.parameters.kind === 'given' || parameters.kind === 'given' ? (['given'] as const) : []),
    'handmade',
    'identity',
    ...initialisers,
  ];
  const free = parameters.kind === 'random' || parameters.kind === 'identity' ? parameters : null;
  return html`<fieldset>
    <legend>${words.parameters}</legend>
    ${selectField({
      id: 'parameters',
      label: words.parameterKind,
      options: kinds.map((value) => ({
        value,
        text: value === 'given' && inLesson ? words.lessonsOwn : words.parameterKinds[value],
      })),
      value: parameterChoice(parameters),
      problem: desk.why('parameters'),
      onChoose: (choice) => desk.edit(chooseParameters(scene, choice, sizes, table, start), 'parameters'),
    })}
    ${
      parameters.kind === 'random'
        ? desk.seed('parameters.seed', words.parameterSeed, words.rerollParameters, parameters.seed, (seed) =>
            desk.setParameters({ ...parameters, seed }, 'seed'),
          )
        : nothing
    }
    <div class="pair">
      ${
        free === null
          ? html`${desk.fact(words.dK, words.dKName, sizes.dK)}${desk.fact(words.dV, words.dVName, sizes.dV)}`
          : html`${headWidth(desk, free, 'dK')}${headWidth(desk, free, 'dV')}`
      }
    </div>
    ${
      free === null
        ? nothing
        : html`<div class="pair">
          ${
            free.kind === 'random'
              ? checkField({
                  id: 'biases',
                  label: words.biases,
                  name: words.biases,
                  checked: hasBiases(free),
                  onChange: (biases) => desk.setParameters({ ...free, biases }, 'biases'),
                })
              : nothing
          }
          ${checkField({
            id: 'output',
            label: words.output,
            name: words.outputName,
            checked: hasOutput(free),
            onChange: (output) => desk.setParameters({ ...free, output }, 'output'),
          })}
        </div>`
    }
  </fieldset>`;
}

function headWidth(
  desk: Desk,
  free: Extract<Parameters, { kind: 'random' | 'identity' }>,
  key: 'dK' | 'dV',
): TemplateResult {
  const value = free[key];
  const now = key === 'dK' ? desk.state.sizes.dK : desk.state.sizes.dV;
  return desk.number({
    path: `parameters.${key}`,
    label: words[key],
    name: key === 'dK' ? words.dKName : words.dVName,
    value,
    placeholder: String(now),
    step: (direction) => {
      const next = (value ?? now) + direction;
      return next >= 1 && next <= 1024 ? Math.round(next) : null;
    },
    onChange: ({ value: next }) => {
      const { [key]: _, ...rest } = free;
      desk.setParameters(next === null ? rest : { ...free, [key]: next }, key);
    },
  });
}
