/** What to look for in each scene of the gallery. */
export const galleryHints = {
  items: {
    pronoun: {
      hint: 'The row of “it”: most of its weight is on “animal”. One layer cannot do better than guess: change “tired” to “wide” and nothing moves.',
    },
    she: {
      hint: 'The row of “she”: it looks at “queen”, hardly at “king”. Change “she” to “he” and it is the other way round.',
    },
    tired: {
      hint: 'In the first layer “it” looks at “tired” and takes the feeling in. In the second it looks for someone who can be tired, and finds “animal”.',
    },
    wide: {
      hint: 'One word is another, and so is the answer: “it” takes in a size, and in the second layer looks at “street”. Try “deep”, “sleepy” or “narrow”.',
    },
    'same-meaning': {
      hint: '“cat” shares its weight with “dog”, “bread” with “cheese”. Glue words look at glue words.',
    },
    across: {
      hint: 'Queries come from one sentence, keys and values from another: “puppy” looks at “cat”, “milk” at “cheese”, “drank” at “ate”.',
    },
    action: {
      hint: '“wrote” looks at “teacher”, and “teacher” at “wrote”. “long” looks at whom or what it may be said of.',
    },
    previous: {
      hint: 'One step below the diagonal: every token looks at the one before it, whatever the words are. Type others and the picture stays.',
    },
    next: {
      hint: 'One step above the diagonal: the position of each query is turned forward by one. The last token has only itself.',
    },
    first: {
      hint: 'One full column: all queries are the same, made by b_q alone. Trained models have heads like this, which rest on the first token.',
    },
    hidden: {
      hint: 'The head of “The token after” under a causal mask: the next token is hidden, so the head falls back on the nearest it can see, the token itself.',
    },
    order: {
      hint: 'Both rows of “dog” are the same, and both of “cat”: without positions, attention does not know who chased whom. Switch positions on and they part.',
    },
    overflow: {
      hint: 'A temperature of 0.02 makes the scores fifty times as large, and e to the power of the largest is ∞: whole rows are no numbers (NaN). With the maximum subtracted first, as further down, nothing is lost. Raise the temperature and both agree.',
    },
  },
};
