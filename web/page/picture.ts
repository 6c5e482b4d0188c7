import type { Step, Tensor, Trace } from '../core/types.ts';
import type { Scene } from '../scene/types.ts';
import { type AxisLabels, type TraceReader, traceReader } from '../views/index.ts';
import { featuresOf } from './catalogue.ts';
import type { Source } from './matrix-edits.ts';

/**
 * A scene that worked and what the core made of it. Each tensor is copied out of the core once, when it is first drawn;
 * after `dispose` what was copied can still be read.
 */
export class Picture {
  readonly scene: Scene;
  readonly tokens: readonly string[];
  readonly vocabulary: readonly string[];
  readonly steps: readonly Step[];
  readonly heads: number;
  readonly digits: number;
  readonly labels: AxisLabels;
  readonly reader: TraceReader;
  /** The core's own; gone after `dispose`. */
  readonly trace: Trace;
  private readonly copies = new Map<string, Tensor>();

  constructor(scene: Scene, trace: Trace) {
    this.scene = scene;
    this.trace = trace;
    this.tokens = trace.tokens;
    this.vocabulary = trace.vocabulary;
    this.steps = trace.steps;
    this.heads = this.symbol('H', 1);
    this.digits = scene.view?.digits ?? 2;
    const features = featuresOf(scene);
    this.labels = { T: trace.tokens, V: trace.vocabulary, ...(features.length > 0 ? { d_model: features } : {}) };
    this.reader = traceReader({
      tokens: trace.tokens,
      vocabulary: trace.vocabulary,
      steps: trace.steps,
      parameters: trace.parameters,
      symbols: trace.symbols,
      keyTokens: trace.keyTokens,
      layers: trace.layers,
      tensor: (name) => this.tensor(name),
      variance: (name, window) => trace.variance(name, window),
      scoreVariances: (window) => trace.scoreVariances(window),
      dispose: () => {},
    });
  }

  /** What the matrix editor reads of it: all layers. */
  get source(): Source {
    const { tokens, keyTokens, vocabulary, layers, steps, parameters } = this.trace;
    return {
      tokens,
      keyTokens,
      vocabulary,
      layers,
      steps,
      parameters,
      tensor: (name, window) => this.trace.tensor(name, window),
    };
  }

  /** A symbol of the formulas: d_model, d_k … Where the trace has no such symbol, the fallback. */
  symbol(name: string, fallback: number): number {
    return this.trace.symbols[name] ?? fallback;
  }

  parameter(name: string) {
    return this.trace.parameters.find((parameter) => parameter.name === name);
  }

  step(name: string): Step | undefined {
    return this.trace.steps.find((step) => step.name === name);
  }

  tensor(name: string): Tensor {
    let copy = this.copies.get(name);
    if (copy === undefined) {
      copy = this.trace.tensor(name);
      this.copies.set(name, copy);
    }
    return copy;
  }

  /** One head's (T_q, T_k) of scores … weights; null for a step that is off. */
  ofHead(name: string, head: number): Float32Array | null {
    if (this.step(name) === undefined) return null;
    const { shape, data } = this.tensor(name);
    const size = (shape[1] ?? 0) * (shape[2] ?? 0);
    return data.subarray(head * size, (head + 1) * size);
  }

  /** Which slice of a tensor belongs to a query head: groups of heads share a key/value head. */
  slice(axes: readonly string[], head: number): number {
    if (axes[0] === 'H') return head;
    if (axes[0] !== 'H_kv') return 0;
    return Math.floor(head / (this.heads / this.symbol('H_kv', this.heads)));
  }

  dispose(): void {
    this.trace.dispose();
  }
}
