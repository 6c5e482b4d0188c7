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
  const convert = 'tf.convert_to_tensor';
  const end = ', dtype=tf.float32)';
  return `import tensorflow as tf

${matrix('x', convert, x, end)}
print(x)

${matrix('w_key', convert, wK, end)}
${matrix('w_query', convert, wQ, end)}
${matrix('w_value', convert, wV, end)}
print("Weights for key: \\n", w_key)
print("Weights for query: \\n", w_query)
print("Weights for value: \\n", w_value)

keys = tf.matmul(x, w_key)
querys = tf.matmul(x, w_query)
values = tf.matmul(x, w_value)
print(keys)
print(querys)
print(values)

attn_scores = tf.matmul(querys, keys, transpose_b=True)
print(attn_scores)

attn_scores_softmax = tf.nn.softmax(attn_scores, axis=-1)
print(attn_scores_softmax)

# For readability, approximate the above as follows
attn_scores_softmax = [
    [0.0, 0.5, 0.5],
    [0.0, 1.0, 0.0],
    [0.0, 0.9, 0.1],
]
attn_scores_softmax = tf.convert_to_tensor(attn_scores_softmax)
print(attn_scores_softmax)

weighted_values = values[:, None] * tf.transpose(attn_scores_softmax)[:, :, None]
print(weighted_values)

outputs = tf.reduce_sum(weighted_values, axis=0)
print(outputs)
`;
}

/** The function at the end of "Self Attention in Transformers", with the numbers and the mask that it is called with. */
export function selfAttentionFunction(): string {
  const { embedding } = scenes['scaling-and-masks'];
  const { q = [], k = [], v = [] } = embedding.kind === 'qkv' ? embedding : {};
  return `import math

import numpy as np

${matrix('Q', 'np.array', q)}
${matrix('K', 'np.array', k)}
${matrix('V', 'np.array', v)}


def softmax(x):
    return np.exp(x) / np.sum(np.exp(x), axis=-1, keepdims=True)


def self_attention(Q, K, V, mask=None):
    d_k = Q.shape[-1]
    normalized = np.matmul(Q, K.T) / math.sqrt(d_k)
    if mask is not None:
        normalized = normalized + mask
    attention = softmax(normalized)
    out = np.matmul(attention, V)
    return out, attention


seq_len = len(Q)
mask = np.triu(np.ones((seq_len, seq_len)), k=1)
mask[mask == 1] = -np.inf

values, attention = self_attention(Q, K, V, mask=mask)
print("Q\\n", Q)
print("K\\n", K)
print("V\\n", V)
print("New V\\n", values)
print("Attention\\n", attention)
`;
}

/** "Example 2: Compute keys" of "Attention". */
export function computeKeys(): string {
  const { x, wK } = threeInputs;
  const vector = (name: string, row: readonly number[]): string => `${name} = torch.tensor([${row.join(', ')}])`;
  const columns = [0, 1, 2].map((column) => wK.map((row) => row[column] ?? 0));
  return `import torch

${x.map((row, index) => vector(`v_${index + 1}`, row)).join('\n')}

# The columns of W_k
${columns.map((column, index) => vector(`W_k${index + 1}`, column)).join('\n')}


def compute_keys(vs, ws):
    v = torch.stack([*vs])
    w = torch.stack([*ws], dim=1)

    return v @ w


keys = compute_keys([v_1, v_2, v_3], [W_k1, W_k2, W_k3])
print(keys)
print(keys[0])
`;
}

/** The last cells of "Self-Attention Layer", with a table whose numbers are given. */
export function embeddingLookup(rows: Rows, sequences: Rows): string {
  return `import torch
from torch import nn

${matrix('rows', 'torch.tensor', rows)}
embedding = nn.Embedding.from_pretrained(rows)

${matrix('input_sequences', 'torch.LongTensor', sequences)}
print(embedding(input_sequences))
print(embedding(input_sequences).shape)
`;
}
