import { html, nothing, type TemplateResult } from 'lit';
import type { Step } from '../core/types.ts';
import type { Focus, Light } from '../views/index.ts';
import type { Picture } from './picture.ts';

/** What a picture of its own is drawn from. */
export interface StepView {
  readonly step: Step;
  readonly picture: Picture;
  readonly head: number;
  readonly query: number;
  readonly focusOn: Focus | null;
  readonly lights: readonly Light[];
}

/** Pictures that most scenes do not need; each is fetched when the first step that has it is drawn. */
const load = {
  weighted: () => import('../views/weighted.ts'),
  skewed: () => import('../views/distance.ts'),
  p: () => import('../views/waves.ts'),
  variance: () => import('./variance-panel.ts'),
};

/** In place of the step's matrix; null where the matrix is the picture. */
export function ownPicture(view: StepView): TemplateResult | null {
  const { step, picture, head, query, focusOn, lights } = view;
  const shared = { queries: picture.tokens, keys: picture.keyTokens };
  switch (step.name) {
    case 'weighted': {
      void load.weighted();
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
      void load.skewed();
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
      void load.p();
      return html`<sa-waves
        .tensor=${picture.tensor(step.name)}
        .axes=${step.axes}
        .name=${step.name}
        .layer=${picture.layer}
        .labels=${picture.labels}
        .pairs=${true}
        .digits=${picture.digits}
        .focusOn=${focusOn}
        .lights=${lights}
      ></sa-waves>`;
    default:
      return null;
  }
}

/** What stands under the step's picture. */
export function alongside({ step, picture }: StepView): TemplateResult | typeof nothing {
  const variances = step.name === varianceStep(picture) ? picture.variances : null;
  if (variances === null) return nothing;
  void load.variance();
  return html`<sa-variance .variances=${variances} .digits=${picture.digits}></sa-variance>`;
}

/** The step that the variances stand beside: where the scores are divided by √d_k, else where the products are. */
function varianceStep(picture: Picture): string | null {
  const score = picture.scene.attention.score ?? 'scaledDot';
  if ((score !== 'dot' && score !== 'scaledDot') || picture.step('q') === undefined) return null;
  return picture.step('scaled') === undefined ? 'scores' : 'scaled';
}
