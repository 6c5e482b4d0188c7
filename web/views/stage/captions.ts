import type { Certainty } from '../../core/types.ts';
import { mistakeWords } from '../../i18n/mistakes.ts';
import { full } from '../../i18n/sentences.ts';
import { stageWords } from '../../i18n/stage.ts';
import { explanation } from '../../i18n/step-text.ts';
import {
  type Chapter,
  type CompareChapter,
  type Journey,
  type KeyColumn,
  type MistakeChapter,
  middleKey,
  type WeightsChapter,
} from '../../stage/journey.ts';
import { placesThatDiffer } from '../../stage/mistake.ts';
import { excerptOf, type Vector } from '../../stage/numbers.ts';
import { formatNumber, formatPercent, isKeptBack } from '../../trace/number-format.ts';
import { readRow } from '../../trace/row-sentence.ts';
import { isolated, namedToken, visibleToken } from '../../trace/token-text.ts';
import type { LeftOut } from './marks.ts';
import { columnText, nameText, vectorText } from './parts.ts';

/** Longer rows are not read out. The keys around the token stand for them. */
const LONG = 512;
/** How many named numbers a caption mentions. */
const MOST = 3;

/** The one that asks, which the sentence marks. */
const word = ({ tokens, query }: Journey): string => isolated(visibleToken(tokens[query] ?? ''));
const keyWord = ({ keyTokens }: Journey, key: number): string => isolated(namedToken(keyTokens, key));

/** The name of a tensor, or the lesson document's name for it. */
const called = ({ source }: Journey, name: string): string => source.reader.called?.(name) ?? nameText(name);

/** Name and explanation of a chapter's step, as on the rest of the page. */
function about(journey: Journey, chapter: Chapter): readonly [string, string] {
  const { scene, heads } = journey.source;
  const last = chapter.steps.at(-1) ?? '';
  // The output of a layer is called y. If it is a plain sum, it is explained as one.
  const isSum = last === 'y' && chapter.kind === 'bars' && chapter.made[0]?.from.length === 2;
  const name = isSum ? 'added_1' : last;
  return explanation(journey.language, name, { scene, layer: chapter.layer, heads }) ?? [called(journey, name), ''];
}

/** A short title for a chapter. */
export function titleOf(chapter: Chapter, journey: Journey): string {
  const words = stageWords(journey.language);
  const { titles } = words;
  if (chapter.kind === 'mix') return titles.mix;
  if (chapter.kind === 'mistake') return words.mistake.title;
  if (chapter.kind === 'compare' && chapter.meeting !== null) return titles.scores;
  const isSoftmax = chapter.kind === 'weights' && chapter.weights.name === 'weights' && chapter.steps[0] === 'weights';
  if (isSoftmax && journey.source.scene.attention.score !== 'weights') return titles.weights;
  if (chapter.kind === 'product' && chapter.products.length > 1) return titles.projections;
  if (chapter.steps.at(-1) === 'x0') return titles.first;
  return about(journey, chapter)[0];
}

/** Title and caption of a chapter, with the layer's number if there are several. */
export function titled(journey: Journey, index: number): readonly [string, string] {
  const chapter = journey.chapters[index];
  if (chapter === undefined) return ['', ''];
  const layer =
    journey.layers > 1 && chapter.steps.at(-1) !== 'x0'
      ? `${stageWords(journey.language).layer(chapter.layer + 1)} · `
      : '';
  return [layer + titleOf(chapter, journey), captionOf(chapter, journey)];
}

/** The caption before the first chapter: where the journey leads, and what to do. */
export interface PosterCaption {
  readonly lead: string;
  readonly text: string;
}

/** In a sentence that is too long to be searched, `answer` is what the word looks at. */
export function posterCaption(journey: Journey, answer = ''): PosterCaption {
  const words = stageWords(journey.language);
  if (answer !== '') return { lead: answer, text: words.poster('') };
  const chapter = journey.chapters.findLast((one) => one.kind === 'weights');
  if (chapter?.kind !== 'weights') return { lead: '', text: words.poster('') };
  if (isCovered(chapter, journey)) return { lead: '', text: words.covered(word(journey)) };
  const { weights } = chapter;
  const keys = journey.keyTokens.slice(0, LONG + 1).map((_, key) => key);
  const [best, ...alike] = bestOf(weights, journey);
  const certainty = certaintyOf(chapter, journey);
  const isAnswer = (certainty === 'clear' || certainty === 'guess') && keys.length > 1 && keys.length <= LONG;
  if (!isAnswer || best === undefined || alike.length > 0)
    return { lead: '', text: words.poster(readingOf(chapter, journey) ?? '') };
  const isItself = best === journey.query && !journey.crossed;
  const looked = isItself ? words.itself : keyWord(journey, best);
  const leadOf = certainty === 'guess' ? words.leadGuess : words.lead;
  const lead = leadOf(word(journey), looked, formatPercent(weights.number(best).value));
  return { lead, text: words.poster('') };
}

