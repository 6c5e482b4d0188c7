import type { AttendOptions, RowCertainty, RowOptions, SceneCore, Tensor, TensorWindow, Trace } from '../core/types.ts';
import { AttentionError } from '../scene/error.ts';
import { shownLayer } from '../scene/layers.ts';
import type { Scene } from '../scene/types.ts';
import { without } from '../scene/without.ts';
import type { WeightRow } from './row-sentence.ts';
import type { HiddenAnswer, HideAnswer, LoadedTensor, MatrixSource, Variances, WholeResult } from './scene-result.ts';
import { TraceOutline } from './trace-outline.ts';
import { type TraceReader, traceReader } from './trace-reader.ts';

/** Computes a scene and, where it makes a mistake, the same scene without it. Throws AttentionError. */
export function computeResult(core: Pick<SceneCore, 'attend'>, scene: Scene, options?: AttendOptions): WholeResult {
  return resultOf(core, scene, core.attend(scene, options), options);
}

/** The result of a trace that was just computed, which it owns from now on. */
export function resultOf(
  core: Pick<SceneCore, 'attend'>,
  scene: Scene,
  trace: Trace,
  options?: AttendOptions,
): WholeResult {
  try {
    const withoutMistake = scene.mistake ? computeResult(core, without(scene, 'mistake'), options) : null;
    const computed = { scene, trace, withoutMistake, hide: null, copies: new Map(), layers: new Map() };
    return new LayerResult(computed, shownLayer(scene, trace.layers));
  } catch (why) {
    trace.dispose();
    throw why;
  }
}

/** What the layers of one result share. */
interface Computed {
  readonly scene: Scene;
  readonly trace: Trace;
  readonly withoutMistake: WholeResult | null;
  /** The result with every number, at a layer, and how its answer is hidden. */
  readonly hide: { readonly from: WholeResult; readonly by: HideAnswer } | null;
  readonly copies: Map<string, Tensor>;
  readonly layers: Map<number, LayerResult>;
}

/** Copies each tensor, and each head of one, out of the core when it is first read. */
class LayerResult extends TraceOutline implements WholeResult {
  readonly viewport = null;
  readonly hiddenAnswer: HiddenAnswer | null;
  private readonly hiding = new WeakMap<HideAnswer, WholeResult>();
  private wholeReader: TraceReader | undefined;
  private cachedVariances: Variances | null | undefined;
  private source: MatrixSource | undefined;

  constructor(
    private readonly computed: Computed,
    layer: number,
  ) {
    super(computed.scene, computed.trace, layer);
    const { hide } = computed;
    this.hiddenAnswer = hide?.by(hide.from.atLayer(layer)) ?? null;
    computed.layers.set(layer, this);
  }

  get trace(): Trace {
    return this.computed.trace;
  }

  get withoutMistake(): WholeResult | null {
    const { withoutMistake, hide } = this.computed;
    const shown = hide === null ? withoutMistake : withoutMistake?.withHiddenAnswer(hide.by);
    return shown?.atLayer(this.layer) ?? null;
  }

  get withAnswer(): WholeResult {
    return this.computed.hide?.from.atLayer(this.layer) ?? this;
  }

  withHiddenAnswer(by: HideAnswer): WholeResult {
    const hidden =
      this.hiding.get(by) ??
      new LayerResult({ ...this.computed, hide: { from: this, by }, copies: new Map(), layers: new Map() }, this.layer);
    this.hiding.set(by, hidden);
    return hidden;
  }

  atLayer(layer: number): WholeResult {
    return this.computed.layers.get(layer) ?? new LayerResult(this.computed, layer);
  }

  withScene(scene: Scene): WholeResult {
    const withoutMistake = this.computed.withoutMistake?.withScene(without(scene, 'mistake')) ?? null;
    const computed = { ...this.computed, scene, withoutMistake, layers: new Map() };
    return new LayerResult(computed, shownLayer(scene, this.layers));
  }

