import type { Tensor } from '../../core/types.ts';
import { AttentionError } from '../../scene/error.ts';
import { type Digits, formatNumber } from '../../trace/number-format.ts';
import { visibleText, visibleToken } from '../../trace/token-text.ts';
import { checkOptions } from '../arguments.ts';
import { checkAbout, indicesOf, MOST_IN_TEXT, type TensorAbout } from '../tensor.ts';
import { texOf } from '../tikz.ts';
import { TooLargeError } from './too-large.ts';

export interface LatexOptions {
  /** Digits after the point, 0 to 8, or "4e" for powers of ten. 2 by default. */
  readonly digits?: Digits;
}

/**
 * A tensor as LaTeX tables: `tabular` with `\hline`, which needs no package. Of three axes and more there is a table for each index of the
 * outer ones. The numbers are rounded. Tokens are text, whatever they contain.
 *
 * Throws AttentionError `shape` if the axes or labels do not match the tensor, `range` for digits, `scene-form` for an unknown option,
 * and `too-large` for more than 8 388 608 numbers.
 */
export function latexOf(tensor: Tensor, about: TensorAbout, options: LatexOptions = {}): string {
  checkAbout(tensor, about);
  checkOptions(options, ['digits']);
  const digits = checkedDigits(options.digits ?? 2);
  const { name, axes, labels } = about;
  const { shape, data } = tensor;
  if (data.length > MOST_IN_TEXT) {
    const tooMany = (found: number, limit: number): string =>
      `${name} has ${found} numbers; LaTeX takes at most ${limit}: take one head`;
    throw new TooLargeError(tooMany, data.length, MOST_IN_TEXT, name);
  }
  const rank = shape.length;
  const columns = shape.at(-1) ?? 1;
  const rows = shape.at(-2) ?? 1;
  const labelOf = (axis: number, index: number): string => braced(labels[axis]?.[index] ?? String(index));
  const heads = Array.from({ length: columns }, (_, index) => labelOf(rank - 1, index));
  const corner = `{${texOf(visibleText(name))}${rank < 2 ? '' : ` ($${axes.slice(-2).map(axisText).join(' \\times ')}$)`}}`;
  const tables = Array.from({ length: data.length / rows / columns }, (_, table) => {
    const outer = indicesOf(table * rows, shape.slice(0, -1)).slice(0, -1);
    const title = outer.map((index, axis) => `$${axisText(axes[axis] ?? '')} = ${index}$`).join(', ');
    const lines = Array.from({ length: rows }, (__, row) => {
      const from = (table * rows + row) * columns;
      const numbers = Array.from(data.subarray(from, from + columns), (value) => numberText(value, digits));
      return [rank < 2 ? '{}' : labelOf(rank - 2, row), ...numbers];
    });
    return [
      `\\begin{tabular}{l${'r'.repeat(columns)}}`,
      ...(title === '' ? [] : [`\\multicolumn{${columns + 1}}{l}{${title}} \\\\`]),
      '\\hline',
      line([corner, ...heads]),
      '\\hline',
      ...lines.map(line),
      '\\hline',
      '\\end{tabular}',
    ].join('\n');
  });
  return `${tables.join('\n\n')}\n`;
}

const line = (cells: readonly string[]): string => `${cells.join(' & ')} \\\\`;

/** In braces, because LaTeX takes a [ or * after \\ for an option of it. */
const braced = (token: string): string => `{${texOf(visibleToken(token))}}`;

/** T_q as $T_q$, d_model as $d_{\mathrm{model}}$. */
const axisText = (axis: string): string =>
  /^[A-Za-z_·]+$/.test(axis)
    ? axis
        .replaceAll('·', ' \\cdot ')
        .replaceAll(/_([A-Za-z]+)/g, (_, index: string) => (index.length > 1 ? `_{\\mathrm{${index}}}` : `_${index}`))
    : `\\mbox{${texOf(axis)}}`;

function numberText(value: number, digits: Digits): string {
  if (Number.isNaN(value)) return 'NaN';
  const [mantissa = '', exponent] = formatNumber(value, digits).replaceAll('−', '-').replace('∞', '\\infty').split('e');
  return `$${mantissa}${exponent === undefined ? '' : ` \\times 10^{${exponent}}`}$`;
}

function checkedDigits(digits: Digits): Digits {
  const count = typeof digits === 'number' ? digits : Number(/^(\d+)e$/.exec(digits)?.[1]);
  if (Number.isInteger(count) && count >= 0 && count <= 8) return digits;
  throw new AttentionError('range', `digits is ${digits}; it must be 0 to 8, or such a number with an e`, 'digits');
}
