// A tiny trace written by hand: two tokens, one head, d_model = d_k = d_v = 2, a causal mask. The numbers need not be
// correct: views show them and compute nothing.

export const tensor = (name, ...index) => ({ op: 'tensor', name, index });
export const index = (name) => ({ op: 'index', name });
export const symbol = (name) => ({ op: 'symbol', name });
export const number = (value) => ({ op: 'number', value });
export const op = (name, ...args) => ({ op: name, args });
export const sum = (over, size, term) => ({ op: 'sum', over, size, args: [term] });

const [h, i, j, c, m, n, e] = 'hijcmne'.split('').map(index);
const cell = [h, i, j];
const column = op('add', op('multiply', h, symbol('d_k')), c);
const kvHead = op('floorDivide', h, symbol('group'));
const tempered = (key) => op('exp', op('divide', tensor('masked', h, i, key), symbol('temperature')));

export const formulas = {
  x0: op('equals', tensor('x0', i, m), tensor('E', tensor('tokens', i), m)),
  q: op(
    'equals',
    tensor('q', h, i, c),
    op(
      'add',
      sum('m', symbol('d_model'), op('multiply', tensor('x0', i, m), tensor('w_q', m, column))),
      tensor('b_q', column),
    ),
  ),
  scores: op(
    'equals',
    tensor('scores', ...cell),
    sum('c', symbol('d_k'), op('multiply', tensor('q', h, i, c), tensor('k', kvHead, j, c))),
  ),
  scaled: op('equals', tensor('scaled', ...cell), op('divide', tensor('scores', ...cell), op('sqrt', symbol('d_k')))),
  masked: op(
    'equals',
    tensor('masked', ...cell),
    op('where', op('lessOrEqual', j, i), tensor('scaled', ...cell), number(-Infinity)),
  ),
  weights: op(
    'equals',
    tensor('weights', ...cell),
    op('divide', tempered(j), sum("j'", symbol('T'), tempered(index("j'")))),
  ),
  z: op(
    'equals',
    tensor('z', h, i, c),
    sum('j', symbol('T'), op('multiply', tensor('weights', ...cell), tensor('v', kvHead, j, c))),
  ),
  output: op(
    'equals',
    tensor('output', i, n),
    tensor('z', op('floorDivide', n, symbol('d_v')), i, op('modulo', n, symbol('d_v'))),
  ),
  mixed: op(
    'equals',
    tensor('mixed', i, n),
    sum(
      'e',
      op('multiply', symbol('H'), symbol('d_v')),
      op(
        'multiply',
        tensor('z', op('floorDivide', e, symbol('d_v')), i, op('modulo', e, symbol('d_v'))),
        tensor('w_o', e, n),
      ),
    ),
  ),
};

const data = {
  tokens: [[2], ['T'], [1, 0]],
  x0: [
    [2, 2],
    ['T', 'd_model'],
    [1, 2, 3, 4],
  ],
  q: [
    [1, 2, 2],
    ['H', 'T_q', 'd_k'],
    [0.21, 0.4, 1, -1],
  ],
  k: [
    [1, 2, 2],
    ['H_kv', 'T_k', 'd_k'],
    [1.3, -0.12, 2, 0.5],
  ],
  v: [
    [1, 2, 2],
    ['H_kv', 'T_k', 'd_v'],
    [5, 6, 7, 8],
  ],
  scores: [
    [1, 2, 2],
    ['H', 'T_q', 'T_k'],
    [0.225, 0.62, 1.42, 1.5],
  ],
  scaled: [
    [1, 2, 2],
    ['H', 'T_q', 'T_k'],
    [0.16, 0.44, 1, 1.06],
  ],
  masked: [
    [1, 2, 2],
    ['H', 'T_q', 'T_k'],
    [0.16, -Infinity, 1, 1.06],
  ],
  weights: [
    [1, 2, 2],
    ['H', 'T_q', 'T_k'],
    [1, 0, 0.485, 0.515],
  ],
  z: [
    [1, 2, 2],
    ['H', 'T_q', 'd_v'],
    [5, 6, 6, 7],
  ],
  output: [
    [2, 2],
    ['T_q', 'H·d_v'],
    [5, 6, 6, 7],
  ],
  mixed: [
    [2, 2],
    ['T_q', 'd_model'],
    [5, 6, 6, 7],
  ],
  E: [
    [2, 2],
    ['V', 'd_model'],
    [3, 4, 1, 2],
  ],
  w_q: [
    [2, 2],
    ['d_model', 'H·d_k'],
    [1, 2, 3, 4],
  ],
  b_q: [[2], ['H·d_k'], [0.5, 0.25]],
  w_o: [
    [2, 2],
    ['H·d_v', 'd_model'],
    [1, 0, 0, 1],
  ],
};

const described = (name) => ({ name, layer: 0, shape: data[name][0], axes: data[name][1] });

export const trace = {
  tokens: ['it', 'animal'],
  vocabulary: ['animal', 'it'],
  steps: ['tokens', 'x0', 'q', 'k', 'v', 'scores', 'scaled', 'masked', 'weights', 'z', 'output', 'mixed'].map(
    (name) => ({
      ...described(name),
      formula: formulas[name] ?? op('equals', tensor(name, i), op('draw', symbol('given'))),
      inputs: [],
    }),
  ),
  parameters: ['E', 'w_q', 'b_q', 'w_o'].map(described),
  symbols: { T: 2, d_model: 2, d_k: 2, d_v: 2, H: 1, H_kv: 1, group: 1, temperature: 1 },
  tensor(name) {
    if (!Object.hasOwn(data, name)) throw new RangeError(`no tensor ${name}`);
    const [shape, , values] = data[name];
    return { shape, data: Float32Array.from(values) };
  },
  dispose() {},
};
