import type { SceneCore } from '../core/types.ts';
import { fitMask } from '../scene/controls.ts';
import { keyTokensOf, tokensOf } from '../scene/tokenize.ts';
import type { GivenMatrices, Parameters, Positions, Scene } from '../scene/types.ts';
import { identity } from '../scene/values.ts';
import type { Widths } from '../trace/trace-outline.ts';
import { describeScene } from './compute.ts';
import { table } from './meaning-table.ts';
import { headWidths, withHeads, withWidths } from './parameter-choices.ts';
import { followTokens, onlyGivenScores } from './scene-choices.ts';

/**
 * Takes along what a pressed choice cannot work without (see parameter-choices.ts): each rule changes only what would
 * otherwise be an error, and the reader sees it change. `before` is the scene that the press began with. Never used for
 * what is typed. The core says how wide a scene's tensors are, once its parameters are such that they can be made.
 */
export function completeScene(scene: Scene, before: Scene, widths: Widths, core: SceneCore): Scene {
  const rules = [
    placedHeads,
    asManyLayers,
    fittingScores,
    fitModel,
    dividedHeads,
    withoutPosition,
    pairedKeys,
    wideOutput,
    alongTokens,
    possibleMistake,
  ];
  return rules.reduce((mended, rule) => rule(mended, { before, widths, core }), scene);
}

interface Need {
  readonly before: Scene;
  readonly widths: Widths;
  readonly core: SceneCore;
}

/** Given scores are for so many queries and keys; with others they are computed. */
function fittingScores(scene: Scene): Scene {
  const { score, scores, ...attention } = scene.attention;
  const fits =
    scores === undefined ||
    (scores.length === tokensOf(scene).length && scores[0]?.length === keyTokensOf(scene).length);
  return score !== 'given' || fits || onlyGivenScores(scene) ? scene : { ...scene, attention };
}

/** A head that goes by places brings its positions along; other positions take the place of such heads. */
function placedHeads(scene: Scene, { before }: Need): Scene {
  const { parameters, positions } = scene;
  if (parameters.kind !== 'handmade') return scene;
  if (!parameters.heads.some((head) => table.placed.includes(head)) || same(positions, table.positions)) return scene;
  if (positions === before.positions) return { ...scene, positions: table.positions };
  const left = parameters.heads.filter((head) => !table.placed.includes(head));
  const heads = left.length > 0 ? left : table.heads.slice(0, 1);
  return withHeads({ ...scene, parameters: { ...parameters, heads } }, heads.length);
}

const same = (a: Positions | undefined, b: Positions): boolean =>
  a !== undefined && Object.entries(b).every(([key, value]) => Reflect.get(a, key) === value);

/** d_model changed (a position was joined on): matrices written for another give way to drawn ones. */
function fitModel(scene: Scene, { before, widths, core }: Need): Scene {
  const { parameters } = scene;
  const { dModel } = describeScene(core, scene);
  if (scene.embedding.kind === 'qkv' || dModel === 0 || dModel === describeScene(core, before).dModel) return scene;
  const fits =
    parameters.kind === 'handmade'
      ? scene.embedding.kind === 'table' && scene.embedding.rows === undefined
      : (parameters.kind !== 'given' && parameters.kind !== 'stack') ||
        matricesOf(parameters)[0]?.wQ?.length === dModel;
  return fits ? scene : { ...scene, parameters: withWidths(parameters, widths) };
}

/** Where d_model does not divide by the heads, their widths are named. */
function dividedHeads(scene: Scene, { widths, core }: Need): Scene {
  const { parameters, attention } = scene;
  if (parameters.kind !== 'random' && parameters.kind !== 'identity') return scene;
  if (describeScene(core, scene).dModel % attention.heads === 0) return scene;
  return { ...scene, parameters: { ...headWidths(widths), ...parameters } };
}

