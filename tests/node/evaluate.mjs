// Reads the formula trees of a trace: what is in them, and what they come to in double precision with the trace's own
// numbers in place of every leaf, each with a bound of what float32 arithmetic may lose on the way.
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
/** The result of one float32 operation whose operands may already be off. */
const rounded = (value, bound) =>
  Math.abs(value) === Infinity ? exact(value) : { value, bound: bound + unit * Math.abs(value) + tiny };

const arithmetic = {
  add: (...args) => rounded(total(args, 'value'), total(args, 'bound')),
  subtract: (a, b) => rounded(a.value - b.value, a.bound + b.bound),
  multiply: (...args) =>
    args.reduce((a, b) => rounded(a.value * b.value, Math.abs(a.value) * b.bound + Math.abs(b.value) * a.bound)),
  divide: (a, b) => rounded(a.value / b.value, (a.bound + Math.abs(a.value / b.value) * b.bound) / Math.abs(b.value)),
  sqrt: (a) => rounded(Math.sqrt(a.value), a.bound / Math.sqrt(a.value)),
  // Softmax is computed with the maximum taken off, which costs as much again as the size of the exponent.
  exp: (a) =>
    a.value === -Infinity
      ? exact(0)
      : rounded(Math.exp(a.value), Math.exp(a.value) * (a.bound + 4 * unit * (1 + Math.abs(a.value)))),
  tanh: (a) => rounded(Math.tanh(a.value), a.bound + 4 * unit * Math.abs(Math.tanh(a.value))),
  floorDivide: (a, b) => exact(Math.floor(a.value / b.value)),
  modulo: (a, b) => exact(a.value % b.value),
  lessOrEqual: (a, b) => exact(a.value <= b.value),
  where: (condition, yes, no) => (condition.value ? yes : no),
};
const total = (args, key) => args.reduce((sum, arg) => sum + arg[key], 0);

/** What the tensors of a trace hold, copied out once each. */
export function numbersOf(trace) {
  const tensors = new Map();
  return (name, index) => {
    if (!tensors.has(name)) tensors.set(name, trace.tensor(name));
    const { shape, data } = tensors.get(name);
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
 * The right side of a formula for one cell. `letters` are the cell's index, `read` a tensor's number, `look` what a
 * `lookup` finds. Throws for a letter, symbol or tensor there is none of.
 */
export function evaluate(node, { letters, symbols, read, look }) {
  const context = { letters, symbols, read, look };
  const inner = (child) => evaluate(child, context);
  if (node.op === 'number') return exact(node.value);
  // 0.3 is not a float32.
  if (node.op === 'symbol') return rounded(known(symbols, node.name), 0);
  if (node.op === 'index') return exact(known(letters, node.name));
  if (node.op === 'tensor')
    return exact(
      read(
        node.name,
        node.index.map((place) => inner(place).value),
      ),
    );
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
  return arithmetic[node.op](...node.args.map(inner));
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
