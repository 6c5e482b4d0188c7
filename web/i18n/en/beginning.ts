import { full, listed } from '../sentences.ts';
import { family } from './family.ts';
import { gallery } from './gallery.ts';
import { lesson } from './lesson.ts';
import { mistakes } from './mistakes.ts';
import { pictures } from './pictures.ts';
import { views } from './views.ts';

/**
 * The English that every visit needs: what is said at first, or can be before later.ts has come. Numbers are put in as
 * they are shown; `{…}`-free on purpose: a function says what it needs.
 */
export const beginning = {
  lang: 'en',
  title: 'Self-attention, live',

  header: {
    lessons: 'Lessons',
    undo: 'Undo',
    redo: 'Redo',
    reset: 'Start again',
    resetLesson: 'Start the lesson again',
    copy: 'Copy link',
    share: 'Share',
    noShare: 'The share dialog could not be loaded.',
    copied: 'Link copied',
    notCopied: 'The browser did not allow copying. The link is in the address bar.',
    skip: 'Skip to the attention picture',
    actions: 'This scene',
    noLanguage: 'That language could not be loaded.',
  },

  sentence: {
    label: 'Sentence',
    tokens: 'Tokens',
    missing: (words: readonly string[], table: string) =>
      words.length === 1
        ? `${list(words)} is not in the ${table}: it has a random vector, marked on its chip.`
        : `${list(words)} are not in the ${table}: they have random vectors, marked on their chips.`,
    problem: (why: string) => `${full(why)} The picture still shows the last scene that worked.`,
  },

  picture: {
    label: 'Attention',
    head: 'Head',
    headName: (number: number, name: string) => (name === '' ? `${number}` : `${number} · ${name}`),
    heatmap: 'Heatmap',
    lines: 'Lines',
    view: 'Picture',
    weights: (head: number, heads: number) => (heads === 1 ? 'weights' : `weights of head ${head}`),
    axes: 'Each row is one token asking (a query); its cells say how much it takes from each token (a key) and add up to 1.',
    stale: 'Last scene that worked',
  },

  controls: {
    title: 'Controls',
    open: 'Controls',
    close: 'Close',
    bar: 'Controls and lesson',

    embedding: 'Embedding',
    embeddingKind: 'Vectors',
    embeddings: {
      table: 'Meaning table',
      oneHot: 'One-hot',
      normal: 'Random, normal',
      uniform: 'Random, uniform',
      given: 'This scene’s own',
    },
    /** In place of "This scene's own" while a lesson is open. */
    lessonsOwn: 'This lesson’s own',
    tableName: (owner: 'lesson' | 'scene' | null) => (owner === null ? 'meaning table' : `${owner}’s own table`),
    embeddingSeed: 'Seed of the vectors',
    seed: 'Seed',
    reroll: 'Re-roll',
    rerollEmbedding: 'Re-roll the vectors',
    rerollParameters: 'Re-roll the parameters',
    dModel: 'd_model',
    dModelName: 'd_model, numbers in a vector',

    parameters: 'Parameters',
    parameterKind: 'Source',
    parameterKinds: {
      handmade: 'Made by hand',
      identity: 'Identity',
      xavier: 'Xavier',
      kaiming: 'Kaiming',
      normal: 'Normal',
      uniform: 'Uniform',
      given: 'This scene’s own',
    },
    parameterSeed: 'Seed of the parameters',
    biases: 'Biases',
    output: 'w_o',
    outputName: 'w_o, the output projection',
    dK: 'd_k',
    dKName: 'd_k, width of a query and a key; empty: d_model / H',
    dV: 'd_v',
    dVName: 'd_v, width of a value; empty: d_model / H',

    heads: 'Heads',
    headCount: 'H',
    headCountName: 'H, number of heads',
    kvHeads: 'Key/value',
    kvHeadsName: 'Key/value heads, shared by groups of heads',
    handmadeHeads: 'Heads made by hand',

    scores: 'Scores and weights',
    scaled: '÷ √d_k',
    scaledName: '÷ √d_k: divide the scores by the root of d_k',
    byScale: '× scale',
    byScaleName: '× scale: multiply the scores by the scale',
    mask: 'Mask',
    masks: { none: 'None', causal: 'Causal' },
    temperature: 'Temperature',
    softcap: 'Softcap',
    softcapName: 'Softcap, 0 is off',
    scale: 'Scale',
    scaleName: 'Scale instead of 1/√d_k; empty: 1/√d_k',
    scaleDefault: '1/√d_k',

    display: 'Tokens and digits',
    digits: 'Digits',
    digitsName: 'Digits after the point',
    lowercase: 'Lower-case',
    lowercaseName: 'Lower-case the words',
    punctuation: 'Punctuation',
    punctuationName: 'Keep punctuation as tokens',

    notNumber: (typed: string) => (typed.trim() === '' ? 'Type a number.' : `“${typed}” is not a number.`),
    notFinite: (typed: string) => `“${typed}” is too large for a number.`,
    decimalComma: (typed: string) => `“${typed}”: write a point instead of the comma.`,
    less: (name: string) => `Less: ${name}`,
    more: (name: string) => `More: ${name}`,
  },

  steps: {
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
  },

  lesson,

  link: {
    damaged: (why: string) =>
      `This link could not be read: ${full(why)} Here is the sentence the page starts with. The address is left as it is until you change something.`,
    noHead: (head: number, heads: number) =>
      `It shows head ${head}, counted from 0, and there ${heads === 1 ? 'is 1 head' : `are ${heads} heads`}.`,
    noToken: (token: number, tokens: number) =>
      `It looks at token ${token}, counted from 0, and there ${tokens === 1 ? 'is 1 token' : `are ${tokens} tokens`}.`,
    dismiss: 'Dismiss',
  },

  /** Other languages say here what the core's messages are in them; in English they are as they come. */
  problems: {} as Readonly<Record<string, string>>,

  edit: {
    button: 'Edit',
    name: (name: string) => `Edit ${name}`,
    links: 'Type, paste or open your own numbers',
  },

  failure: {
    title: 'The live part did not start.',
    picture: 'The picture on this page is a true one, computed beforehand for this sentence; it cannot be changed now.',
  },

  gallery,

  mistakes,
  views,
  pictures,
  family,
};

const list = (words: readonly string[]): string => listed(words, ['“', '”'], 'and', (left) => `${left} more`);
