/** The gallery (`web/scene/gallery.ts`): of each scene a title, and the heads made by hand by name. */
export const gallery = {
  title: 'Gallery',
  about: 'Short scenes in which a head does something you can see. Open one, then change a word.',
  items: {
    pronoun: {
      title: 'What “it” stands for',
    },
    she: {
      title: 'She or he',
    },
    tired: {
      title: 'Too tired: two layers',
    },
    wide: {
      title: 'Too wide: two layers',
    },
    'same-meaning': {
      title: 'Same meaning',
    },
    across: {
      title: 'From one sentence to another',
    },
    action: {
      title: 'Who does it',
    },
    previous: {
      title: 'The token before',
    },
    next: {
      title: 'The token after',
    },
    first: {
      title: 'Always the first',
    },
    hidden: {
      title: 'What is hidden',
    },
    order: {
      title: 'No positions, no order',
    },
    overflow: {
      title: 'Too large for exp',
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
