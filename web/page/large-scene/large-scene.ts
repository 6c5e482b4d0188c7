import { html, type TemplateResult } from 'lit';
import type { Parameter, Step, Tensor, TensorWindow, Trace } from '../../core/types.ts';
import { sentenceWords } from '../../i18n/controls.ts';
import { pageWords } from '../../i18n/page.ts';
import { fill } from '../../i18n/sentences.ts';
import { AttentionError } from '../../scene/error.ts';
import type { Scene } from '../../scene/types.ts';
import type { Marks } from '../../trace/out-of-vocabulary.ts';
import type { Reading, WeightRow } from '../../trace/reading.ts';
import type { Region } from '../../trace/region.ts';
import { type AttentionView, ComputedScene, type Shown, type Source } from '../../trace/scene-result.ts';
import { namedToken } from '../../trace/token-text.ts';
import { described } from '../../trace/trace-reader.ts';
import type { Focus, TraceReader } from '../../views/index.ts';
import type { BlockRequest, Description } from './protocol.ts';
import type { Store } from './store.ts';
import type { WorkerClient } from './worker-client.ts';

/** Numbers that are fetched at once when one of them is wanted: a row of thousands, or some rows of a few dozen. */
const AT_ONCE = 4096;

/** What has been fetched of a trace that is in the worker. */
export interface LargeSceneData {
  readonly description: Description;
  readonly store: Store;
  readonly lens: Region;
  readonly near: number;
  readonly client: WorkerClient;
}

/**
 * A scene of thousands of tokens. Its trace is in the worker; here is what was fetched of it: all that the lens shows of each
 * tensor that is drawn, and the rows behind the number that is explained. A number that is not here yet is asked for when
 * it is read, and another picture of the same scene comes when it is there.
 */
export class LargeScene extends ComputedScene {
  private layersOnShow = new Map<number, LargeScene>();
  private readonly ownReader: TraceReader;

  constructor(
    scene: Scene,
    readonly data: LargeSceneData,
    layer = 0,
  ) {
    super(scene, traceWithoutNumbers(data.description), layer);
    const { description, store } = data;
    this.ownReader = {
      ...description,
      called: this.called,
      value: (name, index, of) => numberAt(data, name, index, of),
      waiting: () => store.waiting(),
    };
  }

  override at(layer: number): LargeScene {
    if (layer === this.layer) return this;
    let other = this.layersOnShow.get(layer);
    if (other === undefined) {
      other = new LargeScene(this.scene, this.data, layer);
      other.layersOnShow = this.layersOnShow;
      this.layersOnShow.set(layer, other);
    }
    return other;
  }

  override get reader(): TraceReader {
    return this.ownReader;
  }

  override get lens(): Region {
    return this.data.lens;
  }

  override strip(marks: Marks, focusOn: Focus): TemplateResult {
    return html`<sa-long-tokens
      .tokens=${this.tokens}
      .marks=${marks}
      .label=${sentenceWords.tokens}
      .near=${this.data.near}
      .focusOn=${focusOn}
    ></sa-long-tokens>`;
  }

  override shown(name: string, slice: number): Shown | null {
    const layer = this.layerOf(name);
    const tensor = this.step(name) ?? this.parameter(name);
    const head = (tensor?.shape.length ?? 0) > 2 ? slice : null;
    const block = this.data.store.block({ name, layer, head, rows: null });
    return block && { tensor: block, excerpt: block };
  }

  override get excerpt(): string {
    return pageWords.scale.excerpt(whereOf(this));
  }

  override pictures(view: AttentionView): TemplateResult {
    return html`<sa-large-scene .picture=${this} .client=${this.data.client} .view=${view}></sa-large-scene>`;
  }

  /** All parameters, as those that are left as they are are written into the scene too, the embeddings and its own. */
  override holds(name: string): boolean {
    const { steps, parameters } = this.data.description;
    const wanted = ['x0', 'x0_k', name === 'mask' ? 'blocked' : name];
    const own = steps.filter((step) => wanted.includes(step.name));
    // All of them are asked for at once.
    return [...parameters, ...own].map((tensor) => this.whole(tensor)).every((block) => block !== null);
  }

