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
import { answerIn, headlineOf, payoffOf } from '../../stage/payoff.ts';
import { type Certainty, hasBadge, isEmphasized } from '../../trace/certainty.ts';
import { outOfVocabularyOf } from '../../trace/out-of-vocabulary.ts';
import { visibleToken } from '../../trace/token-text.ts';
import type { Payoff } from '../../views/stage/caption-templates.ts';
import { headTitles, lessonOf } from '../shell/catalogue.ts';
import { type DetailEvent, emit } from '../shell/events.ts';
import type { ScreenProps } from '../shell/screens.ts';
import type { SentenceParts } from '../shell/sentences.ts';
import { askFromBox, editButton, editByKey, editWord, followEdit } from './edit-sentence.ts';
import { swapOf, type WordSwap } from './swap.ts';
import '../../views/sentence/sentence.ts';
import '../../views/stage/stage.ts';
import type { Arcs } from './presentation.ts';
import './presentation.ts';

/** The first screen: its headline, the sentence, and the stage. */
export function stageScreen(props: ScreenProps): TemplateResult {
  const { scene, result, pinned, problem } = props;
  const { query } = resolved(pinned, result);
  const asking = visibleToken(result.tokens[query] ?? '');
  const [before, after] = headlineAround(props.language, result.tokens[query] ?? '');
  const sentences = props.sentences(resolved(pinned, result).focusOn);
  const row = askedRow(props, result.layers - 1);
  const rowIn = (layer: number | null) => (layer === null ? row : askedRow(props, layer));
  const arcs = (layer: number | null): Arcs => ({
    weights: arcWeights(props, rowIn(layer)),
    isClear: isEmphasized(rowIn(layer).certainty),
  });
  const picture = sentencePicture(props, rowIn(props.screen.filmLayer), sentences);
  const answer = longAnswer(props, row);
  const payoff = () => payoffFor(props, query, answer);
  return html`<main id="main" class="stage-screen">
    ${props.notice}
    <div class="stage-head">
      <h2 class="promise">${before}<em>${asking}</em>${after}</h2>
      ${badge(props, row)}
      <div class="stage-bar">
        ${editButton(props.language)} ${sentences.examples} ${heads(props)}
        <sa-presentation
          .source=${result}
          .tokens=${result.tokens}
          .query=${query}
          .arcs=${arcs}
          .answer=${answer}
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
        .answer=${answer}
        @sa-moment=${({ detail }: DetailEvent<'sa-moment'>) => props.onTime(detail)}
        @sa-play=${onPlay}
        @sa-film-layer=${({ detail }: DetailEvent<'sa-film-layer'>) => props.screen.showFilmLayer(detail)}
      ></sa-stage>
    </div>
    ${props.about}
  </main>`;
}

/** Else the film may be below the window. A stage higher than the window keeps its caption, which is at its top. */
function onPlay({ target }: Event): void {
  const stage = target as Element;
  // What the badge says would cover the arcs.
  for (const badge of document.querySelectorAll<HTMLDetailsElement>('.certainty')) badge.open = false;
  const block = stage.clientHeight > innerHeight ? 'start' : 'nearest';
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
  stage.scrollIntoView({ block, behavior });
}

interface AskedRow {
  /** Empty while it loads. Null if there is none, and in a lesson, where arcs could give an answer away. */
  readonly weights: Float32Array | null;
  /** How sure it is. Null where that is not known. */
  readonly certainty: Certainty | null;
}

/** The row of the asking word in a layer. */
function askedRow({ scene, result, pinned }: ScreenProps, layer: number): AskedRow {
  if (lessonOf(scene) !== null) return { weights: null, certainty: null };
  const { head } = selectedView(scene, result);
  const { query } = resolved(pinned, result);
  if (result.viewport !== null) {
    const row = result.atLayer(layer).row(head, query);
    return { weights: row.missing === null ? row.weights : new Float32Array(), certainty: row.certainty ?? null };
  }
  const all = result.atLayer(layer).ofHead('weights', head);
  const size = result.keyTokens.length;
  return {
    weights: all?.subarray(query * size, (query + 1) * size) ?? null,
    certainty: result.certainty({ layer, head, query })?.certainty ?? null,
  };
}

/** What the asking word of a long sentence looks at, which the stage does not search for. Empty while it loads, and for others. */
function longAnswer({ language, result, pinned }: ScreenProps, { weights, certainty }: AskedRow): string {
  if (result.viewport === null || weights === null || weights.length === 0) return '';
  const { scene, tokens, keyTokens } = result;
  const { query } = resolved(pinned, result);
  return headlineOf(language, answerIn({ scene, tokens, keyTokens, query, weights, certainty }));
}

/** The end of the film. A lesson has its own. */
function payoffFor({ language, scene, result }: ScreenProps, query: number, answer: string): Payoff | null {
  if (lessonOf(scene) !== null) return null;
  if (result.viewport !== null) return answer === '' ? null : { title: answer, text: '', next: null };
  const { trace } = result;
  const payoff = payoffOf(language, { scene: result.scene, trace, head: selectedView(scene, result).head, query });
  const swap = swapOf(language, scene);
  if (payoff === null) return null;
  const words = stageWords(language).payoff;
  const next = swap && { label: words.next(swap.from, swap.to), press: () => press(swap) };
  return { ...payoff, next };
}

function badge(
  { language, scene, result }: ScreenProps,
  { certainty: kind }: AskedRow,
): TemplateResult | typeof nothing {
  if (!hasBadge(kind, scene)) return nothing;
  const { badge, about } = stageWords(language).certainty[kind];
  return html`<details class="certainty ${kind}">
    <summary>${badge}</summary>
    <p>${about(result.layers)}</p>
  </details>`;
}

/** The weights that arcs show. Null for a sentence that looks at another. */
const arcWeights = ({ scene }: ScreenProps, { weights }: AskedRow): Float32Array | null =>
  scene.encoder === undefined ? weights : null;

/** The sentence in large type with its arcs, where there are some. */
function sentencePicture(props: ScreenProps, row: AskedRow, sentences: SentenceParts): TemplateResult | null {
  const { language, result, pinned } = props;
  const weights = arcWeights(props, row);
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
    .isClear=${isEmphasized(row.certainty)}
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
