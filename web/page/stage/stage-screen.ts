import { html, nothing, type TemplateResult } from 'lit';
import { segmented } from '../../controls/field.ts';
import { sentenceWords } from '../../i18n/controls.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import { mistakeWords } from '../../i18n/mistakes.ts';
import { pageWords } from '../../i18n/page.ts';
import { headlineAround, stageWords } from '../../i18n/stage.ts';
import { cutAt } from '../../scene/tokenize.ts';
import type { Scene } from '../../scene/types.ts';
import { resolved, selectedView } from '../../session/focus.ts';
import { explain } from '../../session/problem.ts';
import { payoffOf } from '../../stage/payoff.ts';
import { type Certainty, hasBadge, isEmphasized } from '../../trace/certainty.ts';
import { outOfVocabularyOf } from '../../trace/out-of-vocabulary.ts';
import { namedToken } from '../../trace/token-text.ts';
import type { Payoff } from '../../views/stage/caption-templates.ts';
import { headTitles, lessonOf } from '../shell/catalogue.ts';
import { type DetailEvent, emit } from '../shell/events.ts';
import type { ScreenProps } from '../shell/screens.ts';
import type { SentenceParts } from '../shell/sentences.ts';
import { askFromBox, editButton, editByKey, editWord, followEdit } from './edit-sentence.ts';
import { swapOf, type WordSwap } from './swap.ts';
import '../../views/sentence/sentence.ts';
import '../../views/stage/stage.ts';
import './presentation.ts';

/** The first screen: its headline, the sentence, and the stage. */
export function stageScreen(props: ScreenProps): TemplateResult {
  const { scene, result, pinned, problem } = props;
  const { query } = resolved(pinned, result);
  const asking = namedToken(result.tokens, query);
  const [before, after] = headlineAround(props.language, asking);
  const sentences = props.sentences(resolved(pinned, result).focusOn);
  const picture = sentencePicture(props, sentences);
  const payoff = () => payoffFor(props, query);
  return html`<main id="main" class="stage-screen">
    ${props.notice}
    <div class="stage-head">
      <h2 class="promise">${before}<em>${asking}</em>${after}</h2>
      ${badge(props, query)}
      <div class="stage-bar">
        ${editButton(props.language)} ${sentences.examples} ${heads(props)}
        <sa-presentation
          .source=${result}
          .tokens=${result.tokens}
          .query=${query}
          .weights=${arcWeights(props)}
          .isClear=${isEmphasized(certainty(props, query))}
          .moment=${scene.view?.at ?? 0}
          .payoff=${payoff}
          @sa-moment=${({ detail }: DetailEvent<'sa-moment'>) => props.onTime(detail)}
        ></sa-presentation>
      </div>
    </div>
    <div class="stage-sentence" @focusin=${followEdit} @focusout=${followEdit} @keydown=${editByKey} @click=${askFromBox} @dblclick=${editWord}>
      ${sentences.box(nothing)}
      ${picture ?? html`<div class="stage-tokens">${sentences.tokens}${challenge(props.language, scene)}</div>`}
    </div>
    ${sentences.encoder} ${sentences.hint} ${note(props, sentences.hasError)}
    <div id="picture" tabindex="-1" class=${problem === null ? '' : 'outdated'}>
      <sa-stage
        .source=${result}
        .query=${query}
        .moment=${scene.view?.at ?? 0}
        .isQuiet=${props.isDemo}
        .payoff=${payoff}
        @sa-moment=${({ detail }: DetailEvent<'sa-moment'>) => props.onTime(detail)}
        @sa-play=${showWhole}
      ></sa-stage>
    </div>
    ${props.about}
  </main>`;
}

/** Else the arithmetic of the film may be below the window. A stage higher than the window would lose its caption. */
function showWhole({ target }: Event): void {
  const stage = target as Element;
  if (stage.clientHeight > innerHeight) return;
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
  stage.scrollIntoView({ block: 'nearest', behavior });
}

/** How sure the row of the asking word is in the last layer. */
function certainty({ scene, result }: ScreenProps, query: number): Certainty | null {
  if (lessonOf(scene) !== null) return null;
  return (
    result.certainty({ layer: result.layers - 1, head: selectedView(scene, result).head, query })?.certainty ?? null
  );
}

