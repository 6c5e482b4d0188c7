// Evaluates the formula trees of a trace in double precision, with the trace's
// numbers for every leaf, and with a bound for the error of float32 arithmetic.
import { tiny, unit } from './oracle.mjs';

export const operators = [
  'equals',
  'add',
  'subtract',
  'multiply',
  'divide',
  'sqrt',
  'exp',
  'tanh',
  'sin',
  'cos',
  'power',
  'absolute',
  'minimum',
  'maximum',
  'round',
  'floorDivide',
  'modulo',
  'where',
  'lessOrEqual',
  'lookup',
];

export function childrenOf(node) {
  if (node.op === 'tensor') return node.index;
  return node.op === 'sum' ? [node.size, ...node.args] : (node.args ?? []);
}

export function* nodesOf(node) {
  yield node;
  for (const child of childrenOf(node)) yield* nodesOf(child);
}

const exact = (value) => ({ value, bound: 0 });
/** The result of one float32 operation with inexact operands. */
const rounded = (value, bound) =>
  Math.abs(value) === Infinity ? exact(value) : { value, bound: bound + unit * Math.abs(value) + tiny };

/** The error of a choice between two inexact numbers. */
const chosen = (value, a, b) =>
  Math.abs(value) === Infinity ? exact(value) : { value, bound: Math.max(a.bound, b.bound) };

const arithmetic = {
  add: (...args) => rounded(total(args, 'value'), total(args, 'bound')),
  subtract: (a, b) => rounded(a.value - b.value, a.bound + b.bound),
  multiply: (...args) =>
    args.reduce((a, b) => rounded(a.value * b.value, Math.abs(a.value) * b.bound + Math.abs(b.value) * a.bound)),
  // Here 0/0 is 0: a row with every key hidden, or the direction of a zero vector.
  divide: (a, b) =>
    a.value === 0 && b.value === 0
      ? exact(0)
      : rounded(a.value / b.value, (a.bound + Math.abs(a.value / b.value) * b.bound) / Math.abs(b.value)),
  sqrt: (a) => rounded(Math.sqrt(a.value), a.value === 0 ? Math.sqrt(a.bound) : a.bound / Math.sqrt(a.value)),
  // Softmax subtracts the maximum, which adds an error of the size of the exponent.
  exp: (a) =>
    a.value === -Infinity
      ? exact(0)
      : rounded(Math.exp(a.value), Math.exp(a.value) * (a.bound + 4 * unit * (1 + Math.abs(a.value)))),
  tanh: (a) => rounded(Math.tanh(a.value), a.bound + 4 * unit * Math.abs(Math.tanh(a.value))),
  sin: (a) => rounded(Math.sin(a.value), a.bound),
  cos: (a) => rounded(Math.cos(a.value), a.bound),
  power: (a, b) => {
    const value = a.value ** b.value;
    const byBase = Math.abs(b.value * a.value ** (b.value - 1)) * a.bound;
    const byExponent = b.bound === 0 ? 0 : Math.abs(value * Math.log(a.value)) * b.bound;
    return rounded(value, byBase + byExponent);
  },
  absolute: (a) => ({ ...a, value: Math.abs(a.value) }),
  minimum: (a, b) => chosen(Math.min(a.value, b.value), a, b),
  maximum: (a, b) => chosen(Math.max(a.value, b.value), a, b),
  floorDivide: (a, b) => exact(Math.floor(a.value / b.value)),
  modulo: (a, b) => exact(a.value % b.value),
  equals: (a, b) => exact(a.value === b.value ? 1 : 0),
  lessOrEqual: (a, b) => exact(a.value <= b.value ? 1 : 0),
};
const total = (args, key) => args.reduce((sum, arg) => sum + arg[key], 0);

