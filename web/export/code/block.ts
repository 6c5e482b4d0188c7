import type { Step } from '../../core/types.ts';
import type { FullScene } from '../../scene/defaults.ts';
import { add, at, type Code, divide, matmul, multiply, type Operand, power, subtract } from './expressions.ts';
import type { Script } from './script.ts';

/** `x` through the matrix `w`, with the bias `b` where it is among the layer's parameters. */
export function linear(x: Operand, w: string, b: string, parameters: ReadonlySet<string>): Code {
  const product = matmul(x, w);
  return parameters.has(b) ? add(product, b) : product;
}

/** What stands around attention: additions, norms, the feed-forward network. The last step of it is called y. */
export class BlockCode {
  private readonly block: FullScene['block'];

  /** `parameters`: the layer's; `x`: what the layer read. */
  constructor(
    private readonly script: Script,
    { block }: FullScene,
    private readonly parameters: ReadonlySet<string>,
    private readonly x: string,
  ) {
    this.block = block;
  }

  /** The norm's two or three steps, in order; returns the name of what it gives. */
  norm(steps: readonly Step[], which: 1 | 2, x: string): string {
    const { language: l } = this.script;
    const rms = this.block.norm === 'rms';
    const middle = subtract(x, at(`mean_${which}`, ':', 'None'));
    const mean = (value: Operand): Code => l.reduce('mean', value, { axis: -1 });
    const root = l.unary('sqrt', add(at(rms ? `mean_square_${which}` : `variance_${which}`, ':', 'None'), 'epsilon'));
    const scaled = divide(multiply(`gamma_${which}`, rms ? x : middle), root);
    const codes: readonly (readonly [Operand, string])[] = rms
      ? [
          [mean(power(x, 2)), 'of the numbers of each row, squared'],
          [scaled, 'root mean square norm (arXiv:1910.07467)'],
        ]
      : [
          [mean(x), 'of each row'],
          [mean(power(middle, 2)), 'of each row'],
          [add(scaled, `beta_${which}`), 'layer norm (arXiv:1607.06450)'],
        ];
    for (const [index, [value, why]] of codes.entries()) {
      const step = steps[index];
      if (step !== undefined) this.script.step(step, value, why);
    }
    return steps.at(-1)?.name ?? x;
  }

  /** Everything behind the output; returns the name of what the layer gives. */
  after(steps: readonly Step[]): string {
    const { residual, norm, place, feedForward } = this.block;
    const remaining = [...steps];
    const normSteps = norm === 'rms' ? 2 : 3;
    const summed = (before: string, given: string): string => {
      const step = residual ? remaining.shift() : undefined;
      if (step === undefined) return given;
      this.script.step(step, add(before, given), 'the residual: what came in, added');
      return step.name;
    };
    const post = norm !== 'none' && place === 'post';
    let now = summed(this.x, 'output');
    if (post) now = this.norm(remaining.splice(0, normSteps), 1, now);
    if (feedForward !== null) {
      const before = now;
      if (norm !== 'none' && place === 'pre') now = this.norm(remaining.splice(0, normSteps), 2, now);
      now = summed(before, this.fed(remaining.splice(0, 2), now, feedForward.activation));
      if (post) now = this.norm(remaining.splice(0, normSteps), 2, now);
    }
    return now;
  }

  private fed([hidden, fed]: readonly Step[], x: string, activation: 'relu' | 'gelu'): string {
    const { language: l } = this.script;
    if (hidden === undefined || fed === undefined) return x;
    const inner = linear(x, 'w_1', 'b_1', this.parameters);
    const gelu = (): Code => l.gelu?.(inner) ?? this.script.own('gelu', inner);
    const value = activation === 'relu' ? l.positive(inner) : gelu();
    this.script.step(hidden, value, `the feed-forward network, ${activation}`);
    this.script.step(fed, linear('hidden', 'w_2', 'b_2', this.parameters), 'and back to d_model');
    return fed.name;
  }
}
