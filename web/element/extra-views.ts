/** The parts beside heatmap and lines: fetched for the first element that shows one. */

import { css, html, nothing, type TemplateResult } from 'lit';
import type { Axis, Step } from '../core/types.ts';
import { elementWords } from '../i18n/element/element.ts';
import type { LanguageCode } from '../i18n/language.ts';
import { stageWords } from '../i18n/stage.ts';
import { explanation } from '../i18n/step-text.ts';
import { stepWords } from '../i18n/steps.ts';
import { answerIn, headlineOf } from '../stage/payoff.ts';
import { sourceCells } from '../trace/cell-sources.ts';
import { type Certainty, hasBadge, isEmphasized } from '../trace/certainty.ts';
import type { Focus } from '../trace/focus.ts';
import { outOfVocabularyOf } from '../trace/out-of-vocabulary.ts';
import { readRow } from '../trace/row-sentence.ts';
import type { SceneResult } from '../trace/scene-result.ts';
import { roleOf } from '../trace/trace-reader.ts';
import { lines } from '../views/attention-pictures.ts';
import { ownPicture } from '../views/steps/step-pictures.ts';
import '../views/formula/arithmetic-view.ts';
import '../views/formula/formula-view.ts';
import '../views/grid/matrix.ts';
import '../views/sentence/sentence.ts';
import '../views/tokens/tokens.ts';

/** What a part is drawn from. */
export interface View {
  readonly language: LanguageCode;
  readonly result: SceneResult;
  /** The token whose row is read out, from 0. */
  readonly query: number;
  readonly focusOn: Focus;
}

/** What is in the box of a part; `name` is one of the parts of words or of the trace's steps. */
export function partOf(name: string, view: View): TemplateResult | typeof nothing {
  const words = elementWords(view.language);
  const { result } = view;
  switch (name) {
    case 'sentence':
      return html`<p class="text" dir="auto">${result.scene.sentence ?? result.tokens.join(' ')}</p>`;
    case 'tokens':
      return html`<sa-tokens .tokens=${result.tokens} .marks=${outOfVocabularyOf(result).marks} .label=${words.tokens} .focusOn=${view.focusOn}></sa-tokens>`;
    case 'arcs':
      return sentence(view);
    case 'reading':
      return reading(view);
    case 'arithmetic':
      return arithmetic(view);
    case 'steps':
      return html`${result.steps.map((step) => html`<div class="one">${stepOf(step, view)}</div>`)}`;
    default: {
      const step = result.step(name);
      if (step !== undefined) return stepOf(step, view);
      return result.parameter(name) === undefined
        ? html`<p class="hint">${words.off(name)}</p>`
        : parameterOf(name, view);
    }
  }
}

/**
 * The sentence in large type with the arcs of the word in focus, what that word looks at, and how sure it is. Keys that are another
 * sentence's are drawn as lines.
 */
function sentence(view: View): TemplateResult | typeof nothing {
  const { language, result, query, focusOn } = view;
  const { head, heads, layer, layers, scene, tokens, keyTokens } = result;
  const all = result.ofHead('weights', head);
  if (all === null) return nothing;
  const label = elementWords(language).weights(head + 1, heads);
  if (scene.encoder !== undefined) return lines({ result, head, label, focusOn });
  const certainty = result.certainty({ layer, head, query })?.certainty ?? null;
  const weights = all.subarray(query * tokens.length, (query + 1) * tokens.length);
  return html`<sa-sentence
    .tokens=${tokens}
    .marks=${outOfVocabularyOf(result).marks}
    .label=${label}
    .focusOn=${{ ...focusOn, query }}
    .isClear=${isEmphasized(certainty)}
    .weights=${weights}
  ></sa-sentence>
  <div class="answer">
    <p>${headlineOf(language, answerIn({ scene, tokens, keyTokens, query, weights, certainty }))}</p>
    ${hasBadge(certainty, scene) ? badge(language, certainty, layers) : nothing}
  </div>`;
}

function badge(language: LanguageCode, certainty: Certainty, layers: number): TemplateResult {
  const { badge, about } = stageWords(language).certainty[certainty];
  return html`<details class="certainty"><summary>${badge}</summary><p>${about(layers)}</p></details>`;
}

function reading({ language, result, query }: View): TemplateResult {
  const { parts, certainty } = readRow(language, result.row(result.head, query));
  return html`<p class=${certainty ?? nothing}>${parts.map(({ kind, text }) => (kind === 'text' ? text : html`<em class=${kind}>${text}</em>`))}</p>`;
}

function arithmetic({ language, result, focusOn: { cell } }: View): TemplateResult {
  if (cell === undefined) return html`<p class="hint">${stepWords(language).hint}</p>`;
  return html`<sa-arithmetic
    .trace=${result.reader}
    .step=${cell.name}
    .index=${cell.index}
    .layer=${cell.layer ?? result.layer}
    .digits=${result.digits}
  ></sa-arithmetic>`;
}

