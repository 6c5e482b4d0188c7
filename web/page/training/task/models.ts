/** The predictions and the heads of the runs, side by side. */

import { html, nothing, type TemplateResult } from 'lit';
import type { LanguageCode } from '../../../i18n/language.ts';
import { taskWords } from '../../../i18n/training/task.ts';
import { trainingProblems } from '../../../i18n/training-problems.ts';
import { explain, type Problem } from '../../../session/problem.ts';
import type { InspectedSequence } from '../protocol.ts';
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

/** `query`: the token that is followed, in both. */
export function models(
  language: LanguageCode,
  sides: readonly Side[],
  query: number,
  { inspect, chooseHead }: ModelActions,
): TemplateResult | typeof nothing {
  const words = taskWords(language);
  const { heads, example, measures } = words;
  const shown = sides.flatMap((side) => {
    const { inspected } = side.control;
    return inspected === null ? [] : [{ side, inspected }];
  });
  if (shown.length === 0) return nothing;
  const each = (part: (side: Side, inspected: Inspected) => TemplateResult): TemplateResult =>
    html`<div class="task-sides">
      ${shown.map(
        ({ side, inspected }) =>
          html`<div data-run=${side.name}>
            ${sides.length > 1 ? html`<h4>${words.choices.label(side.name)}</h4>` : nothing} ${part(side, inspected)}
          </div>`,
      )}
    </div>`;
  return html`
    <h3>${example.title}</h3>
    ${each(
      (side, { inspection }) =>
        html`<sa-task-example
          .run=${side.name}
          .inspection=${inspection}
          .sequence=${side.control.sequence}
          .symbols=${side.control.begun?.facts?.symbols ?? []}
          .problem=${problemText(language, side.control.sequenceProblem)}
          .query=${within(query, inspection.tokens.length)}
          @sa-inspect=${({ detail }: CustomEvent<InspectedSequence>) => inspect(side, detail)}
        ></sa-task-example>`,
    )}
    <h3>${heads.title}</h3>
    <p class="about">${heads.about}</p>
    ${each(
      (side, { inspection, measured }) =>
        html`<sa-task-heads
          .run=${side.name}
          .inspection=${inspection}
          .measured=${measured.findLast(({ step }) => step <= side.control.step) ?? null}
          .causal=${side.control.begun?.plan.choice.mask === 'causal'}
          .selected=${headOf(side, inspection.shape)}
          .query=${within(query, inspection.tokens.length)}
          @sa-head-choice=${(event: DetailEvent<'sa-head-choice'>) => {
            // It is not a head of the page's scene.
            event.stopPropagation();
            chooseHead(side, event.detail);
          }}
        ></sa-task-heads>`,
    )}
    <h3>${measures.title}</h3>
    <p class="about">${measures.about}</p>
    ${each(
      (side, { inspection, measured }) =>
        html`<sa-task-measures
          .measured=${measured}
          .selected=${headOf(side, inspection.shape)}
          .step=${side.control.isRunning ? null : side.control.step}
        ></sa-task-measures>`,
    )}
  `;
}

const problemText = (language: LanguageCode, problem: Problem | null): string =>
  problem === null ? '' : explain(language, problem, trainingProblems(language));

const within = (index: number, count: number): number => Math.min(index, count - 1);

/** The first head of the last layer, until the reader presses another. */
function headOf({ head }: Side, [layers = 1, inLayer = 1]: readonly number[]): number {
  return within(head ?? (layers - 1) * inLayer, layers * inLayer);
}
