import { check, errorFrom, isExtent, isFloats, lengthOf, objectArgument, refuse, write, wrong } from '../core/calls.ts';
import { coreScene, withScenePath } from '../core/core-scene.ts';
import type { Instances } from '../core/instance.ts';
import type { TrainingRun } from '../core/training-module.ts';
import type { Tensor } from '../core/types.ts';
import { described, message } from '../scene/error.ts';
import { parseScene } from '../scene/parse.ts';
import type { Mask, Scene } from '../scene/types.ts';
import { coreOptions } from './core-arguments.ts';
import type { TrainingInstance } from './instance.ts';
import { onlyForTask, parseOptions, trainingLimits } from './options.ts';
import { checkIdentity, identityOf } from './run-identity.ts';
import { type TrainedTensor, trainedScene } from './trained-scene.ts';
import type {
  Evaluation,
  EvaluationOptions,
  Example,
  HeadPlace,
  NextSymbol,
  Progress,
  Run,
  RunArguments,
  RunIdentity,
  SamplingOptions,
  Snapshot,
} from './types.ts';

/** Steps of one call at most: more would block a worker for minutes. */
const MOST_STEPS = 100_000;

/** The mask as the core takes it. Its form is checked as that of a scene. */
function maskArgument(scene: Scene, mask: Mask) {
  if (mask.kind === 'painted') wrong('mask', mask.kind, message`a mask without a matrix`);
  return coreScene(parseScene({ ...scene, attention: { ...scene.attention, mask } })).scene.attention.mask;
}

/** A run in the module's memory. */
export class SceneRun implements Run {
  readonly symbols: readonly string[];
  readonly size: number;
  readonly bytes: number;
  readonly #instances: Instances<TrainingInstance>;
  readonly #scene: Scene;
  readonly #hasTask: boolean;
  readonly #seed: number;
  readonly #batch: number;
  readonly #identity: RunIdentity;
  #disposed = false;

  /** Throws AttentionError. */
  constructor(instances: Instances<TrainingInstance>, given: RunArguments) {
    if (typeof given !== 'object' || given === null)
      refuse('', message`a run needs an object: { scene, task, optimizer }`);
    const { scene: givenScene, ...rest } = { ...given };
    const scene = parseScene(givenScene);
    const parsed = parseOptions(rest);
    const wanted = coreOptions(parsed);
    const call = coreScene(parsed.task === undefined ? scene : withAllWords(scene));
    this.#instances = instances;
    this.#scene = scene;
    this.#hasTask = parsed.task !== undefined;
    this.#seed = parsed.seed ?? 1;
    this.#batch = parsed.task === undefined ? 1 : wanted.options.batch;
    const begun = instances.call((instance) => {
      const inner = new instance.module.TrainingRun();
      const error = errorFrom(inner.begin(call.scene, wanted.options, [...call.tensors, ...wanted.tensors]));
      if (error !== null) {
        inner.delete();
        throw withScenePath(scene, error);
      }
      instance.runs.set(this, inner);
      return { symbols: Object.freeze(inner.symbols()), tensors: inner.tensors(), bytes: inner.bytes() };
    });
    this.#identity = identityOf(scene, parsed, begun);
    this.symbols = begun.symbols;
    this.size = begun.tensors.reduce((sum, { shape }) => sum + sizeOf(shape), 0);
    this.bytes = begun.bytes;
  }

  get steps(): number {
    return this.#use((inner) => inner.steps());
  }

