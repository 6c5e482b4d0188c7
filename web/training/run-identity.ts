/** What a snapshot belongs to: the parts of a run that decide what its numbers mean. */
import { objectArgument, refuse } from '../core/calls.ts';
import { described, message } from '../scene/error.ts';
import type { Scene } from '../scene/types.ts';
import type { RunOptions } from './options.ts';
import type { RunIdentity } from './types.ts';

interface Begun {
  readonly symbols: readonly string[];
  readonly tensors: readonly { readonly name: unknown; readonly layer: number; readonly shape: readonly number[] }[];
}

/** Seeds, the batch and the learning rate are left out: a run may continue with others. */
export function identityOf(scene: Scene, options: RunOptions, { symbols, tensors }: Begun): RunIdentity {
  const { heads, kvHeads = heads, score = 'scaledDot', mask, normalizer = 'softmax' } = scene.attention;
  const { task, loss, optimizer } = options;
  return Object.freeze({
    task: task?.kind ?? `loss ${loss?.kind}`,
    symbols: symbols.join(' '),
    optimizer: optimizer.kind,
    heads: `${heads}`,
    kvHeads: `${kvHeads}`,
    score,
    mask: mask?.kind ?? 'none',
    normalizer,
    positions: scene.positions?.kind ?? 'none',
    tensors: tensors.map(({ name, layer, shape }) => `${name}@${layer} ${shape.join('×')}`).join(', '),
  });
}

/**
 * Throws AttentionError `shape` for a snapshot of a different run. Snapshots of earlier releases do not say what they
 * belong to.
 */
export function checkIdentity(given: RunIdentity | undefined, own: RunIdentity): void {
  if (given === undefined) return;
  const known = Object.keys(own);
  const read: Readonly<Record<string, unknown>> = objectArgument('run', given, known);
  for (const [key, value] of Object.entries(own)) {
    if (read[key] === value) continue;
    const what = message`the snapshot is of a run whose ${key} is ${described(read[key])}; here it is ${described(value)}`;
    refuse('/snapshot', what, 'shape');
  }
}
