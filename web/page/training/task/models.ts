/** The predictions and the heads of the runs, side by side. */

import { html, nothing, type TemplateResult } from 'lit';
import { checkField } from '../../../controls/field.ts';
import type { LanguageCode } from '../../../i18n/language.ts';
import { taskWords } from '../../../i18n/training/task.ts';
import { trainingProblems } from '../../../i18n/training-problems.ts';
import { explain, type Problem } from '../../../session/problem.ts';
import type { InspectedSequence } from '../protocol.ts';
import { taskExample } from './choice-form.ts';
import type { RunChoice } from './choices.ts';
import { headName } from './head-names.ts';
import type { Side } from './side.ts';
import './example-section.ts';
import './heads-section.ts';
import './measures-section.ts';
import type { DetailEvent } from '../../shell/events.ts';

type Inspected = NonNullable<Side['control']['inspected']>;

/** The reader's actions on one side. */
export interface ModelActions {
  readonly inspect: (side: Side, sequence: InspectedSequence) => void;
  readonly chooseHead: (side: Side, head: number) => void;
}

/** A part of every run that has been inspected. */
function each(
  language: LanguageCode,
  sides: readonly Side[],
  part: (side: Side, inspected: Inspected) => TemplateResult,
): TemplateResult {
  return html`<div class="task-sides">
    ${sides.map((side) => {
      const { inspected } = side.control;
      if (inspected === null) return nothing;
      return html`<div data-run=${side.name}>
        ${sides.length > 1 ? html`<h3>${taskWords(language).choices.label(side.name)}</h3>` : nothing} ${part(side, inspected)}
      </div>`;
    })}
  </div>`;
}

/** The predictions for a sequence. `query`: the token that is followed, in both runs. */
function predictions(
  language: LanguageCode,
  sides: readonly Side[],
  query: number,
  inspect: ModelActions['inspect'],
): TemplateResult {
  return html`<h3>${taskWords(language).example.title}</h3>
    ${each(
      language,
      sides,
      (side, { inspection }) =>
        html`<sa-task-example
          .run=${side.name}
          .inspection=${inspection}
          .sequence=${side.control.sequence}
          .symbols=${side.control.begun?.facts?.symbols ?? []}
          .problem=${problemText(language, side.control.sequenceProblem)}
          .hasAllHeads=${side.control.leftOut.length > 0}
          .query=${within(query, inspection.tokens.length)}
          @sa-inspect=${({ detail }: CustomEvent<InspectedSequence>) => inspect(side, detail)}
        ></sa-task-example>`,
    )}`;
}

/** The predictions, and before the run and after a change an example of the task. */
export const sequences = (
  language: LanguageCode,
  sides: readonly Side[],
  query: number,
  inspect: ModelActions['inspect'],
): readonly unknown[] => [
  sides.some(({ control }) => control.inspected !== null) ? predictions(language, sides, query, inspect) : nothing,
  ...sides.flatMap(({ control: { facts, problem, begun }, choice }) =>
    facts === null || problem !== null || begun?.plan.choice === choice ? [] : [taskExample(language, facts)],
  ),
];

/** Places of heads that are drawn before the first run: large ones, and all, at most. */
const FEW_BLANK = 4;
const MOST_BLANK = 8;

/** The places of the heads, before the run has drawn them. */
export function blankHeads(choice: RunChoice | undefined): TemplateResult {
  const { layers = 0, heads = 0 } = choice ?? {};
  const count = Number.isInteger(layers * heads) ? Math.min(layers * heads, MOST_BLANK) : 0;
  return html`<div class="blank-heads ${count > FEW_BLANK ? 'many' : ''}" aria-hidden="true">
    ${Array.from(
      { length: count },
      (_, index) => html`<i>${headName({ layer: Math.floor(index / heads), head: index % heads })}</i>`,
    )}
  </div>`;
}

export function headMaps(
  language: LanguageCode,
  sides: readonly Side[],
  query: number,
  chooseHead: ModelActions['chooseHead'],
): TemplateResult {
  return each(
    language,
    sides,
    (side, { inspection, measured }) =>
      html`<sa-task-heads
        .run=${side.name}
        .isAlone=${sides.length === 1}
        .inspection=${inspection}
        .measured=${measured.findLast(({ step }) => step <= side.control.step) ?? null}
        .leftOut=${side.control.leftOut}
        .causal=${side.control.begun?.plan.choice.mask === 'causal'}
        .selected=${headOf(side, inspection.shape)}
        .query=${within(query, inspection.tokens.length)}
        @sa-head-choice=${(event: DetailEvent<'sa-head-choice'>) => {
          // It is not a head of the page's scene.
          event.stopPropagation();
          chooseHead(side, event.detail);
        }}
      ></sa-task-heads>`,
  );
}

/** Where there are more heads, only the followed one can be switched off. */
const MOST_SWITCHES = 8;

/** Switches heads off where the model is measured. Training goes on with all of them. */
export function headSwitches(language: LanguageCode, side: Side): TemplateResult | typeof nothing {
  const { control } = side;
  const { inspected, leftOut } = control;
  if (inspected === null) return nothing;
  const [layers = 1, inLayer = 1] = inspected.inspection.shape;
  const count = layers * inLayer;
  const indices =
    count <= MOST_SWITCHES ? Array.from({ length: count }, (_, index) => index) : [headOf(side, [layers, inLayer])];
  const { ablation: own } = taskWords(language);
  return html`<fieldset class="head-switches" title=${own.about}>
    <legend>${own.title}</legend>
    ${indices.map((index) => {
      const place = { layer: Math.floor(index / inLayer), head: index % inLayer };
      const name = headName(place);
      const others = leftOut.filter((one) => headName(one) !== name);
      const isOff = others.length < leftOut.length;
      return checkField({
        id: `task-${side.name.toLowerCase()}-without-${index}`,
        label: name,
        name: own.without(name),
        checked: isOff,
        onChange: (checked) => control.leaveOut(checked ? [...others, place] : others),
      });
    })}
  </fieldset>`;
}

/** How the measures of the heads developed. */
export const measureCurves = (language: LanguageCode, sides: readonly Side[]): TemplateResult =>
  each(
    language,
    sides,
    (side, { inspection, measured }) =>
      html`<sa-task-measures
        .measured=${measured}
        .selected=${headOf(side, inspection.shape)}
        .step=${side.control.isRunning ? null : side.control.step}
      ></sa-task-measures>`,
  );

const problemText = (language: LanguageCode, problem: Problem | null): string =>
  problem === null ? '' : explain(language, problem, trainingProblems(language));

const within = (index: number, count: number): number => Math.min(index, count - 1);

/** The first head of the last layer, until the reader presses another. */
function headOf({ head }: Side, [layers = 1, inLayer = 1]: readonly number[]): number {
  return within(head ?? (layers - 1) * inLayer, layers * inLayer);
}