function heading(language: LanguageCode, name: string, result: SceneResult): TemplateResult {
  const [title, text] = explanation(language, name, result) ?? [name, stepWords(language).unknown];
  const called = result.called(name) ?? name;
  return html`<h3 class="role-${roleOf(name)}">
      <span class="step-name">${called}</span>${title === called ? nothing : html` <span class="step-title">${title}</span>`}
    </h3>
    <p class="about">${text}</p>`;
}

function stepOf(step: Step, view: View): TemplateResult {
  const words = stepWords(view.language);
  const { result } = view;
  const parameters = step.inputs.filter((name) => result.parameter(name) !== undefined);
  return html`${heading(view.language, step.name, result)}
    <div class="formula" role="group" tabindex="0" aria-label=${words.formula(result.called(step.name) ?? step.name)}>
      <sa-formula .formula=${step.formula} .called=${result.called}></sa-formula>
    </div>
    ${ownPicture({ step, result, head: result.head, query: view.query, focusOn: view.focusOn, highlights: [] }) ?? matrix(step.name, step.axes, view)}
    ${
      parameters.length === 0
        ? nothing
        : html`<details>
            <summary>${words.parameters(parameters.map((name) => result.called(name) ?? name))}</summary>
            ${parameters.map((name) => parameterOf(name, view))}
          </details>`
    }`;
}

function parameterOf(name: string, view: View): TemplateResult {
  return html`${heading(view.language, name, view.result)} ${matrix(name, view.result.parameter(name)?.axes ?? [], view)}`;
}

function matrix(name: string, axes: readonly Axis[], { language, result, focusOn }: View): TemplateResult {
  const tensor = result.tensor(name);
  const slice = result.slice(axes);
  const slices = tensor.shape.length > 2 ? (tensor.shape[0] ?? 1) : 1;
  const hides = (name === 'weights' || name === 'rounded') && result.step('masked') !== undefined;
  const { cell } = focusOn;
  const called = result.called(name) ?? name;
  return html`<sa-matrix
    .tensor=${tensor}
    .axes=${axes}
    .head=${slice}
    .query=${focusOn.query ?? 0}
    .layer=${result.layerOf(name)}
    .labels=${result.labelsFor(name)}
    .name=${name}
    .accent=${name === 'weights' ? 'weights' : roleOf(name)}
    .digits=${result.digits}
    .label=${slices > 1 ? `${called}, ${stepWords(language).head(slice + 1, slices)}` : called}
    .masked=${hides ? result.tensor('masked') : null}
    .focusOn=${focusOn}
    .highlights=${cell === undefined ? [] : sourceCells(result.reader, cell.name, cell.index, cell.layer ?? result.layer)}
  ></sa-matrix>`;
}

export const extraViewsStyles = css`
  .text,
  .reading p,
  .hint,
  .about {
    margin: 0;
  }
  .text,
  .reading {
    font-family: var(--sa-serif, Charter, 'Bitstream Charter', 'Iowan Old Style', Palatino, Georgia, serif);
    font-size: 1.1875rem;
    line-height: 1.35;
    overflow-wrap: anywhere;
  }
  .answer {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0.25rem 1rem;
  }
  .answer p {
    margin: 0;
  }
  .answer > p {
    color: var(--sa-w);
    font-size: 1.375rem;
    font-weight: 600;
  }
  .certainty {
    font-size: 0.875rem;
  }
  .certainty summary {
    margin: 0;
    padding: 0.2rem 0.6rem;
    border: 1px solid var(--sa-edge);
    border-radius: 1rem;
    list-style: none;
  }
  .certainty p {
    max-inline-size: 30rem;
    padding: 0.4rem 0.2rem;
  }
  .sentence,
  .reading,
  .arithmetic {
    overflow: auto;
  }
  .tokens > sa-tokens {
    --sa-tokens-max: calc(5.5rem - 8px);
  }
  .arithmetic {
    border-block-start: 1px solid var(--sa-line);
    padding-block-start: 0.5rem;
  }
  .hint,
  .step-title,
  summary {
    color: var(--sa-ink-soft);
    font-size: 0.875rem;
    font-weight: 400;
  }
  .one + .one {
    margin-block-start: 1.25rem;
    padding-block-start: 1.25rem;
    border-block-start: 1px solid var(--sa-line);
  }
  h3 {
    margin: 0;
    font-size: 1.125rem;
    font-weight: 600;
    line-height: 1.3;
  }
  .step-name {
    font-style: italic;
  }
  .role-q .step-name {
    color: var(--sa-q);
  }
  .role-k .step-name {
    color: var(--sa-k);
  }
  .role-v .step-name {
    color: var(--sa-v);
  }
  .role-w .step-name {
    color: var(--sa-w);
  }
  .about {
    max-inline-size: 40rem;
  }
  .formula {
    margin-block: 0.5rem;
    padding-block: 0.25rem;
    overflow-x: auto;
  }
  summary {
    display: list-item;
    inline-size: fit-content;
    min-block-size: 1.5rem;
    margin-block-start: 0.5rem;
    cursor: pointer;
  }
`;