  step(count = 1): Progress {
    if (!isExtent(count) || count < 1 || count > MOST_STEPS)
      wrong('steps', count, message`a whole number from 1 to ${MOST_STEPS}`);
    const begin = performance.now();
    return this.#use((inner) => {
      check(inner.step(count));
      const seconds = (performance.now() - begin) / 1000;
      const { loss, right, targeted } = inner.outcome();
      // Browsers round the clock: a short call may seem to take no time at all.
      const stepsPerSecond = count / Math.max(seconds, 1e-4);
      return { step: inner.steps(), loss, accuracy: accuracyOf(right, targeted), stepsPerSecond };
    });
  }

  evaluate(given: EvaluationOptions = {}): Evaluation {
    const { without = [], ...drawn } = objectArgument('options', given, ['examples', 'seed', 'without']);
    const { examples, seed } = this.#evaluationOptions(drawn);
    const places = placesOf(without);
    return this.#use((inner) => {
      const { error, outcome, heads } = inner.evaluate(examples, seed, places);
      check(error);
      return {
        loss: outcome.loss,
        accuracy: accuracyOf(outcome.right, outcome.targeted),
        heads: heads.map(({ induction, sameToken, ...measures }) => ({
          ...measures,
          induction: induction ?? null,
          sameToken: sameToken ?? null,
        })),
      };
    });
  }

  example(given?: number): Example {
    const seed = this.#seedFor(given);
    return this.#use((inner) => ({
      tokens: inner.tokens(seed).map((id) => this.symbols[id] ?? ''),
      targets: inner.targets(seed).map((id) => this.symbols[id] ?? null),
    }));
  }

  batch(given: { readonly after?: number } = {}): readonly Example[] {
    const { after = this.steps } = objectArgument('options', given, ['after']);
    if (!isExtent(after)) wrong('after', after, message`a whole number`);
    return this.#use((inner) => this.#sequences(inner.drawnTokens(after), inner.drawnTargets(after), this.#batch));
  }

  evaluated(given: { readonly examples?: number; readonly seed?: number } = {}): readonly Example[] {
    const { examples, seed } = this.#evaluationOptions(given);
    return this.#use((inner) => {
      check(inner.drawEvaluated(examples, seed));
      const count = this.#hasTask ? examples : 1;
      return this.#sequences(inner.evaluatedTokens(), inner.evaluatedTargets(), count);
    });
  }

  #evaluationOptions(given: { readonly examples?: number; readonly seed?: number }) {
    const { examples, seed } = objectArgument('options', given, ['examples', 'seed']);
    if (examples !== undefined && !this.#hasTask) onlyForTask('examples', 'examples');
    if (examples !== undefined && !isExtent(examples)) wrong('examples', examples, message`a whole number`);
    return { examples: examples ?? 64, seed: this.#seedFor(seed) };
  }

  /** The seed of a drawing, by default the run's. */
  #seedFor(seed: unknown): number {
    if (seed === undefined) return this.#seed;
    if (!this.#hasTask) onlyForTask('seed', 'seed');
    return isExtent(seed) ? seed : wrong('seed', seed, message`a whole number`);
  }

  #sequences(ids: readonly number[], targets: readonly number[], count: number): readonly Example[] {
    const T = ids.length / count;
    return Array.from({ length: count }, (_, index) => ({
      tokens: ids.slice(index * T, (index + 1) * T).map((id) => this.symbols[id] ?? ''),
      targets: targets.slice(index * T, (index + 1) * T).map((id) => this.symbols[id] ?? null),
    }));
  }

  predict(tokens: readonly string[]): Tensor {
    const ids = this.#ids(tokens);
    const data = this.#use((inner) => {
      check(inner.predict(ids));
      return inner.takePredicted();
    });
    return { shape: [ids.length, data.length / ids.length], data };
  }

  next(tokens: readonly string[], given: SamplingOptions = {}): NextSymbol {
    const keys = ['temperature', 'topK', 'seed', 'mask'];
    const { temperature = 1, topK, seed, mask: wanted } = objectArgument('options', given, keys);
    const mask = wanted && maskArgument(this.#scene, wanted);
    if (typeof temperature !== 'number') wrong('temperature', temperature, message`a number`);
    if (topK !== undefined && !(isExtent(topK) && topK >= 1)) wrong('topK', topK, message`a whole number from 1`);
    const ids = this.#ids(tokens);
    if (ids.length === 0) refuse('/tokens', message`there are no tokens`, 'empty');
    const from = this.#seedFor(seed);
    return this.#use((inner) => {
      const { error, chosen } = inner.sample(ids, temperature, topK ?? 0, from, mask);
      check(error);
      return { symbol: this.symbols[chosen] ?? '', probabilities: inner.takePredicted() };
    });
  }

  attention(tokens: readonly string[]): Tensor {
    const { layers = 1, attention } = this.#scene;
    const ids = this.#ids(tokens);
    const data = this.#use((inner) => {
      check(inner.attention(ids));
      return inner.takePredicted();
    });
    return { shape: [layers, attention.heads, ids.length, ids.length], data };
  }

  targets(tokens: readonly string[]): readonly (string | null)[] {
    const ids = this.#ids(tokens);
    return this.#use((inner) => {
      check(inner.ask(ids));
      return inner.answers().map((id) => this.symbols[id] ?? null);
    });
  }

  /** Only as many tokens are read as the array had when it was checked. */
  #ids(tokens: readonly string[]): number[] {
    if (!Array.isArray(tokens)) wrong('tokens', tokens, message`an array of symbols`);
    const { length } = tokens;
    if (!isExtent(length)) wrong('tokens', length, message`a whole number`, 'tokens.length');
    if (length > trainingLimits.tokens) {
      refuse(
        '/tokens',
        message`${'tokens'} has ${length} ${message`tokens`}; the limit is ${trainingLimits.tokens}`,
        'too-large',
      );
    }
    return Array.from({ length }, (_, index) => {
      const token: unknown = tokens[index];
      const id = this.symbols.findIndex((symbol) => symbol === token);
      return id < 0 ? refuse('/tokens', message`the task has no symbol ${described(token)}`, 'missing-token') : id;
    });
  }

  tensors(): readonly TrainedTensor[] {
    return this.#use((inner) =>
      inner.tensors().map(({ name, path, layer, shape }, index) => ({
        name: String(name),
        path: String(path),
        layer,
        shape,
        data: inner.numbers(index).slice(),
      })),
    );
  }

  scene(given: { readonly seed?: number } = {}): Scene {
    const seed = this.#seedFor(objectArgument('options', given, ['seed']).seed);
    const example = this.#hasTask ? this.#use((inner) => inner.tokens(seed)) : undefined;
    const byId = this.#scene.embedding.kind === 'ids';
    const tokens = example?.map((id) => (byId ? String(id) : (this.symbols[id] ?? '')));
    return trainedScene(this.#scene, this.tensors(), this.symbols, tokens);
  }

  snapshot(): Snapshot {
    return this.#use((inner) => ({ step: inner.steps(), data: inner.snapshot().slice(), run: this.#identity }));
  }

  restore(given: Snapshot): void {
    const { step, data: numbers, run } = objectArgument('snapshot', given, ['step', 'data', 'run']);
    if (!isExtent(step)) wrong('step', step, message`a whole number`);
    if (!isFloats(numbers)) wrong('data', numbers, message`a Float32Array`);
    checkIdentity(run, this.#identity);
    const size = this.#use((inner) => inner.snapshotSize());
    const length = lengthOf(numbers);
    if (length !== size)
      refuse('/snapshot', message`the snapshot has ${length} numbers; this run has ${size}`, 'shape');
    // A copy, so that nothing of the caller's is read while the core works.
    const data = new Float32Array(length);
    write(data, numbers);
    this.#use((inner) => check(inner.restore([{ name: 'snapshot', shape: [length], data }], step)));
  }

  dispose(): void {
    this.#disposed = true;
    const instance = this.#instances.current;
    const inner = instance?.runs.get(this);
    if (!instance || inner === undefined) return;
    instance.runs.delete(this);
    inner.delete();
  }

  #use<Value>(use: (inner: TrainingRun) => Value): Value {
    if (this.#disposed) refuse('', message`this run was disposed of`, 'disposed');
    const inner =
      this.#instances.current?.runs.get(this) ??
      refuse(
        '',
        message`the core ran out of memory and was replaced, so this run is lost; start another and restore a snapshot`,
        'disposed',
      );
    return this.#instances.call(() => use(inner));
  }
}

/** The layer and the head of each head, one after the other. */
function placesOf(heads: unknown): number[] {
  const all: readonly unknown[] = Array.isArray(heads) ? heads : wrong('without', heads, message`an array of heads`);
  const extent = (name: string, value: unknown): number =>
    isExtent(value) ? value : wrong(`without.${name}`, value, message`a whole number`);
  return all.flatMap((given) => {
    const { layer, head } = objectArgument('without', given as Partial<HeadPlace>, ['layer', 'head']);
    return [extent('layer', layer), extent('head', head)];
  });
}

/** A task may use every row of the scene's table. */
function withAllWords({ tokens, sentence, ...scene }: Scene): Scene {
  const { embedding } = scene;
  if (embedding.kind === 'table' && embedding.rows !== undefined)
    return { ...scene, tokens: Object.keys(embedding.rows) };
  return { ...scene, ...(tokens && { tokens }), ...(sentence !== undefined && { sentence }) };
}

const sizeOf = (shape: readonly number[]): number => shape.reduce((product, extent) => product * extent, 1);

/** Null: no targets. */
const accuracyOf = (right: number, targeted: number): number | null => (targeted === 0 ? null : right / targeted);
