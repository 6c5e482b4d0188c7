/** q and k without v: they make weights, but no output. */
import type { SceneCore } from '../../core/types.ts';
import { givenLimits, tensorValues } from '../../scene/given-tensors.ts';
import { givenLayers } from '../../scene/layers.ts';
import type { GivenLayer, Scene } from '../../scene/types.ts';
import { without } from '../../scene/without.ts';
import { refuse } from '../types.ts';
import { packTensor } from './pack-tensor.ts';
import type { Row } from './rows.ts';

/** Whether the tensors have q and k, and nothing else of attention. */
export const lackValues = (rows: readonly Row[]): boolean => {
  const has = (wanted: string): boolean => rows.some(({ role }) => role === wanted);
  return has('q') && has('k') && !has('v') && !has('weights') && !has('scores');
};

/**
 * The scene of the scores that the core computes of q and k, if it has no v, which the core needs beside them. The scale 1/√d_k stays a setting, like
 * mask and temperature. Throws ImportError if there would be too many scores, and AttentionError.
 */
export function withScores(core: SceneCore, scene: Scene): Scene {
  const layers = givenLayers(scene.embedding);
  const [first] = layers;
  const { kvHeads = scene.attention.heads, ...attention } = scene.attention;
  if (first?.q === undefined || first.k === undefined || first.v !== undefined) return scene;
  const [queries = 0, width = 0] = tensorValues(first.q, 2).shape;
  const [keys = 0] = tensorValues(first.k, 2).shape;
  const { heads } = attention;
  if (layers.length * heads * queries * keys > givenLimits.numbers)
    refuse('too-large', (words) => words.model.manyScores(layers.length * heads * queries * keys, givenLimits.numbers));
  const v = packTensor({ shape: [keys, kvHeads], data: new Float32Array(keys * kvHeads) });
  const trace = core.attend(
    { ...scene, embedding: { kind: 'qkv', layers: layers.map((layer) => ({ ...layer, v })) } },
    { lazy: true },
  );
  try {
    const scored = layers.map(
      (layer, index): GivenLayer => ({
        ...without(without(layer, 'q'), 'k'),
        scores: packTensor(trace.tensor('scores', { layer: index })),
      }),
    );
    return {
      ...scene,
      embedding: { kind: 'qkv', layers: scored },
      attention: { ...attention, score: 'given', scale: 1 / Math.sqrt(width / heads) },
    };
  } finally {
    trace.dispose();
  }
}
