/**
 * Writes the steps of one layer as code. The trace says which steps there are, and in which order. What each one computes is here, under
 * the step's name, as in `src/steps/`.
 */
import type { Step } from '../../core/types.ts';
import { type FullScene, withDefaults } from '../../scene/defaults.ts';
import { AttentionError } from '../../scene/error.ts';
import type { Scene } from '../../scene/types.ts';
import type { TraceLike } from '../trace-like.ts';
import { BlockCode, linear } from './block.ts';
import {
  add,
  type Code,
  divide,
  equals,
  greater,
  indexed,
  less,
  matmul,
  multiply,
  type Operand,
  power,
  subtract,
  textOf,
} from './expressions.ts';
import type { Language } from './libraries.ts';
import { blockedCode } from './masks.ts';
import type { Script } from './script.ts';
import { hidesRows, zeroRows } from './values.ts';

/** The expression of a step, and its comment. */
type StepCode = readonly [Operand, string];

/** Steps that replace an earlier tensor for the steps after them. */
const replaced: Readonly<Record<string, 'q' | 'k' | 'scores' | 'weights'>> = {
  q_rotated: 'q',
  k_rotated: 'k',
  related: 'scores',
  scaled: 'scores',
  capped: 'scores',
  biased: 'scores',
  masked: 'scores',
  rounded: 'weights',
};

export class Layer {
  private readonly l: Language;
  private readonly full: FullScene;
  private readonly steps: readonly Step[];
  private readonly own: ReadonlySet<string>;
  private readonly blockCode: BlockCode;
  /** The current name of each of these tensors. */
  private readonly latest = { q: 'q', k: 'k', scores: 'scores', weights: 'weights' };

  /** `x` is the layer's input; `encoded` is the input of its keys and values if that is another tensor. */
  constructor(
    private readonly script: Script,
    private readonly scene: Scene,
    private readonly trace: TraceLike,
    layer: number,
    private x: string,
    private readonly encoded: string | undefined,
  ) {
    this.l = script.language;
    this.full = withDefaults(scene);
    this.steps = trace.steps.filter((step) => step.layer === layer && !sources.has(step.name));
    this.own = new Set(trace.parameters.map(({ name }) => name));
    this.blockCode = new BlockCode(script, this.full, this.own, x);
  }

  /** Writes all steps and returns the name of the layer's output. */
  write(): string {
    const isPreNorm = this.full.block.place === 'pre' && this.full.block.norm !== 'none';
    const attending = this.steps.findIndex(({ name }) => /^(?:q|k|v|scores|weights)$/.test(name));
    // Without values, the weights are the last step.
    const output = this.steps.findIndex(({ name }) => name === 'output');
    // Without values, the layer ends with the weights.
    const last = output < 0 ? this.steps.length : output + 1;
    if (isPreNorm) this.x = this.blockCode.norm(this.steps.slice(0, attending), 1, this.x);
    for (const step of this.steps.slice(attending, last)) {
      const code = Object.hasOwn(this.codes, step.name) ? this.codes[step.name] : undefined;
      if (code === undefined) throw new AttentionError('internal', `the step ${step.name} has no code yet`);
      this.script.step(step, ...code());
      const earlier = replaced[step.name];
      if (earlier !== undefined) this.latest[earlier] = step.name;
    }
    return this.blockCode.after(this.steps.slice(last));
  }

  private rotation(): 'rotate' | 'rotate_halves' {
    return this.full.positions.pairs === 'halves' ? 'rotate_halves' : 'rotate';
  }

  /** The slope of each head, 2 ** (-8 * (h + 1) / H) in the paper's text. */
  private slopes(): Code {
    const { l } = this;
    const geometric = (head: Operand, heads: Operand): Code => power('2.0', divide(multiply(-8, add(head, 1)), heads));
    const { H = 1, H_2 = H } = this.trace.symbols;
    if (H_2 === H) return geometric(l.range('H'), 'H');
    // The slopes of H_2 heads, then every other slope of twice as many.
    const more = multiply(2, subtract(l.range('H'), 'H_2'));
    return l.where(less(l.range('H'), 'H_2'), geometric(l.range('H'), 'H_2'), geometric(more, multiply(2, 'H_2')));
  }

