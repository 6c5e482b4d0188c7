// Scenes with an error in their attention, positions, block, layers or view. Each has a name, the scene, the code, the path, and
// what the message must name.
import { changed, many } from './smallest.mjs';

const random = { kind: 'random', distribution: 'normal', seed: 1, dModel: 4 };
const drawn = { kind: 'random', init: 'xavier', seed: 1 };

/** A count: its path, its limit, and a part of the scene with this many. */
const counts = [
  ['/attention/heads', 64, '/attention', (heads) => ({ heads })],
  ['/attention/kvHeads', 64, '/attention', (kvHeads) => ({ heads: 1, kvHeads })],
  ['/attention/mask/length', 8192, '/attention/mask', (length) => ({ kind: 'padding', length })],
  ['/embedding/dModel', 1024, '/embedding', (dModel) => ({ ...random, dModel })],
  ['/embedding/dModel', 1024, '/embedding', (dModel) => ({ kind: 'zero', dModel })],
  ['/embedding/dModel', 1024, '/embedding', (dModel) => ({ kind: 'oneHot', dModel })],
  ['/parameters/dK', 1024, '/parameters', (dK) => ({ ...drawn, dK })],
  ['/parameters/dV', 1024, '/parameters', (dV) => ({ ...drawn, dV })],
  ['/parameters/dA', 1024, '/parameters', (dA) => ({ ...drawn, dA })],
  ['/positions/width', 1024, '/positions', (width) => ({ kind: 'sinusoidal', join: 'concat', width })],
  ['/positions/clip', 8192, '/positions', (clip) => ({ kind: 'relative', clip })],
  ['/block/feedForward/width', 4096, '/block', (width) => ({ feedForward: { width, activation: 'relu' } })],
];

const wrongCounts = counts.flatMap(([path, most, place, part]) => {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const wrong = (value, code, why) => [`${path} ${value}`, changed(place, part(value)), code, path, [why]];
  return [
    ...[0, -1, -(2 ** 32)].map((value) =>
      wrong(value, 'range', new RegExp(`${name} is ${value}; it must be a whole number from 1 to ${most} `)),
    ),
    ...[most + 1, 2 ** 32 - 1, 2 ** 32].map((value) =>
      wrong(value, 'too-large', new RegExp(`${name} is ${value}; the limit is ${most} `)),
    ),
  ];
});

