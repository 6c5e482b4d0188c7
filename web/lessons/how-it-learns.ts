import { scenes } from '../scene/lesson-scenes.ts';
import type { Scene } from '../scene/types.ts';
import { cited, licence } from './papers.ts';
import type { Condition, Lesson } from './types.ts';

const scene = scenes['how-it-learns'];
const view = { focus: 3, lesson: 'how-it-learns' };

/** A sentence with two repeated words and no positions. */
const twice: Scene = { ...scene, sentence: 'a cat saw a dog', view };

/** Every token but the first attends to the previous one. */
const looksBack = (tokens: number): Condition => ({
  all: Array.from({ length: tokens - 1 }, (_, index) => ({
    tensor: 'weights',
    row: index + 1,
    column: index,
    atLeast: 0.9,
  })),
});

const trained = (...all: readonly Condition[]): Condition => ({ all });
const task = (is: string): Condition => ({ training: 'task', is });

/** Tasks are trained on their own screen. */
const trains: Scene = { ...scene, view: { ...view, screen: 'train' } };

/** Enough steps for a model of one layer to learn all it can. */
const ENOUGH = 300;

/** Training: a gradient step by hand, painted weights, and tasks that some models learn and others do not. */
export const howItLearns: Lesson = {
  id: 'how-it-learns',
  scene,
  source: {
    title: 'In-context Learning and Induction Heads',
    links: [
      { title: 'Olsson et al. 2022, In-context Learning and Induction Heads', url: 'https://arxiv.org/abs/2209.11895' },
      { title: 'Loshchilov & Hutter 2017, Decoupled Weight Decay', url: 'https://arxiv.org/abs/1711.05101' },
      ...cited('transformer'),
    ],
    licence,
  },
  pages: [
    {
      id: 'drawn',
      scene,
      points: 'step:weights',
      predict: { tensor: 'weights', index: [0, 3, 0], choices: [0.02, 0.33, 0.9], digits: 2 },
    },
    {
      id: 'one-weight',
      points: 'control:learn',
      until: { tensor: 'weights', row: 3, column: 0, atLeast: 0.5 },
    },
    { id: 'paint', scene, points: 'control:learn', until: looksBack(4) },
    {
      id: 'stuck',
      scene: twice,
      points: 'control:positions',
      until: { all: [{ not: { scene: '/positions/kind', is: 'none' } }, looksBack(5)] },
    },
    {
      id: 'one-layer',
      scene: trains,
      until: trained(
        task('induction'),
        { training: 'layers', is: 1 },
        { training: 'mask', is: 'causal' },
        { training: 'step', atLeast: ENOUGH },
      ),
    },
    {
      id: 'two-layers',
      until: trained(
        task('induction'),
        { training: 'layers', is: 2 },
        { training: 'mask', is: 'causal' },
        { training: 'accuracy', atLeast: 0.95 },
      ),
    },
    {
      id: 'no-mask',
      until: trained(
        task('induction'),
        { training: 'layers', is: 1 },
        { training: 'mask', is: 'none' },
        { training: 'accuracy', atLeast: 0.9 },
      ),
    },
    {
      id: 'no-positions',
      until: trained(
        task('induction'),
        { training: 'layers', is: 2 },
        { training: 'positions', is: 'none' },
        { training: 'step', atLeast: ENOUGH },
      ),
    },
  ],
  challenges: [
    {
      id: 'fewest',
      start: trains,
      check: trained(
        task('previous'),
        { training: 'accuracy', atLeast: 0.95 },
        { training: 'size', atMost: 500 },
        { training: 'step', atLeast: 1 },
      ),
    },
    {
      id: 'first-token',
      check: { tensor: 'weights', column: 0, atLeast: 0.95 },
      forbid: [
        { not: { same: '/sentence' } },
        { not: { same: '/attention' } },
        { not: { same: '/embedding' } },
        { scene: '/parameters/kind', is: 'identity' },
      ],
    },
  ],
};