/** Rounds numbers to this many decimals by the largest remainder, which keeps their sum. */
export function roundedRow(row, decimals) {
  const units = row.map((number) => number * 10 ** decimals);
  const cut = units.map(Math.floor);
  const most = units
    .map((number, at) => ({ at, lost: number - cut[at] }))
    .sort((a, b) => b.lost - a.lost || a.at - b.at);
  const missing = Math.round(total(most, 'lost'));
  for (const { at } of most.slice(0, missing)) cut[at] += 1;
  return cut.map((number) => number / 10 ** decimals);
}

/** Copies of the tensors of a trace, as a layer sees them. */
export function numbersOf(trace) {
  const tensors = new Map();
  return (name, index, layer = trace.layers - 1) => {
    const key = `${layer} ${name}`;
    if (!tensors.has(key)) tensors.set(key, trace.tensor(name, { layer }));
    const { shape, data } = tensors.get(key);
    if (index.length !== shape.length)
      throw new Error(`${name} has ${shape.length} axes, the formula gives ${index.length}`);
    const at = index.reduce((before, place, axis) => {
      if (!Number.isInteger(place) || place < 0 || place >= shape[axis])
        throw new Error(`${name}[${index}] is not in ${shape}`);
      return before * shape[axis] + place;
    }, 0);
    return data[at];
  };
}

/**
 * The right side of a formula for one cell. `letters` are the cell's index, `read` a tensor's number as `layer` sees it,
 * `look` what a `lookup` finds. Throws for a letter, symbol or tensor there is none of.
 */
export function evaluate(node, { letters, symbols, read, look, layer }) {
  const context = { letters, symbols, read, look, layer };
  const inner = (child) => evaluate(child, context);
  if (node.op === 'number') return exact(node.value);
  // 0.3 is not a float32.
  if (node.op === 'symbol') return rounded(known(symbols, node.name), 0);
  if (node.op === 'index') return exact(known(letters, node.name));
  if (node.op === 'tensor') {
    const index = node.index.map((place) => inner(place).value);
    const value = read(node.name, index, node.layer ?? (node.previous ? layer - 1 : layer));
    // The core subtracts the threshold in more than float32 precision.
    return node.name === 'threshold' ? rounded(value, 0) : exact(value);
  }
  if (node.op === 'sum') {
    const terms = Array.from({ length: Math.round(inner(node.size).value) }, (_, at) =>
      evaluate(node.args[0], { ...context, letters: { ...letters, [node.over]: at } }),
    );
    const sizes = terms.reduce((sum, { value }) => sum + Math.abs(value), 0);
    return { value: total(terms, 'value'), bound: total(terms, 'bound') + terms.length * unit * sizes };
  }
  if (node.op === 'lookup')
    return exact(
      look(
        node.args[0].name,
        node.args.slice(1).map((place) => inner(place).value),
      ),
    );
  // Only the chosen branch must be valid. The other may name a missing cell.
  if (node.op === 'where') return inner(inner(node.args[0]).value ? node.args[1] : node.args[2]);
  if (node.op === 'round') return roundedCell(node, context);
  return arithmetic[node.op](...node.args.map(inner));
}

/** round(weights[h,i,j], digits). The whole row is rounded together. */
function roundedCell({ args: [cell, digits] }, context) {
  const letter = cell.index.at(-1).name;
  const row = Array.from({ length: context.symbols.T_k }, (_, at) =>
    evaluate(cell, { ...context, letters: { ...context.letters, [letter]: at } }),
  );
  const values = roundedRow(
    row.map(({ value }) => value),
    evaluate(digits, context).value,
  );
  return rounded(values[context.letters[letter]], 0);
}

function known(values, name) {
  if (!Object.hasOwn(values, name)) throw new Error(`nothing is called ${name}`);
  return values[name];
}

/** Every index of a shape, in order. */
export function* indicesOf(shape) {
  const size = shape.reduce((product, extent) => product * extent, 1);
  for (let at = 0; at < size; at += 1) {
    let rest = at;
    yield shape.map((_, axis) => {
      const below = shape.slice(axis + 1).reduce((product, extent) => product * extent, 1);
      const place = Math.floor(rest / below);
      rest %= below;
      return place;
    });
  }
}
