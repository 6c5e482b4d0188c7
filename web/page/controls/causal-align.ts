import type { TemplateResult } from 'lit';
import type { ControlContext } from '../../controls/control-context.ts';
import { selectField } from '../../controls/field.ts';
import { causalAlignWords } from '../../i18n/causal-align.ts';
import type { Mask } from '../../scene/types.ts';

const alignments = ['topLeft', 'bottomRight'] as const;

/** The corner at which the triangle of a causal mask lies. A scene leaves out the first one, the default. */
export function causalAlignControl(
  context: ControlContext,
  { align = 'topLeft' }: Extract<Mask, { kind: 'causal' }>,
): TemplateResult {
  const words = causalAlignWords(context.language);
  return selectField(context.language, {
    id: 'mask-align',
    about: context.about('attention.mask.align'),
    label: words.label,
    name: words.name,
    options: alignments.map((value) => ({ value, text: words.kinds[value] })),
    value: align,
    problem: context.why('attention.mask.align'),
    onChoose: (value) => {
      const mask: Mask = value === 'topLeft' ? { kind: 'causal' } : { kind: 'causal', align: value };
      const { scene } = context.state;
      context.press({ ...scene, attention: { ...scene.attention, mask } }, 'attention.mask.align');
    },
  });
}
