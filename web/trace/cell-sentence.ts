import type { LanguageCode } from '../i18n/language.ts';
import { fill } from '../i18n/sentences.ts';
import { stepWords } from '../i18n/steps.ts';
import { viewWords } from '../i18n/views.ts';
import { axisLabels, isToken } from './axis-labels.ts';
import type { Focus } from './focus.ts';
import { formatPercent, isKeptBack } from './number-format.ts';
import type { SceneResult } from './scene-result.ts';
import { isolated, namedToken } from './token-text.ts';
import { described, hasHeads, isName, isWeights, numberText } from './trace-reader.ts';

/** What one number says, in a sentence: “it” gives “animal” 83 % of its attention. Empty for a number that is hidden or loading. */
export function cellSentence(
  language: LanguageCode,
  result: SceneResult,
  { name, index, layer = result.layer }: NonNullable<Focus['cell']>,
): string {
  const { reader } = result;
  const tensor = described(reader, name, layer);
  if (tensor === undefined || isName(name) || result.viewport !== null) return '';
  if (index.length !== tensor.shape.length || index.some((at, axis) => at >= (tensor.shape[axis] ?? 0))) return '';
  const value = reader.value(name, index, layer);
  if (isKeptBack(value)) return '';
  const words = stepWords(language).cell;
  const nouns: Readonly<Record<string, string>> = words.nouns;
  const noun = nouns[name] ?? reader.called?.(name) ?? name;
  const quoted = (token: string): string => fill(viewWords(language).reading.quoted, { token: isolated(token) });
  const axes = hasHeads(tensor.axes) ? tensor.axes.slice(1) : tensor.axes;
  const [row = 0, column = 0] = index.slice(-axes.length);
  const text = numberText(name, result.digits)(value);
  const [first, second] = axes;
  if (axes.length !== 2) return '';
  if (isToken(first) && second === 'T_k') {
    const pair = { query: quoted(namedToken(reader.tokens, row)), key: quoted(namedToken(reader.keyTokens, column)) };
    const isHidden = result.step('masked', layer) !== undefined && reader.value('masked', index, layer) === -Infinity;
    if (isHidden && (isWeights(name) || name === 'masked')) return fill(words.masked, pair);
    if (isWeights(name) && hasNaN(result, { name, index, layer }))
      return fill(viewWords(language).reading.notANumber, { query: pair.query });
    if (isWeights(name)) return fill(words.weight, { ...pair, percent: formatPercent(value) });
    return fill(words.pair, { ...pair, noun, value: text });
  }
  const labels = result.labelsFor(name);
  const label = second === undefined ? undefined : labels[second]?.[column];
  const at = label === undefined ? fill(words.number, { number: column }) : quoted(label);
  if (isToken(first)) {
    const token = quoted(namedToken(first === 'T_k' ? reader.keyTokens : reader.tokens, row));
    return fill(words.token, { at, noun, token, value: text });
  }
  const [rowLabel = String(row)] = axisLabels(labels, first, 1, row);
  return fill(words.matrix, { name: noun, row: isolated(rowLabel), at, value: text });
}

/** Whether the cell's row has a weight that is no number: its others are not shares either. */
function hasNaN(
  { reader, keyTokens }: SceneResult,
  { name, index, layer }: Required<NonNullable<Focus['cell']>>,
): boolean {
  return keyTokens.some((_, key) => Number.isNaN(reader.value(name, [...index.slice(0, -1), key], layer)));
}
