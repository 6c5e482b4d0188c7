import { check, checkRoom, errorFrom, refuse } from '../core/calls.ts';
import { coreScene, withScenePath } from '../core/core-scene.ts';
import { inputsOf, parseFormula } from '../core/formula.ts';
import type { Instances } from '../core/instance.ts';
import { checkLayer, headsOf, layoutOf, parameterOf, refuseName, windowArgument } from '../core/tensors.ts';
import type { SceneGradient } from '../core/training-module.ts';
import type { Formula, Tensor } from '../core/types.ts';
import { described, message } from '../scene/error.ts';
import { layerCount } from '../scene/layers.ts';
import { parseScene } from '../scene/parse.ts';
import type { Scene } from '../scene/types.ts';
import { coreLoss } from './core-arguments.ts';
import type { TrainingInstance } from './instance.ts';
import { type Loss, loss as lossForm } from './loss.ts';
import type { Gradient, GradientStep, Jacobian } from './types.ts';

/** A gradient in the module's memory. Tensors are copied out on request. */
export class OwnedGradient implements Gradient {
  readonly loss: number;
  readonly #instances: Instances<TrainingInstance>;
  readonly #layers: number;
  #disposed = false;
  #steps: readonly GradientStep[] | undefined;

  /** Throws AttentionError. */
  constructor(instances: Instances<TrainingInstance>, givenScene: Scene, givenLoss: Loss) {
    const scene = parseScene(givenScene);
    const wanted = coreLoss(lossForm.parse(givenLoss, '/loss'));
    const call = coreScene(scene);
    this.#instances = instances;
    this.#layers = layerCount(scene);
    this.loss = instances.call((instance) => {
      const inner = new instance.module.SceneGradient();
      const error = errorFrom(inner.compute(call.scene, wanted.loss, [...call.tensors, ...wanted.tensors]));
      if (error !== null) {
        inner.delete();
        throw withScenePath(scene, error);
      }
      instance.gradients.set(this, inner);
      return inner.loss();
    });
  }

  get steps(): readonly GradientStep[] {
    this.#steps ??= this.#use((inner) =>
      inner.backward().map(({ of, formula }) => {
        const { name, layer, shape, axes } = parameterOf(of);
        const tree = withLayers(parseFormula(String(formula)));
        return Object.freeze({ name, layer, formula: tree, shape, axes, inputs: Object.freeze(inputsOf(tree)) });
      }),
    );
    return this.#steps;
  }

  get symbols(): Readonly<Record<string, number>> {
    return this.#use((inner) => inner.symbols());
  }

  tensor(name: string, given: { readonly layer?: number; readonly head?: number } = {}): Tensor {
    const inner = this.#open();
    const { layer = this.#layers - 1, head } = windowArgument(name, given, ['layer', 'head']);
    const known = () => [...inner.steps(), ...inner.parameters()].map(parameterOf);
    if (typeof name !== 'string') return refuseName(name, known(), this.#layers - 1, this.#layers);
    checkLayer(name, layer, this.#layers);
    return this.#instances.call(() => {
      const description = inner.find(name, layer);
      if (description === undefined) return refuseName(name, known(), layer, this.#layers);
      const found = layoutOf(description);
      const [first, last] = headsOf(found, head);
      const size = found.rows * found.columns;
      checkRoom(name, found.heads * size);
      check(inner.read(name, layer));
      return {
        shape: head === undefined ? found.shape : found.own,
        data: inner.numbers().slice(first * size, last * size),
      };
    });
  }

  jacobian(given: { readonly row: number; readonly layer?: number; readonly head?: number }): Jacobian {
    const inner = this.#open();
    const name = 'weights';
    const { layer = this.#layers - 1, head = 0, row } = windowArgument(name, given, ['layer', 'head', 'row']);
    checkLayer(name, layer, this.#layers);
    return this.#instances.call(() => {
      const description = inner.find(name, layer);
      if (description === undefined) return refuseName(name, inner.steps().map(parameterOf), layer, this.#layers);
      const found = layoutOf(description);
      headsOf(found, head);
      if (!Number.isInteger(row) || row < 0 || row >= found.rows) {
        refuse(name, message`row is ${described(row)}; ${name} has rows 0 to ${found.rows - 1}`, 'out-of-range');
      }
      check(inner.readJacobian(layer, head, row));
      const formula = parseFormula(String(inner.jacobianFormula(layer)));
      return { shape: [found.columns, found.columns], data: inner.numbers().slice(), formula };
    });
  }

  dispose(): void {
    this.#disposed = true;
    const instance = this.#instances.current;
    const inner = instance?.gradients.get(this);
    if (!instance || inner === undefined) return;
    instance.gradients.delete(this);
    inner.delete();
  }

  #use<Value>(use: (inner: SceneGradient) => Value): Value {
    const inner = this.#open();
    return this.#instances.call(() => use(inner));
  }

  #open(): SceneGradient {
    if (this.#disposed) refuse('', message`this gradient was disposed of; read its tensors before that`, 'disposed');
    return (
      this.#instances.current?.gradients.get(this) ??
      refuse(
        '',
        message`the core ran out of memory and was replaced, so this gradient is lost; compute it again`,
        'disposed',
      )
    );
  }
}

/** The core writes a cell of a tensor in another layer as name@layer. */
function withLayers(node: Formula): Formula {
  if (node.op === 'tensor') {
    const [name = '', layer] = node.name.split('@');
    const index = node.index.map(withLayers);
    return { ...node, name, index, ...(layer !== undefined && { layer: Number(layer) }) };
  }
  if (node.op === 'sum') return { ...node, size: withLayers(node.size), args: [withLayers(node.args[0])] };
  return 'args' in node ? { ...node, args: node.args.map(withLayers) } : node;
}
