import { html, type TemplateResult } from 'lit';
import type { Step } from '../../core/types.ts';
import type { SourceBlock } from '../../trace/cell-sources.ts';
import type { Focus } from '../../trace/focus.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import '../plots/position-curves.ts';
import './relative-distance.ts';
import './weighted-values.ts';

/** What the picture of a step is drawn from. */
export interface StepView {
  readonly step: Step;
  readonly result: SceneResult;
  readonly head: number;
  readonly query: number;
  readonly focusOn: Focus | null;
  readonly highlights: readonly SourceBlock[];
}

/** In place of the step's matrix; null where the matrix is the picture. */
export function ownPicture(view: StepView): TemplateResult | null {
  const { step, result, head, query, focusOn, highlights } = view;
  // They need all of a tensor; of an excerpt the matrix is the picture.
  if (result.viewport !== null) return null;
  const shared = { queries: result.tokens, keys: result.keyTokens };
  switch (step.name) {
    case 'weighted': {
      const weights = result.step('rounded') === undefined ? 'weights' : 'rounded';
      return html`<sa-weighted
        .weights=${result.tensor(weights)}
        .weightsName=${weights}
        .weighted=${result.tensor('weighted')}
        .z=${result.tensor('z')}
        .head=${head}
        .query=${query}
        .layer=${result.layer}
        .queryLabels=${shared.queries}
        .keyLabels=${shared.keys}
        .wrongAxis=${result.scene.mistake === 'wrong-axis-values'}
        .digits=${result.digits}
        .focusOn=${focusOn}
      ></sa-weighted>`;
    }
    case 'skewed':
      return html`<sa-distance
        .qe=${result.tensor('qe')}
        .keys=${shared.keys.length}
        .head=${head}
        .layer=${result.layer}
        .queryLabels=${shared.queries}
        .keyLabels=${shared.keys}
        .digits=${result.digits}
        .focusOn=${focusOn}
      ></sa-distance>`;
    case 'p':
    case 'p_k':
      return html`<sa-position-curves
        .tensor=${result.tensor(step.name)}
        .axes=${step.axes}
        .name=${step.name}
        .layer=${result.layer}
        .labels=${result.labels}
        .pairs=${true}
        .digits=${result.digits}
        .focusOn=${focusOn}
        .highlights=${highlights}
      ></sa-position-curves>`;
    default:
      return null;
  }
}
