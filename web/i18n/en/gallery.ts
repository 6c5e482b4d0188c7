const crossing = "The animal didn't cross the street because it was too";
const tired = `${crossing} tired`;
const mat = 'The cat sat on the mat';

/** The gallery (`web/scene/gallery.ts`): of each scene its words, a title and what to look for, and the heads made by hand by name. */
export const gallery = {
  title: 'Gallery',
  missed: 'The examples could not be loaded. Choose one again.',
  about: 'Short scenes in which a head does something you can see. Open one, then change a word.',
  asOpened: 'Of the example as it was opened:',
  items: {
    pronoun: {
      sentence: tired,
      title: 'What “it” stands for',
      hint: 'The row of “it”: most of its weight is on “animal”. One layer cannot do better than guess: change “tired” to “wide” and nothing moves.',
    },
    she: {
      sentence: 'The king told the queen that she was tired',
      title: 'She or he',
      hint: 'The row of “she”: it looks at “queen”, hardly at “king”. Change “she” to “he” and it is the other way round.',
    },
    tired: {
      sentence: tired,
      title: 'Too tired: two layers',
      hint: 'In the first layer “it” looks at “tired” and takes the feeling in. In the second it looks for someone who can be tired, and finds “animal”.',
    },
    wide: {
      sentence: `${crossing} wide`,
      title: 'Too wide: two layers',
      hint: 'One word is another, and so is the answer: “it” takes in a size, and in the second layer looks at “street”. Try “deep”, “sleepy” or “narrow”.',
    },
    'same-meaning': {
      sentence: 'The dog and the cat ate bread and cheese in the kitchen',
      title: 'Same meaning',
      hint: '“cat” shares its weight with “dog”, “bread” with “cheese”. Glue words look at glue words.',
    },
    across: {
      sentence: 'A puppy drank the milk',
      encoder: 'The old cat ate some cheese',
      title: 'From one sentence to another',
      hint: 'Queries come from one sentence, keys and values from another: “puppy” looks at “cat”, “milk” at “cheese”, “drank” at “ate”.',
    },
    action: {
      sentence: 'The teacher wrote a long letter in the kitchen',
      title: 'Who does it',
      hint: '“wrote” looks at “teacher”, and “teacher” at “wrote”. “long” looks at whom or what it may be said of.',
    },
    previous: {
      sentence: mat,
      title: 'The token before',
      hint: 'One step below the diagonal: every token looks at the one before it, whatever the words are. Type others and the picture stays.',
    },
    next: {
      sentence: mat,
      title: 'The token after',
      hint: 'One step above the diagonal: the position of each query is turned forward by one. The last token has only itself.',
    },
    first: {
      sentence: mat,
      title: 'Always the first',
      hint: 'One full column: all queries are the same, made by b_q alone. Trained models have heads like this, which rest on the first token.',
    },
    hidden: {
      sentence: mat,
      title: 'What is hidden',
      hint: 'The head of “The token after” under a causal mask: the next token is hidden, so the head falls back on the nearest it can see, the token itself.',
    },
    order: {
      sentence: 'The dog chased the cat and the cat chased the dog',
      title: 'No positions, no order',
      hint: 'Both rows of “dog” are the same, and both of “cat”: without positions, attention does not know who chased whom. Switch positions on and they part.',
    },
    overflow: {
      sentence: tired,
      title: 'Too large for exp',
      hint: 'A temperature of 0.02 makes the scores fifty times as large, and e to the power of the largest is ∞: whole rows are no numbers (NaN). With the maximum subtracted first, as further down, nothing is lost. Raise the temperature and both agree.',
    },
  },
  /** The titles of the heads made by hand (src/data/meaning.json). */
  heads: {
    pronoun: 'what it stands for',
    'same-meaning': 'same meaning',
    action: 'who does it',
    previous: 'previous token',
    next: 'next token',
    first: 'first token',
    cue: 'what is said of it',
    cued: 'what that can be said of',
  },
};
