import type { Parameter, Step, Trace } from '../core/types.ts';
import { weightsStepOf } from '../core/weights-step.ts';
import { calledIn } from '../lessons/document-names.ts';
import type { Scene } from '../scene/types.ts';
import { type AxisLabels, labelsFor, labelsOf } from './axis-labels.ts';
import { type Digits, digitsOf } from './number-format.ts';

/** What a trace says of itself without any number of a tensor. */
export type TraceDescription = Pick<
  Trace,
  'tokens' | 'keyTokens' | 'vocabulary' | 'layers' | 'steps' | 'parameters' | 'symbols'
>;

/** Token counts, and widths of the tensors. */
export interface Widths {
  readonly queries: number;
  readonly keys: number;
  readonly dWord: number;
  readonly dModel: number;
  readonly dK: number;
  readonly dV: number;
}

/** One layer of a scene's trace: its steps, shapes and labels, without numbers. */
export class TraceOutline {
  readonly tokens: readonly string[];
  readonly keyTokens: readonly string[];
  readonly vocabulary: readonly string[];
  /** The steps of this layer. */
  readonly steps: readonly Step[];
  /** The parameters of all layers. */
  readonly parameters: readonly Parameter[];
  readonly layers: number;
  readonly heads: number;
  /** The head that the scene shows, from 0, or the last one where there are fewer. */
  readonly head: number;
  /** The step whose weights multiply the values: `rounded` where the scene rounds them. */
  readonly weightsStep: 'weights' | 'rounded';
  readonly digits: Digits;
  readonly labels: AxisLabels;
  /** The name of a tensor in the document of its lesson, where the scene asks for those names. */
  readonly called: (name: string) => string | undefined;
  private readonly allSteps: readonly Step[];
  private readonly symbols: TraceDescription['symbols'];

  constructor(
    readonly scene: Scene,
    trace: TraceDescription,
    /** From 0. */
    readonly layer: number,
  ) {
    this.tokens = trace.tokens;
    this.keyTokens = trace.keyTokens;
    this.vocabulary = trace.vocabulary;
    this.allSteps = trace.steps;
    this.steps = trace.layers === 1 ? trace.steps : trace.steps.filter((step) => step.layer === layer);
    this.parameters = trace.parameters;
    this.symbols = trace.symbols;
    this.layers = trace.layers;
    this.heads = this.symbol('H', 1);
    this.head = Math.min(scene.view?.head ?? 0, this.heads - 1);
    this.weightsStep = weightsStepOf(trace.steps, layer);
    this.digits = digitsOf(scene);
    this.labels = labelsOf(scene, trace);
    this.called = (name) => calledIn(scene).names[name];
  }

  /** The value of a symbol of the formulas (d_model, d_k …), or the fallback where the trace has no such symbol. */
  symbol(name: string, fallback: number): number {
    return this.symbols[name] ?? fallback;
  }

  parameter(name: string, layer = this.layer): Parameter | undefined {
    return newest(this.parameters, name, layer);
  }

  /** The step of that name in a layer, or in the last layer before it that has one (the embeddings of a second sentence). */
  step(name: string, layer = this.layer): Step | undefined {
    return newest(this.allSteps, name, layer);
  }

  /** The layer of the tensor that a name means in `layer`. */
  layerOf(name: string, layer = this.layer): number {
    return (this.step(name, layer) ?? this.parameter(name, layer))?.layer ?? layer;
  }

  /** The index along a tensor's first axis for a query head. Groups of query heads share a key/value head. */
  slice(axes: readonly string[], head = this.head): number {
    if (axes[0] === 'H') return head;
    if (axes[0] !== 'H_kv') return 0;
    return Math.floor(head / (this.heads / this.symbol('H_kv', this.heads)));
  }

  labelsFor(name: string): AxisLabels {
    return labelsFor(name, this.scene, this.labels);
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
}

function newest<Named extends { readonly name: string; readonly layer: number }>(
  all: readonly Named[],
  name: string,
  layer: number,
): Named | undefined {
  return all.findLast((one) => one.name === name && one.layer <= layer);
}
