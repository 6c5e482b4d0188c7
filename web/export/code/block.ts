import type { Step } from '../../core/types.ts';
import type { FullScene } from '../../scene/defaults.ts';
import { add, type Code, divide, indexed, matmul, multiply, type Operand, power, subtract } from './expressions.ts';
import type { Script } from './script.ts';

/** x · w, plus the bias `b` if the layer has it. */
export function linear(x: Operand, w: string, b: string, parameters: ReadonlySet<string>): Code {
  const product = matmul(x, w);
  return parameters.has(b) ? add(product, b) : product;
}

/** The steps around attention: residuals, norms and the feed-forward network. The last one is called y. */
export class BlockCode {
  private readonly block: FullScene['block'];

  /** `parameters` are the names of the layer's parameters; `x` is the layer's input. */
  constructor(
    private readonly script: Script,
    { block }: FullScene,
    private readonly parameters: ReadonlySet<string>,
    private readonly x: string,
  ) {
    this.block = block;
  }

  /** Writes the two or three steps of a norm and returns the name of its output. */
  norm(steps: readonly Step[], which: 1 | 2, x: string): string {
    const { language: l } = this.script;
    const rms = this.block.norm === 'rms';
    const middle = subtract(x, indexed(`mean_${which}`, ':', 'None'));
    const mean = (value: Operand): Code => l.reduce('mean', value, { axis: -1 });
    const root = l.unary(
      'sqrt',
      add(indexed(rms ? `mean_square_${which}` : `variance_${which}`, ':', 'None'), 'epsilon'),
    );
    const scaled = divide(multiply(`gamma_${which}`, rms ? x : middle), root);
    const codes: readonly (readonly [Operand, string])[] = rms
      ? [
          [mean(power(x, 2)), 'mean of the squares of each row'],
          [scaled, 'root mean square norm (arXiv:1910.07467)'],
        ]
      : [
          [mean(x), 'mean of each row'],
          [mean(power(middle, 2)), 'variance of each row'],
          [add(scaled, `beta_${which}`), 'layer norm (arXiv:1607.06450)'],
        ];
    for (const [index, [value, why]] of codes.entries()) {
      const step = steps[index];
      if (step !== undefined) this.script.step(step, value, why);
    }
    return steps.at(-1)?.name ?? x;
  }

  /** Writes everything after `output` and returns the name of the layer's output. */
  after(steps: readonly Step[]): string {
    const { residual, norm, place, feedForward } = this.block;
    const remaining = [...steps];
    const normSteps = norm === 'rms' ? 2 : 3;
    const summed = (input: string, given: string): string => {
      const step = residual ? remaining.shift() : undefined;
      if (step === undefined) return given;
      this.script.step(step, add(input, given), 'the residual: the input is added');
      return step.name;
    };
    const post = norm !== 'none' && place === 'post';
    let now = summed(this.x, 'output');
    if (post) now = this.norm(remaining.splice(0, normSteps), 1, now);
    if (feedForward !== null) {
      const input = now;
      if (norm !== 'none' && place === 'pre') now = this.norm(remaining.splice(0, normSteps), 2, now);
      now = summed(input, this.fed(remaining.splice(0, 2), now, feedForward.activation));
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