/** The end of the film. A lesson has its own. */
function payoffFor({ language, scene, result }: ScreenProps, query: number): Payoff | null {
  if (result.viewport !== null || lessonOf(scene) !== null) return null;
  const { trace } = result;
  const payoff = payoffOf(language, { scene: result.scene, trace, head: selectedView(scene, result).head, query });
  const swap = swapOf(language, scene);
  if (payoff === null) return null;
  const words = stageWords(language).payoff;
  const next = swap && { label: words.next(swap.from, swap.to), press: () => press(swap) };
  return { ...payoff, next };
}

function badge(props: ScreenProps, query: number): TemplateResult | typeof nothing {
  const { language, scene, result } = props;
  const kind = certainty(props, query);
  if (!hasBadge(kind, scene)) return nothing;
  const { badge, about } = stageWords(language).certainty[kind];
  return html`<details class="certainty ${kind}">
    <summary>${badge}</summary>
    <p>${about(result.layers)}</p>
  </details>`;
}

/** The weights that arcs show. Null for a scene with a viewport or an encoder, and in a lesson, where arcs could give an answer away. */
function arcWeights({ scene, result, pinned }: ScreenProps): Float32Array | null {
  if (result.viewport !== null || lessonOf(scene) !== null || scene.encoder !== undefined) return null;
  const size = result.tokens.length;
  const { query } = resolved(pinned, result);
  const all = result.atLayer(result.layers - 1).ofHead('weights', selectedView(scene, result).head);
  return all?.subarray(query * size, (query + 1) * size) ?? null;
}

/** The sentence in large type with its arcs, where there are some. */
function sentencePicture(props: ScreenProps, sentences: SentenceParts): TemplateResult | null {
  const { language, result, pinned } = props;
  const weights = arcWeights(props);
  if (weights === null) return null;
  const { tokens } = result;
  const { query } = resolved(pinned, result);
  // The demonstration shows the result of the swapped scene.
  const swap = swapOf(language, result.scene);
  const index = tokens.findIndex((token) => token.toLowerCase() === swap?.from);
  return html`<sa-sentence
    .tokens=${tokens}
    .marks=${outOfVocabularyOf(result).marks}
    .label=${sentenceWords(language).tokens}
    .focusOn=${{ query }}
    .isClear=${isEmphasized(certainty(props, query))}
    .weights=${weights}
    .parts=${sentences.hasError ? null : cutAt(sentences.text, tokens)}
    .isWrong=${sentences.hasError}
    .swap=${swap === null || index < 0 ? null : { index, word: swap.to, label: labelOf(language, swap), press: () => press(swap) }}
  ></sa-sentence>`;
}

/** The choice of head, if there are several. */
function heads({ language, result }: ScreenProps): TemplateResult | typeof nothing {
  const words = pageWords(language);
  if (result.heads === 1) return nothing;
  const names = headTitles(language, result.scene);
  return segmented({
    id: 'head',
    label: words.picture.head,
    options: Array.from({ length: result.heads }, (_, head) => ({
      value: String(head),
      text: words.picture.headName(head + 1, names[head] ?? ''),
    })),
    value: String(result.head),
    onChoose: (head) => emit(document.querySelector('sa-stage'), 'sa-head', Number(head)),
  });
}

/** Says that the result belongs to another scene, or makes a mistake. The text boxes say what is wrong with their own text. */
function note({ language, result, problem }: ScreenProps, isSaid: boolean): TemplateResult | typeof nothing {
  const words = pageWords(language);
  const { mistake } = result.scene;
  const say = result.withoutMistake === null ? words.scale.mistake : stageWords(language).mistake.note;
  if (problem !== null) {
    if (isSaid && problem.computeAnyway === undefined) return nothing;
    const button = html`<button type="button" @click=${problem.computeAnyway}>${words.picture.anyway}</button>`;
    return html`<p class="outdated">${words.picture.stale}: ${explain(language, problem)} ${problem.computeAnyway === undefined ? nothing : button}</p>`;
  }
  return mistake ? html`<p class="outdated mistaken">${say(mistakeWords(language)[mistake])}</p>` : nothing;
}

/** The swap as a button, where the words are not in large type. */
function challenge(language: LanguageCode, scene: Scene): TemplateResult | typeof nothing {
  const swap = swapOf(language, scene);
  return swap === null
    ? nothing
    : html`<button type="button" class="challenge" @click=${() => press(swap)}>${labelOf(language, swap)}</button>`;
}

const press = ({ scene }: WordSwap): void =>
  emit(document.querySelector('sa-stage'), 'sa-edit', { scene, controlId: 'challenge' });

const labelOf = (language: LanguageCode, { from, to }: WordSwap): string =>
  (from === stageWords(language).swap.from ? stageWords(language).challenge : stageWords(language).challengeBack)(
    from,
    to,
  );