/** The same as one text. */
export function posterText(journey: Journey): string {
  const { lead, text } = posterCaption(journey);
  return lead === '' ? text : `${lead}. ${text}`;
}

/** Whether a chapter shows a number that the reader has to guess first. */
function isCovered(chapter: Chapter, { keyTokens }: Journey): boolean {
  const row = (column: KeyColumn): boolean =>
    keyTokens.slice(0, LONG).some((_, key) => isKeptBack(column.number(key).value));
  const vector = (of: Vector): boolean =>
    Array.from({ length: Math.min(of.size, LONG) }, (_, index) => of.number(index).value).some(isKeptBack);
  switch (chapter.kind) {
    case 'bars':
      return chapter.made.some(({ result }) => vector(result));
    case 'product':
      return chapter.products.some(({ result }) => vector(result));
    case 'compare':
      return chapter.columns.some(row);
    case 'weights':
      return row(chapter.weights);
    case 'mix':
      return vector(chapter.result);
    case 'mistake':
      return vector(chapter.correct) || vector(chapter.wrong);
  }
}

/** A sentence about a chapter, with its numbers. */
export function captionOf(chapter: Chapter, journey: Journey): string {
  const words = stageWords(journey.language);
  const who = word(journey);
  if (isCovered(chapter, journey)) return words.covered(who);
  const [, text] = about(journey, chapter);
  switch (chapter.kind) {
    case 'bars': {
      const result = chapter.made.at(-1)?.result;
      if (result === undefined) return text;
      const parts = largest(result, journey);
      if (chapter.steps.at(-1) === 'x0') return words.first(who, result.size, parts);
      return journey.crossed && result.isOfKey
        ? words.madeOf(text, keyWord(journey, middleKey(journey)), parts)
        : words.made(text, parts);
    }
    case 'product': {
      const [first] = chapter.products;
      if (first === undefined) return text;
      if (chapter.products.length === 1) return words.made(text, largest(first.result, journey));
      const [index = 0] = excerptOf([first.result], 1).places;
      const product = `${first.result.name}[${first.result.label(index)}] = ${number(first.result, index, journey)}`;
      return journey.crossed
        ? words.projectionsCrossed(who, keyWord(journey, middleKey(journey)), product)
        : words.projections(who, product);
    }
    case 'compare':
      return compareCaption(chapter, journey, who, text);
    case 'weights':
      return weightsCaption(chapter, journey, text);
    case 'mix':
      return hasNaN(chapter.result) ? words.notNumbers(who) : words.mix(who, largest(chapter.result, journey));
    case 'mistake':
      return mistakeCaption(chapter, journey, who);
  }
}

/** The mistake and its effect on the number that it changes most. */
function mistakeCaption({ mistake, correct, wrong, byKey }: MistakeChapter, journey: Journey, who: string): string {
  const words = stageWords(journey.language);
  const title = mistakeWords(journey.language)[mistake];
  const differ = placesThatDiffer(correct, wrong);
  const [first] = differ;
  if (first === undefined) return words.mistake.unseen(title, who);
  const by = (index: number): number => distance(correct.number(index).value, wrong.number(index).value);
  const most = differ.reduce((top, index) => (by(index) > by(top) ? index : top), first);
  const text = (vector: Vector): string => vectorText(vector, vector.number(most).value, journey.source.digits);
  const label = byKey ? keyWord(journey, most) : wrong.label(most);
  const values = { name: called(journey, wrong.name), label, correct: text(correct), wrong: text(wrong) };
  return words.mistake.seen(title, who, values, differ.length, wrong.size);
}

/** The distance between two numbers. NaN is farthest. */
function distance(a: number, b: number): number {
  const apart = Math.abs(a - b);
  return Number.isNaN(apart) ? Infinity : apart;
}

const number = (vector: Vector, index: number, { source }: Journey): string =>
  formatNumber(vector.number(index).value, source.digits);

const hasNaN = (vector: Vector): boolean =>
  excerptOf([vector], LONG).places.some((index) => Number.isNaN(vector.number(index).value));

