import { check, errorFrom, isExtent, isFloats, lengthOf, objectArgument, refuse, wrong } from '../core/calls.ts';
import { coreScene, inTermsOf } from '../core/core-scene.ts';
import type { Instances } from '../core/instance.ts';
import type { TrainingRun } from '../core/training-module.ts';
import type { Tensor } from '../core/types.ts';
import { message } from '../scene/error.ts';
import { parseScene } from '../scene/parse.ts';
import type { Scene } from '../scene/types.ts';
import { coreOptions } from './core-arguments.ts';
import type { TrainingInstance } from './instance.ts';
import { parseOptions } from './options.ts';
import { type TrainedTensor, trainedScene } from './trained-scene.ts';
import type { Evaluation, Example, Progress, Run, RunArguments, Snapshot } from './types.ts';

/** Steps of one call at most: more would block a worker for minutes. */
const MOST_STEPS = 100_000;

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
        throw inTermsOf(scene, error);
      }
      instance.runs.set(this, inner);
      const size = inner.tensors().reduce((sum, { shape }) => sum + sizeOf(shape), 0);
      return { symbols: Object.freeze(inner.symbols()), size, bytes: inner.bytes() };
    });
    this.symbols = begun.symbols;
    this.size = begun.size;
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

  evaluate(given: { readonly examples?: number; readonly seed?: number } = {}): Evaluation {
    const { examples, seed } = this.#evaluationOptions(given);
    return this.#use((inner) => {
      const { error, outcome, heads } = inner.evaluate(examples, seed);
      check(error);
      return {
        loss: outcome.loss,
        accuracy: accuracyOf(outcome.right, outcome.targeted),
        heads: heads.map(({ induction, ...measures }) => ({ ...measures, induction: induction ?? null })),
      };
    });
  }

  example(seed: number = this.#seed): Example {
    if (!isExtent(seed)) wrong('seed', seed, message`a whole number`);
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
    const { examples = 64, seed = this.#seed } = objectArgument('options', given, ['examples', 'seed']);
    if (!isExtent(examples)) wrong('examples', examples, message`a whole number`);
    if (!isExtent(seed)) wrong('seed', seed, message`a whole number`);
    return { examples, seed };
  }

  #sequences(ids: readonly number[], targets: readonly number[], count: number): readonly Example[] {
    const T = ids.length / count;
    return Array.from({ length: count }, (_, index) => ({
      tokens: ids.slice(index * T, (index + 1) * T).map((id) => this.symbols[id] ?? ''),
      targets: targets.slice(index * T, (index + 1) * T).map((id) => this.symbols[id] ?? null),
    }));
  }

  predict(tokens: readonly string[]): Tensor {
    return this.#predict(tokens, (inner, count) => {
      const data = inner.probabilities().slice();
      return { shape: [count, data.length / count], data };
    });
  }

  attention(tokens: readonly string[]): Tensor {
    const { layers = 1, attention } = this.#scene;
    return this.#predict(tokens, (inner, count) => ({
      shape: [layers, attention.heads, count, count],
      data: inner.weights().slice(),
    }));
  }

  targets(tokens: readonly string[]): readonly (string | null)[] {
    const ids = this.#ids(tokens);
    return this.#use((inner) => {
      check(inner.ask(ids));
      return inner.answers().map((id) => this.symbols[id] ?? null);
    });
  }

  #ids(tokens: readonly string[]): number[] {
    if (!Array.isArray(tokens)) wrong('tokens', tokens, message`an array of symbols`);
    return [...tokens].map((token) => {
      const id = this.symbols.indexOf(token);
      return id < 0 ? refuse('/tokens', message`the task has no symbol ${JSON.stringify(token)}`, 'missing-token') : id;
    });
  }

  /** Reads the model's prediction for some tokens. */
  #predict(tokens: readonly string[], read: (inner: TrainingRun, count: number) => Tensor): Tensor {
    const ids = this.#ids(tokens);
    return this.#use((inner) => {
      check(inner.predict(ids));
      return read(inner, ids.length);
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
    const { seed = this.#seed } = objectArgument('options', given, ['seed']);
    if (!isExtent(seed)) wrong('seed', seed, message`a whole number`);
    const example = this.#hasTask ? this.#use((inner) => inner.tokens(seed)) : undefined;
    const byId = this.#scene.embedding.kind === 'ids';
    const tokens = example?.map((id) => (byId ? String(id) : (this.symbols[id] ?? '')));
    return trainedScene(this.#scene, this.tensors(), this.symbols, tokens);
  }

  snapshot(): Snapshot {
    return this.#use((inner) => ({ step: inner.steps(), data: inner.snapshot().slice() }));
  }

  restore(given: Snapshot): void {
    const { step, data } = objectArgument('snapshot', given, ['step', 'data']);
    if (!isExtent(step)) wrong('step', step, message`a whole number`);
    if (!isFloats(data)) wrong('data', data, message`a Float32Array`);
    this.#use((inner) => check(inner.restore([{ name: 'snapshot', shape: [lengthOf(data)], data }], step)));
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
