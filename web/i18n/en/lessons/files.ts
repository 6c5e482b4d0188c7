/** Messages about lesson files and their errors. */
export const lessonFiles = {
  own: 'Your lessons',
  open: 'Open a lesson file…',
  drop: 'or drop one here',
  save: (title: string) => `Save “${title}” as a file`,
  saved: (name: string) => `Saved as ${name}.`,
  reading: (name: string) => `Reading ${name} …`,
  opened: (title: string) => `The lesson “${title}” is open.`,
  refused: (name: string, why: string, path: string) =>
    path === '' ? `${name} was not opened: ${why}.` : `${name} was not opened: ${why} (${path}).`,
  tooLarge: (bytes: number, limit: number) =>
    `it has ${bytes.toLocaleString('en')} bytes, but the limit is ${limit.toLocaleString('en')}`,
  notText: 'it is not UTF-8 text',
  unreadable: 'the browser could not read it',
  noNumber: (tensor: string, index: string) => `its scene has no number ${tensor}[${index}] to guess`,
  tooManyCells: (cells: number, limit: number) =>
    `its conditions compare ${cells} numbers of its scene; the limit is ${limit}. Choose a head, a row or a column`,
  several: (count: number) => `You chose ${count} files. Open one at a time.`,
  /** Translations of the messages of the lesson check, by template. English needs none. */
  problems: {} as Readonly<Record<string, string>>,
};
