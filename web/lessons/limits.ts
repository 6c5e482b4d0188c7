/** What a lesson in a file may hold. */
export const lessonLimits = {
  /** Bytes of the file; a larger one is not read. */
  file: 256 * 1024,
  pages: 40,
  challenges: 20,
  /** Characters of an id; with what stands before it in a scene's view it is a name. */
  id: 40,
  /** Characters of a title, of a sentence or two, and of a page's text. */
  title: 120,
  sentence: 1000,
  body: 6000,
  links: 20,
  url: 500,
  choices: 10,
  /** Conditions side by side, and in the whole lesson: each is looked at after every change. */
  conditions: 20,
  allConditions: 400,
} as const;
