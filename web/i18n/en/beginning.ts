import { full } from '../sentences.ts';
import { controls, sentence } from './controls.ts';
import { family } from './family.ts';
import { gallery } from './gallery.ts';
import { lesson } from './lesson.ts';
import { mistakes } from './mistakes.ts';
import { pictures } from './pictures.ts';
import { steps } from './plain-steps.ts';
import { views } from './views.ts';
import { viewsFurther } from './views-further.ts';

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

  sentence,

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

  controls,

  steps,

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
  views: { ...views, ...viewsFurther },
  pictures,
  family,
};
