import { html, type TemplateResult } from 'lit';
import type { ControlContext } from '../../controls/control-context.ts';
import { checkField, errorText, segmented, selectField } from '../../controls/field.ts';
import { words as all } from '../../i18n/words.ts';
import { setAttention } from '../../model/attention-choices.ts';

const words = all.controls;
const digits = [0, 1, 2, 3, 4, 5, 6] as const;

/** How weights are made of scores, and what is done with them. */
export function weightControls(context: ControlContext): TemplateResult {
  const { scene } = context.state;
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
          context.press(
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
        problem: context.why('attention.roundWeights'),
        onChoose: (value) =>
          context.press(
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
          context.press(setAttention(scene, { weightedValues: on || undefined }), 'attention.weightedValues'),
      })}
      ${errorText('weights-error', context.why('attention.normalizer', 'attention.weightedValues'))}
    `;
}
