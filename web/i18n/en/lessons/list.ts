/** Title and summary of each lesson, shown before it is opened. */
export const lessonList = {
  'five-minutes': {
    title: 'Attention in five minutes',
    summary: 'What “it” refers to, one word at a time. For people who have seen none of this before.',
  },
  'five-minutes-es': {
    title: 'Attention in five minutes, in Spanish',
    summary: 'What “se” refers to in a Spanish sentence, one word at a time.',
  },
  'meaning-from-company': {
    title: 'Meaning from company',
    summary:
      'Real word vectors: how “apple” becomes a fruit or a company, why there are queries and keys, and where it fails.',
  },
  'how-it-learns': {
    title: 'How it learns',
    summary: 'Random parameters, one gradient step, weights that you paint, and two layers that find what one cannot.',
  },
  masks: {
    title: 'Masks and how they go wrong',
    summary: 'tril and triu, True that keeps or hides, the two corners, rows that see nothing, padding and packing.',
  },
  'decode-with-a-cache': {
    title: 'Decode with a cache',
    summary: 'Why a new word changes no earlier row, what a KV cache keeps and saves, and how models make it smaller.',
  },
  illustrated: {
    title: 'Illustrated self-attention',
    summary: 'Three inputs, small whole numbers, and eight steps small enough to do in your head.',
  },
  'its-snowing': {
    title: 'It’s snowing outside',
    summary: 'Three words in three dimensions, and the notebook’s TODO finished: weights, values, outputs.',
  },
  'scaling-and-masks': {
    title: 'Scaling and masks',
    summary: 'Why scores are divided by √dₖ, how −∞ hides the future, and a softmax over too much.',
  },
  'keys-and-encoder': {
    title: 'Keys and encoder states',
    summary: 'Attention to another sequence, keys made by hand, and two products along the wrong axis.',
  },
  'music-transformer': {
    title: 'Heads and relative distance',
    summary: 'Forty notes, twelve heads, and the skewing that tells the Music Transformer how far apart notes are.',
  },
  questions: {
    title: 'Questions people ask',
    summary:
      'Twenty-five questions that learners ask again and again, each with a guess, a scene to try it in, and an answer.',
  },
};
