import { html, nothing, type TemplateResult } from 'lit';
import type { Step } from '../../core/types.ts';
import { words } from '../../i18n/words.ts';
import type { Picture } from '../../model/computed-scene.ts';
import type { Focus, SourceBlock } from '../../views/index.ts';
import '../../views/steps/relative-distance.ts';
import '../../views/plots/position-curves.ts';
import '../../views/steps/weighted-values.ts';
import './variance-panel.ts';

/** What a picture of its own is drawn from. */
export interface StepView {
  readonly step: Step;
  readonly picture: Picture;
  readonly head: number;
  readonly query: number;
  readonly focusOn: Focus | null;
  readonly highlights: readonly SourceBlock[];
}

/** In place of the step's matrix; null where the matrix is the picture. */
export function ownPicture(view: StepView): TemplateResult | null {
  const { step, picture, head, query, focusOn, highlights } = view;
  // They need all of a tensor; of an excerpt the matrix is the picture.
  if (picture.lens !== null) return null;
  const shared = { queries: picture.tokens, keys: picture.keyTokens };
  switch (step.name) {
    case 'weighted': {
      const weights = picture.step('rounded') === undefined ? 'weights' : 'rounded';
      return html`<sa-weighted
        .weights=${picture.tensor(weights)}
        .weightsName=${weights}
        .weighted=${picture.tensor('weighted')}
        .z=${picture.tensor('z')}
        .head=${head}
        .query=${query}
        .layer=${picture.layer}
        .queryLabels=${shared.queries}
        .keyLabels=${shared.keys}
        .wrongAxis=${picture.scene.mistake === 'wrong-axis-values'}
        .digits=${picture.digits}
        .focusOn=${focusOn}
      ></sa-weighted>`;
    }
    case 'skewed':
      return html`<sa-distance
        .qe=${picture.tensor('qe')}
        .keys=${shared.keys.length}
        .head=${head}
        .layer=${picture.layer}
        .queryLabels=${shared.queries}
        .keyLabels=${shared.keys}
        .digits=${picture.digits}
        .focusOn=${focusOn}
      ></sa-distance>`;
    case 'p':
    case 'p_k':
      return html`<sa-position-curves
        .tensor=${picture.tensor(step.name)}
        .axes=${step.axes}
        .name=${step.name}
        .layer=${picture.layer}
        .labels=${picture.labels}
        .pairs=${true}
        .digits=${picture.digits}
        .focusOn=${focusOn}
        .highlights=${highlights}
      ></sa-position-curves>`;
    default:
      return null;
  }
}

/** What stands under the step's picture. */
export function alongside({ step, picture }: StepView, open: boolean, onToggle: (open: boolean) => void) {
  if (picture.lens !== null || step.name !== varianceStep(picture)) return nothing;
  const toggled = ({ target }: Event): void => {
    if (target instanceof HTMLDetailsElement && target.open !== open) onToggle(target.open);
  };
  return html`<details class="variances" .open=${open} @toggle=${toggled}>
    <summary>${words.controls.variance.title}</summary>
    ${open ? variances(picture) : nothing}
  </details>`;
}

function variances({ variances: found, digits }: Picture): TemplateResult | typeof nothing {
  if (found === null) return nothing;
  return html`<sa-variance .variances=${found} .digits=${digits}></sa-variance>`;
}

/** The step that the variances stand beside: where the scores are divided by √d_k, else where the products are. */
function varianceStep(picture: Picture): string | null {
  const score = picture.scene.attention.score ?? 'scaledDot';
  if ((score !== 'dot' && score !== 'scaledDot') || picture.step('q') === undefined) return null;
  return picture.step('scaled') === undefined ? 'scores' : 'scaled';
}
