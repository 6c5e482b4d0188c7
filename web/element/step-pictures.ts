import { html, type TemplateResult } from 'lit';
import type { Step } from '../core/types.ts';
import { labelsOf } from '../views/trace/labels.ts';
import type { View } from './parts.ts';

/** Asked for again, it is there already. */
const rare = (): void => void import('./step-views.ts').catch(() => {});

/** In place of a step's matrix, for the steps that have a picture of their own; null for the others. */
export function ownPicture(step: Step, { work, query, focusOn }: View): TemplateResult | null {
  const [queries, keys] = [work.tokens, work.keyTokens];
  switch (step.name) {
    case 'weighted': {
      rare();
      const weights = work.step('rounded') === undefined ? 'weights' : 'rounded';
      return html`<sa-weighted
        .weights=${work.tensor(weights)}
        .weightsName=${weights}
        .weighted=${work.tensor('weighted')}
        .z=${work.tensor('z')}
        .head=${work.head}
        .query=${query}
        .layer=${work.layer}
        .queryLabels=${queries}
        .keyLabels=${keys}
        .wrongAxis=${work.scene.mistake === 'wrong-axis-values'}
        .digits=${work.digits}
        .focusOn=${focusOn}
      ></sa-weighted>`;
    }
    case 'skewed':
      rare();
      return html`<sa-distance
        .qe=${work.tensor('qe')}
        .keys=${keys.length}
        .head=${work.head}
        .layer=${work.layer}
        .queryLabels=${queries}
        .keyLabels=${keys}
        .digits=${work.digits}
        .focusOn=${focusOn}
      ></sa-distance>`;
    case 'p':
    case 'p_k':
      rare();
      return html`<sa-position-curves
        .tensor=${work.tensor(step.name)}
        .axes=${step.axes}
        .name=${step.name}
        .layer=${work.layer}
        .labels=${labelsOf(work.scene, work.trace)}
        .pairs=${true}
        .digits=${work.digits}
        .focusOn=${focusOn}
        .highlights=${[]}
      ></sa-position-curves>`;
    default:
      return null;
  }
}
