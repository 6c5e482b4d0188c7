/** The limits of a lesson in a file. */
export const lessonLimits = {
  /** Bytes of the file. A larger one is not read. */
  file: 256 * 1024,
  pages: 40,
  challenges: 20,
  /** Characters of an id. With its prefix in a scene's view it is still a valid name. */
  id: 40,
  /** Characters of a title, of a sentence or two, and of a page's text. */
  title: 120,
  sentence: 1000,
  body: 6000,
  links: 20,
  url: 500,
  choices: 10,
  /** Conditions of one page, and of the whole lesson. Each is checked after every change. */
  conditions: 20,
  allConditions: 400,
  /** Cells that the conditions of one page compare after a change. */
  cells: 2_000_000,
} as const;
