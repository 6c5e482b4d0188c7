/** The names of heads: their places, and the patterns that they have learned. */
import type { LanguageCode } from '../../../i18n/language.ts';
import { taskWords } from '../../../i18n/training/task.ts';
import type { HeadMeasures } from '../../../training/index.ts';
import { formatPercent } from '../../../views/index.ts';

export type MeasureName = 'previousToken' | 'induction' | 'firstToken';
export const measureNames = ['previousToken', 'induction', 'firstToken'] as const satisfies readonly MeasureName[];

/** A head with a measure above this is named after it. */
const CLEAR = 1 / 3;

/** "2.1": the first head of the second layer. */
export const headName = ({ layer, head }: Pick<HeadMeasures, 'layer' | 'head'>): string => `${layer + 1}.${head + 1}`;

/** "2.1 induction 83 %" where a measure is clear, otherwise "2.1". */
export function measuredName(language: LanguageCode, measures: HeadMeasures): string {
  const { measures: own, heads } = taskWords(language);
  const [most] = [...measureNames].sort((one, other) => (measures[other] ?? 0) - (measures[one] ?? 0));
  const share = most === undefined ? 0 : (measures[most] ?? 0);
  if (most === undefined || share < CLEAR) return headName(measures);
  return heads.name(headName(measures), heads.measure(own.short[most], formatPercent(share)));
}

/** All measures of a head, for screen readers. */
export const measuresText = (language: LanguageCode, measures: HeadMeasures): string =>
  measureNames
    .flatMap((name) => {
      const share = measures[name];
      return share === null
        ? []
        : [taskWords(language).heads.measure(taskWords(language).measures[name], formatPercent(share))];
    })
    .join(', ');
