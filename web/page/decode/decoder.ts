/** A scene, token after token: what the core computes of each step, what a cache keeps of it, and what it saves. */
import type { Decoding, SceneCore, Trace } from '../../core/types.ts';
import { weightsStepOf } from '../../core/weights-step.ts';
import type { Mask, Scene } from '../../scene/types.ts';
import { without } from '../../scene/without.ts';
import { chooseKvHeads, groupings } from '../../session/parameter-choices.ts';

export type Sharing = 'own' | 'mha' | 'gqa' | 'mqa';
export type Keeping = 'all' | 'window' | 'sinks';

export interface CacheChoice {
  readonly sharing: Sharing;
  readonly keeping: Keeping;
  /** The keys that a token sees, its own among them. */
  readonly window: number;
  readonly sinks: number;
  /** The most keys that the cache may hold; null: any number. */
  readonly limit: number | null;
}

/** Heads that are drawn for a scene with too few to share keys, and the width of each. */
const DRAWN = { heads: 8, width: 8 };
/** Above this, the numbers are not computed a second time to compare them. */
const MOST_COMPARED = 1e8;
/** Keys of a window, of sinks and of a limit. */
export const MOST_KEYS = 4096;
/** Columns of the picture. */
export const MOST_TOKENS = 256;

/** Whether keys of the scene's own heads can be shared. Handmade heads cannot. */
export const sharesOwnHeads = ({ attention, parameters }: Scene): boolean =>
  attention.heads > 1 && parameters.kind !== 'handmade';

const headsOf = (scene: Scene): number => (sharesOwnHeads(scene) ? scene.attention.heads : DRAWN.heads);

const kvHeadsOf = ({ attention: { heads, kvHeads = heads } }: Scene): number => kvHeads;

/** The key/value heads of each choice that the scene has. GQA has as many as the scene, if its heads share keys. */
export function sharings(scene: Scene): readonly (readonly [Sharing, number])[] {
  const heads = headsOf(scene);
  const isGrouped = (count: number): boolean => count > 1 && count < heads;
  const between = groupings(heads).filter(isGrouped);
  const own = sharesOwnHeads(scene) ? kvHeadsOf(scene) : heads;
  const grouped = isGrouped(own) ? own : between[Math.floor(between.length / 2)];
  return [
    ...(sharesOwnHeads(scene) ? [] : [['own', scene.attention.heads] as const]),
    ['mha', heads],
    ...(grouped === undefined ? [] : [['gqa', grouped] as const]),
    ['mqa', 1],
  ];
}

/** What the scene has. */
export function ownSharing(scene: Scene): Sharing {
  if (!sharesOwnHeads(scene)) return 'own';
  return sharings(scene).find(([, count]) => count === kvHeadsOf(scene))?.[0] ?? 'mha';
}

/** What the mask of the scene lets a cache forget. Numbers that it does not have keep their default. */
export function ownKeeping({ attention: { mask } }: Scene): Partial<CacheChoice> {
  if (mask?.kind !== 'window') return {};
  const { before, sinks = 0 } = mask;
  // A window or sinks of more keys than any sentence here hide none of them.
  if (Math.max(before, sinks) >= MOST_KEYS) return {};
  return { window: before + 1, ...(sinks > 0 ? { keeping: 'sinks', sinks } : { keeping: 'window' }) };
}

export const maskOf = ({ keeping, window, sinks }: CacheChoice): Mask =>
  keeping === 'all'
    ? { kind: 'causal' }
    : { kind: 'window', before: window - 1, after: 0, ...(keeping === 'sinks' && { sinks }) };

/** The scene with the choice, and without what a cache cannot have. */
function decoded(core: SceneCore, given: Scene, choice: CacheChoice): Scene {
  const scene: Scene = { ...given, attention: { ...given.attention, mask: maskOf(choice) } };
  const kvHeads = sharings(given).find(([sharing]) => sharing === choice.sharing)?.[1];
  if (choice.sharing === 'own' || kvHeads === undefined) return scene;
  if (sharesOwnHeads(given)) {
    if (kvHeads === kvHeadsOf(given)) return scene;
    const { dModel, dK, dV } = core.describe(scene);
    const { length } = scene.tokens ?? [];
    return chooseKvHeads(scene, kvHeads, { queries: length, keys: length, dWord: dModel, dModel, dK, dV });
  }
  const { heads, width } = DRAWN;
  return {
    ...scene,
    parameters: { kind: 'random', init: 'xavier', seed: 1, dK: width, dV: width, output: true },
    attention: { ...scene.attention, heads, kvHeads },
  };
}

