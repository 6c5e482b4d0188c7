import { html, type TemplateResult } from 'lit';
import type { Desk } from '../../controls/control-context.ts';
import { checkField, errorText, segmented, selectField } from '../../controls/field.ts';
import { words as all } from '../../i18n/words.ts';
import { setAttention } from '../../model/attention-choices.ts';
import { without } from '../../model/control-for.ts';
import { missingFor } from '../../model/mistake-choices.ts';
import { mistakes } from '../../scene/index.ts';

const words = all.controls;
const digits = [0, 1, 2, 3, 4, 5, 6] as const;

/** How weights are made of scores, and what is done with them. */
export function weightControls(desk: Desk): TemplateResult {
  const { scene } = desk.state;
  const { normalizer = 'softmax', roundWeights, weightedValues = false } = scene.attention;
  const rounded = roundWeights === undefined ? 'off' : String(roundWeights);
  return html`
      ${segmented({
        id: 'normalizer',
        path: 'attention.normalizer',
        label: words.normalizer,
        options: (['softmax', 'sparsemax'] as const).map((value) => ({ value, text: words.normalizers[value] })),
        value: normalizer,
        onChoose: (value) =>
          desk.press(
            setAttention(scene, { normalizer: value === 'softmax' ? undefined : value }),
            'attention.normalizer',
          ),
      })}
      ${selectField({
        id: 'round',
        path: 'attention.roundWeights',
        label: words.round,
        name: words.roundName,
        options: [
          { value: 'off', text: words.roundOff },
          ...digits.map((count) => ({ value: String(count), text: String(count) })),
        ],
        value: rounded,
        problem: desk.why('attention.roundWeights'),
        onChoose: (value) =>
          desk.press(
            setAttention(scene, { roundWeights: value === 'off' ? undefined : Number(value) }),
            'attention.roundWeights',
          ),
      })}
      ${checkField({
        id: 'weighted',
        path: 'attention.weightedValues',
        label: words.weighted,
        name: words.weightedName,
        checked: weightedValues,
        onChange: (on) =>
          desk.press(setAttention(scene, { weightedValues: on || undefined }), 'attention.weightedValues'),
      })}
      ${errorText('weights-error', [desk.why('attention.normalizer'), desk.why('attention.weightedValues')].join(''))}
    `;
}

/** One classic mistake at a time. Those that cannot be made in this scene say why. */
export function mistakeControls(desk: Desk): TemplateResult {
  const { scene, table } = desk.state;
  const mistake = scene.mistake ?? null;
  return selectField({
    id: 'mistake',
    path: 'mistake',
    label: words.mistake,
    name: words.mistakeName,
    options: [
      { value: 'none', text: words.noMistake },
      ...mistakes.map((value) => {
        const lack = missingFor(value, scene, table);
        const title = all.mistakes[value].title;
        return { value, text: lack === null ? title : words.cannot(title, words.needs[lack]), disabled: lack !== null };
      }),
    ],
    value: mistake ?? 'none',
    problem: desk.why('mistake'),
    onChoose: (value) =>
      desk.press(value === 'none' ? without(scene, 'mistake') : { ...scene, mistake: value }, 'mistake'),
  });
}
