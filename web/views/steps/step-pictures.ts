import { html, type TemplateResult } from 'lit';
import type { Step } from '../../core/types.ts';
import type { SourceBlock } from '../../trace/cell-sources.ts';
import type { Focus } from '../../trace/focus.ts';
import type { ComputedScene } from '../../trace/scene-result.ts';
import '../plots/position-curves.ts';
import './relative-distance.ts';
import './weighted-values.ts';

/** What the picture of a step is drawn from. */
export interface StepView {
  readonly step: Step;
  readonly picture: ComputedScene;
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
