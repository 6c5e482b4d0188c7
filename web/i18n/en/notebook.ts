/** What a notebook says beside its lesson and its programs. */
export const notebook = {
  setup: 'Setting up',
  sizes: 'The sizes',
  scene: 'The scene',
  steps: 'The steps',
  otherwise: 'otherwise',
  answer: 'Answer',
  task: 'To do',
  challenges: 'Challenges',
  hint: 'Hint',
  /** Why the scene of a page is not there as code. */
  withoutCode: (why: string) => `This page has no code: ${why}.`,
  /** Of what is offered. */
  about: 'The same program as a Jupyter notebook, with text, formulas and code in cells.',
  lesson: (title: string) => `Save “${title}” as a notebook`,
  library: 'for',
};
