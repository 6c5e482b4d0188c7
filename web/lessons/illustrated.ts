import type { Lesson } from './types.ts';

/** The numbers of Manuel Romero's notebook, without its rounding of the weights. */
export const illustrated: Lesson = {
  id: 'illustrated',
  title: 'Illustrated self-attention',
  summary: 'Three inputs, small whole numbers, and every multiplication small enough to do in your head.',
  source: {
    title: 'Concept - Self-Attention',
    credit:
      'The inputs and parameters are those of a notebook by Manuel Romero, after Raimi Karim’s article “Illustrated: Self-Attention” (2019). The text here is our own.',
    links: [
      {
        title: 'Illustrated: Self-Attention',
        url: 'https://towardsdatascience.com/illustrated-self-attention-2d627e33b20a',
      },
      { title: 'Vaswani et al. 2017, Attention Is All You Need', url: 'https://arxiv.org/abs/1706.03762' },
    ],
    licence: 'CC BY 4.0',
  },
  text: [
    {
      title: 'Three inputs',
      body: 'Self-attention takes some vectors in and gives as many out. Here there are three, called Input 1, Input 2 and Input 3, with d_model = 4 numbers each: the rows of x0. They stand for no words, so that nothing distracts from the arithmetic. Each output will be a blend of all three inputs, and attention decides how much of each goes in.',
    },
    {
      title: 'Queries, keys and values',
      body: 'Every input plays three parts, each through a matrix of parameters with 4 rows and 3 columns: q = x0 · w_q says what the input looks for, k = x0 · w_k what it can be found by, v = x0 · w_v what it hands over. In a trained model these matrices are learned; here they are small whole numbers. Press a cell of k for Input 1 to see how [1, 0, 1, 0] becomes the key [0, 1, 1].',
    },
    {
      title: 'Scores',
      body: 'A score says how well a query fits a key: multiply the two number by number and add up. The query of Input 1 is [1, 0, 2]; with the three keys it gives the first row of scores, 2, 4 and 4. This lesson uses the dot product as it is, as its source does. The Transformer of Vaswani et al. divides it by √d_k first: switch ÷ √d_k on and watch the weights even out.',
    },
    {
      title: 'Weights',
      body: 'Softmax turns each row of scores into weights, which are positive and add up to 1. Equal scores give equal weights: Input 1 gives 0.4683 to Input 2 and to Input 3, and keeps 0.0634 for itself. The source rounds them to 0, 0.5 and 0.5 to make the next step easier to follow. Here nothing is rounded but what is printed, so the outputs differ a little from the source’s.',
    },
    {
      title: 'Outputs',
      body: 'Each value is multiplied by its weight, and the three results are added: 0.0634 · [1, 2, 3] + 0.4683 · [2, 8, 0] + 0.4683 · [2, 6, 3] is about [1.94, 6.68, 1.60], the first row of z. The second row is almost the value of Input 2 itself, because its own score of 16 leaves little for the others. With one head and no w_o, z is also the output. Its width is that of the values; queries and keys only have to be as wide as each other.',
    },
  ],
  scene: {
    version: 1,
    tokens: ['Input 1', 'Input 2', 'Input 3'],
    embedding: {
      kind: 'given',
      x: [
        [1, 0, 1, 0],
        [0, 2, 0, 2],
        [1, 1, 1, 1],
      ],
    },
    parameters: {
      kind: 'given',
      wQ: [
        [1, 0, 1],
        [1, 0, 0],
        [0, 0, 1],
        [0, 1, 1],
      ],
      wK: [
        [0, 0, 1],
        [1, 1, 0],
        [0, 1, 0],
        [1, 1, 0],
      ],
      wV: [
        [0, 2, 0],
        [0, 3, 0],
        [1, 0, 3],
        [1, 1, 0],
      ],
    },
    attention: { heads: 1, score: 'dot' },
    view: { focus: 0, lesson: 'illustrated' },
  },
};
