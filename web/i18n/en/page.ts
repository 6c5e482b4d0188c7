import { full } from '../sentences.ts';

/** The page around the pictures. A function's parameters are the values that its message needs. */
export const page = {
  title: 'Self-attention, live',
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
    screens: 'Screens',
    watch: 'Watch',
    watchAbout: 'Follow one word, step by step',
    experiment: 'Experiment',
    experimentAbout: 'Change anything and see every matrix',
    train: 'Train',
    trainAbout: 'Let the heads learn a task',
    more: 'More',
    guides: 'Guides',
    model: 'Open your model’s attention',
    noScreen: 'This part of the page could not be loaded.',
    noDialog: 'The dialog could not be loaded.',
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
    headNumber: (number: number) => `head ${number}`,
    allHeads: 'All heads',
    why: 'Why this weight?',
    decode: 'Decode with a cache …',
    allLayers: 'All layers and heads',
    layerName: (layer: number, head: string) => (head === '' ? `Layer ${layer}` : `Layer ${layer} · ${head}`),
    pinned: {
      button: 'Pin to compare',
      title: 'Pinned and current',
      first: (weights: string) => `A, pinned: ${weights}`,
      second: (weights: string) => `B, now: ${weights}`,
      letGo: 'Unpin A',
      ofFile: (weights: string, file: string) => `${weights} of ${file}`,
      tooLong: (tokens: number) => `Heads of more than ${tokens} tokens cannot be pinned to compare.`,
    },
    change: { label: 'Last change', now: 'Now', before: 'Before', difference: 'Difference' },
    learn: 'Learn…',
    learnElsewhere:
      'The online page can also train: gradients, one step, many steps. This file leaves training out to stay small.',
    heatmap: 'Heatmap',
    lines: 'Lines',
    view: 'Picture',
    weights: (head: number, heads: number) => (heads === 1 ? 'weights' : `weights of head ${head}`),
    axes: 'Each row is the query of one token. Its cells show how much it takes from each key, and they add up to 1.',
    anyway: 'Compute anyway',
    stale: 'Last scene that worked',
  },

  link: {
    damaged: (why: string) =>
      `This link could not be read: ${full(why)} The page shows its first sentence instead. The address stays as it is until you change something.`,
    noHead: (head: number, heads: number) =>
      `There is no head ${head}. The scene has ${heads === 1 ? '1 head' : `${heads} heads`}, counted from 0.`,
    noMoment: (time: number, chapters: number) =>
      `The link asks for moment ${time}, but the stage has ${chapters} chapters. Use 0 to ${chapters}.`,
    noToken: (token: number, tokens: number) =>
      `There is no token ${token}. The scene has ${tokens === 1 ? '1 token' : `${tokens} tokens`}, counted from 0.`,
    dismiss: 'Dismiss',
    missingLesson: (name: string) =>
      `This is a page of “${name}”, a lesson from a file. The page does not keep files. Open the file again to continue the lesson. Until then you see only its scene.`,
    withoutLesson: 'Continue without it',
  },

  edit: {
    button: 'Edit',
    matrices: 'Edit numbers',
    name: (name: string) => `Edit ${name}`,
    missed: 'The editor could not be loaded.',
    links: 'Type, paste or open your own numbers',
  },

  failure: {
    late: 'The interactive page is still loading. If it does not appear, reload.',
    title: 'The interactive page did not start.',
    picture:
      'The picture you see was computed in advance for this sentence. Its numbers are right, but you cannot change it.',
    noScript:
      'This page computes attention in your browser, so it needs JavaScript. Without it you see a picture that was computed in advance for this sentence.',
    noPicture: 'You can still read the explanation below.',
    loading: 'Loading the interactive page …',
  },

  about: {
    title: 'What self-attention is',
    paragraphs: [
      'A word means little on its own. In “The animal didn’t cross the street because it was too tired”, the word “it” could refer to several things. Self-attention is how a transformer finds out which. Every token looks at every token of the sentence, including itself, and takes a part of what each one carries.',
      'Each token’s embedding is turned into three vectors. The query says what the token is looking for, the key says what it can be found by, and the value is what it passes on. A query is compared with every key, and each comparison gives a score. Softmax turns a token’s scores into weights, which are positive and add up to 1. The token’s result is the sum of all values, each multiplied by its weight.',
      'Several heads do this side by side, each with its own parameters. One may look for what a pronoun refers to while another looks at the previous word. A causal mask hides the words that come later, as in models that write text from left to right.',
    ],
    formula: 'attention(q, k, v) = softmax(q · kᵀ / √dₖ) · v',
    tableTitle: 'The weights as numbers',
    tableCorner: 'query ↓ key →',
  },

  footer: {
    what: 'One C++ core, compiled to WebAssembly SIMD, computes every number on this page. The page only draws them.',
    version: (version: string) => `Version ${version}`,
    licence: 'MIT licence',
    schema: 'JSON Schema of a scene',
    guides: 'Guides',
    benchmarks: 'How fast it is',
  },

  /** For scenes with too many tokens to draw them all. */
  scale: {
    overview: (weights: string, queries: string, keys: string) =>
      `overview of the ${weights}: ${queries} queries × ${keys} keys`,
    lens: 'Under the lens',
    under: (weights: string) => `${weights} under the lens`,
    numbers: 'Numbers',
    computing: 'Computing …',
    where: 'Queries {firstQuery}–{lastQuery} of {queries}, keys {firstKey}–{lastKey} of {keys}.',
    excerpt: (where: string) =>
      `There are too many tokens to draw them all. Each step shows the part under the lens: ${where}`,
    mistake: (name: string) => `Deliberate mistake: ${name}. With fewer tokens, the correct result is shown beside it.`,
    computed: 'The last change computed {keys} of {total} rows of k and v, and {queries} of z.',
    cached:
      'The last change computed {keys} of {total} rows of k and v, and {queries} of z. The other keys and values came from the cache.',
    kept: 'The last change computed {keys} of {total} rows of k.',
  },
};