  get reader(): TraceReader {
    const { tokens, keyTokens, vocabulary, steps, parameters, symbols, layers } = this.trace;
    this.wholeReader ??= traceReader(
      {
        ...{ tokens, keyTokens, vocabulary, steps, parameters, symbols },
        tensor: (name, { layer = layers - 1 } = {}) => this.tensor(name, layer),
      },
      this.called,
    );
    return this.wholeReader;
  }

  get matrixSource(): MatrixSource {
    this.source ??= matrixSourceOf(this.trace);
    return this.source;
  }

  get variances(): Variances | null {
    if (this.cachedVariances === undefined) this.cachedVariances = variancesOf(this);
    return this.cachedVariances;
  }

  tensor(name: string, layer = this.layer): Tensor {
    const of = this.layerOf(name, layer);
    return this.copied(`${name} ${of}`, name, { layer: of });
  }

  ofHead(name: string, head = this.head): Float32Array | null {
    if (this.step(name) === undefined) return null;
    const layer = this.layerOf(name);
    return this.copied(`${name} ${layer} ${head}`, name, { layer, head }).data;
  }

  window(name: string): LoadedTensor {
    return { tensor: this.tensor(name), excerpt: null };
  }

  certainty(row: Required<RowOptions>): RowCertainty | null {
    const isHidden = this.hiddenAnswer !== null && this.atLayer(row.layer).hiddenAnswer?.hiddenRow(row.head, row.query);
    if (isHidden || this.step('weights', row.layer)?.layer !== row.layer) return null;
    return readAgain(this.trace, this.scene, (trace) => trace.certainty(row));
  }

  row(head: number, query: number): WeightRow {
    return {
      queryLabels: this.tokens,
      keyLabels: this.keyTokens,
      weights: this.ofHead(this.weightsStep, head) ?? new Float32Array(),
      masked: this.ofHead('masked', head),
      query,
      crossed: this.scene.encoder !== undefined,
      certainty: this.certainty({ layer: this.layer, head, query })?.certainty ?? null,
      missing: this.hiddenAnswer?.hiddenRow(head, query) ?? null,
    };
  }

  get isGone(): boolean {
    return gone.has(this.trace);
  }

  dispose(): void {
    gone.add(this.trace);
    this.trace.dispose();
    this.computed.withoutMistake?.dispose();
  }

  private copied(key: string, name: string, window: TensorWindow): Tensor {
    const { copies } = this.computed;
    const copy = copies.get(key) ?? this.read(name, window);
    copies.set(key, copy);
    return copy;
  }

  private read(name: string, window: TensorWindow): Tensor {
    const tensor = readAgain(this.trace, this.scene, (trace) => trace.tensor(name, window));
    return this.hiddenAnswer?.hideIn(tensor, name, window) ?? tensor;
  }
}

/** Traces that were disposed of. */
const gone = new WeakSet<Trace>();

/** Reads a trace. A core that ran out of memory, maybe for another element's scene, was replaced: the scene is computed again. */
function readAgain<Value>(trace: Trace, scene: Scene, read: (trace: Trace) => Value): Value {
  try {
    return read(trace);
  } catch (lost) {
    if (!(lost instanceof AttentionError) || lost.code !== 'disposed') throw lost;
    trace.update(scene);
    return read(trace);
  }
}

/** Copies the lists, so that an editor can still draw them in the moment after the next result freed the trace. */
function matrixSourceOf(trace: Trace): MatrixSource {
  const { tokens, keyTokens, vocabulary, layers, steps, parameters } = trace;
  const tensor: MatrixSource['tensor'] = (name, window) => trace.tensor(name, window);
  return { tokens, keyTokens, vocabulary, layers, steps, parameters, tensor };
}

function variancesOf(result: WholeResult): Variances | null {
  const { trace, layer } = result;
  if (result.step('q') === undefined) return null;
  const of = ['q', 'k', 'scores', 'scaled'].flatMap((name) =>
    result.step(name) === undefined ? [] : [[name, trace.variance(name, { layer })] as const],
  );
  const [[, q = 0] = [], [, k = 0] = []] = of;
  const { data: measured } = trace.scoreVariances({ layer });
  return { of, measured, theory: Array.from(measured, (_, index) => (index + 1) * q * k) };
}
