import type { Parameter, Step, Tensor, Trace } from '../core/types.ts';
import type { Scene } from '../scene/types.ts';

/** A scene that worked, and what the core made of it. Each tensor is copied out of the core once, when it is first drawn. */
export class Work {
  readonly tokens: readonly string[];
  readonly keyTokens: readonly string[];
  readonly layers: number;
  readonly layer: number;
  readonly heads: number;
  readonly head: number;
  readonly digits: number;
  private readonly copies = new Map<string, Tensor>();

  constructor(
    readonly scene: Scene,
    readonly trace: Trace,
  ) {
    const { view } = scene;
    this.tokens = trace.tokens;
    this.keyTokens = trace.keyTokens;
    this.layers = trace.layers;
    this.layer = Math.min(view?.layer ?? 0, this.layers - 1);
    this.heads = trace.symbols['H'] ?? 1;
    this.head = Math.min(view?.head ?? 0, this.heads - 1);
    this.digits = view?.digits ?? 2;
  }

  /** Of the layer on show. */
  get steps(): readonly Step[] {
    return this.trace.steps.filter((step) => step.layer === this.layer);
  }

  /** The step as the layer on show sees it: its own, or the last before it. */
  step(name: string, layer = this.layer): Step | undefined {
    return this.trace.steps.findLast((step) => step.name === name && step.layer <= layer);
  }

  parameter(name: string, layer = this.layer): Parameter | undefined {
    return this.trace.parameters.findLast((one) => one.name === name && one.layer <= layer);
  }

  /** The layer whose tensor a name means, seen from a layer. */
  layerOf(name: string, layer = this.layer): number {
    return (this.step(name, layer) ?? this.parameter(name, layer))?.layer ?? layer;
  }

  tensor(name: string, layer = this.layer): Tensor {
    const of = this.layerOf(name, layer);
    const key = `${name} ${of}`;
    let copy = this.copies.get(key);
    if (copy === undefined) {
      copy = this.trace.tensor(name, { layer: of });
      this.copies.set(key, copy);
    }
    return copy;
  }

  /** One head's (T_q, T_k); null for a step that is off. */
  ofHead(name: string): Float32Array | null {
    if (this.step(name) === undefined) return null;
    const { shape, data } = this.tensor(name);
    const size = (shape[1] ?? 0) * (shape[2] ?? 0);
    return data.subarray(this.head * size, (this.head + 1) * size);
  }

  /** Which slice of a tensor belongs to the head on show: groups of heads share a key/value head. */
  slice([outer]: readonly string[]): number {
    if (outer === 'H') return this.head;
    const shared = this.trace.symbols['H_kv'] ?? this.heads;
    return outer === 'H_kv' ? Math.floor(this.head / (this.heads / shared)) : 0;
  }
}
