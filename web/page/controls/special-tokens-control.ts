import { nothing, type TemplateResult } from 'lit';
import type { ControlContext } from '../../controls/control-context.ts';
import { checkField } from '../../controls/field.ts';
import { importWords } from '../../i18n/import.ts';
import { hasSpecial, specialIn } from '../../import/model/special-tokens.ts';
import type { Scene } from '../../scene/types.ts';
import { wholeScene, withoutSpecial, withSpecial } from '../../session/without-special.ts';

const specialOf = ({ tokens = [], encoder }: Scene): string =>
  specialIn([...tokens, ...(encoder?.tokens ?? [])]).join(' ');

/** Leaves the special tokens of a model's sentence out, and puts them back. */
export function specialTokensControl(context: ControlContext): TemplateResult | typeof nothing {
  const { scene } = context.state;
  const words = importWords(context.language).model;
  const whole = hasSpecial(scene) ? null : wholeScene(scene);
  if (whole === null && !hasSpecial(scene)) return nothing;
  const isPlaced = (scene.positions?.kind ?? 'none') !== 'none' && scene.attention.score !== 'weights';
  const label = words.special(specialOf(whole ?? scene));
  return checkField({
    id: 'special-tokens',
    label,
    name: label,
    about: [
      scene.attention.score === 'weights' ? words.specialAbout : words.specialSoftmax,
      ...(isPlaced ? [words.specialPlaces] : []),
    ].join(' '),
    checked: whole !== null,
    onChange: (isOut) => {
      if (isOut) context.press(withoutSpecial(scene), 'special-tokens');
      else if (whole !== null) context.press(withSpecial(scene, whole), 'special-tokens');
    },
  });
}
