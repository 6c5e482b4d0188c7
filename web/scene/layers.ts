import { isPacked } from './given-tensors.ts';
import type { Embedding, GivenLayer, Scene } from './types.ts';
import { without } from './without.ts';

type Layered = Pick<Scene, 'embedding' | 'layers'>;

/** The number of layers: those that are given, or those that read each other. */
export const layerCount = ({ embedding, layers = 1 }: Layered): number =>
  embedding.kind === 'qkv' ? (embedding.layers?.length ?? layers) : layers;

/** Whether q, k and v, scores or weights are those of the layers of somebody else's model. */
export const isOfModel = ({ embedding }: Pick<Scene, 'embedding'>): boolean =>
  embedding.kind === 'qkv' && embedding.layers !== undefined;

/** The layers of somebody else's model; none where a scene computes its own. */
export function givenLayers(embedding: Embedding): readonly GivenLayer[] {
  if (embedding.kind !== 'qkv') return [];
  const { kind: _, layers, ...only } = embedding;
  return layers ?? [only];
}

/** The layer that a scene shows, from 0: the one that it names, or else the last. A result of an earlier scene may have fewer. */
export const shownLayer = (scene: Layered & Pick<Scene, 'view'>, layers: number = layerCount(scene)): number =>
  Math.min(scene.view?.layer ?? layers - 1, layers - 1);

/** The scene without a layer that it need not name. */
export function withoutLastLayer(scene: Scene): Scene {
  const { view } = scene;
  if (view?.layer === undefined || view.layer !== layerCount(scene) - 1) return scene;
  const rest = without(view, 'layer');
  return Object.keys(rest).length > 0 ? { ...scene, view: rest } : without(scene, 'view');
}

/** The scene as a link or a document has it: with the layer that it shows, where there are several. */
export const withNamedLayer = (scene: Scene): Scene =>
  layerCount(scene) === 1 ? scene : { ...scene, view: { ...scene.view, layer: shownLayer(scene) } };

/**
 * The scene of a link. Releases that showed the first layer unless told otherwise left it out of their links, and the
 * stage showed the last one then as it does now.
 */
export const withLayerOfLink = (scene: Scene): Scene =>
  layerCount(scene) === 1 || scene.view?.layer !== undefined || scene.view?.at !== undefined
    ? scene
    : { ...scene, view: { ...scene.view, layer: 0 } };

/** Characters of packed tensors, which are most of a scene that has any: writing them all to see that takes long. */
export const packedLength = ({ embedding }: Scene): number =>
  givenLayers(embedding)
    .flatMap((layer) => Object.values(layer).filter(isPacked))
    .reduce((sum, { float32 }) => sum + float32.length, 0);