/** Positions that turn or compare queries need queries. */
function withoutPosition(scene: Scene): Scene {
  const kind = scene.positions?.kind ?? 'none';
  const bare = scene.embedding.kind === 'qkv';
  const needsQueries = kind === 'rope' || kind === 'relative';
  const needsWords = kind === 'sinusoidal' || kind === 'learned';
  if (!(scene.attention.score === 'given' && needsQueries) && !(bare && needsWords)) return scene;
  const { positions: _, ...rest } = scene;
  return rest;
}

/** RoPE turns pairs of numbers: an odd d_k becomes one more. */
function pairedKeys(scene: Scene, { widths, core }: Need): Scene {
  const { parameters, positions } = scene;
  if (positions?.kind !== 'rope' || scene.embedding.kind === 'qkv') return scene;
  const { dK } = describeScene(core, scene);
  if (dK % 2 === 0) return scene;
  const kept =
    parameters.kind === 'random' || parameters.kind === 'identity' ? parameters : withWidths(parameters, widths);
  return { ...scene, parameters: { ...kept, dK: dK + 1 } };
}

/** What goes on into a block or another layer must be as wide as what the layer read: through w_o. */
function wideOutput(scene: Scene, { core }: Need): Scene {
  const { parameters, block = {}, layers = 1, attention } = scene;
  const around = layers > 1 || block.residual || (block.norm ?? 'none') !== 'none' || block.feedForward !== undefined;
  if (!around) return scene;
  const { dModel, dV } = describeScene(core, scene);
  const wide = attention.heads * dV;
  if (wide === 0 || wide === dModel) return scene;
  switch (parameters.kind) {
    case 'random':
    case 'identity':
      return { ...scene, parameters: { ...parameters, output: true } };
    case 'given':
    case 'stack':
      return { ...scene, parameters: each(parameters, (own) => ({ wO: identity(wide, dModel), ...own })) };
    default:
      // Heads made by hand bring their own w_o.
      return scene;
  }
}

/** Where each layer has matrices or heads of its own, the last ones are repeated, or those beyond are dropped. */
function asManyLayers(scene: Scene): Scene {
  const { parameters, layers = 1 } = scene;
  if (parameters.kind === 'stack' && parameters.layers.length !== layers) {
    return { ...scene, parameters: { ...parameters, layers: repeated(parameters.layers, layers) } };
  }
  if (parameters.kind !== 'handmade' || parameters.later === undefined) return scene;
  const { later, ...first } = parameters;
  const { heads } = first;
  if (layers === 1) return { ...scene, parameters: first };
  // As many heads as the first layer has; where there are too few, its own.
  const lists = repeated(later, layers - 1).map((names) =>
    [...names, ...heads.slice(names.length)].slice(0, heads.length),
  );
  return { ...scene, parameters: { ...first, later: lists } };
}

const repeated = <Value>(values: readonly Value[], count: number): readonly Value[] =>
  Array.from({ length: count }, (_, index) => values[Math.min(index, values.length - 1)]).filter(
    (one) => one !== undefined,
  );

/** What is of as many queries and keys follows the sentences; lengths of a mask end with the keys. */
function alongTokens(given: Scene): Scene {
  const scene = followTokens(given);
  const { mask } = scene.attention;
  if (mask?.kind === 'painted') return scene;
  const counts = { queries: tokensOf(scene).length, keys: keyTokensOf(scene).length };
  if (mask === undefined || counts.keys === 0) return scene;
  const fitting = fitMask(mask, counts);
  return fitting === mask ? scene : { ...scene, attention: { ...scene.attention, mask: fitting } };
}

/** A mistake that cannot be made any more is none. */
function possibleMistake(scene: Scene, { core }: Need): Scene {
  const { mistake, ...rest } = scene;
  return mistake && describeScene(core, scene).problem?.path === '/mistake' ? rest : scene;
}

type Written = Extract<Parameters, { kind: 'given' | 'stack' }>;

const matricesOf = (parameters: Written): readonly GivenMatrices[] =>
  parameters.kind === 'given' ? [parameters] : parameters.layers;

const each = (parameters: Written, change: (layer: GivenMatrices) => GivenMatrices): Parameters =>
  parameters.kind === 'given'
    ? { ...change(parameters), kind: 'given' }
    : { ...parameters, layers: parameters.layers.map(change) };
