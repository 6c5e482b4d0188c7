/** The comment at the top of every program, which says what it computes. */

import { withDefaults } from '../../scene/defaults.ts';
import type { Mistake, Positions, Scene, Score } from '../../scene/types.ts';
import type { TraceLike } from '../trace-like.ts';
import { quoted } from './expressions.ts';
import { aboutMask } from './masks.ts';

const scores: Readonly<Record<Score, string>> = {
  scaledDot: 'scaled dot products (Vaswani et al. 2017, arXiv:1706.03762)',
  dot: 'dot products',
  additive: 'additive scores (Bahdanau et al. 2015, arXiv:1409.0473)',
  general: 'general scores (Luong et al. 2015, arXiv:1508.04025)',
  cosine: 'cosines of queries and keys',
  given: 'given scores',
  weights: 'given weights',
};

const positions: Readonly<Record<Positions['kind'], string | null>> = {
  none: null,
  sinusoidal: 'sinusoidal positions',
  learned: 'learned positions',
  rope: 'rotary positions (arXiv:2104.09864)',
  alibi: 'ALiBi (arXiv:2108.12409)',
  relative: 'relative positions (arXiv:1803.02155, arXiv:1809.04281)',
  given: 'a matrix added to the scores',
};

const mistakes: Readonly<Record<Mistake, string>> = {
  'whole-matrix-softmax': 'softmax runs over the whole matrix of a head instead of each row',
  'wrong-axis-values': 'the weights multiply the numbers of each value instead of the values',
  'no-transpose': 'k is not transposed',
  'no-scale': 'the scores are not divided by √d_k',
  'model-scale': 'the scores are divided by √d_model instead of √d_k',
  'zero-mask': 'hidden scores are set to 0 instead of minus infinity',
  'mask-after-softmax': 'the mask is applied after softmax',
  'overflow-softmax': 'softmax does not subtract the largest score first, and overflows',
  'swapped-qk': 'q and k are swapped',
};

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

function quotedTokens(tokens: readonly string[]): string {
  const most = 160;
  const text = tokens.join(' ');
  const short = Array.from(text);
  return quoted(short.length > most ? `${short.slice(0, most).join('')} …` : text);
}

/** Its paragraphs. */
export function about(scene: Scene, trace: TraceLike): readonly string[] {
  const { attention, block, positions: place, mistake } = withDefaults(scene);
  const { tokens, keyTokens, layers } = trace;
  const { H = 1, H_kv = 1 } = trace.symbols;
  const parts = [
    counted(tokens.length, 'token'),
    layers > 1 ? counted(layers, 'layer') : null,
    counted(H, 'head'),
    H === H_kv ? null : counted(H_kv, 'key/value head'),
    scores[attention.score],
    positions[place.kind],
    attention.softcap === 0 ? null : 'a soft cap (arXiv:2408.00118)',
    aboutMask(attention.mask),
    attention.normalizer === 'sparsemax' ? 'sparsemax (arXiv:1602.02068)' : null,
    attention.temperature === 1 ? null : `temperature ${attention.temperature}`,
    attention.roundWeights === null ? null : `weights rounded to ${counted(attention.roundWeights, 'decimal')}`,
    block.residual ? 'a residual' : null,
    block.norm === 'none' ? null : `${block.norm === 'rms' ? 'root mean square' : 'layer'} norm (${block.place})`,
    block.feedForward === null ? null : `a feed-forward network (${block.feedForward.activation})`,
  ].filter((part) => part !== null);
  return [
    `${scene.encoder === undefined ? 'Self-attention' : 'Cross-attention'}, step by step: ${quotedTokens(tokens)}`,
    ...(scene.encoder === undefined ? [] : [`Keys and values come from: ${quotedTokens(keyTokens)}`]),
    `${parts.join(', ')}.`,
    ...(mistake === null ? [] : [`WITH A MISTAKE, made on purpose (${mistake}): ${mistakes[mistake]}.`]),
  ];
}
