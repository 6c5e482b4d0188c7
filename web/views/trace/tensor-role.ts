/** Whose accent a number wears: queries, keys, values, scores and weights; `x` is nobody's (embeddings, z, output). */
export type Role = 'q' | 'k' | 'v' | 'w' | 'x';

const tensors: Readonly<Record<Exclude<Role, 'x'>, string>> = {
  q: 'q w_q b_q q_rotated q_a w_a',
  k: 'k w_k b_k k_rotated k_a u_a',
  v: 'v w_v b_v weighted',
  w: 'scores qe skewed relative related scaled capped biased blocked mask masked support threshold weights rounded',
};

const roles = new Map(
  (['q', 'k', 'v', 'w'] as const).flatMap((role) => tensors[role].split(' ').map((name) => [name, role] as const)),
);

/** The role of a tensor of the trace by its name. */
export const roleOf = (name: string): Role => roles.get(name) ?? 'x';

/** Shares of one: a colour scale from 0 to 1. */
export const isShare = (name: string): boolean => name === 'weights' || name === 'rounded';

/** Names of rows of a table, not amounts: no colour. */
export const isName = (name: string): boolean => name === 'tokens' || name === 'tokens_k';

/** Whole numbers, written without digits after the point. */
export const isWhole = (name: string): boolean => isName(name) || name === 'blocked' || name === 'support';
