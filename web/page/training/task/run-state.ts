/** The state of the runs: as words and numbers, and as curves. */

import { html, nothing, type TemplateResult } from 'lit';
import type { LanguageCode } from '../../../i18n/language.ts';
import { taskWords } from '../../../i18n/training/task.ts';
import { trainingProblems } from '../../../i18n/training-problems.ts';
import { explain } from '../../../session/problem.ts';
import type { HeadPlace } from '../../../training/index.ts';
import { formatConstant, formatNumber, formatPercent } from '../../../views/index.ts';
import type { Series } from '../../../views/plots/run-plot.ts';
import type { Trained } from '../files-section.ts';
import type { Measured } from '../protocol.ts';
import { factsList } from '../run-views.ts';
import { type Formed, formedIn, headName } from './head-names.ts';
import type { Side } from './side.ts';
import '../../../views/plots/run-plot.ts';
import '../files-section.ts';

/** px. Two curves stand one above the other, below the state of one run or two. */
const CURVE = { alone: 132, beside: 88 };

export function runState(
  language: LanguageCode,
  { control, name }: Side,
  isOneOfTwo: boolean,
): TemplateResult | typeof nothing {
  const { facts: own } = taskWords(language);
  if (control.begun === null) return nothing;
  const { step, until, stepsPerSecond, last, elapsed } = control;
  const seconds = (value: number): string => own.seconds(formatNumber(value, 1));
  const left = control.isRunning && stepsPerSecond > 0 ? (until - step) / stepsPerSecond : null;
  const facts: [string, string][] = [
    ...(isOneOfTwo ? [[own.run, name] as [string, string]] : []),
    [own.step, own.of(formatConstant(step), formatConstant(until))],
    [own.loss, last === null ? own.unknown : formatNumber(last.loss, 4)],
    [own.accuracy, last?.accuracy == null ? own.unknown : formatPercent(last.accuracy, 1)],
    ...(isOneOfTwo
      ? []
      : ([
          [own.speed, formatConstant(Math.round(stepsPerSecond))],
          [own.time, seconds(elapsed / 1000)],
          [own.left, left === null ? own.unknown : seconds(left)],
        ] as [string, string][])),
  ];
  return html`<div class="task-state" data-run=${name}>
    <progress max=${until} value=${step} aria-label=${own.progress(name)}></progress>
    ${factsList(facts)}
  </div>`;
}

/** The phase of a run, and whether its controls have changed since it began. */
export const runNotes = (language: LanguageCode, { control, choice }: Side): TemplateResult =>
  html`<div>
    <p class="note" role="status">${phaseText(language, control)}</p>
    ${control.begun === null || control.begun.plan.choice === choice ? nothing : html`<p class="note">${taskWords(language).choices.changed}</p>`}
  </div>`;

/** Downloads of the trained run. */
export const runFiles = (
  language: LanguageCode,
  { control, name }: Side,
  isOneOfTwo: boolean,
): TemplateResult | typeof nothing =>
  control.begun === null
    ? nothing
    : html`<sa-trained-files .run=${isOneOfTwo ? taskWords(language).choices.label(name) : ''} .control=${`task-${name.toLowerCase()}-file`} .trained=${() => trainedBy(control)}></sa-trained-files>`;

function phaseText(language: LanguageCode, { phase, step, failure, willBegin }: Side['control']): string {
  const { phases: own } = taskWords(language);
  if (willBegin) return own.loading;
  if (phase === 'done') return own.done(formatConstant(step));
  if (phase === 'notFinite')
    return own.notFinite(failure === null ? '' : explain(language, failure, trainingProblems(language)));
  // The other phases are those of runs to target weights.
  return phase === 'none' || phase === 'changed' || phase === 'reached' || phase === 'stuck' ? '' : own[phase];
}

/** The newest snapshot up to the step that is shown. */
function trainedBy({ begun, snapshots, step: now }: Side['control']): Trained | null {
  if (begun === null) return null;
  return { given: begun.plan.run, learned: snapshots.findLast(({ step }) => step <= now) ?? null };
}

/** The loss and the accuracy of the runs. The second run is dashed, and both are named at their ends. */
export function runCurves(language: LanguageCode, sides: readonly Side[]): TemplateResult | typeof nothing {
  const { curves: own } = taskWords(language);
  if (sides.every(({ control }) => control.measured.length === 0)) return nothing;
  const isRunning = sides.some(({ control }) => control.isRunning);
  const step = isRunning ? null : Math.max(...sides.map(({ control }) => control.step));
  const series = (value: (measured: Pick<Measured, 'loss' | 'accuracy'>) => number): readonly Series[] =>
    sides.flatMap(({ name, control: { measured, leftOut } }, index): Series[] => [
      {
        name: sides.length > 1 ? own.run(name) : '',
        short: sides.length > 1 ? name : '',
        role: index === 0 ? 'w' : 'k',
        stroke: index === 0 ? '' : 'dashed',
        points: measured.map((one) => ({ step: one.step, value: value(one) })),
      },
      ...(leftOut.length === 0
        ? []
        : [
            {
              name: own.without(headNames(leftOut)),
              short: '',
              role: 'k',
              stroke: 'dotted',
              points: measured.flatMap(({ step: at, without }) =>
                // What was measured without other heads is not of this curve.
                without === undefined || headNames(without.heads) !== headNames(leftOut)
                  ? []
                  : [{ step: at, value: value(without) }],
              ),
            } as const,
          ]),
    ]);
  // With two runs the marks of both would not be told apart.
  const marks = sides.length === 1 ? sides.flatMap(({ control }) => formedIn(control.measured)) : [];
  const texts = marks.map((kind) => ({ steps: kind.map(({ step }) => step), text: formedText(language, kind) }));
  const height = sides.length === 1 ? CURVE.alone : CURVE.beside;
  return html`<div class="task-plots">
      <sa-run-plot .heading=${own.loss} .words=${own} .height=${height} .marks=${texts} .logarithmic=${true} .step=${step} .series=${series(({ loss }) => loss)}></sa-run-plot>
      <sa-run-plot .heading=${own.accuracy} .words=${own} .height=${height} .step=${step} .series=${series(({ accuracy }) => accuracy ?? Number.NaN)}></sa-run-plot>
    </div>
    <p class="note task-formed" role="status">${marks
      .flat()
      .map((one) => saidOf(language, one))
      .join(' ')}</p>`;
}

const headNames = (heads: readonly HeadPlace[]): string => heads.map(headName).sort().join(', ');

const saidOf = (language: LanguageCode, { step, head, measure }: Formed): string => {
  const { curves, measures } = taskWords(language);
  return curves.formed(formatConstant(step), headName(head), measures.short[measure]);
};

/** "2.2, 2.1 induction" */
const formedText = (language: LanguageCode, kind: readonly Formed[]): string => {
  const { heads, measures } = taskWords(language);
  const names = kind.map(({ head }) => headName(head)).join(', ');
  return heads.name(names, kind[0] === undefined ? '' : measures.short[kind[0].measure]);
};
