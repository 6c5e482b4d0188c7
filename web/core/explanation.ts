/** Explanations of a trace's scores and outputs: the core's parts, with names. */
import { described, message } from '../scene/error.ts';
import { featureNames } from '../scene/tables.ts';
import type { Embedding } from '../scene/types.ts';
import { check, checkRoom, refuse } from './calls.ts';
import type {
  Breakdown,
  ExplainOptions,
  ExplainOutputOptions,
  Explanation,
  OriginKind,
  OutputExplanation,
  PartOrigin,
  ScorePart,
} from './explanation-types.ts';
import { checkIndex, checkLayer, headsOf, type TraceSource, windowArgument, windowOf } from './tensors.ts';

const breakdowns: readonly Breakdown[] = ['dimensions', 'features', 'places', 'sources', 'querySources', 'keySources'];

/** In the core's order. */
const kinds: readonly OriginKind[] = [
  'dimension',
  'pair',
  'unit',
  'given',
  'feature',
  'word',
  'place',
  'own',
  'head',
  'feedForward',
  'bias',
  'whole',
];
const numbered: readonly OriginKind[] = ['dimension', 'pair', 'unit', 'feature', 'head'];

/** From the score to the weight. */
const stepNames = ['scores', 'related', 'scaled', 'capped', 'biased', 'masked', 'weights', 'rounded'];

/** Before the parts: the score, what was rounded away, the rest and the number of its parts. */
const FIRST = 4;
/** Of a part: kind, index and token of either side, and the value. */
const NUMBERS = 7;

function mostArgument(most: number | undefined): number {
  const all = 2 ** 32 - 1;
  if (most === undefined) return all;
  if (Number.isInteger(most) && most >= 1 && most <= all) return most;
  return refuse('most', message`most is ${described(most)}; it must be a whole number from 1`, 'range');
}

export function explainScore({ trace, embedding, find, ask }: TraceSource, given: ExplainOptions): Explanation {
  const options = windowArgument('scores', given, ['query', 'key', 'head', 'layer', 'by', 'most']);
  const { query, key, head = 0, layer = trace.layers - 1, by = 'dimensions' } = options;
  checkLayer('layer', layer, trace.layers);
  if (!breakdowns.includes(by)) refuse('by', message`by is ${described(by)}; use ${breakdowns.join(', ')}`, 'range');
  const most = mostArgument(options.most);
  const names = new Set(trace.steps.filter((step) => step.layer === layer).map((step) => step.name));
  const scores = find(names.has('scores') ? 'scores' : 'weights', layer);
  headsOf(scores, head);
  checkIndex('query', query, scores.rows);
  checkIndex('key', key, scores.columns);
  const cell = (name: string): number =>
    trace.tensor(name, { head, layer, rows: [query, query + 1], columns: [key, key + 1] }).data[0] ?? Number.NaN;
  if (names.has('masked') && cell('masked') === Number.NEGATIVE_INFINITY)
    refuse(
      'key',
      message`the mask hides key ${key} from query ${query}; its weight is 0 whatever its score is`,
      'range',
    );
  const { score, rounding, parts } = ask((inner) => {
    const cell = windowOf(scores, [head, head + 1], [query, query + 1], [key, key + 1]);
    check(inner.explain(cell, by, most));
    const [score = 0, rounding = 0, value = 0, count = 0] = inner.parts();
    const listed = partsOf(inner.parts().subarray(FIRST), by, namesOf(trace, embedding, by));
    const rest: ScorePart = { name: 'rest', kind: 'rest', value, count, query: null, key: null };
    return { score, rounding, parts: count === 0 ? listed : [...listed, rest] };
  });
  const steps = stepNames.filter((name) => names.has(name)).map((name) => ({ name, value: cell(name) }));
  const odd = steps.find(({ value }) => Number.isNaN(value));
  if (odd !== undefined)
    refuse('query', message`${odd.name} of query ${query} and key ${key} is not a number`, 'not-finite');
  return { ...{ layer, head, query, key, by, score, parts, rounding, steps } };
}

export function explainOutput({ trace, find, ask }: TraceSource, given: ExplainOutputOptions): OutputExplanation {
  const { query, head, layer = trace.layers - 1 } = windowArgument('output', given, ['query', 'head', 'layer']);
  checkLayer('layer', layer, trace.layers);
  const weights = find('weights', layer);
  const heads = headsOf(weights, head);
  checkIndex('query', query, weights.rows);
  return ask((inner) => {
    check(inner.explainOutput(windowOf(weights, heads, [query, query + 1], [0, weights.columns])));
    const all = inner.parts();
    const keys = weights.columns;
    const width = all.length / (keys + 2);
    checkRoom('output', all.length);
    const rows = (first: number, last: number): Float64Array => all.slice(first * width, last * width);
    return {
      output: rows(keys + 1, keys + 2),
      parts: { shape: [keys, width], data: rows(0, keys) },
      bias: rows(keys, keys + 1),
    };
  });
}

type Named = (origin: PartOrigin, ofQuery: boolean) => string;

/** English names: a page writes its own from the origins. */
function namesOf({ tokens, keyTokens }: TraceSource['trace'], embedding: Embedding | undefined, by: Breakdown): Named {
  const features = embedding === undefined ? [] : featureNames(embedding);
  return ({ kind, index, token }, ofQuery) => {
    const word = (ofQuery ? tokens : keyTokens)[token] ?? '';
    if (kind === 'head' && by !== 'sources') return `head ${index} from “${keyTokens[token] ?? ''}”`;
    if (kind === 'feature') return features[index ?? 0] ?? `feature ${index}`;
    if (kind === 'word') return `“${word}”`;
    if (kind === 'place') return `place ${token}`;
    if (kind === 'feedForward') return 'feed-forward';
    return index === null ? kind : `${kind} ${index}`;
  };
}

function partsOf(numbers: Float64Array, by: Breakdown, named: Named): ScorePart[] {
  return Array.from({ length: numbers.length / NUMBERS }, (_, index) => {
    const [queryKind, queryIndex, queryToken, keyKind, keyIndex, keyToken, value = 0] = numbers.subarray(
      index * NUMBERS,
    );
    const query = originOf(queryKind, queryIndex, queryToken);
    const key = originOf(keyKind, keyIndex, keyToken);
    const names = [named(query, true), named(key, false)];
    const name = by === 'dimensions' ? names[0] : names.join(' × ');
    return { name: name ?? '', kind: by, value, count: 1, query, key };
  });
}

function originOf(code = 0, index = 0, token = 0): PartOrigin {
  const kind = kinds[code] ?? 'whole';
  return { kind, index: numbered.includes(kind) ? index : null, token };
}
