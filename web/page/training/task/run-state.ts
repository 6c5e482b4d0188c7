/** Where runs stand: in words and numbers that are always there, and as curves. */
import { html, nothing, type TemplateResult } from 'lit';
import { taskWords } from '../../../i18n/training/task.ts';
import { formatConstant, formatNumber, formatPercent } from '../../../views/index.ts';
import type { Trained } from '../files-section.ts';
import { argumentsOf } from './choices.ts';
import type { Series } from './plot.ts';
import type { Measured } from './protocol.ts';
import type { RunControl } from './run-control.ts';
import type { Side } from './side.ts';
import '../files-section.ts';
import './plot.ts';

export function runState({ control, name }: Side, isOneOfTwo: boolean): TemplateResult | typeof nothing {
  const { facts: own } = taskWords;
  if (control.begun === null) return nothing;
  const { step, until, stepsPerSecond, last, elapsed } = control;
  const seconds = (value: number): string => own.seconds(formatNumber(value, 1));
  const left = control.isRunning && stepsPerSecond > 0 ? (until - step) / stepsPerSecond : null;
  const facts = [
    ...(isOneOfTwo ? [[own.run, name]] : []),
    [own.step, own.of(formatConstant(step), formatConstant(until))],
    [own.loss, last === null ? own.unknown : formatNumber(last.loss, 4)],
    [own.accuracy, last?.accuracy == null ? own.unknown : formatPercent(last.accuracy, 1)],
    [own.speed, formatConstant(Math.round(stepsPerSecond))],
    [own.time, seconds(elapsed / 1000)],
    [own.left, left === null ? own.unknown : seconds(left)],
  ];
  return html`<div class="task-state" data-run=${name}>
    <progress max=${until} value=${step} aria-label=${own.progress(name)}></progress>
    <dl class="training-facts">
      ${facts.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}
    </dl>
  </div>`;
}

/** What is to be said of a run besides. */
export const runNotes = ({ control, choice }: Side): TemplateResult =>
  html`<div>
    <p class="note" role="status">${phaseText(control)}</p>
    ${control.begun === null || control.begun.choice === choice ? nothing : html`<p class="note">${taskWords.choices.changed}</p>`}
  </div>`;

/** What was learned as files, a side each. */
export const runFiles = ({ control, name }: Side, isOneOfTwo: boolean): TemplateResult | typeof nothing =>
  control.begun === null
    ? nothing
    : html`<sa-trained-files .run=${isOneOfTwo ? taskWords.choices.label(name) : ''} .control=${`task-${name.toLowerCase()}-file`} .trained=${() => trainedBy(control)}></sa-trained-files>`;

function phaseText({ phase, step, failure, isToBegin }: RunControl): string {
  const { phases: own } = taskWords;
  if (isToBegin) return own.loading;
  if (phase === 'none') return '';
  if (phase === 'done') return own.done(formatConstant(step));
  return phase === 'notFinite' ? own.notFinite(failure) : own[phase];
}

/** The state that was kept last, up to the step that is on show. */
function trainedBy({ begun, snapshots, step: now }: RunControl): Trained | null {
  if (begun === null) return null;
  return { given: argumentsOf(begun.choice), learned: snapshots.findLast(({ step }) => step <= now) ?? null };
}

/** Loss and accuracy of the runs in one plot each: the second is dashed, and both are named at their ends. */
export function runCurves(sides: readonly Side[]): TemplateResult | typeof nothing {
  const { curves: own } = taskWords;
  if (sides.every(({ control }) => control.measured.length === 0)) return nothing;
  const isRunning = sides.some(({ control }) => control.isRunning);
  const step = isRunning ? null : Math.max(...sides.map(({ control }) => control.step));
  const series = (value: (measured: Measured) => number): readonly Series[] =>
    sides.map(({ name, control }, at) => ({
      name: sides.length > 1 ? own.run(name) : '',
      short: sides.length > 1 ? name : '',
      role: at === 0 ? 'w' : 'k',
      stroke: at === 0 ? '' : 'dashed',
      points: control.measured.map((one) => ({ step: one.step, value: value(one) })),
    }));
  return html`<p class="about">${own.about}</p>
    <div class="task-plots">
      <sa-run-plot .heading=${own.loss} .logarithmic=${true} .at=${step} .series=${series(({ loss }) => loss)}></sa-run-plot>
      <sa-run-plot .heading=${own.accuracy} .at=${step} .series=${series(({ accuracy }) => accuracy ?? Number.NaN)}></sa-run-plot>
    </div>`;
}