/** The largest numbers by name, as in “animal 0.83”. Empty if all are 0. */
function largest(vector: Vector, journey: Journey): string[] {
  const index = excerptOf([vector], LONG).places.filter((place) => vector.number(place).value !== 0);
  const size = (place: number): number => Math.abs(vector.number(place).value);
  const top = index.toSorted((a, b) => size(b) - size(a) || a - b).slice(0, MOST);
  const first = top[0] === undefined ? 0 : size(top[0]);
  return top
    .filter((place) => !(size(place) < first / 4))
    .map((place) => {
      const label = vector.label(place);
      const name = label === String(place) ? `${called(journey, vector.name)}[${place}]` : label;
      return `${name} ${number(vector, place, journey)}`;
    });
}

/** The keys with the largest numbers of a row that is short enough to search. */
function bestOf(column: KeyColumn, { keyTokens, query }: Journey): readonly number[] {
  const count = keyTokens.length;
  const from = count > LONG ? Math.max(0, Math.min(query, count) - LONG / 2) : 0;
  let best: number[] = [];
  let most = -Infinity;
  for (let key = from; key < Math.min(count, from + LONG); key++) {
    const { value } = column.number(key);
    if (value > most) [best, most] = [[key], value];
    else if (value === most && value !== -Infinity) best.push(key);
  }
  return best;
}

function compareCaption(chapter: CompareChapter, journey: Journey, who: string, text: string): string {
  const words = stageWords(journey.language);
  const { digits } = journey.source;
  const own = chapter.columns.slice(-chapter.newCount);
  const last = own.at(-1);
  if (last === undefined) return text;
  const [best, ...alike] = bestOf(last, journey);
  if (best === undefined) return last.number(0).value === -Infinity ? words.hiddenAll(who) : words.notNumbers(who);
  const value = (column: KeyColumn | undefined): string =>
    column === undefined ? '' : columnText(column, column.number(best).value, digits);
  const fits = keyWord(journey, best);
  if (chapter.meeting !== null) {
    const fit = words.fits(fits, alike[0] === undefined ? '' : keyWord(journey, alike[0]), alike.length);
    return own.length > 1 ? words.scaled(who, fit, value(own[0]), value(last)) : words.scores(who, fit, value(last));
  }
  const before = chapter.columns.at(-chapter.newCount - 1);
  return before === undefined
    ? words.made(text, [`${fits} ${value(last)}`])
    : words.compare(text, fits, value(before), value(last));
}

const certaintyOf = ({ layer }: WeightsChapter, { source, query }: Journey): Certainty | null =>
  source.certainty?.({ layer, head: source.head, query })?.certainty ?? null;

/** The sentence about a row of weights. Null if the row is too long to search. */
function readingOf(chapter: WeightsChapter, journey: Journey): string | null {
  const { language, keyTokens, tokens, query, source } = journey;
  if (keyTokens.length > LONG) return null;
  const row = (column: KeyColumn): Float32Array =>
    Float32Array.from({ length: keyTokens.length }, (_, key) => column.number(key).value);
  return readRow(language, {
    queryLabels: tokens,
    keyLabels: keyTokens,
    weights: row(chapter.weights),
    masked: chapter.from === null ? null : row(chapter.from),
    query,
    from: query,
    crossed: source.scene.encoder !== undefined,
    certainty: certaintyOf(chapter, journey),
  }).text;
}

function weightsCaption(chapter: WeightsChapter, journey: Journey, text: string): string {
  const words = stageWords(journey.language);
  const reading = readingOf(chapter, journey);
  if (reading === null) return text;
  // Where every key is hidden, or a weight is NaN, nothing is divided.
  const isDivided = journey.keyTokens.some((_, key) => chapter.weights.number(key).value > 0);
  if (!isDivided) return full(reading);
  const isPlain = chapter.weights.name === 'weights' && journey.source.scene.attention.normalizer !== 'sparsemax';
  return isPlain ? words.weights(reading) : words.otherWeights(text, reading);
}

/** Says what a picture leaves out, in one sentence if it is the same for several vectors. */
export const leftText = (left: readonly LeftOut[], journey: Journey): string =>
  left
    .filter((one, index) => left.findIndex((other) => isAlike(one, other)) === index)
    .map((one) => {
      const { of, shown, all, onlyZeros } = one;
      if (of === null) return stageWords(journey.language).leftKeys(keyWord(journey, middleKey(journey)), shown, all);
      const names = left.filter((other) => isAlike(one, other)).map((other) => called(journey, other.of ?? ''));
      return (onlyZeros ? stageWords(journey.language).leftZeros : stageWords(journey.language).leftNumbers)(
        names.join(', '),
        shown,
        all,
      );
    })
    .join(' ');

const isAlike = (one: LeftOut, other: LeftOut): boolean =>
  (one.of === null) === (other.of === null) &&
  one.shown === other.shown &&
  one.all === other.all &&
  one.onlyZeros === other.onlyZeros;
