import type { Rows, Scene } from '../../scene/types.ts';

const inputs: Rows = [
  [1, 0, 1, 0],
  [0, 2, 0, 2],
  [1, 1, 1, 1],
];

/** The three inputs and the parameters that two of the five documents share. */
export const threeInputs = {
  x: inputs,
  wQ: [
    [1, 0, 1],
    [1, 0, 0],
    [0, 0, 1],
    [0, 1, 1],
  ],
  wK: [
    [0, 0, 1],
    [1, 1, 0],
    [0, 1, 0],
    [1, 1, 0],
  ],
  wV: [
    [0, 2, 0],
    [0, 3, 0],
    [1, 0, 3],
    [1, 1, 0],
  ],
} as const;

const { x, wQ, wK, wV } = threeInputs;

export const illustrated: Scene = {
  version: 1,
  tokens: ['Input 1', 'Input 2', 'Input 3'],
  embedding: { kind: 'given', x },
  parameters: { kind: 'given', wQ, wK, wV },
  attention: { heads: 1, score: 'dot' },
  view: { focus: 0, lesson: 'illustrated' },
};
