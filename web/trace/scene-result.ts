import type { TemplateResult } from 'lit';
import type { Parameter, Step, Tensor, TensorWindow, Trace } from '../core/types.ts';
import { calledIn } from '../lessons/document-names.ts';
import { AttentionError } from '../scene/error.ts';
import type { Scene } from '../scene/types.ts';
import { type AxisLabels, labelsFor, labelsOf } from './descriptions.ts';
import type { Excerpt, Focus } from './focus.ts';
import { type Digits, digitsOf } from './number-format.ts';
import type { Marks } from './out-of-vocabulary.ts';
import type { Reading, WeightRow } from './reading.ts';
import type { Region } from './region.ts';
import { type TraceReader, traceReader } from './trace-reader.ts';

/**
 * One layer of a scene that worked, and what the core made of it. Each tensor, and each head of one, is copied out of the core
 * once, when it is first drawn; after `dispose` what was copied can still be read.
 */
export class ComputedScene {
  readonly tokens: readonly string[];
  readonly keyTokens: readonly string[];
  readonly vocabulary: readonly string[];
  /** Of this layer. */
  readonly steps: readonly Step[];
  readonly layers: number;
  readonly heads: number;
  /** The head that the scene asks to see, as far as there is one, from 0. */
  readonly head: number;
  readonly digits: Digits;
  readonly labels: AxisLabels;
  /** What the document of its lesson calls a tensor, where the scene asks for that. */
  readonly called: (name: string) => string | undefined;
  protected spread: Variances | null | undefined;

  constructor(
    readonly scene: Scene,
    /** The core's own; gone after `dispose`. */
    readonly trace: Trace,
    /** The layer on show, from 0. */
    readonly layer = 0,
    /** The same scene without its mistake; null where it makes none, or that was not computed. */
    private readonly correct: ComputedScene | null = null,
    protected readonly shared: Shared = { copies: new Map(), siblings: new Map(), reader: null },
  ) {
    this.tokens = trace.tokens;
    this.keyTokens = trace.keyTokens;
    this.vocabulary = trace.vocabulary;
    this.steps = trace.layers === 1 ? trace.steps : trace.steps.filter((step) => step.layer === layer);
    this.layers = trace.layers;
    this.heads = this.symbol('H', 1);
    this.head = Math.min(scene.view?.head ?? 0, this.heads - 1);
    this.digits = digitsOf(scene);
    this.labels = labelsOf(scene, trace);
    this.called = (name) => calledIn(scene).names[name];
    shared.siblings.set(layer, this);
  }

  /** This layer of the same scene without its mistake; null where it makes none. */
  get right(): ComputedScene | null {
    return this.correct?.at(this.layer) ?? null;
  }

  /** Of all layers. */
  get reader(): TraceReader {
    const { trace, shared } = this;
    shared.reader ??= traceReader(
      {
        tokens: trace.tokens,
        keyTokens: trace.keyTokens,
        vocabulary: trace.vocabulary,
        steps: trace.steps,
        parameters: trace.parameters,
        symbols: trace.symbols,
        tensor: (name, { layer: of } = {}) => this.tensor(name, of ?? trace.layers - 1),
      },
      this.called,
    );
    return shared.reader;
  }

  /** Where there are too many tokens to draw them all: the queries (rows) and keys (columns) that are drawn. */
  get lens(): Region | null {
    return null;
  }

  /** In place of all tokens one by one. */
  strip(_marks: Marks, _focusOn: Focus): TemplateResult | null {
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
  at(layer: number): ComputedScene {
    const { scene, trace, correct, shared } = this;
    return shared.siblings.get(layer) ?? new ComputedScene(scene, trace, layer, correct, shared);
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
  ofHead(name: string, head = this.head): Float32Array | null {
    if (this.step(name) === undefined) return null;
    const layer = this.layerOf(name);
    return this.copied(`${name} ${layer} ${head}`, name, { layer, head }).data;
  }

  private copied(key: string, name: string, window: TensorWindow): Tensor {
    let copy = this.shared.copies.get(key);
    if (copy === undefined) {
      copy = this.read(name, window);
      this.shared.copies.set(key, copy);
    }
    return copy;
  }

  /** Where the core ran out of memory and was replaced, another element's scene may have done it: this one is computed again. */
  protected read(name: string, window: TensorWindow): Tensor {
    try {
      return this.trace.tensor(name, window);
    } catch (lost) {
      if (!(lost instanceof AttentionError) || lost.code !== 'disposed') throw lost;
      this.trace.update(this.scene);
      return this.trace.tensor(name, window);
    }
  }

  /** The row of weights of a query, for `readingOf`. */
  row(head: number, query: number): WeightRow | Reading {
    return {
      queryLabels: this.tokens,
      keyLabels: this.keyTokens,
      weights: this.ofHead('weights', head) ?? new Float32Array(),
      masked: this.ofHead('masked', head),
      query,
      crossed: this.scene.encoder !== undefined,
    };
  }

  get widths(): Widths {
    const dModel = this.symbol('d_model', 1);
    return {
      queries: this.tokens.length,
      keys: this.keyTokens.length,
      dWord: this.symbol('d_word', dModel),
      dModel,
      dK: this.symbol('d_k', 1),
      dV: this.symbol('d_v', 1),
    };
  }

  /** Which slice of a tensor belongs to a query head: groups of heads share a key/value head. */
  slice(axes: readonly string[], head = this.head): number {
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

/** What the matrix editor reads of a computed scene. Its tensors are the core's own numbers. */
export type Source = Pick<Trace, 'tokens' | 'keyTokens' | 'vocabulary' | 'layers' | 'steps' | 'parameters' | 'tensor'>;

/** How wide the tensors of a scene are, and how many tokens it has. */
export interface Widths {
  readonly queries: number;
  readonly keys: number;
  readonly dWord: number;
  readonly dModel: number;
  readonly dK: number;
  readonly dV: number;
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
  readonly siblings: Map<number, ComputedScene>;
  reader: TraceReader | null;
}

function newest<Named extends { readonly name: string; readonly layer: number }>(
  all: readonly Named[],
  name: string,
  layer: number,
): Named | undefined {
  return all.findLast((one) => one.name === name && one.layer <= layer);
}

/** Population variances, all the core's, and the line of theory drawn from two of them. */
export interface Variances {
  /** Of q, k, scores and scaled, as far as they are there. */
  readonly of: readonly (readonly [name: string, variance: number])[];
  /** (d_k): of the scores made with the first 1, 2, … d_k numbers of q and k. */
  readonly measured: Float32Array;
  /** (d_k): what independent numbers around 0 would give: so many times the variance of q times that of k. */
  readonly theory: readonly number[];
}

/** Asks the core, so the picture must be the one on show; null where there are no q and k. */
function variancesOf(picture: ComputedScene): Variances | null {
  const { trace, layer } = picture;
  if (picture.step('q') === undefined) return null;
  const of = ['q', 'k', 'scores', 'scaled'].flatMap((name) =>
    picture.step(name) === undefined ? [] : [[name, trace.variance(name, { layer })] as const],
  );
  const [[, q = 0] = [], [, k = 0] = []] = of;
  const { data: measured } = trace.scoreVariances({ layer });
  return { of, measured, theory: Array.from(measured, (_, at) => (at + 1) * q * k) };
}
