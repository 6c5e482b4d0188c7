import { full } from '../sentences.ts';

/** The page around the pictures, and the custom element. A function says which values its message needs. */
export const page = {
  title: 'Self-attention, live',
  tagline: 'What every word of a sentence looks at, number by number.',
  description:
    'A playground for self-attention: type a sentence and see queries, keys, values, scores and weights, computed live by a C++ core in WebAssembly.',

  header: {
    lessons: 'Lessons',
    undo: 'Undo',
    redo: 'Redo',
    reset: 'Start again',
    resetLesson: 'Start the lesson again',
    copy: 'Copy link',
    share: 'Share',
    stage: 'Stage',
    stageAbout: 'one word’s way, step by step',
    workbench: 'Workbench',
    workbenchAbout: 'every matrix, every control, lessons',
    noScreen: 'This part of the page could not be loaded.',
    noShare: 'The share dialog could not be loaded.',
    copied: 'Link copied',
    notCopied: 'The browser did not allow copying. The link is in the address bar.',
    skip: 'Skip to the attention picture',
    actions: 'This scene',
    noLanguage: 'That language could not be loaded.',
  },

  picture: {
    label: 'Attention',
    head: 'Head',
    headName: (number: number, name: string) => (name === '' ? `${number}` : `${number} · ${name}`),
    allHeads: 'All heads',
    pinned: {
      button: 'Pin to compare',
      title: 'Pinned and now',
      first: (weights: string) => `A, pinned: ${weights}`,
      second: (weights: string) => `B, now: ${weights}`,
      letGo: 'Let go of A',
    },
    learn: 'Learn…',
    learnElsewhere: 'The page on the web also trains: gradient, one step, many steps. This file has no room for it.',
    heatmap: 'Heatmap',
    lines: 'Lines',
    view: 'Picture',
    weights: (head: number, heads: number) => (heads === 1 ? 'weights' : `weights of head ${head}`),
    axes: 'Each row is one token asking (a query); its cells say how much it takes from each token (a key) and add up to 1.',
    anyway: 'Compute anyway',
    stale: 'Last scene that worked',
  },

  link: {
    damaged: (why: string) =>
      `This link could not be read: ${full(why)} Here is the sentence the page starts with. The address is left as it is until you change something.`,
    noHead: (head: number, heads: number) =>
      `It shows head ${head}, counted from 0, and there ${heads === 1 ? 'is 1 head' : `are ${heads} heads`}.`,
    noMoment: (at: number, chapters: number) =>
      `The link asks for moment ${at}, but the stage has ${chapters} chapters. Use 0 to ${chapters}.`,
    noToken: (token: number, tokens: number) =>
      `It looks at token ${token}, counted from 0, and there ${tokens === 1 ? 'is 1 token' : `are ${tokens} tokens`}.`,
    dismiss: 'Dismiss',
    missingLesson: (name: string) =>
      `This is a page of “${name}”, a lesson of somebody’s own. The page keeps no files: open the lesson’s file again to go on with it. Here is its scene alone.`,
    withoutLesson: 'Go on without it',
  },

  edit: {
    button: 'Edit',
    name: (name: string) => `Edit ${name}`,
    missed: 'The editor could not be fetched.',
    links: 'Type, paste or open your own numbers',
  },

  failure: {
    late: 'The live part has not come yet. If it stays away, reload the page to try again.',
    title: 'The live part did not start.',
    picture: 'The picture on this page is a true one, computed beforehand for this sentence; it cannot be changed now.',
    noScript:
      'This page computes attention in your browser and needs JavaScript for it. Without it, the picture here is a true one, computed beforehand for this sentence.',
    noPicture: 'The explanation below can be read all the same.',
    loading: 'Loading the live part …',
  },

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
  },

  /** What is said where there are too many tokens to draw them all. */
  scale: {
    overview: (weights: string, queries: string, keys: string) =>
      `overview of the ${weights}: ${queries} queries × ${keys} keys`,
    lens: 'Under the lens',
    under: (weights: string) => `${weights} under the lens`,
    numbers: 'Numbers',
    computing: 'Computing …',
    noAnswer: 'what computes long sentences no longer answers; it is started again with the next change',
    noWorker: 'what computes long sentences could not be loaded; it is tried again with the next change',
    where: 'Queries {firstQuery}–{lastQuery} of {queries}, keys {firstKey}–{lastKey} of {keys}.',
    excerpt: (where: string) =>
      `There are too many tokens to draw them all. Each step shows what is under the lens: ${where}`,
    mistake: (name: string) => `With a mistake, on purpose: ${name}. With fewer tokens it stands beside the right way.`,
    computed: 'The last change computed {keys} of {total} rows of k and v, and {queries} of z.',
    cached:
      'The last change computed {keys} of {total} rows of k and v, and {queries} of z; the other keys and values are the cache.',
    kept: 'The last change computed {keys} of {total} rows of k.',
  },
};
