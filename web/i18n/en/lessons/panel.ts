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
  program: (file: string) => `Program, ${file}`,
  names: 'Names as in the document, here and in code',
  nextLesson: 'Next lesson:',
  noPage: (page: string) => `The link asks for page “${page}”, which this lesson does not have.`,
  toFirst: 'To the first page',
  reset: 'Back to how this page began',
  resetChallenge: 'Start this challenge again',

  todo: 'Your turn:',
  done: 'Done.',
  doneSaid: (title: string) => `Done: ${title}. Next when you like.`,

  leadTo: (what: string) => `To ${what}`,
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
  /** In place of what the row of weights means, while one of them is asked for. */
  coveredRow: (query: string) => `${query} looks at … that is for you to guess first.`,

  hint: 'Hint',
  unsolved: 'Not solved yet. Change anything you like; this is checked as you go.',
  solved: 'Solved.',
  solvedSaid: (title: string) => `Challenge solved: ${title}`,

  term: 'Glossary',
  closeTerm: 'Close',
  noTerm: 'The glossary could not be loaded.',

  source: 'Source',
  licence: (licence: string) => `The text of this lesson may be reused under ${licence}.`,

  /** In the list of lessons. */
  progress: (read: number, of: number, done: number) =>
    done === 0 ? `${read} of ${of} read` : `${read} of ${of} read, ${done} done`,
  kept: 'How far you are is kept in this browser, and nowhere else.',
  forget: 'Forget it',
  forgotten: 'How far you were is forgotten.',
};
