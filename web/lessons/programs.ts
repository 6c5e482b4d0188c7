import { scenes, threeInputs } from '../scene/lesson-scenes.ts';
import type { Rows } from '../scene/types.ts';

/** Programs beside a page, with the numbers of its scene. */

/** `[[1, 2],` with the next row below it, aligned with the first. */
const nested = (rows: Rows, indent: number): string =>
  `[${rows.map((row) => `[${row.join(', ')}]`).join(`,\n${' '.repeat(indent + 1)}`)}]`;

/** `name = call([[…]])`, closed by `end`. */
const matrix = (name: string, call: string, rows: Rows, end = ')'): string => {
  const start = `${name} = ${call}(`;
  return `${start}${nested(rows, start.length)}${end}`;
};

function itsSnowingRows(): { readonly x: Rows; readonly wQ: Rows; readonly wK: Rows; readonly wV: Rows } {
  const { embedding, parameters } = scenes['its-snowing'];
  const x = embedding.kind === 'given' ? embedding.x : [];
  const { wQ = [], wK = [], wV = [] } = parameters.kind === 'given' ? parameters : {};
  return { x, wQ, wK, wV };
}

/** The class of "Self attention with Numpy", whose `forward` was a TODO, with its toy example. */
export function selfAttentionClass(): string {
  const { x, wQ, wK, wV } = itsSnowingRows();
  return `import numpy as np


class SelfAttention:
    def __init__(self, Wq, Wk, Wv):
        self.Wq = Wq
        self.Wk = Wk
        self.Wv = Wv

    def forward(self, tokens):
        queries = np.matmul(tokens, self.Wq)
        keys = np.matmul(tokens, self.Wk)
        values = np.matmul(tokens, self.Wv)
        scores = np.matmul(queries, keys.T)
        scaled = scores / np.sqrt(keys.shape[-1])
        exp = np.exp(scaled - scaled.max(axis=-1, keepdims=True))
        weights = exp / exp.sum(axis=-1, keepdims=True)
        return np.matmul(weights, values)


${['its', 'snowing', 'outside'].map((word, index) => `${word} = np.array([${x[index]?.join(', ') ?? ''}])`).join('\n')}
combined = np.stack((its, snowing, outside), axis=0)

${matrix('Wq', 'np.array', wQ)}
${matrix('Wk', 'np.array', wK)}
${matrix('Wv', 'np.array', wV)}

print(SelfAttention(Wq, Wk, Wv).forward(combined))
`;
}

/** The second half of "Concept - Self-Attention": the eight steps again, in TensorFlow 2. */
export function stepsInTensorFlow(): string {
  const { x, wQ, wK, wV } = threeInputs;
  const end = ', dtype=tf.float32)';
  return `import tensorflow as tf

${matrix('x', 'tf.constant', x, end)}

${matrix('w_key', 'tf.constant', wK, end)}
${matrix('w_query', 'tf.constant', wQ, end)}
${matrix('w_value', 'tf.constant', wV, end)}

keys = tf.matmul(x, w_key)
querys = tf.matmul(x, w_query)
values = tf.matmul(x, w_value)

attn_scores = tf.matmul(querys, keys, transpose_b=True)
attn_scores_softmax = tf.nn.softmax(attn_scores, axis=-1)
print(attn_scores_softmax)

attn_scores_softmax = tf.constant([[0.0, 0.5, 0.5],
                                   [0.0, 1.0, 0.0],
                                   [0.0, 0.9, 0.1]])

weighted_values = values[:, None] * tf.transpose(attn_scores_softmax)[:, :, None]
outputs = tf.reduce_sum(weighted_values, axis=0)
print(outputs)
`;
}
