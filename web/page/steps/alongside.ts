import { html, nothing, type TemplateResult } from 'lit';
import { controlWords } from '../../i18n/controls.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import { lazyModule } from '../../i18n/lazy-module.ts';
import { stepWords } from '../../i18n/steps.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import type { StepView } from '../../views/steps/step-pictures.ts';
import { lazy } from '../lazy.ts';

const arrowsPanel = lazyModule(() => import('./arrows-panel.ts'));
const ownRunPanel = lazyModule(() => import('./own-run.ts'));
const transposePanel = lazyModule(() => import('./transpose-panel.ts'));
const variancePanel = lazyModule(() => import('./variance-panel.ts'));

const directed: ReadonlySet<string> = new Set(['dot', 'scaledDot', 'cosine']);

/** What is fetched and drawn when the reader unfolds it. */
function foldable(title: string, open: boolean, onToggle: (open: boolean) => void, content: () => unknown) {
  const toggled = ({ target }: Event): void => {
    if (target instanceof HTMLDetailsElement && target.open !== open) onToggle(target.open);
  };
  return html`<details class="variances" .open=${open} @toggle=${toggled}>
    <summary>${title}</summary>
    ${open ? content() : nothing}
  </details>`;
}

/** The vectors that a step compares or turns, as arrows, under its picture. */
export function arrows(language: LanguageCode, view: StepView, open: boolean, onToggle: (open: boolean) => void) {
  const words = stepWords(language);
  const { step, result, head, query } = view;
  const isTurned = step.name === 'q_rotated' || step.name === 'k_rotated';
  const score = result.scene.attention.score ?? 'scaledDot';
  const isCompared = step.name === 'scores' && result.step('q') !== undefined && directed.has(score);
  if (result.viewport !== null || result.symbol('d_k', 1) < 2 || !(isTurned || isCompared)) return nothing;
  const key = view.focusOn?.key ?? (isCompared ? mostSeen(result, head, query) : query);
  return foldable(isTurned ? words.rotation : words.arrows, open, onToggle, () =>
    lazy(
      language,
      arrowsPanel,
      () => html`<sa-arrows-panel
        .result=${result}
        .head=${head}
        .query=${query}
        .key=${key}
        .step=${step.name}
      ></sa-arrows-panel>`,
    ),
  );
}

/** The keys turned on their side, under the scores that are made with them. */
export function transpose(
  language: LanguageCode,
  { step, result, head, focusOn, highlights }: StepView,
  open: boolean,
  onToggle: (open: boolean) => void,
) {
  const score = result.scene.attention.score ?? 'scaledDot';
  const isProduct = step.name === 'scores' && (score === 'dot' || score === 'scaledDot');
  if (result.viewport !== null || !isProduct || result.step('k') === undefined) return nothing;
  return foldable(stepWords(language).transpose, open, onToggle, () =>
    lazy(
      language,
      transposePanel,
      () => html`<sa-transpose-panel
        .result=${result}
        .head=${head}
        .focusOn=${focusOn}
        .highlights=${highlights}
      ></sa-transpose-panel>`,
    ),
  );
}

/** Compares a step with what the reader's own program printed. Readers of a lesson have its document's program. */
export function ownRun(language: LanguageCode, view: StepView, open: boolean, onToggle: (open: boolean) => void) {
  const { step, result, head, query, focusOn, highlights } = view;
  const isMatrix = step.shape.length === 2 || step.shape.length === 3;
  if (result.viewport !== null || result.scene.view?.lesson === undefined || !isMatrix) return nothing;
  return foldable(stepWords(language).ownRun.title, open, onToggle, () =>
    lazy(
      language,
      ownRunPanel,
      () => html`<sa-own-run .view=${{ step, result, head, query, focusOn, highlights }}></sa-own-run>`,
    ),
  );
}

/** The key that a query looks at most, or the first whose weight is not a number. */
export function mostSeen(result: SceneResult, head: number, query: number): number {
  const keys = result.keyTokens.length;
  const row = result.ofHead(result.weightsStep, head)?.subarray(query * keys, (query + 1) * keys) ?? new Float32Array();
  const most = row.some(Number.isNaN) ? row.findIndex(Number.isNaN) : row.indexOf(Math.max(...row));
  return Math.max(0, most);
}

/** The variances, beside the step that they explain. */
export function variances(
  language: LanguageCode,
  { step, result }: StepView,
  open: boolean,
  onToggle: (open: boolean) => void,
) {
  if (result.viewport !== null || step.name !== varianceStep(result)) return nothing;
  return foldable(controlWords(language).variance.title, open, onToggle, () => variancesOf(language, result));
}

function variancesOf(
  language: LanguageCode,
  { variances: found, digits }: SceneResult,
): TemplateResult | typeof nothing {
  if (found === null) return nothing;
  return html`${lazy(language, variancePanel, () => html`<sa-variance .variances=${found} .digits=${digits}></sa-variance>`)}`;
}

/** The step that the variances stand beside: where the scores are divided by √d_k, else where the products are. */
function varianceStep(result: SceneResult): string | null {
  const score = result.scene.attention.score ?? 'scaledDot';
  if ((score !== 'dot' && score !== 'scaledDot') || result.step('q') === undefined) return null;
  return result.step('scaled') === undefined ? 'scores' : 'scaled';
}