  private readonly codes: Readonly<Record<string, () => StepCode>> = {
    q: () => [this.projected('q', this.x, 'H'), 'what each token looks for'],
    k: () => [this.projected('k', this.encoded ?? this.x, 'H_kv'), 'what each token can be found by'],
    v: () => [this.projected('v', this.encoded ?? this.x, 'H_kv'), 'what each token passes on'],
    q_rotated: () => [this.script.own(this.rotation(), 'q', 'base'), 'q rotated by its position'],
    k_rotated: () => [this.script.own(this.rotation(), 'k', 'base'), 'k rotated by its position'],
    q_a: () => [matmul(this.latest.q, this.split('w_a')), 'q through w_a, head by head'],
    k_a: () => [matmul(this.shared(this.latest.k), this.split('u_a')), 'k through u_a, head by head'],
    scores: () => this.scores(),
    qe: () => [matmul(this.latest.q, this.l.transpose(this.distances())), 'each query times the row of every distance'],
    skewed: () => {
      const { l } = this;
      this.script.aside(
        'padded',
        l.concat(l.filled('zeros', 'H', 'T_q', 1), 'qe'),
        'Skewing (Music Transformer, arXiv:1809.04281): add a column of zeros in front, then reshape',
      );
      const cut = l.reshape(indexed(l.reshape('padded', 'H', -1), ':', 'T_q:'), 'H', 'T_q', 'R');
      return [indexed(cut, ':', ':', ':T_k'), 'each row of qe moved to its distances'];
    },
    relative: () => {
      const { l } = this;
      const apart = subtract(indexed(l.range('T_k'), 'None', ':'), indexed(l.range('T_q'), ':', 'None'));
      this.script.aside('distance', apart, 'The distance from query i to key j');
      const value = l.where(less(subtract(add('distance', 'T_q'), 1), 'R'), 'skewed', '0.0');
      return [value, 'skewed where the distance exists, otherwise 0'];
    },
    related: () =>
      this.full.positions.kind === 'given'
        ? [add('scores', 'S_rel'), 'a number for every query and key, added before scaling']
        : [add('scores', 'relative'), 'the relative scores, added before scaling'],
    scaled: () => this.scaled(),
    capped: () => [
      multiply('softcap', this.l.unary('tanh', divide(this.latest.scores, 'softcap'))),
      'limited to ±softcap',
    ],
    biased: () => {
      const { l } = this;
      this.script.aside(
        'slope',
        this.slopes(),
        'ALiBi (arXiv:2108.12409): each head subtracts its own slope for every token of distance',
      );
      const apart = l.unary(
        'abs',
        subtract(indexed(l.range('T_q'), ':', 'None'), indexed(l.range('T_k'), 'None', ':')),
      );
      const bias = multiply(indexed('slope', ':', 'None', 'None'), apart);
      return [subtract(this.latest.scores, bias), 'lower for keys that are farther away'];
    },
    blocked: () => [blockedCode(this.script, this.full.attention.mask), '1 where a query does not see a key'],
    mask: () => [
      this.l.where(equals('blocked', 1), `-${this.l.infinity}`, '0.0'),
      'minus infinity where the key is hidden, which gives weight 0',
    ],
    masked: () => {
      const { scores } = this.latest;
      if (this.full.mistake !== 'zero-mask') {
        // The sum alone would be NaN for a hidden score that overflowed to NaN.
        const value = this.l.where(less('mask', '0.0'), 'mask', add(scores, 'mask'));
        return [value, 'hidden keys cannot get weight'];
      }
      const value = this.l.where(equals('blocked', 1), '0.0', scores);
      return [value, 'THE MISTAKE: 0 instead of minus infinity, so softmax still gives it weight'];
    },
    support: () => {
      const { l } = this;
      const top = l.reduce('max', this.latest.scores, { axis: -1, keep: true });
      this.script.aside('largest', top, 'Sparsemax works on the distances below the largest score of each row');
      if (hidesRows(this.trace))
        this.script.write(`largest = ${l.where(equals('largest', `-${l.infinity}`), '0.0', 'largest').text}`);
      this.script.write(`below = ${textOf(this.tempered(subtract(this.latest.scores, 'largest')))}`);
      this.script.write(`floor = ${this.script.own('sparsemax_threshold', 'below').text}`);
      return [l.where(greater('below', 'floor'), '1.0', '0.0'), '1 where the weight is above 0'];
    },
    threshold: () => {
      const { l } = this;
      const value = add(this.tempered('largest'), 'floor');
      const seen = hidesRows(this.trace)
        ? l.where(equals(l.reduce('max', 'support', { axis: -1, keep: true }), 1), value, '0.0')
        : value;
      return [indexed(seen, '...', '0'), 'subtracted from every score of a row'];
    },
    weights: () =>
      this.full.attention.score === 'weights'
        ? [this.l.reshape('weights_given', 'H', 'T_q', 'T_k'), 'the weights of the scene']
        : this.normalised(),
    rounded: () => [
      this.script.own('round_rows', 'weights', 'digits'),
      'rounded before they are used; each row keeps its sum',
    ],
    weighted: () => {
      const { weights } = this.latest;
      const values = indexed(this.shared('v'), ':', 'None', ':', ':');
      if (this.full.mistake !== 'wrong-axis-values')
        return [multiply(indexed(weights, '...', 'None'), values), 'each value times its weight'];
      const value = multiply(indexed(weights, ':', ':', 'None', ':'), values);
      return [value, 'THE MISTAKE: the weights multiply the numbers of each value instead of the values'];
    },
    z: () => this.mixed(),
    output: () => {
      const heads = this.script.own('merge', 'z');
      if (!this.own.has('w_o')) return [heads, 'the heads side by side'];
      return [linear(heads, 'w_o', 'b_o', this.own), 'the heads side by side, through w_o'];
    },
  };

