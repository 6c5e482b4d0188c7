import type { Trace } from '../core/types.ts';
import type { LanguageCode } from '../i18n/language.ts';
import { stageWords } from '../i18n/stage.ts';
import type { Scene } from '../scene/types.ts';
import { type Certainty, isEmphasized, isNoun } from '../trace/certainty.ts';
import { formatPercent, isKeptBack } from '../trace/number-format.ts';
import { isolated, isPronoun, visibleToken } from '../trace/token-text.ts';
import { described } from '../trace/trace-reader.ts';

/** A word that asks, in one layer and head. */
export interface AskingWord {
  readonly scene: Scene;
  readonly trace: Pick<Trace, 'tokens' | 'keyTokens' | 'layers' | 'steps' | 'parameters' | 'tensor'> &
    Partial<Pick<Trace, 'certainty' | 'nearest'>>;
  readonly layer: number;
  readonly head: number;
  readonly query: number;
}

/** The row of weights of the word, and how far it can be trusted. */
export interface Answer {
  readonly weights: Float32Array;
  /** Null if the trace does not say it. */
  readonly certainty: Certainty | null;
  /** The word, the index of the key that gets most, and its word. */
  readonly word: string;
  readonly key: number;
  readonly best: string;
  readonly percent: string;
  /** Whether the word gets most itself. */
  readonly isItself: boolean;
  /** The index of the key that stands out, or -1. */
  readonly strongest: number;
}

/** Null without weights. */
export function answerOf({ scene, trace, layer, head, query }: AskingWord): Answer | null {
  const { tokens, keyTokens } = trace;
  if (described(trace, 'weights', layer)?.layer !== layer || query >= tokens.length) return null;
  const { data } = trace.tensor('weights', { layer, head });
  const certainty = trace.certainty?.({ layer, head, query }).certainty ?? null;
  const size = keyTokens.length;
  const weights = data.subarray(query * size, (query + 1) * size);
  return answerIn({ scene, tokens, keyTokens, query, weights, certainty });
}

/** The same for a row that was read before. */
export function answerIn({
  scene,
  tokens,
  keyTokens,
  query,
  weights,
  certainty,
}: Pick<AskingWord, 'scene' | 'query'> &
  Pick<Trace, 'tokens' | 'keyTokens'> &
  Pick<Answer, 'weights' | 'certainty'>): Answer {
  const best = weights.reduce((top, weight, index) => (weight > (weights[top] ?? 0) ? index : top), 0);
  return {
    ...{ weights, certainty },
    word: isolated(visibleToken(tokens[query] ?? '')),
    key: best,
    best: isolated(visibleToken(keyTokens[best] ?? '')),
    percent: formatPercent(weights[best] ?? 0),
    isItself: best === query && scene.encoder === undefined,
    strongest: isEmphasized(certainty) && keyTokens.length > 1 && (weights[best] ?? 0) > 0 ? best : -1,
  };
}

/** What the word looks at, in a few words. Empty if a lesson hides it. */
export function headlineOf(language: LanguageCode, answer: Answer): string {
  const { weights, certainty, word, best, percent, isItself } = answer;
  const { lead, leadGuess, itself, payoff } = stageWords(language);
  if (weights.some(isKeptBack)) return '';
  if (weights.some(Number.isNaN)) return payoff.notANumber(word);
  if (weights.length === 1 && isItself) return payoff.alone(word);
  if (certainty !== null && certainty !== 'clear' && certainty !== 'guess') return payoff[certainty](word);
  return (certainty === 'guess' ? leadGuess : lead)(word, isItself ? itself : best, percent);
}

/** What the film comes to, in the last layer. Null where that is not known. */
export function payoffOf(
  language: LanguageCode,
  asking: Omit<AskingWord, 'layer'>,
): { readonly title: string; readonly text: string } | null {
  const last = { ...asking, layer: asking.trace.layers - 1 };
  const answer = answerOf(last);
  if (answer === null || answer.certainty === null) return null;
  const { certainty, word, best, percent, isItself, weights } = answer;
  const words = stageWords(language).payoff;
  if (weights.length === 1 && isItself) return { title: words.alone(word), text: '' };
  if (certainty !== 'clear' && certainty !== 'guess') return { title: words[certainty](word), text: '' };
  const near = nearestWords(last, answer.strongest);
  const text = near.length === 0 ? '' : words.nearest(near);
  if (isItself) return { title: words.looksAtItself(word, percent), text };
  const { tokens, keyTokens } = asking.trace;
  const isMeant = isPronoun(tokens[asking.query] ?? '') && isNoun(asking.scene, keyTokens[answer.key] ?? '');
  if (!isMeant) return { title: words.looks(word, best, percent), text };
  return { title: certainty === 'clear' ? words.means(word, best) : words.guesses(word, best), text };
}

/** How many words of the table are named, and among how many the word itself is left out. */
const NAMED = 3;
const SEARCHED = 8;

/**
 * The words of the table that the result of the last layer is most like, without the word itself. None if they name another word of the
 * sentence and not the one at `answer`: they would contradict it.
 */
function nearestWords({ scene, trace, layer, query }: AskingWord, answer: number): readonly string[] {
  const last = trace.steps.at(-1);
  if (scene.embedding.kind !== 'table' || last === undefined || last.axes.at(-1) !== 'd_model') return [];
  const near = (trace.nearest?.(last.name, query, SEARCHED, { layer }) ?? [])
    .map(({ word }) => word)
    .filter((word) => word !== trace.tokens[query])
    .slice(0, NAMED);
  const isOther = near.some((word) => trace.keyTokens.includes(word));
  return isOther && !near.includes(trace.keyTokens[answer] ?? '') ? [] : near;
}
