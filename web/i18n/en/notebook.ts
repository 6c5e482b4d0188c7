/** Texts of a notebook besides its lesson and programs. */
export const notebook = {
  setup: 'Setting up',
  sizes: 'The sizes',
  scene: 'The scene',
  steps: 'The steps',
  otherwise: 'otherwise',
  answer: 'Answer',
  task: 'To do on the page',
  open: 'Open this page in the playground',
  /** About the outputs in the file. */
  stored:
    'The stored outputs are numbers of the playground, which computes in float32. When you run the cells, your library computes them again, and the last digits may differ.',
  challenges: 'Challenges',
  hint: 'Hint',
  /** Why a page has no code. */
  withoutCode: (why: string) => `This page has no code: ${why}.`,
  /** Describes the download. */
  about: 'The same program as a Jupyter notebook, with text, formulas and code in cells.',
  lesson: (title: string) => `Save “${title}” as a notebook`,
  library: 'for',
};
