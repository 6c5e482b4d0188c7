import type { Step } from '../../core/types.ts';
import type { FullScene } from '../../scene/defaults.ts';
import { add, at, type Code, divide, matmul, multiply, type Operand, power, subtract } from './expressions.ts';
import type { Script } from './script.ts';

/** What stands around attention: additions, norms, the feed-forward network. The last step of it is called y. */
export class BlockCode {
  readonly #script: Script;
  readonly #block: FullScene['block'];
  readonly #own: ReadonlySet<string>;
  readonly #x: string;

  /** `own`: the layer's parameters; `x`: what the layer read. */
  constructor(script: Script, { block }: FullScene, own: ReadonlySet<string>, x: string) {
    this.#script = script;
    this.#block = block;
    this.#own = own;
    this.#x = x;
  }

  /** The norm's two or three steps, in order; returns the name of what it gives. */
  norm(steps: readonly Step[], which: 1 | 2, x: string): string {
    const { language: l } = this.#script;
    const [normed] = steps.slice(-1);
    const rms = this.#block.norm === 'rms';
    const spread = rms ? `mean_square_${which}` : `variance_${which}`;
    const middle = subtract(x, at(`mean_${which}`, ':', 'None'));
    const write = (step: Step | undefined, value: Operand, why: string): void => {
      if (step !== undefined) this.#script.step(step, value, why);
    };
    if (rms) {
      write(steps[0], l.reduce('mean', power(x, 2), { axis: -1 }), 'of the numbers of each row, squared');
    } else {
      write(steps[0], l.reduce('mean', x, { axis: -1 }), 'of each row');
      write(steps[1], l.reduce('mean', power(middle, 2), { axis: -1 }), 'of each row');
    }
    const root: Code = l.unary('sqrt', add(at(spread, ':', 'None'), 'epsilon'));
    const scaled = divide(multiply(`gamma_${which}`, rms ? x : middle), root);
    write(
      normed,
      rms ? scaled : add(scaled, `beta_${which}`),
      rms ? 'root mean square norm (arXiv:1910.07467)' : 'layer norm (arXiv:1607.06450)',
    );
    return normed?.name ?? x;
  }

  /** Everything behind the output; returns the name of what the layer gives. */
  after(steps: readonly Step[]): string {
    const { residual, norm, place, feedForward } = this.#block;
    const rest = [...steps];
    const take = (count: number): readonly Step[] => rest.splice(0, count);
    const normSteps = norm === 'rms' ? 2 : 3;
    const summed = (before: string, given: string): string => {
      const [step] = residual ? take(1) : [];
      if (step === undefined) return given;
      this.#script.step(step, add(before, given), 'the residual: what came in, added');
      return step.name;
    };
    const post = norm !== 'none' && place === 'post';
    let now = summed(this.#x, 'output');
    if (post) now = this.norm(take(normSteps), 1, now);
    if (feedForward !== null) {
      const before = now;
      if (norm !== 'none' && place === 'pre') now = this.norm(take(normSteps), 2, now);
      now = summed(before, this.#fed(take(2), now, feedForward.activation));
      if (post) now = this.norm(take(normSteps), 2, now);
    }
    return now;
  }

  #fed([hidden, fed]: readonly Step[], x: string, activation: 'relu' | 'gelu'): string {
    const { language: l } = this.#script;
    if (hidden === undefined || fed === undefined) return x;
    const linear = (from: string, w: string, b: string): Code => {
      const product = matmul(from, w);
      return this.#own.has(b) ? add(product, b) : product;
    };
    const inner = linear(x, 'w_1', 'b_1');
    const gelu = (): Code => l.gelu?.(inner) ?? this.#script.own('gelu', inner);
    this.#script.step(
      hidden,
      activation === 'relu' ? l.positive(inner) : gelu(),
      `the feed-forward network, ${activation}`,
    );
    this.#script.step(fed, linear('hidden', 'w_2', 'b_2'), 'and back to d_model');
    return fed.name;
  }
}
