import { html, nothing, type TemplateResult } from 'lit';
import type { Desk } from '../../controls/control-context.ts';
import { errorText, segmented } from '../../controls/field.ts';
import { words as all } from '../../i18n/words.ts';
import { chooseMask } from '../../model/attention-choices.ts';
import type { Mask } from '../../scene/types.ts';
import { lazy } from '../lazy.ts';

const words = all.controls;
const kinds = ['none', 'causal', 'padding', 'window', 'prefix', 'painted'] as const;

/** Which keys are hidden from which queries. */
export function maskControls(desk: Desk): TemplateResult {
  const { scene, picture } = desk.state;
  const mask: Mask = scene.attention.mask ?? { kind: 'none' };
  return html`${segmented({
    id: 'mask',
    path: 'attention.mask',
    label: all.controls.mask,
    options: kinds.map((value) => ({ value, text: words.masks[value] })),
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

const loadPainter = () => import('../matrix-editor/mask-painter.ts');

/** The lengths of a mask that has any, and where it is painted. */
function settings(desk: Desk, mask: Mask): TemplateResult | typeof nothing {
  const { keys, queries } = desk.state.sizes;
  switch (mask.kind) {
    case 'padding':
    case 'prefix': {
      const padding = mask.kind === 'padding';
      return length(desk, mask, 'length', {
        label: padding ? words.paddingLength : words.prefixLength,
        name: padding ? words.paddingLengthName : words.prefixLengthName,
        least: padding ? 1 : 0,
        most: keys,
      });
    }
    case 'window':
      return html`<div class="pair">
        ${length(desk, mask, 'before', { label: words.before, name: words.beforeName, least: 0, most: queries })}
        ${length(desk, mask, 'after', { label: words.after, name: words.afterName, least: 0, most: keys })}
      </div>`;
    case 'painted':
      return html`${lazy(
        loadPainter,
        () => html`<sa-mask-painter
          data-control="attention.mask.visible"
          .scene=${desk.state.scene}
          .picture=${desk.state.picture.source}
        ></sa-mask-painter>`,
      )}`;
    default:
      return nothing;
  }
}

function length<Own extends Mask, Key extends string & keyof Own>(
  desk: Desk,
  mask: Own,
  key: Key,
  field: { readonly label: string; readonly name: string; readonly least: number; readonly most: number },
): TemplateResult {
  const value = Number(mask[key]);
  return desk.number({
    path: `attention.mask.${key}`,
    label: field.label,
    name: field.name,
    value,
    step: (direction) => {
      const next = Math.round(value + direction);
      return next >= field.least && next <= field.most ? next : null;
    },
    onChange: (detail) =>
      detail.value !== null && desk.setAttention({ mask: { ...mask, [key]: detail.value } }, `mask.${key}`),
  });
}