  private split(name: Operand): Code {
    return this.script.own('split', name, 'H');
  }

  /** k or v for every query head: groups of query heads share a key/value head. */
  private shared(name: string): Operand {
    const { H, H_kv } = this.trace.symbols;
    return H === H_kv ? name : this.l.repeat(name, 'group');
  }

  private projected(name: 'q' | 'k' | 'v', x: string, heads: string): Code {
    const given = this.scene.embedding.kind === 'qkv';
    const flat = given ? `${name}_given` : linear(x, `w_${name}`, `b_${name}`, this.own);
    return this.script.own('split', flat, heads);
  }

  private scores(): StepCode {
    const { l } = this;
    const { score } = this.full.attention;
    const { mistake } = this.full;
    const [q, k] = [this.latest.q, this.shared(this.latest.k)];
    if (score === 'given' && this.full.attention.scores === null)
      return [l.reshape('scores_given', 'H', 'T_q', 'T_k'), 'the scores of the scene'];
    if (score === 'given')
      return [l.repeat(indexed('scores_given', 'None'), 'H'), 'the scores of the scene, for every head'];
    if (score === 'additive') {
      const each = add(indexed('q_a', ':', ':', 'None', ':'), indexed('k_a', ':', 'None', ':', ':'));
      this.script.aside('each', l.unary('tanh', each), 'Every query with every key, (H, T_q, T_k, d_a)');
      const value = l.reduce('sum', multiply(l.reshape('v_a', 'H', 1, 1, -1), 'each'), { axis: -1 });
      return [value, 'v_a · tanh(q_a + k_a), additive attention (arXiv:1409.0473)'];
    }
    if (score === 'cosine') return this.cosine(q, k);
    if (score === 'general')
      return [matmul('q_a', l.transpose(k)), 'q · w_a · k, general attention (arXiv:1508.04025)'];
    if (mistake === 'no-transpose') return [matmul(q, k), 'THE MISTAKE: k is not transposed'];
    if (mistake === 'swapped-qk') return [matmul(k, l.transpose(q)), 'THE MISTAKE: q and k are swapped'];
    const unscaled = mistake === 'no-scale' ? '. THE MISTAKE: they are not divided by √d_k' : '';
    return [matmul(q, l.transpose(k)), `every query times every key${unscaled}`];
  }

