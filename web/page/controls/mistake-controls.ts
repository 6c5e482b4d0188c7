import type { TemplateResult } from 'lit';
import type { Desk } from '../../controls/control-context.ts';
import { selectField } from '../../controls/field.ts';
import { words as all } from '../../i18n/words.ts';
import { missingFor } from '../../model/mistake-choices.ts';
import { without } from '../../model/without.ts';
import { mistakes } from '../../scene/index.ts';

const own = all.family;

/** One classic mistake at a time. Those that cannot be made in this scene say why. */
export function mistakeControls(desk: Desk): TemplateResult {
  const { scene, table } = desk.state;
  const mistake = scene.mistake ?? null;
  return selectField({
    id: 'mistake',
    path: 'mistake',
    label: own.mistake,
    name: own.mistakeName,
    options: [
      { value: 'none', text: own.noMistake },
      ...mistakes.map((value) => {
        const lack = missingFor(value, scene, table);
        const title = all.mistakes[value].title;
        return { value, text: lack === null ? title : own.cannot(title, own.needs[lack]), disabled: lack !== null };
      }),
    ],
    value: mistake ?? 'none',
    problem: desk.why('mistake'),
    onChoose: (value) =>
      desk.press(value === 'none' ? without(scene, 'mistake') : { ...scene, mistake: value }, 'mistake'),
  });
}
