/** What the plain steps are, and what stands around all of them; steps.ts has the others. */
export const steps = {
  title: 'How it came about',
  intro:
    'These are the steps of the computation, in order. Point at or press any cell to see the arithmetic behind it.',
  nav: 'Steps',
  reads: 'Reads',
  head: (head: number, heads: number) => `head ${head} of ${heads}`,
  parameters: (names: readonly string[]) => `Parameters: ${names.join(', ')}`,
  arithmetic: 'Arithmetic',
  hint: 'Point at a cell, or press it, to see where its number comes from.',
  letGo: 'Let go of the cell',
  unknown: 'A step of the computation.',
  formula: (name: string) => `Formula of ${name}`,
  /** In place of `about.scaled` where the scene names a scale. */
  scaledByScale: [
    'scaled',
    'The scores are multiplied by the scale of this scene, which stands in for 1/√d_k.',
  ] as const,
  /** By the name of the tensor that the step produces. */
  about: {
    tokens: ['tokens', 'The sentence, cut into words. Each word is known by its row in the vocabulary.'],
    E: ['E', 'The embeddings of the vocabulary: one row of numbers a word.'],
    x0: ['embeddings', 'Each token becomes its row of numbers: what the model knows about the word alone.'],
    q: ['queries', 'What each token is looking for: its embedding, seen through the parameters w_q.'],
    k: ['keys', 'What each token offers to be found by: its embedding, seen through w_k.'],
    v: ['values', 'What each token hands over when it is looked at: its embedding, seen through w_v.'],
    scores: ['scores', 'How well each query matches each key: their numbers multiplied pair by pair and added up.'],
    scaled: ['scaled', 'Longer vectors give larger scores, so they are divided by √d_k to keep them in range.'],
    capped: ['capped', 'The softcap bends large scores back so that none goes beyond it.'],
    masked: ['masked', 'What a token may not see gets −∞, which the next step turns into exactly 0.'],
    weights: ['weights', 'Softmax turns each row of scores into shares that are positive and add up to 1.'],
    z: ['z', 'Each token gathers the values of all tokens, each in proportion to its weight.'],
    output: [
      'output',
      'The heads’ results side by side, and mixed by w_o where there is one: what goes on to the next layer.',
    ],
    w_q: ['w_q', 'The parameters that make the queries.'],
    w_k: ['w_k', 'The parameters that make the keys.'],
    w_v: ['w_v', 'The parameters that make the values.'],
    w_o: ['w_o', 'The parameters that mix the heads.'],
    b_q: ['b_q', 'What is added to every query.'],
    b_k: ['b_k', 'What is added to every key.'],
    b_v: ['b_v', 'What is added to every value.'],
    b_o: ['b_o', 'What is added to every output.'],
  } as Readonly<Record<string, readonly [string, string]>>,
};