  private cosine(q: Operand, k: Operand): StepCode {
    const { l } = this;
    const product = matmul(q, l.transpose(k));
    const zeros = zeroRows(this.trace, this.latest.q) || zeroRows(this.trace, this.latest.k);
    const helper = zeros ? 'lengths_or_one' : 'lengths';
    const lengths = multiply(this.script.own(helper, q), l.transpose(this.script.own(helper, k)));
    const why = 'the cosine of the angle between query and key';
    return [divide(product, lengths), zeros ? `${why}; 0 where one of them is zero` : why];
  }

  /** E_rel split into heads: a row for each distance. */
  private distances(): Code {
    const { l } = this;
    if (this.full.positions.clip === null) return this.split('E_rel');
    const apart = subtract(l.range('R'), subtract('T_q', 1));
    const row = l.whole(add(l.clip(apart, '-clip', 'clip'), 'clip'));
    this.script.aside('row', row, 'The row of E_rel for each distance; distances beyond ±clip share one');
    return this.split(l.rows('E_rel', 'row'));
  }

  private scaled(): StepCode {
    const { scores } = this.latest;
    if (this.full.attention.scale !== null) return [multiply('scale', scores), 'times the scale of the scene'];
    if (this.full.mistake === 'model-scale')
      return [divide(scores, power('d_model', '0.5')), 'THE MISTAKE: divided by √d_model instead of √d_k'];
    return [divide(scores, power('d_k', '0.5')), 'divided by √d_k, so that softmax does not saturate as d_k grows'];
  }

  private tempered(x: Operand): Operand {
    return this.full.attention.temperature === 1 ? x : divide(x, 'temperature');
  }

  private normalised(): StepCode {
    const { l } = this;
    if (this.full.attention.normalizer === 'sparsemax')
      return [l.positive(subtract('below', 'floor')), 'sparsemax: the part above the threshold'];
    const warm = this.tempered(this.latest.scores);
    switch (this.full.mistake) {
      case 'whole-matrix-softmax': {
        const all = this.softmax(l.reshape(warm, 'H', -1));
        const why = 'THE MISTAKE: one softmax over all rows of a head, so no row adds up to 1';
        return [l.reshape(all, 'H', 'T_q', 'T_k'), why];
      }
      case 'mask-after-softmax': {
        const why = 'THE MISTAKE: hidden after softmax, so rows add up to less than 1';
        return [multiply(this.softmax(warm), subtract(1, 'blocked')), why];
      }
      case 'overflow-softmax': {
        const why = 'float32 ends at 3.4e38, so exp(x) is infinite for x above 88.7';
        this.script.aside('e', l.overflowing(warm), why);
        const value = divide('e', l.reduce('sum', 'e', { axis: -1, keep: true }));
        return [value, 'THE MISTAKE: the largest score is not subtracted first, and inf / inf is nan'];
      }
      default:
        return [this.softmax(warm), 'softmax of each row: positive numbers that add up to 1'];
    }
  }

  private softmax(x: Operand): Code {
    if (this.latest.scores === 'masked' && hidesRows(this.trace)) return this.script.own('softmax_or_zero', x);
    return this.l.softmax?.(x) ?? this.script.own('softmax', x);
  }

  private mixed(): StepCode {
    if (!this.steps.some(({ name }) => name === 'weighted'))
      return [matmul(this.latest.weights, this.shared('v')), 'the values, mixed by their weights'];
    const wrong = this.full.mistake === 'wrong-axis-values';
    const why = wrong ? 'and the sum runs over them, too' : 'the weighted values, added up over the keys';
    return [this.l.reduce('sum', 'weighted', { axis: wrong ? -1 : -2 }), why];
  }
}

/** Steps before the first layer. */
export const sources: ReadonlySet<string> = new Set(['tokens', 'tokens_k', 'x0', 'x0_k', 'p', 'p_k', 'x', 'x_k']);
