import type { Axis } from '../../core/types.ts';
import { formulaWords } from '../../i18n/formulas.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import { fill } from '../../i18n/sentences.ts';
import { isolated, namedToken, visibleToken } from '../../trace/token-text.ts';
import { calledBy, described, layersOf, type TraceReader } from '../../trace/trace-reader.ts';

/**
 * "q[it, 3]": a cell with tokens and named dimensions by name, and other indices by number. Head and layer, counted from 1 as everywhere
 * on the page, are named only if there are several.
 */
export function cellLabel(
  language: LanguageCode,
  trace: TraceReader,
  name: string,
  index: readonly number[],
  layer?: number,
): string {
  return `${calledBy(trace, name)}[${cellWhere(language, trace, name, index, { heads: true, layer })}]`;
}

interface Naming {
  /** Whether the head is named. */
  readonly heads: boolean;
  readonly layer: number | undefined;
}

export function cellWhere(
  language: LanguageCode,
  trace: TraceReader,
  name: string,
  cell: readonly number[],
  naming: Naming,
): string {
  const words = formulaWords(language);
  const tensor = described(trace, name, naming.layer);
  const layers = tensor && layersOf(trace) > 1 ? [fill(words.arithmetic.layer, { layer: tensor.layer + 1 })] : [];
  const parts = cell.flatMap((index, axis) => {
    const letter = tensor?.axes[axis];
    if (letter === 'H' || letter === 'H_kv') {
      return naming.heads && (tensor?.shape[axis] ?? 1) > 1 ? [`${words.arithmetic.head} ${index + 1}`] : [];
    }
    const name = axis === cell.length - 1 ? dimensionName(trace, tensor, cell) : undefined;
    return [tokenName(trace, letter, index) ?? name ?? String(index)];
  });
  return [...layers, ...parts].join(', ');
}

const dimensionName = (
  trace: TraceReader,
  tensor: ReturnType<typeof described>,
  cell: readonly number[],
): string | undefined => (tensor && 'formula' in tensor ? trace.dimensionName?.(tensor, cell) : undefined);

function tokenName(trace: TraceReader, axis: Axis | undefined, index: number): string | undefined {
  if (axis === 'T' || axis === 'T_q') return isolated(namedToken(trace.tokens, index));
  if (axis === 'T_k') return isolated(namedToken(trace.keyTokens, index));
  if (axis === 'V') return isolated(visibleToken(trace.vocabulary[index] ?? String(index)));
  return undefined;
}
