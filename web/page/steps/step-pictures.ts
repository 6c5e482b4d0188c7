import { html, nothing, type TemplateResult } from 'lit';
import type { StepView } from '../../element/step-pictures.ts';
import { words } from '../../i18n/words.ts';
import type { ComputedScene } from '../../model/computed-scene.ts';
import './variance-panel.ts';

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

function variances({ variances: found, digits }: ComputedScene): TemplateResult | typeof nothing {
  if (found === null) return nothing;
  return html`<sa-variance .variances=${found} .digits=${digits}></sa-variance>`;
}

/** The step that the variances stand beside: where the scores are divided by √d_k, else where the products are. */
function varianceStep(picture: ComputedScene): string | null {
  const score = picture.scene.attention.score ?? 'scaledDot';
  if ((score !== 'dot' && score !== 'scaledDot') || picture.step('q') === undefined) return null;
  return picture.step('scaled') === undefined ? 'scores' : 'scaled';
}
