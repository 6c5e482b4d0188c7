/** What is said about numbers that people bring: files, pasted blocks, the matrix editor, the painted mask. */

const bytes = (count: number): string => `${count.toLocaleString('en')} bytes`;
/** "w_q: " in front of what is wrong with it; nothing where it has no name. */
const of = (name: string): string => (name === '' ? '' : `${name}: `);

export const numbers = {
  place: {
    row: (row: number) => `row ${row}`,
    cell: (row: number, column: number) => `row ${row}, column ${column}`,
  },

  problems: {
    nothing: 'There is nothing to read.',
    notFinite: (place: string, text: string) => `${place} is ${text}; every number must be finite.`,
    tooLarge: (place: string, text: string) => `${place} is ${text}, which float32 cannot hold (at most 3.4028235e38).`,
    text: (place: string, text: string) => `${place} is “${text}”, which is not a number.`,
    emptyCell: (place: string) => `${place} is empty.`,
    ragged: (place: string, found: number, expected: number) =>
      `${place} has ${found} ${found === 1 ? 'entry' : 'entries'}, those before it have ${expected}.`,
    mixed: (place: string) => `${place} has numbers and brackets side by side.`,
    bothMarks: (place: string, comma: string, point: string) =>
      `${place} is “${comma}” with a decimal comma, and “${point}” has a decimal point; use one of them.`,
    eitherMark: (place: string, text: string) =>
      `${place} is “${text}”, which can be read as a fraction or as thousands; write it with a decimal point.`,
    eitherSpace: (place: string, text: string) =>
      `${place} has “${text}” with a space that does not break, which can be read as thousands or as several numbers; write it without.`,
    quotes: (place: string) => `${place} has a quotation mark that is not closed.`,
    columnwise: (text: string) =>
      `This is printed in parts (“${text}”); print it whole, for instance with torch.set_printoptions(linewidth=10000).`,
    abbreviated:
      'This is printed with “...” in place of numbers; print it whole, with np.set_printoptions(threshold=sys.maxsize) or torch.set_printoptions(profile="full").',
    outside: (text: string) => `“${text}” stands outside the brackets of an array.`,
    unclosed: (place: string) => `The array ends before its brackets close, in ${place}.`,
    manyArrays: (limit: number) => `There are more than ${limit} arrays in this.`,
    deep: (limit: number) => `There are more than ${limit} brackets in each other.`,
    json: (line: number, column: number, why: string) => `This is not JSON: line ${line}, column ${column}: ${why}.`,
    noArray: 'There is no array of numbers in this JSON.',
    notArray: (key: string) => `“${key}” is not an array of numbers.`,
    badShape: (shape: string) => `The shape ${shape} is not a list of whole numbers.`,
    dataLength: (name: string, shape: string, expected: number, found: number) =>
      `${of(name)}the shape ${shape} needs ${expected} numbers, there are ${found}.`,
    empty: (name: string, shape: string) => `${of(name)}an array of ${shape} has no numbers.`,
    axes: (name: string, shape: string, axes: number) =>
      `${of(name)}${shape} has ${axes} axes; a matrix has two, and three are read as one matrix a head.`,
    longAxis: (name: string, shape: string, size: number, limit: number) =>
      `${of(name)}${shape} has an axis of ${size}; the limit is ${limit}.`,
    manyCells: (found: number, limit: number) =>
      `There are ${found.toLocaleString('en')} numbers in this; the limit is ${limit.toLocaleString('en')}.`,
    longHeader: (name: string, found: number, limit: number) =>
      `${of(name)}the .npy header has ${bytes(found)}; the limit is ${bytes(limit)}.`,
    longText: (found: number, limit: number) => `The text has ${found} characters; the limit is ${limit}.`,
    largeFile: (name: string, found: number, limit: number) =>
      `${name} has ${bytes(found)}; the limit is ${bytes(limit)}. It was not read.`,
    emptyFile: (name: string) => `${name} is empty.`,
    kind: (name: string) => `${name} is of a kind that is not read; .csv, .tsv, .txt, .json, .npy and .npz are.`,
    notText: (name: string) => `${name} is not text in UTF-8 or UTF-16.`,
    notNpy: (name: string) => `${of(name)}this is no .npy file: it does not begin with \\x93NUMPY.`,
    version: (name: string, version: string) => `${of(name)}.npy version ${version} is not read; 1 to 3 are.`,
    header: (name: string, text: string) => `${of(name)}the .npy header “${text}” lacks descr, fortran_order or shape.`,
    truncatedHeader: (name: string, expected: number, found: number) =>
      `${of(name)}the .npy file is truncated in its header: ${bytes(expected)} expected, ${found} found.`,
    truncated: (name: string, shape: string, expected: number, found: number) =>
      `${of(name)}the .npy file is truncated: ${shape} needs ${bytes(expected)} of numbers, ${found} found.`,
    goesOn: (name: string, shape: string, expected: number, found: number) =>
      `${of(name)}the .npy file goes on after its array: ${shape} needs ${bytes(expected)} of numbers, ${found} found.`,
    dtype: (name: string, dtype: string) => `${of(name)}the dtype ${dtype} is not read; numbers and bool are.`,
    notNpz: 'This is no .npz file: it is not a zip archive.',
    noArrays: 'There is no array in this .npz file.',
    compression: (name: string, method: number) =>
      `${name} is compressed with method ${method}; stored and deflated entries are read.`,
    inflates: (found: number, limit: number) =>
      `The arrays of this .npz have ${bytes(found)} when inflated; the limit is ${bytes(limit)}.`,
    zip: 'This .npz file is damaged: the list of what is in it cannot be read.',
    entry: (name: string, size: number) =>
      `${name} is damaged: its contents are not the ${bytes(size)} that the .npz file says.`,
    twice: (name: string) => `${name} is in this .npz file twice.`,
  },

  dtypes: {
    structured: 'structured (fields by name)',
    /** By NumPy's letter. */
    byLetter: {
      O: 'object',
      V: 'void',
      S: 'bytes',
      a: 'bytes',
      U: 'text',
      c: 'complex',
      M: 'date',
      m: 'time difference',
      f: 'long double',
    } as Readonly<Record<string, string>>,
  },

  notes: {
    rounded: 'Some numbers have more digits than float32 holds; the core computes with them rounded to float32.',
    vanishes: 'Some numbers are so close to 0 that float32 makes them 0.',
    commaSeparates: 'The commas were read as separating columns, not as decimal commas.',
    titles: 'The first row has names in it and was left out.',
    sideTitles: 'The first column has names in it and was left out.',
  },

  /** Changes of a matrix. Rows and columns are counted from 0, as the matrices on the page are. */
  edit: {
    title: (name: string, shape: string) => `Edit ${name}, ${shape}`,
    layer: (layer: number) => `layer ${layer}`,
    gone: (name: string) => `There is no ${name} to edit`,
    goneWhy: 'In this scene its numbers are computed from others, or it has none.',
    close: 'Close the editor',
    actions: 'The whole matrix',
    reroll: (act: string, name: string) => `${act} ${name}`,
    rerolled: (name: string, seed: number) => `${name} was drawn with the seed ${seed}.`,
    notSeed: (text: string) => `“${text}” is no seed; it must be a whole number from 0 to 4294967295.`,
    zero: 'Zero',
    identity: 'Identity',
    by: 'Times',
    scale: 'Scale',
    copyNumpy: 'Copy as NumPy',
    copyCsv: 'Copy as CSV',
    copied: 'Copied',
    notCopied: 'The browser did not allow copying.',
    corner: 'row, column',
    cell: (name: string, row: string, column: string) => `${name}: ${row}, ${column}`,
    keys: 'Type to replace a number, F2 to change its text. Enter, Tab and arrows go on, Escape takes back what was typed and then leaves. A block pasted into a cell fills from there.',
    pasted: (found: string, name: string) => `${name} holds the block of ${found}.`,
    several: (count: number) => `There are ${count} matrices in this; paste it below to choose one.`,
    shape: (from: string, found: string, name: string, expected: string) =>
      `${from === '' ? 'The block' : from} is ${found}, ${name} is ${expected}.`,
    axes: (axes: readonly { readonly axis: string; readonly size: number }[], tokens: number) =>
      `${axes.map(({ axis, size }) => `${axis} is ${size}`).join(', ')}${
        axes.some(({ axis }) => axis === 'T') ? `: there ${tokens === 1 ? 'is 1 token' : `are ${tokens} tokens`}` : ''
      }.`,
    beyond: (found: string, name: string, expected: string, row: number, column: number, left: string) =>
      `The block is ${found}, ${name} is ${expected}: from row ${row}, column ${column} there is room for ${left}.`,
    grows: (name: string, row: number, column: number, by: number) =>
      `Times ${by}, ${name} in row ${row}, column ${column} grows out of float32.`,
    notMask: (row: number, column: number, value: string, added: boolean) =>
      added
        ? `Row ${row}, column ${column} is ${value}; a mask that is added to the scores holds 0 and −∞.`
        : `Row ${row}, column ${column} is ${value}; a mask holds 1 for what is seen and 0 for what is hidden.`,
    ones: 'This mask has ones and zeros. What does 1 say of a cell?',
    oneIsSeen: '1: it is seen',
    oneIsHidden: '1: it is hidden, as np.triu(…, k=1) has it',
  },

  bring: {
    paste: (name: string, shape: string) =>
      `In place of ${name}, ${shape}: a spreadsheet’s cells, a NumPy or PyTorch array, CSV, JSON`,
    example: '[[1, 0], [0, 1]]',
    put: 'Put in',
    open: 'Open a file',
    drop: 'or drop one here: .csv .tsv .json .npy .npz, up to 8 MB',
    notLoaded: 'What reads files and pasted blocks could not be loaded; try again.',
    oneFile: (count: number) => `${count} files were dropped; one is read at a time.`,
    several: (count: number) => `There are ${count} arrays in it. Which one?`,
  },

  painter: {
    label: 'All cells',
    grid: 'Painted mask: selected cells are seen',
    none: 'None',
    causal: 'Causal',
    invert: 'Invert',
    corner: 'query, key',
    cell: (query: string, key: string, seen: boolean) => `${query} → ${key}: ${seen ? 'seen' : 'hidden'}`,
    keys: 'Press or drag over cells: hatched ones are hidden. By keyboard, arrows move, space turns a cell over, Shift and an arrow paints on.',
    onHeatmap: 'The heatmap itself is painted in the same way.',
  },
};
