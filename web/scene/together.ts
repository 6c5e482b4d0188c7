import { below } from './check.ts';
import { fail, type Message, message } from './error.ts';
import type { GivenMatrices, Scene } from './types.ts';

/**
 * What one part of a scene says that another must have, or must not: a matrix that nothing would use is refused as one
 * that lacks is. Throws `scene-form`, and `shape` where there are not as many layers as the scene says.
 */
export function together({ encoder, embedding, parameters, attention, layers = 1 }: Scene): void {
  if (encoder !== undefined) {
    exactlyWhen(embedding.kind === 'given', encoder.x, '/encoder/x', message`the embedding is "given"`);
  }
  const told = attention.score === 'given';
  exactlyWhen(told, attention.scores, '/attention/scores', message`the score is "given"`);
  const direct = embedding.kind === 'qkv';
  if (direct) {
    exactlyWhen(!told, embedding.q, '/embedding/q', message`the score is not "given"`);
    exactlyWhen(!told, embedding.k, '/embedding/k', message`the score is not "given"`);
  }
  if (direct ? parameters.kind === 'handmade' : parameters.kind === 'none') {
    const other = direct ? message`another` : message`one with w_q, w_k and w_v`;
    fail(
      'scene-form',
      '/parameters/kind',
      message`kind is "${parameters.kind}"; it must be ${other} where the embedding is "${embedding.kind}"`,
    );
  }
  const set = (given: GivenMatrices, path: string): void => {
    for (const key of ['wQ', 'wK', 'wV'] as const) {
      exactlyWhen(!direct, given[key], below(path, key), message`the embedding is not "qkv"`);
    }
    if (!direct) return;
    for (const key of ['bQ', 'bK', 'bV'] as const) {
      exactlyWhen(false, given[key], below(path, key), message`the embedding is not "qkv"`);
    }
  };
  if (parameters.kind === 'given') set(parameters, '/parameters');
  if (parameters.kind === 'stack') {
    for (const [layer, given] of parameters.layers.entries()) set(given, below('/parameters/layers', layer));
    asMany(parameters.layers.length, '/parameters/layers', message`sets of matrices`, layers);
  }
  if (parameters.kind === 'handmade' && parameters.later !== undefined) {
    asMany(1 + parameters.later.length, '/parameters/later', message`lists of heads, the first included,`, layers);
  }
}

function exactlyWhen(wanted: boolean, value: unknown, path: string, when: Message): void {
  if (wanted === (value !== undefined)) return;
  const key = path.slice(path.lastIndexOf('/') + 1);
  fail(
    'scene-form',
    path,
    wanted
      ? message`${key} is missing; it must be given where ${when}`
      : message`${key} is given; it must be only where ${when}`,
  );
}

function asMany(count: number, path: string, what: Message, layers: number): void {
  if (count !== layers)
    fail('shape', path, message`there are ${count} ${what} but layers is ${layers}; they must be equal`);
}
