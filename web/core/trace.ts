import { shown } from '../scene/check.ts';
import { AttentionError } from '../scene/error.ts';
import { frozen, inputsOf, parseFormula } from './formula.ts';
import type { MainModule } from './modules.ts';
import type { Axis, Parameter, Step, Tensor, TensorWindow, Trace } from './types.ts';

type Attended = ReturnType<MainModule['attend']>;

/** A trace whose memory is the core's: what is asked for is copied out, the descriptions once and when first read. */
export class CoreTrace implements Trace {
  readonly tokens: readonly string[];
  readonly keyTokens: readonly string[];
  readonly layers: number;
  readonly #attended: Attended;
  #steps: readonly Step[] | undefined;
  #parameters: readonly Parameter[] | undefined;
  #vocabulary: readonly string[] | undefined;
  #symbols: Readonly<Record<string, number>> | undefined;

  constructor(tokens: readonly string[], keyTokens: readonly string[], layers: number, attended: Attended) {
    this.tokens = tokens;
    this.keyTokens = keyTokens;
    this.layers = layers;
    this.#attended = attended;
  }

  get steps(): readonly Step[] {
    this.#steps ??= this.#alive()
      .steps()
      .map(({ name, formula: text, shape, axes, layer }) => {
        const formula = parseFormula(text);
        return frozen({ name, formula, shape, axes: axesOf(axes), inputs: inputsOf(formula), layer });
      });
    return this.#steps;
  }

  get parameters(): readonly Parameter[] {
    this.#parameters ??= this.#alive()
      .parameters()
      .map(({ name, shape, axes, layer }) => frozen({ name, shape, axes: axesOf(axes), layer }));
    return this.#parameters;
  }

  get vocabulary(): readonly string[] {
    this.#vocabulary ??= this.#alive().vocabulary();
    return this.#vocabulary;
  }

  get symbols(): Readonly<Record<string, number>> {
    this.#symbols ??= this.#alive().symbols();
    return this.#symbols;
  }

  tensor(name: string, window: TensorWindow = {}): Tensor {
    const { attended, layer, head } = this.#window(name, window, ['head', 'layer']);
    return attended.tensor(name, layer, head) ?? this.#refuse(name, layer);
  }

  variance(name: string, window: TensorWindow = {}): number {
    const { attended, layer, head } = this.#window(name, window, ['head', 'layer']);
    const variance = attended.variance(name, layer, head);
    return Number.isNaN(variance) ? this.#refuse(name, layer) : variance;
  }

  scoreVariances(window: Pick<TensorWindow, 'layer'> = {}): Tensor {
    const { attended, layer } = this.#window('q', window, ['layer']);
    return attended.scoreVariances(layer) ?? this.#refuse('q', layer);
  }

  dispose(): void {
    if (!this.#attended.isDeleted()) this.#attended.delete();
  }

  #alive(): Attended {
    if (!this.#attended.isDeleted()) return this.#attended;
    throw new AttentionError('disposed', 'this trace was disposed of; ask for its tensors before that');
  }

  #window(name: string, window: TensorWindow, keys: readonly string[]) {
    const attended = this.#alive();
    if (typeof name !== 'string') this.#refuse(name);
    checkKeys(window, name, keys);
    const { layer, head } = window;
    if (layer !== undefined && !(Number.isInteger(layer) && layer >= 0 && layer < this.layers)) {
      throw new AttentionError(
        'out-of-range',
        `layer is ${shown(layer)}; there are layers 0 to ${this.layers - 1}`,
        name,
      );
    }
    if (head !== undefined) this.#checkHead(name, head);
    return { attended, layer: layer ?? this.layers - 1, head: head ?? -1 };
  }

  #refuse(name: string, layer = this.layers - 1): never {
    const known = [...this.steps, ...this.parameters].filter((described) => described.layer <= layer);
    const all = [...new Set(known.map((described) => described.name))].join(', ');
    const where = layer < this.layers - 1 ? `up to layer ${layer} the trace` : 'the trace';
    throw new AttentionError('unknown-tensor', `${where} has no tensor ${shown(name)}; it has: ${all}`, name);
  }

  #checkHead(name: string, head: number): void {
    const described = [...this.steps, ...this.parameters].find((candidate) => candidate.name === name);
    if (described === undefined) this.#refuse(name);
    const { axes, shape } = described;
    if (axes[0] !== 'H' && axes[0] !== 'H_kv') {
      throw new AttentionError('out-of-range', `${name} (${axes.join(', ')}) has no heads to choose from`, name);
    }
    const heads = shape[0] ?? 0;
    if (!Number.isInteger(head) || head < 0 || head >= heads) {
      throw new AttentionError('out-of-range', `head is ${shown(head)}; ${name} has heads 0 to ${heads - 1}`, name);
    }
  }
}

function checkKeys(window: TensorWindow, name: string, known: readonly string[]): void {
  const keys = typeof window === 'object' && window !== null ? Object.keys(window) : ['not an object'];
  if (keys.every((key) => known.includes(key))) return;
  throw new AttentionError(
    'scene-form',
    `the window of ${name} is { ${known.join(', ')} }, not ${shown(window)}`,
    name,
  );
}

// The core writes the axes' letters with a space between; they are the letters of `Axis`.
const axesOf = (letters: string): readonly Axis[] => letters.split(' ') as Axis[];
