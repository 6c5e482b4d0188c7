import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { LanguageCode } from '../../i18n/language.ts';
import { lazyModule } from '../../i18n/lazy-module.ts';
import { explained } from '../../i18n/step-text.ts';
import { stepWords } from '../../i18n/steps.ts';
import { cellSentence } from '../../trace/cell-sentence.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import { type Focus, roleOf } from '../../views/index.ts';
import { lazy } from '../lazy.ts';
import { mostSeen } from '../steps/alongside.ts';
import { changeControl } from './change-control.ts';
import { releaseButton } from './focus.ts';
import { whyButton } from './show-why.ts';
import '../../views/formula/arithmetic-view.ts';
import '../../views/formula/formula-view.ts';

const stepCode = lazyModule(() => import('./step-code.ts'));

/** The cell that is explained: the one in focus, else the largest weight of the row that is read out. */
function inspected(result: SceneResult, head: number, query: number, cell: Focus['cell']): Focus['cell'] {
  if (cell !== undefined || result.viewport !== null) return cell;
  const name = result.weightsStep;
  return { name, index: [head, query, mostSeen(result, head, query)], layer: result.layer };
}

/** The cell in focus beside the picture: what its step does, its arithmetic, its formula and its line of code. */
export function inspector(
  language: LanguageCode,
  result: SceneResult,
  { head, query, cell, isPinned }: { head: number; query: number; cell: Focus['cell']; isPinned: boolean },
): TemplateResult {
  const words = stepWords(language);
  const shown = inspected(result, head, query, cell);
  if (shown === undefined)
    return html`<section class="strip inspector" aria-label=${words.arithmetic}><p class="hint">${words.hint}</p></section>`;
  const { name, index, layer = result.layer } = shown;
  const { title, text } = explained(language, name, result);
  const step = result.step(name, layer);
  const sentence = cellSentence(language, result, shown);
  return html`<section class="strip inspector role-${roleOf(name)}" aria-label=${words.arithmetic}>
    <header>
      <h2><span class="step-name">${result.called(name) ?? name}</span> ${title === name ? nothing : html`<span class="step-title">${title}</span>`}</h2>
      ${isPinned ? releaseButton(language, result, name) : nothing}
    </header>
    ${sentence === '' ? nothing : html`<p class="cell-sentence">${sentence}</p>`}
    <p class="about-step">${text}</p>
    ${isPinned ? changeControl(language, result, shown) : nothing} ${whyButton(language, result, shown)}
    <sa-arithmetic .foldsZeros=${true} .trace=${result.reader} .step=${name} .index=${index} .layer=${layer} .digits=${result.digits}></sa-arithmetic>
    ${
      step === undefined
        ? nothing
        : html`<div class="formula" role="group" tabindex="0" aria-label=${words.formula(result.called(name) ?? name)}>
              <sa-formula .formula=${step.formula} .called=${result.called}></sa-formula>
            </div>
            ${code(language, result, name, layer, cell !== undefined)}`
    }
  </section>`;
}

/** Loaded for the first cell that the reader points at, so that a first visit does not wait for it. */
function code(language: LanguageCode, result: SceneResult, name: string, layer: number, isPointedAt: boolean): unknown {
  if (result.viewport !== null || result.hiddenAnswer !== null) return nothing;
  if (!isPointedAt && stepCode.loaded === null) return nothing;
  return lazy(language, stepCode, ({ codeOf }) =>
    guard([language, result, name, layer], () => {
      const text = codeOf(result, name, layer);
      return text === null
        ? nothing
        : html`<figure class="step-code"><figcaption>${stepWords(language).code}</figcaption><pre tabindex="0"><code>${text}</code></pre></figure>`;
    }),
  );
}