/** The scene's first tokens alone. */
function first(scene: Scene, tokens: readonly string[]): Scene {
  const { embedding } = scene;
  const own: Scene = { ...without(without(scene, 'sentence'), 'tokenizer'), tokens };
  return embedding.kind === 'given'
    ? { ...own, embedding: { ...embedding, x: embedding.x.slice(0, tokens.length) } }
    : own;
}

export interface DecodeStep {
  readonly tokens: readonly string[];
  readonly heads: number;
  readonly kvHeads: number;
  readonly layers: number;
  /** Which keys the last token sees. */
  readonly visible: readonly boolean[];
  /** Its weights. */
  readonly weights: Float32Array;
  readonly decoding: Decoding;
  /** Rows of k that the core computed for this step, of one layer. */
  readonly computed: number;
  /** Whether its numbers have the bits of recomputing everything; null: too much to compute twice. */
  readonly isSame: boolean | null;
}

export class Decoder {
  readonly scene: Scene;
  private readonly trace: Trace;

  /** Throws AttentionError. */
  constructor(
    private readonly core: SceneCore,
    given: Scene,
    /** At least one. */
    tokens: readonly string[],
    private readonly choice: CacheChoice,
  ) {
    const { embedding } = given;
    // Else every new word would make the vectors longer.
    const words = new Set(tokens).size;
    const scene: Scene =
      embedding.kind === 'oneHot' && embedding.dModel === undefined
        ? { ...given, embedding: { ...embedding, dModel: words } }
        : given;
    this.scene = decoded(core, scene, choice);
    this.trace = core.attend(first(this.scene, tokens.slice(0, 1)), { lazy: true });
  }

  /** The step that adds the last of these tokens. Throws AttentionError, and the trace is then as before, or that of the tokens before the last. */
  step(tokens: readonly string[], layer: number, head: number): DecodeStep {
    const { trace, choice } = this;
    const count = tokens.length;
    const before = tokens.slice(0, -1);
    if (count > 1 && String(trace.tokens) !== String(before)) {
      trace.update(first(this.scene, before));
      lastRow(trace, count - 1);
    }
    if (count > 1 && this.scene.embedding.kind !== 'given')
      trace.append(tokens[count - 1] ?? '', choice.limit === null ? {} : { mostKeys: choice.limit });
    else trace.update(first(this.scene, tokens));
    const decoding = trace.decoding();
    const numbers = lastRow(trace, count);
    const { heads, kvHeads = heads } = this.scene.attention;
    const { data } = trace.tensor('masked', { layer, head, rows: [count - 1, count] });
    return {
      tokens,
      heads,
      kvHeads,
      layers: trace.layers,
      visible: Array.from(data, (score) => score !== Number.NEGATIVE_INFINITY),
      weights: trace.tensor(weightsStepOf(trace.steps, layer), { layer, head, rows: [count - 1, count] }).data,
      decoding,
      computed: (trace.computed['k'] ?? 0) / trace.layers,
      isSame: decoding.recomputed > MOST_COMPARED ? null : this.isSame(tokens, numbers),
    };
  }

  private isSame(tokens: readonly string[], numbers: Float32Array): boolean {
    const whole = this.core.attend(first(this.scene, tokens));
    try {
      const others = new Uint32Array(lastRow(whole, tokens.length).buffer);
      return new Uint32Array(numbers.buffer).every((one, index) => one === others[index]);
    } finally {
      whole.dispose();
    }
  }

  dispose(): void {
    this.trace.dispose();
  }
}

/** Of the last tensor: everything that the token needs is then computed. */
function lastRow(trace: Trace, count: number): Float32Array {
  const last = trace.steps.at(-1);
  return trace.tensor(last?.name ?? '', { layer: trace.layers - 1, rows: [count - 1, count] }).data;
}

/** What each token costs. Nothing is computed. */
export function costsOf(
  core: SceneCore,
  scene: Scene,
  tokens: readonly string[],
  known: readonly Decoding[] = [],
): readonly Decoding[] {
  const costs = [...known];
  if (costs.length >= tokens.length) return costs.slice(0, tokens.length);
  const trace = core.attend(first(scene, tokens.slice(0, costs.length + 1)), { lazy: true });
  try {
    costs.push(trace.decoding());
    while (costs.length < tokens.length) {
      trace.update(first(scene, tokens.slice(0, costs.length + 1)));
      costs.push(trace.decoding());
    }
  } finally {
    trace.dispose();
  }
  return costs;
}

/** The same scene with a cache of every key of every head. */
export const plainScene = (core: SceneCore, scene: Scene, choice: CacheChoice): Scene =>
  decoded(core, scene, { ...choice, keeping: 'all', sharing: choice.sharing === 'own' ? 'own' : 'mha' });