  private whole({ name, layer, shape }: Named) {
    return this.data.store.block({ name, layer, head: null, rows: [0, shape.at(-2) ?? 1] });
  }

  override get source(): Source {
    const { description } = this.data;
    const tensor = (name: string, { layer }: TensorWindow = {}): Tensor => {
      const found = described(description, name, layer);
      return (found && this.whole(found)) ?? notHere(name);
    };
    return { ...description, tensor };
  }

  override tensor(name: string): Tensor {
    throw new AttentionError('too-large', `${name} is not here as a whole`, name);
  }

  override ofHead(): null {
    return null;
  }

  override get variances(): null {
    return null;
  }

  /** The row may be anywhere; until it is here, only who asks is said. */
  override row(head: number, query: number): WeightRow | Reading {
    const layer = this.layerOf('weights');
    const row = (name: string) =>
      this.step(name) === undefined
        ? undefined
        : this.data.store.block({ name, layer, head, rows: [query, query + 1] });
    const [weights, masked] = [row('weights'), row('masked')];
    if (!weights || masked === null) {
      const text = namedToken(this.tokens, query);
      return {
        parts: [
          { kind: 'query', text },
          { kind: 'text', text: ' …' },
        ],
        text: '',
      };
    }
    return {
      queryLabels: this.tokens,
      keyLabels: this.keyTokens,
      weights: weights.data,
      masked: masked?.data ?? null,
      query,
      from: query,
    };
  }

  override dispose(): void {}
}

/** Which part of how many tokens is drawn. */
export const whereOf = ({ lens: { rows, columns }, tokens, keyTokens }: LargeScene): string =>
  fill(pageWords.scale.where, {
    ...{ firstQuery: grouped(rows[0]), lastQuery: grouped(rows[1] - 1), queries: grouped(tokens.length) },
    ...{ firstKey: grouped(columns[0]), lastKey: grouped(columns[1] - 1), keys: grouped(keyTokens.length) },
  });

/** Thousands apart by a narrow space, which is read the same in every language. */
export const grouped = (number: number): string => String(number).replace(/\B(?=(\d{3})+$)/g, '\u202f');

type Named = Step | Parameter;

/** The core's own number, of the layer that `described` finds, as traceReader gives it. */
function numberAt(
  { description, store }: LargeSceneData,
  name: string,
  index: readonly number[],
  layer?: number,
): number {
  const tensor: Named | undefined = described(description, name, layer);
  if (tensor === undefined) throw new RangeError(`the trace has no tensor ${name}`);
  const { shape } = tensor;
  // A place that hangs on a number that is on its way.
  if (index.some(Number.isNaN)) return Number.NaN;
  if (index.length !== shape.length || index.some((at, axis) => !(at >= 0 && at < (shape[axis] ?? 0)))) {
    throw new RangeError(`${name}[${index.join(', ')}] is outside the shape ${shape.join(' × ')}`);
  }
  return store.value(rowsAround(tensor, index), index);
}

function rowsAround({ name, layer, shape, axes }: Named, index: readonly number[]): BlockRequest {
  const headed = axes[0] === 'H' || axes[0] === 'H_kv';
  const [rows = 1, ...row] = headed ? shape.slice(1) : shape;
  const count = Math.max(1, Math.floor(AT_ONCE / row.reduce((product, size) => product * size, 1)));
  const first = Math.floor((index[headed ? 1 : 0] ?? 0) / count) * count;
  return {
    name,
    layer,
    head: headed ? (index[0] ?? 0) : null,
    rows: row.length > 0 ? [first, Math.min(rows, first + count)] : [0, 1],
  };
}

const notHere = (name: string): never => {
  throw new AttentionError('too-large', `${name} is not here as a whole`, name);
};

/** What a picture reads of a trace without reading numbers. */
const traceWithoutNumbers = (description: Description): Trace => ({
  ...description,
  computed: {},
  tensor: notHere,
  overview: notHere,
  rowSums: notHere,
  variance: notHere,
  scoreVariances: () => notHere('q'),
  update: () => notHere('weights'),
  dispose: () => {},
});
