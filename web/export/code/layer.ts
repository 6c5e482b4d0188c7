/**
 * The steps of one layer as code. Which there are, and in which order, is what the trace says; what each does is here, under
 * the step's own name, as `src/steps/` has it.
 */
import type { Step, Trace } from '../../core/types.ts';
import { type FullScene, withDefaults } from '../../scene/defaults.ts';
import { AttentionError } from '../../scene/error.ts';
import type { Scene } from '../../scene/types.ts';
import { BlockCode } from './block.ts';
import {
  add,
  at,
  type Code,
  divide,
  equals,
  greater,
  less,
  matmul,
  multiply,
  type Operand,
  power,
  subtract,
  textOf,
} from './expressions.ts';
import { blockedCode } from './masks.ts';
import type { Script } from './script.ts';
import { hidesRows, zeroRows } from './values.ts';

type Write = (step: Step) => void;
/** What a step is, and why. */
type StepCode = readonly [Operand, string];

export class Layer {
  readonly #script: Script;
  readonly #scene: Scene;
  readonly #full: FullScene;
  readonly #trace: Trace;
  readonly #steps: readonly Step[];
  readonly #own: ReadonlySet<string>;
  readonly #blockCode: BlockCode;
  // What the next step reads: of x, the keys' x, q and k (rotated or not), the picture, the weights.
  #x: string;
  #encoded: string | undefined;
  #q = 'q';
  #k = 'k';
  #picture = 'scores';
  #weights = 'weights';

  /** `x`: what the layer reads; `encoded`: what its keys and values come from, where that is something else. */
  constructor(script: Script, scene: Scene, trace: Trace, layer: number, x: string, encoded: string | undefined) {
    this.#script = script;
    this.#scene = scene;
    this.#full = withDefaults(scene);
    this.#trace = trace;
    this.#steps = trace.steps.filter((step) => step.layer === layer && !sources.has(step.name));
    this.#own = new Set(trace.parameters.map(({ name }) => name));
    this.#x = x;
    this.#encoded = encoded;
    this.#blockCode = new BlockCode(script, this.#full, this.#own, x);
  }

