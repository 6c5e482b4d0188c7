import type { TemplateResult } from 'lit';
import type { Parameter, Step, Tensor, TensorWindow, Trace } from '../core/types.ts';
import type { Source } from '../page/matrix-editor/edits.ts';
import type { Scene } from '../scene/types.ts';
import { type AxisLabels, type Focus, type Reading, readRow, type TraceReader, traceReader } from '../views/index.ts';
import type { Region } from '../views/overview/region.ts';
import type { Excerpt } from '../views/shared/focus.ts';
import { labelsFor, labelsOf } from '../views/trace/labels.ts';
import { type Variances, variancesOf } from './variances.ts';

/**
 * One layer of a scene that worked, and what the core made of it. Each tensor, and each head of one, is copied out of the core
 * once, when it is first drawn; after `dispose` what was copied can still be read.
 */
export class Picture {
  readonly tokens: readonly string[];
  readonly keyTokens: readonly string[];
  readonly vocabulary: readonly string[];
  /** Of this layer. */
  readonly steps: readonly Step[];
  readonly layers: number;
  readonly heads: number;
  readonly digits: number;
  readonly labels: AxisLabels;
  protected spread: Variances | null | undefined;

  constructor(
    readonly scene: Scene,
    /** The core's own; gone after `dispose`. */
    readonly trace: Trace,
    /** The layer on show, from 0. */
    readonly layer = 0,
    protected readonly shared: Shared = { copies: new Map(), siblings: new Map(), reader: null },
  ) {
    this.tokens = trace.tokens;
    this.keyTokens = trace.keyTokens;
    this.vocabulary = trace.vocabulary;
    this.steps = trace.layers === 1 ? trace.steps : trace.steps.filter((step) => step.layer === layer);
    this.layers = trace.layers;
    this.heads = this.symbol('H', 1);
    this.digits = scene.view?.digits ?? 2;
    this.labels = labelsOf(scene, trace);
    shared.siblings.set(layer, this);
  }

  /** Of all layers. */
  get reader(): TraceReader {
    const { trace, shared } = this;
    shared.reader ??= traceReader({
      tokens: trace.tokens,
      keyTokens: trace.keyTokens,
      vocabulary: trace.vocabulary,
      steps: trace.steps,
      parameters: trace.parameters,
      symbols: trace.symbols,
      tensor: (name, { layer: of } = {}) => this.tensor(name, of ?? trace.layers - 1),
    });
    return shared.reader;
  }

  /** Where there are too many tokens to draw them all: the queries (rows) and keys (columns) that are drawn. */
  get lens(): Region | null {
    return null;
  }

  /** In place of all tokens one by one. */
  strip(_marked: readonly number[], _focusOn: Focus): TemplateResult | null {
    return null;
  }

  /** A sentence on what is drawn of each step, where that is not all; else empty. */
  get excerpt(): string {
    return '';
  }

  /** In place of the attention panel's own pictures. */
  pictures(_view: AttentionView): TemplateResult | null {
    return null;
  }

  /** What is drawn of a tensor, of one slice where it has heads; null while it is on its way. */
  shown(name: string, _slice: number): Shown | null {
    return { tensor: this.tensor(name), excerpt: null };
  }

  /** The same picture with another layer on show. */
  at(layer: number): Picture {
    return this.shared.siblings.get(layer) ?? new Picture(this.scene, this.trace, layer, this.shared);
  }

  /** Whether `source` has the numbers that the editor of a matrix begins with; where it has not, they are on their way. */
  holds(_name: string): boolean {
    return true;
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

  parameter(name: string, layer = this.layer): Parameter | undefined {
    return newest(this.trace.parameters, name, layer);
  }

  /** The step as this layer sees it: its own, or the last before it (the embeddings of a second sentence). */
  step(name: string, layer = this.layer): Step | undefined {
    return newest(this.trace.steps, name, layer);
  }

  /** The layer whose tensor a name means, seen from a layer. */
  layerOf(name: string, layer = this.layer): number {
    return (this.step(name, layer) ?? this.parameter(name, layer))?.layer ?? layer;
  }

  tensor(name: string, layer = this.layer): Tensor {
    const of = this.layerOf(name, layer);
    return this.copied(`${name} ${of}`, name, { layer: of });
  }

  /** What dividing by √d_k does to the variances, in this layer; null where there are no q and k. */
  get variances(): Variances | null {
    if (this.spread === undefined) this.spread = variancesOf(this);
    return this.spread;
  }

  /** One head's (T_q, T_k) of scores … weights, the same as long as the picture is; null for a step that is off. */
  ofHead(name: string, head: number): Float32Array | null {
    if (this.step(name) === undefined) return null;
    const layer = this.layerOf(name);
    return this.copied(`${name} ${layer} ${head}`, name, { layer, head }).data;
  }

  private copied(key: string, name: string, window: TensorWindow): Tensor {
    let copy = this.shared.copies.get(key);
    if (copy === undefined) {
      copy = this.trace.tensor(name, window);
      this.shared.copies.set(key, copy);
    }
    return copy;
  }

  /** What the row of weights of a query means. */
  reading(head: number, query: number): Reading {
    return readRow({
      queryLabels: this.tokens,
      keyLabels: this.keyTokens,
      weights: this.ofHead('weights', head) ?? new Float32Array(),
      masked: this.ofHead('masked', head),
      query,
    });
  }

  /** Which slice of a tensor belongs to a query head: groups of heads share a key/value head. */
  slice(axes: readonly string[], head: number): number {
    if (axes[0] === 'H') return head;
    if (axes[0] !== 'H_kv') return 0;
    return Math.floor(head / (this.heads / this.symbol('H_kv', this.heads)));
  }

  /** Names along the axes of a tensor. */
  labelsFor(name: string): AxisLabels {
    return labelsFor(name, this.scene, this.labels);
  }

  dispose(): void {
    this.trace.dispose();
  }
}

export interface Shown {
  readonly tensor: Tensor;
  /** Null: all of it is there. */
  readonly excerpt: Excerpt | null;
}

/** What the attention panel shows of a picture. */
export interface AttentionView {
  readonly head: number;
  readonly query: number;
  readonly focusOn: Focus | null;
  /** What the weights are called. */
  readonly label: string;
}

/** What the layers of one picture have in common. */
interface Shared {
  readonly copies: Map<string, Tensor>;
  readonly siblings: Map<number, Picture>;
  reader: TraceReader | null;
}

function newest<Named extends { readonly name: string; readonly layer: number }>(
  all: readonly Named[],
  name: string,
  layer: number,
): Named | undefined {
  return all.findLast((one) => one.name === name && one.layer <= layer);
}
