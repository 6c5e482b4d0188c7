/** What the models make of a sequence, head by head: two runs side by side. */
import { html, nothing, type TemplateResult } from 'lit';
import { taskWords } from '../../../i18n/training/task.ts';
import type { Side } from './side.ts';
import './example-section.ts';
import './heads-section.ts';
import './measures-section.ts';

type Seen = NonNullable<Side['control']['seen']>;

/** `query`: the token that is followed, in both. */
export function models(sides: readonly Side[], query: number): TemplateResult | typeof nothing {
  const { heads, example, measures } = taskWords;
  const shown = sides.flatMap((side) => (side.control.seen === null ? [] : [{ side, seen: side.control.seen }]));
  if (shown.length === 0) return nothing;
  const each = (part: (side: Side, seen: Seen) => TemplateResult): TemplateResult =>
    html`<div class="task-sides">
      ${shown.map(
        ({ side, seen }) =>
          html`<div data-run=${side.name}>
            ${sides.length > 1 ? html`<h5>${taskWords.choices.label(side.name)}</h5>` : nothing} ${part(side, seen)}
          </div>`,
      )}
    </div>`;
  return html`
    <h4>${example.title}</h4>
    ${each(
      ({ name, control: { begun, looked, lookProblem } }, { look }) =>
        html`<sa-task-example
          .run=${name}
          .look=${look}
          .looked=${looked}
          .symbols=${begun?.facts?.symbols ?? []}
          .problem=${lookProblem}
          .query=${within(query, look.tokens.length)}
        ></sa-task-example>`,
    )}
    <h4>${heads.title}</h4>
    <p class="about">${heads.about}</p>
    ${each(
      (side, { look, measured }) =>
        html`<sa-task-heads
          .run=${side.name}
          .look=${look}
          .measured=${measured.findLast(({ step }) => step <= side.control.step) ?? null}
          .causal=${side.control.begun?.choice.mask === 'causal'}
          .selected=${headOf(side, look.shape)}
          .query=${within(query, look.tokens.length)}
        ></sa-task-heads>`,
    )}
    <h4>${measures.title}</h4>
    <p class="about">${measures.about}</p>
    ${each(
      (side, { look, measured }) =>
        html`<sa-task-measures
          .measured=${measured}
          .selected=${headOf(side, look.shape)}
          .at=${side.control.isRunning ? null : side.control.step}
        ></sa-task-measures>`,
    )}
  `;
}

const within = (index: number, count: number): number => Math.min(index, count - 1);

/** The first of the last layer, unless another was pressed. */
function headOf({ head }: Side, [layers = 1, inLayer = 1]: readonly number[]): number {
  return within(head ?? (layers - 1) * inLayer, layers * inLayer);
}
