/** How fast a run goes. */
import type { TemplateResult } from 'lit';
import { selectField } from '../../../controls/field.ts';
import type { LanguageCode } from '../../../i18n/language.ts';
import { taskWords } from '../../../i18n/training/task.ts';

/** Steps a second; null: no limit. */
const paces = [
  { name: 'full', perSecond: null },
  { name: 'hundred', perSecond: 100 },
  { name: 'ten', perSecond: 10 },
  { name: 'one', perSecond: 1 },
] as const;
export type Pace = (typeof paces)[number]['name'];

export const perSecond = (pace: Pace): number | null => paces.find(({ name }) => name === pace)?.perSecond ?? null;

export function paceChoice(language: LanguageCode, pace: Pace, onChoose: (pace: Pace) => void): TemplateResult {
  const { buttons: own } = taskWords(language);
  return selectField(language, {
    id: 'task-pace',
    label: own.pace,
    options: paces.map(({ name }) => ({ value: name, text: own.paces[name] })),
    value: pace,
    problem: '',
    onChoose,
  });
}
