import { html, nothing, type TemplateResult } from 'lit';
import type { Desk } from '../../controls/control-context.ts';
import { errorText, segmented } from '../../controls/field.ts';
import { words as all } from '../../i18n/words.ts';
import { chooseMask } from '../../model/attention-choices.ts';
import type { Mask } from '../../scene/types.ts';
import { arriving } from '../arriving.ts';

const own = all.family;
const kinds = ['none', 'causal', 'padding', 'window', 'prefix', 'painted'] as const;

/** Which keys are hidden from which queries. */
export function maskControls(desk: Desk): TemplateResult {
  const { scene, picture } = desk.state;
  const mask: Mask = scene.attention.mask ?? { kind: 'none' };
  return html`${segmented({
    id: 'mask',
    path: 'attention.mask',
    label: all.controls.mask,
    options: kinds.map((value) => ({ value, text: own.masks[value] })),
    value: mask.kind,
    onChoose: (kind) =>
      desk.press(
        chooseMask(
          scene,
          kind,
          picture.lens !== null || picture.step('blocked') === undefined ? null : picture.tensor('blocked').data,
        ),
        'attention.mask',
      ),
  })}
  ${errorText('mask-error', desk.why('attention.mask'))} ${settings(desk, mask)}`;
}

function settings(desk: Desk, mask: Mask): TemplateResult | typeof nothing {
  if (mask.kind === 'none' || mask.kind === 'causal') return nothing;
  return arriving(desk.state.redraw, (there) => there.maskSettings(desk, mask));
}
