/** The texts around a lesson. Pages and challenges are counted from 1. */
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
  noPage: (page: string) => `The link asks for page “${page}”, but this lesson has no such page.`,
  toFirst: 'Go to the first page',
  reset: 'Reset this page',
  resetChallenge: 'Reset this challenge',

  todo: 'Your turn:',
  done: 'Done.',
  doneSaid: (title: string) => `Done: ${title}. Press Next when you are ready.`,

  leadTo: (what: string) => `Go to ${what}`,
  /** The label of the place that a page points at. */
  here: 'here',
  onStage: (step: string) => `See ${step} on the stage`,
  noStage: 'The stage could not be loaded.',
  question: (question: number, questions: number) => `Question ${question} of ${questions}`,
  /** The list of questions. */
  questions: 'All questions',
  searchQuestions: 'Search the questions',
  questionsFound: (found: number, all: number) => (found === all ? `${all} questions` : `${found} of ${all} questions`),
  sources: 'Sources',
  noQuestions: 'The questions could not be loaded.',
  /** The switch between the cell in focus and the controls. */
  beside: 'Beside the picture',
  besideCell: 'Explanation',
  control: 'the control',
  step: (name: string) => `the step ${name}`,
  cell: (name: string) => `the cell in ${name}`,

  guess: 'Your guess',
  choices: 'What do you think?',
  choose: 'Choose an answer first.',
  reveal: 'Reveal',
  noGuess: 'Just show it',
  guessAgain: 'Guess again',
  answer: 'The answer is',
  said: (guess: string) => `You said ${guess}.`,
  right: 'That is right.',
  elsewhere: (answer: string) => `The number was ${answer} when you guessed. The scene has changed since.`,
  noNumber: 'The current scene has no such number.',

  hint: 'Hint',
  unsolved: 'Not solved yet. Change anything you like. The page checks as you go.',
  tooManyCells: (cells: number, limit: number) =>
    `This cannot be checked: it would compare ${cells.toLocaleString('en')} numbers of your scene, and the limit is ${limit.toLocaleString('en')}. Use a shorter sentence or fewer heads.`,
  tooLong: 'This cannot be checked, because the sentence is too long to compute all at once. Use a shorter one.',
  solved: 'Solved.',
  solvedSaid: (title: string) => `Challenge solved: ${title}`,

  term: 'Glossary',
  closeTerm: 'Close',
  noTerm: 'The glossary could not be loaded.',

  source: 'Source',
  licence: (licence: string) => `The text of this lesson may be reused under ${licence}.`,

  /** In the list of lessons: the group that is for readers of a document. */
  notebooks: 'Follow a notebook',
  progress: (read: number, of: number, done: number) =>
    done === 0 ? `${read} of ${of} read` : `${read} of ${of} read, ${done} done`,
  kept: 'Your progress is stored in this browser only.',
  forget: 'Delete progress',
  forgotten: 'Your progress was deleted.',
};
