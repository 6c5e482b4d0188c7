import type { LanguageCode } from '../../i18n/language.ts';
import { isPronoun, stageWords } from '../../i18n/stage.ts';
import type { Certainty } from '../../trace/certainty.ts';
import { formatPercent } from '../../trace/number-format.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import { isolated, namedToken, visibleToken } from '../../trace/token-text.ts';
import type { Payoff } from '../../views/stage/caption-templates.ts';
import type { WordSwap } from './swap.ts';

/** How many words of the table are named, and among how many the word itself is left out. */
const NAMED = 3;
const SEARCHED = 8;

interface Asked {
  readonly language: LanguageCode;
  readonly result: SceneResult;
  readonly head: number;
  readonly query: number;
  readonly certainty: Certainty | null;
}

/** What the film comes to. Null where nothing is sure, as in a lesson or while the weights are not loaded. */
export function payoffOf(asked: Asked, swap: WordSwap | null, press: (swap: WordSwap) => void): Payoff | null {
  const { language, result, query, certainty } = asked;
  const title = titleOf(asked);
  if (title === null) return null;
  const words = stageWords(language).payoff;
  const isSure = certainty === 'clear' || certainty === 'guess';
  const near = isSure ? nearestWords(result, query) : [];
  return {
    title,
    text: near.length === 0 ? '' : words.nearest(near),
    next: swap === null ? null : { label: words.next(swap.from, swap.to), press: () => press(swap) },
  };
}

function titleOf({ language, result, head, query, certainty }: Asked): string | null {
  const words = stageWords(language).payoff;
  const size = result.keyTokens.length;
  const row = result
    .atLayer(result.layers - 1)
    .ofHead('weights', head)
    ?.subarray(query * size, (query + 1) * size);
  if (certainty === null || row === undefined || size < 2) return null;
  const who = isolated(namedToken(result.tokens, query));
  if (certainty !== 'clear' && certainty !== 'guess') return words[certainty](who);
  const best = row.reduce((top, weight, key) => (weight > (row[top] ?? 0) ? key : top), 0);
  const found = isolated(visibleToken(result.keyTokens[best] ?? ''));
  if (!isPronoun(result.tokens[query] ?? '')) return words.looks(who, found, formatPercent(row[best] ?? 0));
  return certainty === 'clear' ? words.means(who, found) : words.guesses(who, found);
}

/** The words of the table that the result of the last layer is most like, without the word itself. */
function nearestWords(result: SceneResult, query: number): readonly string[] {
  if (result.viewport !== null) return [];
  const { scene, trace, layers, tokens } = result;
  const last = trace.steps.at(-1);
  if (scene.embedding.kind !== 'table' || last === undefined || last.axes.at(-1) !== 'd_model') return [];
  return trace
    .nearest(last.name, query, SEARCHED, { layer: layers - 1 })
    .map(({ word }) => word)
    .filter((word) => word !== tokens[query])
    .slice(0, NAMED);
}
