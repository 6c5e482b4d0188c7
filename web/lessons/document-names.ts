import type { Scene } from '../scene/types.ts';

type Names = Readonly<Record<string, string>>;

/** A document's names for tensors, by the step that makes them. Other tensors keep their names. */
interface Called {
  readonly names: Names;
  readonly steps?: Readonly<Record<string, number>>;
}

/** The tokens of the scene that computes the document's star. Its tensors are not those that the document names. */
export const starTokens = ['keys.t()[0]', 'keys.t()[1]', 'keys.t()[2]'];

const projections = { q: 'queries', k: 'keys', v: 'values' };

/** The document's `output` is not summed yet, and its printed sum, `output.sum(…)`, has no name there. */
const given: Called = {
  names: { v: 'encoder_hidden_states', weights: 'softmax_scores', weighted: 'output', output: 'output_sum' },
};

const music: Called = {
  names: {
    ...{ x0: 'X', w_q: 'WQ', w_k: 'WK', w_v: 'WV', q: 'Q', k: 'K', v: 'V' },
    ...{ E_rel: 'E_T', relative: 'S_rel', related: 'num', weights: 'soft', z: 'Z' },
    ...{ w_1: 'W_1', b_1: 'b1', w_2: 'W_2' },
  },
};

/** The last cells of the document have a table of embeddings, and nothing computed from it. */
const looked: Called = { names: { tokens: 'input_sequences', E: 'embedding' } };

const documents: Readonly<Record<string, (scene: Scene) => Called>> = {
  illustrated: () => ({
    names: {
      ...{ x0: 'x', w_q: 'w_query', w_k: 'w_key', w_v: 'w_value', q: 'querys', k: 'keys', v: 'values' },
      ...{ scores: 'attn_scores', weights: 'attn_scores_softmax', rounded: 'attn_scores_softmax' },
      ...{ weighted: 'weighted_values', z: 'outputs' },
    },
    steps: { x0: 1, q: 3, k: 3, v: 3, scores: 4, weights: 5, rounded: 5, weighted: 6, z: 7 },
  }),
  'its-snowing': () => ({ names: { x0: 'combined', w_q: 'Wq', w_k: 'Wk', w_v: 'Wv', ...projections } }),
  'scaling-and-masks': () => ({
    names: { q: 'Q', k: 'K', v: 'V', scaled: 'normalized', weights: 'attention', z: 'new_V' },
  }),
  'keys-and-encoder': ({ embedding, tokens = [] }) =>
    embedding.kind === 'qkv'
      ? given
      : tokens[0] === starTokens[0]
        ? { names: {} }
        : { names: { x0: 'v', w_q: 'W_q', w_k: 'W_k', w_v: 'W_v', ...projections, scores: 'attention_score' } },
  'music-transformer': ({ embedding }) => (embedding.kind === 'ids' ? looked : music),
};

/** Whether the document of a lesson has names of its own. */
export const hasNames = (lesson: string): boolean => Object.hasOwn(documents, lesson);

/** The names of a scene's steps: those of its lesson's document, if the scene asks for them. */
export function calledIn(scene: Scene): Called {
  const { names, lesson } = scene.view ?? {};
  const own = names === 'document' && lesson !== undefined && hasNames(lesson) ? documents[lesson] : undefined;
  return own?.(scene) ?? { names: {} };
}
