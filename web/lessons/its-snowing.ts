import type { Lesson } from './types.ts';

/** The numbers of the notebook "Self attention with Numpy"; it stops at the scores, this goes through to the outputs. */
export const itsSnowing: Lesson = {
  id: 'its-snowing',
  title: 'It’s snowing outside',
  summary: 'Three words in three dimensions, from embeddings to outputs, with the scores divided by √d_k.',
  source: {
    title: 'Self attention with Numpy',
    credit:
      'The embeddings and parameters are those of the notebook “Self attention with Numpy”, which names Jay Alammar’s “The Illustrated Transformer” (2018) as its source. The text here is our own.',
    links: [
      { title: 'The Illustrated Transformer', url: 'https://jalammar.github.io/illustrated-transformer/' },
      { title: 'Vaswani et al. 2017, Attention Is All You Need', url: 'https://arxiv.org/abs/1706.03762' },
    ],
    licence: 'CC BY 4.0',
  },
  text: [
    {
      title: 'Three words',
      body: 'The sentence is “It’s snowing outside”. Each word is a vector of d_model = 3 numbers, a row of x0. They are made up, as the notebook they come from says, but nothing below would be done differently with numbers that a model had learned.',
    },
    {
      title: 'Queries, keys and values',
      body: 'The parameters w_q, w_k and w_v have 3 rows and 2 columns, so each word gets a query, a key and a value of 2 numbers: d_k = d_v = 2. The query of “It’s” is [0.105, −0.138]. Press one of its cells to see the three products that make it. A matrix multiplied in this way does to all words at once what the arithmetic shows for one.',
    },
    {
      title: 'Scores',
      body: 'Each query is compared with each key, q · kᵀ, which gives 3 × 3 scores. The first row, for “It’s”, is −0.0913, 0.0810 and −0.0471. This is where the notebook ends. A score below zero is nothing special: it only means less than a score above.',
    },
    {
      title: 'Dividing by √d_k',
      body: 'The longer the vectors, the larger their products become, and a softmax of large numbers gives nearly everything to one word. Vaswani et al. therefore divide every score by √d_k, here √2 ≈ 1.414. This step is called scaled. With 2 numbers it changes little; set the temperature to 0.1 to see what larger scores would do.',
    },
    {
      title: 'Weights and outputs',
      body: 'Softmax makes weights of each row: “It’s” takes 0.316 from itself, 0.357 from “snowing” and 0.326 from “outside”. They are close together because the scores are; untrained parameters have nothing to say yet. The weighted values add up to [0.183, 0.230], the first row of z, which with one head and no w_o is the output too. Trained parameters would push the weights apart.',
    },
  ],
  scene: {
    version: 1,
    tokens: ["It's", 'snowing', 'outside'],
    embedding: {
      kind: 'given',
      x: [
        [0.3, 0.8, -0.3],
        [-0.9, -0.1, 0],
        [1, -0.2, 0.3],
      ],
    },
    parameters: {
      kind: 'given',
      wQ: [
        [0.27, 0.14],
        [0.24, 0.09],
        [0.56, 0.84],
      ],
      wK: [
        [0.1, 0.69],
        [0.38, 0.63],
        [0.91, 0.01],
      ],
      wV: [
        [0.81, 0.8],
        [0.67, 0.98],
        [0.04, 0.3],
      ],
    },
    attention: { heads: 1 },
    view: { digits: 3, focus: 0, lesson: 'its-snowing' },
  },
};
