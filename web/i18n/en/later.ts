import { arithmetic } from './arithmetic.ts';
import { element } from './element.ts';
import { elementLater } from './element-later.ts';
import { familyLater } from './family-later.ts';
import { galleryHints } from './gallery-hints.ts';
import { lessonLater } from './lesson-later.ts';
import { mistakesWhy } from './mistakes-why.ts';
import { picturesLater } from './pictures-later.ts';
import { scale } from './scale.ts';
import { steps } from './steps.ts';

/**
 * The rest of the English: what index.html brings along and needs again only after another language, and what is said by
 * that which is fetched when it is wanted.
 */
export const later = {
  tagline: 'What every word of a sentence looks at, number by number.',
  description:
    'A playground for self-attention: type a sentence and see queries, keys, values, scores and weights, computed live by a C++ core in WebAssembly.',

  about: {
    title: 'What self-attention is',
    paragraphs: [
      'A word means little alone. In “The animal didn’t cross the street because it was too tired”, the word “it” is an empty place that some other word must fill. Self-attention is how a transformer fills it: every token looks at every token of the same sentence, itself included, and takes from each a share of what it carries.',
      'For that, each token’s embedding is turned into three vectors. The query says what the token is looking for, the key says what it can be found by, and the value is what it hands over. A query is compared with every key; each comparison gives a score. Softmax turns a token’s scores into weights, which are positive and add up to 1. The token’s result is the sum of all values, each multiplied by its weight.',
      'Several heads do this side by side, each with parameters of its own, so that one may look for what a pronoun stands for while another looks at the word before. A causal mask hides the words that come later, as in models that write text from left to right.',
    ],
    formula: 'attention(q, k, v) = softmax(q · kᵀ / √d_k) · v',
    tableTitle: 'The weights as numbers',
    tableCorner: 'query ↓ key →',
  },

  footer: {
    what: 'Every number on this page was computed by one C++ core, compiled to WebAssembly SIMD; the page only draws it.',
    version: (version: string) => `Version ${version}`,
    licence: 'MIT licence',
    schema: 'JSON Schema of a scene',
    guides: 'Guides: embed it',
    benchmarks: 'How fast it is',
    flavour: (flavour: string) => `Core in use: ${flavour}.`,
  },

  failure: {
    noScript:
      'This page computes attention in your browser and needs JavaScript for it. Without it, the picture here is a true one, computed beforehand for this sentence.',
    noPicture: 'The explanation below can be read all the same.',
    loading: 'Loading the live part …',
  },

  lesson: lessonLater,
  gallery: galleryHints,
  mistakes: mistakesWhy,
  views: arithmetic.views,
  pictures: { ...picturesLater, ...arithmetic.pictures, ...scale.pictures },
  scale: scale.scale,
  family: familyLater,
  explained: steps,
  element: { ...element, ...elementLater },
};
