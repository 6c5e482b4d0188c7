/** The names of heads: their places, and the patterns that they have learned. */
import type { LanguageCode } from '../../../i18n/language.ts';
import { taskWords } from '../../../i18n/training/task.ts';
import { clearestPattern, isClear, type PatternName, patternNames } from '../../../trace/head-patterns.ts';
import type { HeadMeasures, HeadPlace } from '../../../training/index.ts';
import { formatPercent } from '../../../views/index.ts';

export const measureNames = patternNames;
export type MeasureName = PatternName;

/** "2.1": the first head of the second layer. */
export const headName = ({ layer, head }: HeadPlace): string => `${layer + 1}.${head + 1}`;

/** "2.1 induction 83 %" where a measure is clear, otherwise "2.1". */
export function measuredName(language: LanguageCode, measures: HeadMeasures): string {
  const { measures: own, heads } = taskWords(language);
  const most = clearestPattern(measures);
  if (most === null) return headName(measures);
  return heads.name(headName(measures), heads.measure(own.short[most], formatPercent(measures[most] ?? 0)));
}

/** All measures of a head, for screen readers. */
export const measuresText = (language: LanguageCode, measures: HeadMeasures): string =>
  measureNames
    .flatMap((name) => {
      const value = measures[name];
      return value === null
        ? []
        : [taskWords(language).heads.measure(taskWords(language).measures[name], formatPercent(value))];
    })
    .join(', ');

/** A head with a clear measure, and the step at which it formed. */
export interface Formed {
  readonly step: number;
  readonly measure: MeasureName;
  readonly head: HeadMeasures;
}

/** Heads of one kind that a plot has room to mark. */
const MOST_OF_A_KIND = 4;

/**
 * When heads formed: the first measured step after which a head stays clear until the last. Of each kind they are in that order. A
 * pattern that a head has from the start did not form, and neither did one that disappeared again.
 */
export function formedIn(
  measured: readonly { readonly step: number; readonly heads: readonly HeadMeasures[] }[],
): readonly (readonly Formed[])[] {
  return measureNames
    .map((measure) => {
      const all = (measured.at(-1)?.heads ?? []).flatMap((head, index) => {
        if (!isClear(head, measure)) return [];
        const before = measured.findLastIndex(({ heads }) => !isClear(heads[index], measure));
        const step = measured[before + 1]?.step;
        return before < 0 || step === undefined ? [] : [{ step, measure, head }];
      });
      return all.sort((one, other) => one.step - other.step).slice(0, MOST_OF_A_KIND);
    })
    .filter((kind) => kind.length > 0)
    .sort(([one], [other]) => (one?.step ?? 0) - (other?.step ?? 0));
}
