/** Whose accent a number wears: queries, keys, values, scores and weights; `x` is nobody's (embeddings, z, output). */
export type Role = 'q' | 'k' | 'v' | 'w' | 'x';

const roles: Readonly<Record<string, Role>> = {
  q: 'q',
  w_q: 'q',
  b_q: 'q',
  k: 'k',
  w_k: 'k',
  b_k: 'k',
  v: 'v',
  w_v: 'v',
  b_v: 'v',
  scores: 'w',
  scaled: 'w',
  capped: 'w',
  biased: 'w',
  masked: 'w',
  weights: 'w',
};

/** The role of a tensor of the trace by its name. */
export function roleOf(name: string): Role {
  return Object.hasOwn(roles, name) ? (roles[name] ?? 'x') : 'x';
}