  /** Writes all of them; returns the name of what the layer gives. */
  write(): string {
    const norms = this.#blockCode;
    const before = this.#full.block.place === 'pre' && this.#full.block.norm !== 'none';
    const attending = this.#steps.findIndex(({ name }) => name === 'v' || name === 'q');
    const output = this.#steps.findIndex(({ name }) => name === 'output');
    if (before) this.#x = norms.norm(this.#steps.slice(0, attending), 1, this.#x);
    for (const step of this.#steps.slice(attending, output + 1)) this.#writer(step.name)(step);
    return norms.after(this.#steps.slice(output + 1));
  }

  #writer(name: string): Write {
    const writers = this.#writers;
    if (Object.hasOwn(writers, name)) return writers[name as keyof typeof writers];
    throw new AttentionError('internal', `the step ${name} has no code yet`);
  }

  readonly #writers = {
    q: (step) => this.#projected(step, 'q', this.#x, 'H', 'what each token asks for'),
    k: (step) => this.#projected(step, 'k', this.#encoded ?? this.#x, 'H_kv', 'what each token offers to be found by'),
    v: (step) => this.#projected(step, 'v', this.#encoded ?? this.#x, 'H_kv', 'what each token gives when it is found'),
    q_rotated: (step) => {
      this.#script.step(step, this.#script.own('rotate', 'q', 'base'), 'q turned by its place');
      this.#q = 'q_rotated';
    },
    k_rotated: (step) => {
      this.#script.step(step, this.#script.own('rotate', 'k', 'base'), 'k turned by its place');
      this.#k = 'k_rotated';
    },
    q_a: (step) => this.#script.step(step, matmul(this.#q, this.#split('w_a')), 'q through w_a, head by head'),
    k_a: (step) =>
      this.#script.step(step, matmul(this.#shared(this.#k), this.#split('u_a')), 'k through u_a, head by head'),
    scores: (step) => this.#script.step(step, ...this.#scores()),
    qe: (step) => this.#script.step(step, ...this.#related()),
    skewed: (step) => {
      const { language: l } = this.#script;
      this.#script.aside(
        'padded',
        l.concat(l.filled('zeros', 'H', 'T_q', 1), 'qe'),
        'Skewing (Music Transformer, arXiv:1809.04281): a column of zeros in front, the same numbers cut into rows anew',
      );
      const cut = l.reshape(at(l.reshape('padded', 'H', -1), ':', 'T_q:'), 'H', 'T_q', 'R');
      this.#script.step(step, at(cut, ':', ':', ':T_k'), 'each row of qe moved to where its distances belong');
    },
    relative: (step) => {
      const { language: l } = this.#script;
      const apart = subtract(at(l.range('T_k'), 'None', ':'), at(l.range('T_q'), ':', 'None'));
      this.#script.aside('distance', apart, 'How far key j stands from query i');
      this.#script.step(
        step,
        l.where(less(subtract(add('distance', 'T_q'), 1), 'R'), 'skewed', '0.0'),
        'as skewed where there is such a distance, else 0',
      );
    },
    related: (step) => this.#next(step, add('scores', 'relative'), 'the distance has its say before scaling'),
    scaled: (step) => this.#next(step, ...this.#scaled()),
    capped: (step) => {
      const { language: l } = this.#script;
      const value = multiply('softcap', l.unary('tanh', divide(this.#picture, 'softcap')));
      this.#next(step, value, 'held within ±softcap');
    },
    biased: (step) => {
      const { language: l } = this.#script;
      this.#script.aside(
        'slope',
        power('2.0', divide(multiply(-8, add(l.range('H'), 1)), 'H')),
        'ALiBi (arXiv:2108.12409): each head takes off its own slope for every token of distance',
      );
      const apart = l.unary('abs', subtract(at(l.range('T_q'), ':', 'None'), at(l.range('T_k'), 'None', ':')));
      this.#next(
        step,
        subtract(this.#picture, multiply(at('slope', ':', 'None', 'None'), apart)),
        'less, the farther away',
      );
    },
    blocked: (step) =>
      this.#script.step(
        step,
        blockedCode(this.#script, this.#full.attention.mask),
        '1 where a query does not see a key',
      ),
    mask: (step) => {
      const { language: l } = this.#script;
      this.#script.step(
        step,
        l.where(equals('blocked', 1), `-${l.infinity}`, '0.0'),
        'minus infinity where it is hidden: no weight comes of that',
      );
    },
    masked: (step) => {
      const { language: l } = this.#script;
      if (this.#full.mistake === 'zero-mask') {
        const value = l.where(equals('blocked', 1), '0.0', this.#picture);
        this.#next(step, value, 'THE MISTAKE: 0 in place of minus infinity, and softmax still gives it weight');
      } else {
        this.#next(step, add(this.#picture, 'mask'), 'what is hidden cannot be chosen');
      }
    },
    support: (step) => {
      const { language: l } = this.#script;
      const top = l.reduce('max', this.#picture, { axis: -1, keep: true });
      this.#script.aside('largest', top, 'Sparsemax, counted from the largest score of each row down');
      if (this.#hides())
        this.#script.write(`largest = ${l.where(equals('largest', `-${l.infinity}`), '0.0', 'largest').text}`);
      this.#script.write(`below = ${textOf(this.#tempered(subtract(this.#picture, 'largest')))}`);
      this.#script.write(`floor = ${this.#script.own('sparsemax_threshold', 'below').text}`);
      this.#script.step(step, l.where(greater('below', 'floor'), '1.0', '0.0'), '1 where the weight will not be 0');
    },
    threshold: (step) => {
      const { language: l } = this.#script;
      const value = add(this.#tempered('largest'), 'floor');
      const seen = this.#hides()
        ? l.where(equals(l.reduce('max', 'support', { axis: -1, keep: true }), 1), value, '0.0')
        : value;
      this.#script.step(step, at(seen, '...', '0'), 'what is taken off every score of a row');
    },
    weights: (step) => this.#script.step(step, ...this.#normalised()),
    rounded: (step) => {
      this.#script.step(
        step,
        this.#script.own('round_rows', 'weights', 'digits'),
        'rounded before they are used, each row adding up as before',
      );
      this.#weights = 'rounded';
    },
    weighted: (step) => {
      const wrong = this.#full.mistake === 'wrong-axis-values';
      const weights = wrong ? at(this.#weights, ':', ':', 'None', ':') : at(this.#weights, '...', 'None');
      this.#script.step(
        step,
        multiply(weights, at(this.#shared('v'), ':', 'None', ':', ':')),
        wrong
          ? 'THE MISTAKE: the weights along the numbers of each value, not along the keys'
          : 'each value times its weight',
      );
    },
    z: (step) => this.#script.step(step, ...this.#mixed()),
    output: (step) => {
      const heads = this.#script.own('merge', 'z');
      const through = this.#own.has('w_o') ? this.#linear(heads, 'w_o', 'b_o') : heads;
      this.#script.step(
        step,
        through,
        this.#own.has('w_o') ? 'the heads side by side, through w_o' : 'the heads side by side',
      );
    },
  } satisfies Readonly<Record<string, Write>>;

  #linear(x: Operand, w: string, b: string): Code {
    const product = matmul(x, w);
    return this.#own.has(b) ? add(product, b) : product;
  }

  #split(name: string): Code {
    return this.#script.own('split', name, 'H');
  }

  /** k or v as every query head reads it: query heads share the heads of keys and values. */
  #shared(name: string): Operand {
    const { H, H_kv } = this.#trace.symbols;
    return H === H_kv ? name : this.#script.language.repeat(name, 'group');
  }

  #projected(step: Step, name: 'q' | 'k' | 'v', x: string, heads: string, why: string): void {
    const given = this.#scene.embedding.kind === 'qkv';
    const flat = given ? `${name}_given` : this.#linear(x, `w_${name}`, `b_${name}`);
    this.#script.step(step, this.#script.own('split', flat, heads), why);
  }

  #scores(): StepCode {
    const { language: l } = this.#script;
    const { score } = this.#full.attention;
    const { mistake } = this.#full;
    const [q, k] = [this.#q, this.#shared(this.#k)];
    if (score === 'given') return [l.repeat(at('scores_given', 'None'), 'H'), 'as the scene gives them to every head'];
    if (score === 'additive') {
      const each = add(at('q_a', ':', ':', 'None', ':'), at('k_a', ':', 'None', ':', ':'));
      this.#script.aside('each', l.unary('tanh', each), 'Every query with every key, (H, T_q, T_k, d_a)');
      const value = l.reduce('sum', multiply(l.reshape('v_a', 'H', 1, 1, -1), 'each'), { axis: -1 });
      return [value, 'v_a · tanh(q_a + k_a), additive attention (arXiv:1409.0473)'];
    }
    if (score === 'cosine') return this.#cosine(q, k);
    if (score === 'general')
      return [matmul('q_a', l.transpose(k)), 'q · w_a · k, general attention (arXiv:1508.04025)'];
    if (mistake === 'no-transpose') return [matmul(q, k), 'THE MISTAKE: k is not transposed'];
    if (mistake === 'swapped-qk') return [matmul(k, l.transpose(q)), 'THE MISTAKE: q and k have changed places'];
    const unscaled = mistake === 'no-scale' ? '. THE MISTAKE: nobody divides them by √d_k' : '';
    return [matmul(q, l.transpose(k)), `every query times every key${unscaled}`];
  }

  #cosine(q: Operand, k: Operand): StepCode {
    const { language: l } = this.#script;
    const product = matmul(q, l.transpose(k));
    const lengths = multiply(this.#script.own('lengths', q), l.transpose(this.#script.own('lengths', k)));
    const zeros = zeroRows(this.#trace, this.#q) || zeroRows(this.#trace, this.#k);
    if (!zeros) return [divide(product, lengths), 'the cosine of the angle between query and key'];
    this.#script.aside('both_lengths', lengths, 'The lengths of query and key, multiplied');
    const safe = l.where(equals('both_lengths', 0), '1.0', 'both_lengths');
    return [divide(product, safe), 'the cosine of the angle between query and key; 0 where one has no direction'];
  }

  #related(): StepCode {
    const { language: l } = this.#script;
    const why = 'each query times the row of every distance';
    if (this.#full.positions.clip === null) return [matmul(this.#q, l.transpose(this.#split('E_rel'))), why];
    const apart = subtract(l.range('R'), subtract('T_q', 1));
    const row = l.whole(add(l.clip(apart, '-clip', 'clip'), 'clip'));
    this.#script.aside('row', row, 'The row of E_rel for each distance: those beyond ±clip share one');
    return [matmul(this.#q, l.transpose(this.#script.own('split', l.rows('E_rel', 'row'), 'H'))), why];
  }

  #scaled(): StepCode {
    const before = this.#picture;
    if (this.#full.attention.scale !== null) return [multiply('scale', before), 'times the scale that the scene gives'];
    if (this.#full.mistake === 'model-scale')
      return [divide(before, power('d_model', '0.5')), 'THE MISTAKE: divided by √d_model, not √d_k'];
    return [divide(before, power('d_k', '0.5')), 'divided by √d_k, so that softmax does not harden as d_k grows'];
  }

  /** A picture (H, T_q, T_k) that the next step reads. */
  #next(step: Step, value: Operand, why: string): void {
    this.#script.step(step, value, why);
    this.#picture = step.name;
  }

  #tempered(x: Operand): Operand {
    return this.#full.attention.temperature === 1 ? x : divide(x, 'temperature');
  }

  #hides(): boolean {
    return hidesRows(this.#trace);
  }

  #normalised(): StepCode {
    const { language: l } = this.#script;
    if (this.#full.attention.normalizer === 'sparsemax')
      return [l.positive(subtract('below', 'floor')), 'sparsemax: what stands above the threshold'];
    const warm = this.#tempered(this.#picture);
    switch (this.#full.mistake) {
      case 'whole-matrix-softmax': {
        const all = this.#softmax(l.reshape(warm, 'H', -1));
        const why = 'THE MISTAKE: one softmax over all rows of a head; no row adds up to 1';
        return [l.reshape(all, 'H', 'T_q', 'T_k'), why];
      }
      case 'mask-after-softmax': {
        const why = 'THE MISTAKE: hidden after softmax; rows add up to less than 1';
        return [multiply(this.#softmax(warm), subtract(1, 'blocked')), why];
      }
      case 'overflow-softmax': {
        const why = 'float32 ends at 3.4e38: the exponential of more than 88.7 is infinite';
        this.#script.aside('e', l.overflowing(warm), why);
        const value = divide('e', l.reduce('sum', 'e', { axis: -1, keep: true }));
        return [value, 'THE MISTAKE: the largest score is not taken away first; inf / inf is nan'];
      }
      default:
        return [this.#softmax(warm), 'softmax of each row: positive, and adding up to 1'];
    }
  }

  #softmax(x: Operand): Code {
    if (this.#picture === 'masked' && this.#hides()) return this.#script.own('softmax_or_zero', x);
    return this.#script.language.softmax?.(x) ?? this.#script.own('softmax', x);
  }

  #mixed(): StepCode {
    if (!this.#steps.some(({ name }) => name === 'weighted'))
      return [matmul(this.#weights, this.#shared('v')), 'the values, mixed by their weights'];
    const wrong = this.#full.mistake === 'wrong-axis-values';
    const why = wrong ? 'and the sum runs along them, too' : 'the weighted values, added up over the keys';
    return [this.#script.language.reduce('sum', 'weighted', { axis: wrong ? -1 : -2 }), why];
  }
}

/** What stands before the layers. */
export const sources: ReadonlySet<string> = new Set(['tokens', 'tokens_k', 'x0', 'x0_k', 'p', 'p_k', 'x', 'x_k']);
