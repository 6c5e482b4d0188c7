const crossing = "The animal didn't cross the street because it was too";
const tired = `${crossing} tired`;
const mat = 'The cat sat on the mat';

/** The gallery (`web/scene/gallery.ts`): the sentence, title and hint of each scene, and the titles of the handmade heads. */
export const gallery = {
  title: 'Gallery',
  missed: 'The examples could not be loaded. Choose one to try again.',
  about: 'Short scenes in which you can see what a head does. Open one, then change a word.',
  asOpened: 'About the example as you opened it:',
  items: {
    pronoun: {
      sentence: tired,
      title: 'What “it” refers to',
      hint: 'Look at the row of “it”: most of its weight is on “animal”. A single layer can only guess. Change “tired” to “wide” and nothing moves.',
    },
    she: {
      sentence: 'The king told the queen that she was tired',
      title: 'She or he',
      hint: 'Look at the row of “she”: it looks at “queen” and hardly at “king”. Change “she” to “he” and it is the other way round.',
    },
    tired: {
      sentence: tired,
      title: 'Too tired: two layers',
      hint: 'In layer 1, “it” looks at “tired” and takes in a feeling. In layer 2 it looks for something that can have a feeling, and finds “animal”.',
    },
    wide: {
      sentence: `${crossing} wide`,
      title: 'Too wide: two layers',
      hint: 'Only one word changed, and the answer changed with it. In layer 1, “it” takes in a size. In layer 2 it looks at “street”. Try “deep”, “sleepy” or “narrow”.',
    },
    'same-meaning': {
      sentence: 'The dog and the cat ate bread and cheese in the kitchen',
      title: 'Same meaning',
      hint: '“cat” shares its weight with “dog”, and “bread” with “cheese”. Function words look at function words.',
    },
    across: {
      sentence: 'A puppy drank the milk',
      encoder: 'The old cat ate some cheese',
      title: 'From one sentence to another',
      hint: 'Queries come from one sentence, keys and values from another. “puppy” looks at “cat”, “milk” at “cheese” and “drank” at “ate”.',
    },
    action: {
      sentence: 'The teacher wrote a long letter in the kitchen',
      title: 'Subject and verb',
      hint: '“wrote” looks at “teacher”, and “teacher” at “wrote”. “long” looks at the words that it could describe.',
    },
    previous: {
      sentence: mat,
      title: 'The previous token',
      hint: 'The large weights are one step below the diagonal: every token looks at the one before it. Type other words and the picture stays the same.',
    },
    next: {
      sentence: mat,
      title: 'The next token',
      hint: 'The large weights are one step above the diagonal, because the position of each query is rotated forward by one. The last token can only look at itself.',
    },
    first: {
      sentence: mat,
      title: 'Always the first',
      hint: 'One column holds all the weight. Every query is the same, because it is made by the bias alone. Trained models also have heads that rest on the first token.',
    },
    hidden: {
      sentence: mat,
      title: 'The next token, hidden',
      hint: 'This is the head of “The next token” under a causal mask. The next token is hidden, so each token falls back on the nearest one it can see: itself.',
    },
    order: {
      sentence: 'The dog chased the cat and the cat chased the dog',
      title: 'No positions, no order',
      hint: 'Both rows of “dog” are the same, and so are both rows of “cat”. Without positions, attention does not know who chased whom. Switch positions on and the rows differ.',
    },
    overflow: {
      sentence: tired,
      title: 'Too large for exp',
      hint: 'At temperature 0.02 the scores become 50 times larger and exp overflows: ∞ / ∞ is NaN. One NaN among its weights makes a whole row of the output NaN. Subtracting the maximum first, as shown further down, avoids this. Raise the temperature and both results agree.',
    },
    fruit: {
      sentence: 'I ate a ripe apple with a banana and a pear',
      title: 'Real words: apple, the fruit',
      hint: 'Vectors of 19,500 words that a program learned from text. On its own, “apple” is most like “microsoft”. After attention it is most like “fruit”.',
    },
    company: {
      sentence: 'Apple sells a new phone and a computer',
      title: 'Real words: Apple, the company',
      hint: 'The same vector in another sentence: after attention, “apple” is most like “computer” and “software”.',
    },
  },
  /** The titles of the handmade heads, as in src/data/meaning.json. */
  heads: {
    pronoun: 'pronoun → noun',
    'same-meaning': 'same meaning',
    action: 'subject ↔ verb',
    previous: 'previous token',
    next: 'next token',
    first: 'first token',
    cue: 'describing word',
    cued: 'described noun',
    trait: 'describing word',
    bearer: 'described noun',
    describing: 'describing word',
    described: 'described noun',
    antecedent: 'described noun',
  },
};
