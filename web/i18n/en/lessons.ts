/** The words around a lesson; a lesson's own are in web/lessons. Pages and challenges are counted from 1 here. */
export const lesson = {
  label: 'Lesson',
  open: 'Lesson',
  close: 'Close the lesson',
  loading: 'Opening the lesson …',
  failed: 'The lesson could not be loaded.',
  again: 'Try again',
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  challenge: (challenge: number, challenges: number) => `Challenge ${challenge} of ${challenges}`,
  contents: 'Pages of the lesson',
  toPage: (page: number, title: string) => `Page ${page}: ${title}`,
  toChallenge: (challenge: number, title: string) => `Challenge ${challenge}: ${title}`,
  isDone: 'done',
  isSolved: 'solved',
  next: 'Next',
  back: 'Back',
  nextLesson: 'Next lesson:',
  noPage: (page: number, pages: number) => `The link asks for page ${page}, counted from 0; this lesson has ${pages}.`,
  toFirst: 'To the first page',
  reset: 'Back to how this page began',
  resetChallenge: 'Start this challenge again',

  todo: 'Your turn:',
  done: 'Done.',
  movedOn: (where: string, title: string) => `Done. ${where}: ${title}`,
  /** Beside a tick, on the page that came by itself. */
  cameFrom: (title: string) => `You did it: ${title}.`,
  wayBack: 'Go back to it',

  show: 'Show me',
  showName: (what: string) => `Show me: ${what}`,
  /** On what a page points at. */
  here: 'here',
  control: 'the control',
  step: (name: string) => `the step ${name}`,
  cell: (name: string) => `the cell in ${name}`,

  guess: 'Your guess',
  choices: 'What do you think?',
  reveal: 'Reveal',
  noGuess: 'Just show it',
  guessAgain: 'Guess again',
  answer: 'It is',
  said: (guess: string) => `You said ${guess}.`,
  right: 'That is it.',
  elsewhere: (answer: string) => `The number here was ${answer} when you guessed; the scene has changed since.`,
  noNumber: 'The scene as it is now has no such number.',

  hint: 'Hint',
  unsolved: 'Not solved yet. Change anything you like; this is checked as you go.',
  solved: 'Solved.',
  solvedSaid: (title: string) => `Challenge solved: ${title}`,

  term: 'Glossary',
  closeTerm: 'Close',
  noTerm: 'The glossary could not be loaded.',

  source: 'Source',
  licence: (licence: string) => `The text of this lesson may be reused under ${licence}.`,
};

/** The gallery (`web/scene/gallery.ts`): of each scene a title and what to look for, and the heads made by hand by name. */
export const gallery = {
  title: 'Gallery',
  about: 'Short scenes in which a head does something you can see. Open one, then change a word.',
  items: {
    pronoun: {
      title: 'What “it” stands for',
      hint: 'The row of “it”: most of its weight is on “animal”. One layer cannot do better than guess: change “tired” to “wide” and nothing moves.',
    },
    she: {
      title: 'She or he',
      hint: 'The row of “she”: it looks at “queen”, hardly at “king”. Change “she” to “he” and it is the other way round.',
    },
    tired: {
      title: 'Too tired: two layers',
      hint: 'In the first layer “it” looks at “tired” and takes the feeling in. In the second it looks for someone who can be tired, and finds “animal”.',
    },
    wide: {
      title: 'Too wide: two layers',
      hint: 'One word is another, and so is the answer: “it” takes in a size, and in the second layer looks at “street”. Try “deep”, “sleepy” or “narrow”.',
    },
    'same-meaning': {
      title: 'Same meaning',
      hint: '“cat” shares its weight with “dog”, “bread” with “cheese”. Glue words look at glue words.',
    },
    across: {
      title: 'From one sentence to another',
      hint: 'Queries come from one sentence, keys and values from another: “puppy” looks at “cat”, “milk” at “cheese”, “drank” at “ate”.',
    },
    action: {
      title: 'Who does it',
      hint: '“wrote” looks at “teacher”, and “teacher” at “wrote”. “long” looks at whom or what it may be said of.',
    },
    previous: {
      title: 'The token before',
      hint: 'One step below the diagonal: every token looks at the one before it, whatever the words are. Type others and the picture stays.',
    },
    next: {
      title: 'The token after',
      hint: 'One step above the diagonal: the position of each query is turned forward by one. The last token has only itself.',
    },
    first: {
      title: 'Always the first',
      hint: 'One full column: all queries are the same, made by b_q alone. Trained models have heads like this, which rest on the first token.',
    },
    hidden: {
      title: 'What is hidden',
      hint: 'The head of “The token after” under a causal mask: the next token is hidden, so the head falls back on the nearest it can see, the token itself.',
    },
    order: {
      title: 'No positions, no order',
      hint: 'Both rows of “dog” are the same, and both of “cat”: without positions, attention does not know who chased whom. Switch positions on and they part.',
    },
    overflow: {
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
