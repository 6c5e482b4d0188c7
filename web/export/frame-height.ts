import { hasMore } from '../scene/tokenize.ts';
import type { Scene, Tokenizer } from '../scene/types.ts';

// The rules by which `<self-attention>` keeps room (web/element/placeholder.ts), in px of a frame of NARROW and more; a test holds
// the numbers to those rules.

/** From here on a heatmap and arcs stand side by side; controls take the most lines. */
const NARROW = 576;
const EDGES = 26;
const GAP = 12;
/** No part grows with more tokens than this. */
const MOST = 16;

const CONTROL = { height: 44, width: 208, between: 24, lines: 4 } as const;
const wider: Readonly<Record<string, number>> = {
  sentence: NARROW,
  mask: 416,
  head: 496,
  temperature: 336,
  score: 256,
  mistake: 512,
};
const SENTENCE_CONTROL = 64;
const allControls = 'sentence head layer mask temperature score heads positions seed digits mistake'.split(' ');
/** More than the room has: a frame that is too low cuts, where the room grows. Longer computations scroll. */
const STEPS = 13;

const isSquare = (name: string | undefined): boolean => name === 'heatmap' || name === 'arcs';

/** px that a frame with these parts and controls takes, before it has said its own height; right from a width of 576 px on. */
export function frameHeight(scene: Scene, show: readonly string[], controls: readonly string[]): number {
  const queries = lengthOf(scene, scene.tokenizer);
  const keys = scene.encoder === undefined ? queries : lengthOf(scene.encoder, scene.tokenizer);
  const rows = Math.max(queries, keys);
  const step = 240 + Math.min(rows * 26, 384);
  const fixed: Readonly<Record<string, number>> = {
    sentence: 28,
    tokens: 52,
    reading: 56,
    heatmap: Math.min(48 + queries * 88, 448) + 28,
    arcs: Math.min(28 + rows * 32, 448) + 36,
    arithmetic: 176,
    steps: STEPS * (step + GAP) - GAP,
  };
  const names = [...new Set(show)];
  const parts: number[] = [];
  names.forEach((name, at) => {
    const height = fixed[name] ?? step;
    if (isSquare(name) && isSquare(names[at - 1])) parts.push(Math.max(height, parts.pop() ?? 0));
    else parts.push(height);
  });
  const desk = controls.includes('all') ? allControls : controls.filter((name) => name !== 'none');
  if (desk.length > 0) parts.unshift(deskHeight(desk.filter((name) => name !== 'layer' || (scene.layers ?? 1) > 1)));
  return parts.reduce((sum, height) => sum + height, EDGES + GAP * Math.max(0, parts.length - 1));
}

function lengthOf({ tokens, sentence = '' }: Pick<Scene, 'tokens' | 'sentence'>, tokenizer: Tokenizer = {}): number {
  if (tokens !== undefined) return Math.min(tokens.length, MOST);
  let length = 0;
  while (length < MOST && hasMore(length, sentence, tokenizer)) length += 1;
  return length;
}

/** They stand in lines, as many in each as fit. */
function deskHeight(controls: readonly string[]): number {
  const lines: number[] = [];
  let left = 0;
  for (const name of controls) {
    const width = Math.min(wider[name] ?? CONTROL.width, NARROW - EDGES);
    const height = name === 'sentence' ? SENTENCE_CONTROL : CONTROL.height;
    if (lines.length === 0 || width > left) {
      lines.push(height);
      left = NARROW - EDGES;
    } else lines.push(Math.max(height, lines.pop() ?? 0));
    left -= width + CONTROL.between;
  }
  return lines.reduce((sum, height) => sum + height, CONTROL.lines * Math.max(0, lines.length - 1));
}