export const wrongAttention = [
  ...wrongCounts,
  ['no heads', changed('/attention/heads'), 'scene-form', '/attention/heads', [/missing/]],
  ['1.5 heads', changed('/attention/heads', 1.5), 'scene-form', '/attention/heads', [/heads is 1.5/]],
  [
    'an unknown score',
    changed('/attention/score', 'euclid'),
    'scene-form',
    '/attention/score',
    [/"euclid"/, /"cosine"/],
  ],
  [
    'an unknown mask',
    changed('/attention/mask', { kind: 'diagonal' }),
    'scene-form',
    '/attention/mask/kind',
    [/"diagonal"/, /"window"/],
  ],
  ['a mask as text', changed('/attention/mask', 'causal'), 'scene-form', '/attention/mask', [/"causal"/, /object/]],
  ['9 digits', changed('/view', { digits: 9 }), 'range', '/view/digits', [/digits is 9/, /8/]],
  [
    'another notation',
    changed('/view', { notation: 'engineering' }),
    'scene-form',
    '/view/notation',
    [/notation is "engineering"/],
  ],
  ['a focus of -1', changed('/view', { focus: -1 }), 'range', '/view/focus', [/-1/]],
  ['a page without a name', changed('/view', { page: '' }), 'scene-form', '/view/page', [/not empty/]],
  ['a page of 1.5', changed('/view', { page: 1.5 }), 'scene-form', '/view/page', [/1\.5/]],
  ['an empty lesson', changed('/view', { lesson: '' }), 'scene-form', '/view/lesson', [/not empty/]],
  ['an unknown mistake', changed('/mistake', 'no-scaling'), 'scene-form', '/mistake', [/"no-scaling"/, /"no-scale"/]],
  ['a mistake of the prototype', changed('/mistake', 'toString'), 'scene-form', '/mistake', [/"toString"/]],
  [
    'score given without scores',
    changed('/attention/score', 'given'),
    'scene-form',
    '/attention/scores',
    [/scores is missing/],
  ],
  [
    'scores that the score does not want',
    changed('/attention/scores', [[1]]),
    'scene-form',
    '/attention/scores',
    [/scores is given/],
  ],

  ['unknown positions', changed('/positions', { kind: 'xpos' }), 'scene-form', '/positions/kind', [/"xpos"/, /"rope"/]],
  [
    'unknown pairs',
    changed('/positions', { kind: 'rope', pairs: 'both' }),
    'scene-form',
    '/positions/pairs',
    [/"both"/, /"halves"/],
  ],
  [
    'slopes of RoPE',
    changed('/positions', { kind: 'rope', slopes: 'reference' }),
    'scene-form',
    '/positions',
    [/"slopes"/],
  ],
  ['positions as text', changed('/positions', 'rope'), 'scene-form', '/positions', [/"rope"/, /object/]],
  [
    'a base of 1',
    changed('/positions', { kind: 'rope', base: 1 }),
    'range',
    '/positions/base',
    [/base is 1; .*greater than 1/],
  ],
  [
    'a base beyond float32',
    changed('/positions', { kind: 'rope', base: 1e39 }),
    'not-finite',
    '/positions/base',
    [/1e\+39/],
  ],
  [
    'a width of what is added',
    changed('/positions', { kind: 'sinusoidal', width: 4 }),
    'scene-form',
    '/positions/width',
    [/width is given.*"concat"/],
  ],
  [
    'a setting of other positions',
    changed('/positions', { kind: 'alibi', base: 2 }),
    'scene-form',
    '/positions',
    [/"base"/],
  ],
  ['a clip of 0', changed('/positions', { kind: 'relative', clip: 0 }), 'range', '/positions/clip', [/clip is 0/]],
  ['a clip of 1.5', changed('/positions', { kind: 'relative', clip: 1.5 }), 'scene-form', '/positions/clip', [/1.5/]],
  [
    'positions without rows',
    changed('/positions', { kind: 'learned', rows: [] }),
    'shape',
    '/positions/rows',
    [/no rows/],
  ],

  [
    'padding of 0',
    changed('/attention/mask', { kind: 'padding', length: 0 }),
    'range',
    '/attention/mask/length',
    [/is 0/],
  ],
  [
    'half a window',
    changed('/attention/mask', { kind: 'window', before: 1 }),
    'scene-form',
    '/attention/mask/after',
    [/missing/],
  ],
  [
    'a window that looks -1 back',
    changed('/attention/mask', { kind: 'window', before: -1, after: 0 }),
    'range',
    '/attention/mask/before',
    [/-1/],
  ],
  [
    'a mask painted with a half',
    changed('/attention/mask', { kind: 'painted', visible: [[1, 0.5]] }),
    'scene-form',
    '/attention/mask/visible/0/1',
    [/0.5; it must be 0 or 1/],
  ],
  [
    'a mask painted with true',
    changed('/attention/mask', { kind: 'painted', visible: [[true]] }),
    'scene-form',
    '/attention/mask/visible/0/0',
    [/true/],
  ],
  [
    '513 painted columns',
    changed('/attention/mask', { kind: 'painted', visible: [many(513, 1)] }),
    'too-large',
    '/attention/mask/visible/0',
    [/513.*512/],
  ],
  ['7 decimals', changed('/attention/roundWeights', 7), 'range', '/attention/roundWeights', [/7.*from 0 to 6/]],
  [
    'an unknown normalizer',
    changed('/attention/normalizer', 'hardmax'),
    'scene-form',
    '/attention/normalizer',
    [/"hardmax"/],
  ],

  ['an unknown norm', changed('/block', { norm: 'batch' }), 'scene-form', '/block/norm', [/"batch"/, /"rms"/]],
  [
    'a feed-forward network without a width',
    changed('/block', { feedForward: { activation: 'relu' } }),
    'scene-form',
    '/block/feedForward/width',
    [/missing/],
  ],
  ['7 layers', changed('/layers', 7), 'range', '/layers', [/layers is 7.*from 1 to 6/]],
  ['1.5 layers', changed('/layers', 1.5), 'scene-form', '/layers', [/1.5/]],
];
