/** Texts about a reader's own numbers: files, pasted blocks, the matrix editor, the painted mask. */

const bytes = (count: number): string => `${count.toLocaleString('en')} bytes`;
const megabytes = (count: number): string => (count / 1024 ** 2).toFixed(1);
/** The prefix of an error, such as "w_q: ". Empty for an array without a name. */
const of = (name: string): string => (name === '' ? '' : `${name}: `);

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const numbers = {
  place: {
    layer: (layer: number) => `layer ${layer}`,
    head: (head: number) => `head ${head}`,
    row: (row: number) => `row ${row}`,
    cell: (row: number, column: number) => `row ${row}, column ${column}`,
  },

  problems: {
    nothing: 'There is nothing to read.',
    noNumbers: 'The file has no numbers that can be read.',
    notFinite: (place: string, text: string) => `${place} is ${text}. Every number must be finite.`,
    tooLarge: (place: string, text: string) => `${place} is ${text}, which float32 cannot hold (at most 3.4028235e38).`,
    text: (place: string, text: string) => `${place} is “${text}”, which is not a number.`,
    emptyCell: (place: string) => `${place} is empty.`,
    ragged: (place: string, found: number, expected: number) =>
      `${place} has ${found} ${found === 1 ? 'entry' : 'entries'}, but those before it have ${expected}.`,
    mixed: (place: string) => `${place} mixes numbers and brackets.`,
    bothMarks: (place: string, comma: string, point: string) =>
      `${place} is “${comma}” with a decimal comma, but “${point}” has a decimal point. Use one of them.`,
    eitherMark: (place: string, text: string) =>
      `${place} is “${text}”, which could be a fraction or thousands. Write it with a decimal point.`,
    eitherSpace: (place: string, text: string) =>
      `${place} has “${text}” with a non-breaking space, which could mean thousands or several numbers. Write it without the space.`,
    quotes: (place: string) => `${place} has an unclosed quotation mark.`,
    columnwise: (text: string) =>
      `This was printed in parts (“${text}”). Print it whole, for example with torch.set_printoptions(linewidth=10000).`,
    abbreviated:
      'This was printed with “...” in place of numbers. Print it whole, with np.set_printoptions(threshold=sys.maxsize) or torch.set_printoptions(profile="full").',
    outside: (text: string) => `“${text}” is outside the brackets of an array.`,
    shaded:
      'This is the command’s table for terminals, with rounded numbers. Write the file with --format csv, json or npy.',
    rounds: (type: string) => `The type ${type} would round these numbers. Leave it out, or print the rounded array.`,
    sparse: (part: string) =>
      `This is a sparse array, with its numbers and “${part}” in separate lists. Print it dense, for example with to_dense().`,
    unclosed: (place: string) => `The array ends in ${place} before its brackets close.`,
    manyArrays: (limit: number) => `This has more than ${limit} arrays.`,
    deep: (limit: number) => `This has more than ${limit} nested brackets.`,
    json: (line: number, column: number, why: string) => `This is not JSON: line ${line}, column ${column}: ${why}.`,
    yaml: (text: string) => `“${text}” is not a list of numbers in YAML, or a name with one.`,
    market: (text: string) =>
      `“${text}” is not supported. Use a matrix market file with real or integer numbers, or a pattern.`,
    notSquare: (shape: string) => `A symmetric matrix is square, but this one is ${shape}.`,
    cellTwice: (place: string) => `The file gives ${place} twice, or on the wrong side of the diagonal.`,
    entries: (name: string, expected: number, found: number) =>
      `${of(name)}the file should have ${expected} numbers, but it has ${found}.`,
    entryLine: (line: string, shape: string) => `“${line}” is not a row, a column and a number of a ${shape} matrix.`,
    noArray: 'There is no array of numbers in this JSON.',
    notArray: (key: string) => `“${key}” is not an array of numbers.`,
    badShape: (shape: string) => `The shape ${shape} is not a list of whole numbers.`,
    dataLength: (name: string, shape: string, expected: number, found: number) =>
      `${of(name)}the shape ${shape} needs ${expected} numbers, but there are ${found}.`,
    empty: (name: string, shape: string) => `${of(name)}an array of ${shape} has no numbers.`,
    axes: (name: string, shape: string, axes: number) =>
      `${of(name)}${shape} has ${axes} axes. A matrix has two. Three are read as one matrix for each head.`,
    manyAxes: (name: string, shape: string, axes: number, limit: number) =>
      `${of(name)}${shape} has ${axes} axes. The limit is ${limit}.`,
    severalReadings: (readings: readonly string[]) =>
      `This text can be read in several ways: ${readings.map((reading, index) => `(${index + 1}) ${reading}`).join(' ')} Save it as .json or .npz.`,
    longAxis: (name: string, shape: string, size: number, limit: number) =>
      `${of(name)}${shape} has an axis of ${size}. The limit is ${limit}.`,
    manyCells: (found: number, limit: number) =>
      `This has ${found.toLocaleString('en')} numbers. The limit is ${limit.toLocaleString('en')}.`,
    longHeader: (name: string, found: number, limit: number) =>
      `${of(name)}the .npy header has ${bytes(found)}. The limit is ${bytes(limit)}.`,
    longText: (found: number, limit: number) => `The text has ${found} characters. The limit is ${limit}.`,
    largeFile: (name: string, found: number, limit: number) =>
      `${name} has ${bytes(found)}. The limit is ${bytes(limit)}, so it was not read.`,
    emptyFile: (name: string) => `${name} is empty.`,
    kind: (name: string) =>
      `${name} is not a supported file. Use .csv, .tsv, .txt, .json, .yaml, .mtx, .npy, .npz or .safetensors.`,
    onnx: (name: string) =>
      `${name} is a model, which would have to be run. Save its tensors as .safetensors, .npz, .npy or .json: weights with onnx.numpy_helper.to_array and np.savez, or outputs of a run in ONNX Runtime.`,
    pickled: (name: string) =>
      `${name} looks like a pickle, which would have to be run. In Python, save its tensors instead: safetensors.torch.save_file(tensors, 'model.safetensors'), or numpy.savez('model.npz', **arrays).`,
    notText: (name: string) => `${name} is not text in UTF-8 or UTF-16.`,
    notNpy: (name: string) => `${of(name)}this is not a .npy file, because it does not begin with \\x93NUMPY.`,
    version: (name: string, version: string) =>
      `${of(name)}.npy version ${version} is not supported. Use version 1, 2 or 3.`,
    header: (name: string, text: string) =>
      `${of(name)}the .npy header “${text}” has no descr, fortran_order or shape.`,
    truncatedHeader: (name: string, expected: number, found: number) =>
      `${of(name)}the .npy file ends in its header: ${bytes(expected)} expected, ${found} found.`,
    truncated: (name: string, shape: string, expected: number, found: number) =>
      `${of(name)}the .npy file is cut off: ${shape} needs ${bytes(expected)} of numbers, ${found} found.`,
    goesOn: (name: string, shape: string, expected: number, found: number) =>
      `${of(name)}the .npy file has more than its array: ${shape} needs ${bytes(expected)} of numbers, ${found} found.`,
    dtype: (name: string, dtype: string) => `${of(name)}the dtype ${dtype} is not supported. Use numbers or bool.`,
    notNpz: 'This is not a .npz file, because it is not a zip archive.',
    noArrays: 'This .npz file has no arrays.',
    compression: (name: string, method: number) =>
      `${name} is compressed with method ${method}. Only stored and deflated entries are supported.`,
    inflates: (found: number, limit: number) =>
      `The arrays of this .npz take ${bytes(found)} uncompressed. The limit is ${bytes(limit)}.`,
    zip: 'This .npz file is damaged: its list of contents cannot be read.',
    entry: (name: string, size: number) =>
      `${name} is damaged: it does not have the ${bytes(size)} that the .npz file lists.`,
    twice: (name: string) => `${name} is in this .npz file twice.`,
    noTensors: 'This .safetensors file has no tensors.',
    longTensorHeader: (found: string, limit: number) =>
      `The header of this .safetensors file has ${found} bytes. The limit is ${bytes(limit)}.`,
    cutTensorHeader: (expected: number, found: number) =>
      `This .safetensors file ends in its header: at least ${bytes(expected)} expected, ${found} found.`,
    tensorHeader: (what: string) => `The header of this .safetensors file is not a JSON object: ${what}.`,
    tensorEntry: (name: string) =>
      `${name} needs a dtype, a shape and two data_offsets in the header of this .safetensors file.`,
    tensorSize: (name: string, shape: string, expected: number, found: number) =>
      `${of(name)}${shape} needs ${bytes(expected)} of numbers, data_offsets span ${found}.`,
    tensorCut: (name: string, end: number, found: number) =>
      `${of(name)}the .safetensors file is cut off: the numbers end at byte ${end}, ${found} found.`,
    tensorsOverlap: (one: string, other: string) => `${one} and ${other} share bytes of this .safetensors file.`,
    tensorGap: (from: number, to: number) =>
      `Bytes ${from} to ${to} of the numbers of this .safetensors file belong to no tensor.`,
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
    rounded: 'Some numbers have more digits than float32 holds. The core rounds them to float32.',
    vanishes: 'Some numbers are so close to 0 that they become 0 in float32.',
    decimalCommas: 'The commas were read as decimal marks.',
    size: 'The first line holds the size and was left out.',
    titles: 'The first row holds names or numbers of the columns and was left out.',
    sideTitles: 'The first column holds names or numbers of the rows and was left out.',
  },

  /** Ways to read one text. The reader chooses. */
  readings: {
    commasSeparate: 'Every comma separates two numbers.',
    decimalCommas: 'A comma inside a number is a decimal mark.',
    semicolonRows: 'Commas separate numbers, semicolons separate rows.',
    semicolonColumns: 'Semicolons separate columns.',
    semicolonLines: 'Semicolons separate rows.',
    oneRow: 'One row that continues on the next line.',
    lineRows: 'Each line is a row.',
    allData: 'All numbers are data.',
    columnIsData: 'The first column is data.',
    columnIsIndex: 'The first column numbers the rows.',
    rowIsIndex: 'The first row numbers the columns.',
    bothAreIndices: 'The first row and column are numbers of columns and rows.',
    rowIsTokens: 'The first row names the columns.',
    columnIsTokens: 'The first column names the rows.',
    bothAreTokens: 'The first row and column are names of columns and rows.',
    rowIsSize: 'The first row is the size of the matrix.',
    outerColumns: 'The outer names are columns.',
    outerRows: 'The outer names are rows.',
  },

  /** The matrix editor. Rows and columns are counted from 0, as in the matrices on the page. */
  edit: {
    title: (name: string, shape: string) => `Edit ${name}, ${shape}`,
    layer: (layer: number) => `layer ${layer}`,
    gone: (name: string) => `There is no ${name} to edit`,
    goneWhy: 'In this scene it is computed from other numbers, or it does not exist.',
    close: 'Close the editor',
    actions: 'The whole matrix',
    reroll: (act: string, name: string) => `${act} ${name}`,
    rerolled: (name: string, seed: number) => `${name} was drawn with the seed ${seed}.`,
    notSeed: (text: string) => `“${text}” is not a seed. A seed is a whole number from 0 to 4294967295.`,
    zero: 'Zero',
    identity: 'Identity',
    by: 'Factor',
    scale: 'Scale',
    copyNumpy: 'Copy as NumPy',
    copyCsv: 'Copy as CSV',
    copied: 'Copied',
    notCopied: 'The browser did not allow copying.',
    corner: 'row, column',
    cell: (name: string, row: string, column: string) => `${name}: ${row}, ${column}`,
    keys: 'Type to replace a number, or press F2 to edit it. Enter, Tab and the arrow keys move on. Escape undoes what you typed, and a second time leaves. A block pasted into a cell fills from there.',
    pasted: (found: string, name: string) => `${name} now holds the block of ${found}.`,
    shape: (from: string, found: string, name: string, expected: string) =>
      `${from === '' ? 'The block' : from} is ${found}, but ${name} is ${expected}.`,
    axes: (axes: readonly { readonly axis: string; readonly size: number }[], tokens: number) =>
      `${axes.map(({ axis, size }) => `${axis} is ${size}`).join(', ')}${
        axes.some(({ axis }) => axis === 'T') ? `: there ${tokens === 1 ? 'is 1 token' : `are ${tokens} tokens`}` : ''
      }.`,
    beyond: (found: string, name: string, expected: string, row: number, column: number, left: string) =>
      `The block is ${found}, but ${name} is ${expected}. From row ${row}, column ${column} there is room for ${left}.`,
    grows: (name: string, row: number, column: number, by: number) =>
      `Times ${by}, ${name} in row ${row}, column ${column} becomes too large for float32.`,
    notMask: (row: number, column: number, value: string, added: boolean) =>
      added
        ? `Row ${row}, column ${column} is ${value}. A mask that is added to the scores may hold only 0 and −∞.`
        : `Row ${row}, column ${column} is ${value}. A mask may hold only 1 for visible and 0 for hidden.`,
    ones: 'This mask has ones and zeros. What does 1 mean?',
    oneIsSeen: '1: visible',
    oneIsHidden: '1: hidden, as in np.triu(…, k=1)',
  },

  bring: {
    paste: (name: string, shape: string) =>
      `Replace ${name}, ${shape}, with spreadsheet cells, a NumPy or PyTorch array, CSV or JSON`,
    example: '[[1, 0], [0, 1]]',
    put: 'Insert',
    open: 'Open a file',
    drop: 'or drop one here: .csv .tsv .json .yaml .mtx .npy .npz .safetensors, up to 8 MB',
    notLoaded: 'The reader for files and pasted blocks could not be loaded. Try again.',
    stacked: 'All as the rows of one matrix',
    readings: 'This can be read in several ways. Which one do you mean?',
    choose: 'Choose one of the readings first.',
    oneFile: (count: number) => `You dropped ${count} files. Drop one at a time.`,
    several: (count: number) => `It has ${count} arrays. Which one do you want?`,
  },

  /** Attention from somebody else's model. */
  model: {
    title: 'Attention of your own model',
    close: 'Close',
    about:
      'Open a file with the attention of a model: the weights of its heads, or q, k and v, or the parameters of a layer. It stays on your device. You can view weights. With q, k and v you can also change mask, temperature and score.',
    open: 'Open a file',
    drop: 'or drop one here: .safetensors .npz .npy .json .csv, up to 128 MB (.json 32 MB, .csv 8 MB)',
    reading: (file: string) => `Reading ${file} …`,
    readBytes: (done: number, total: number) => `${megabytes(done)} of ${megabytes(total)} MB`,
    readTensor: (index: number, total: number) => `tensor ${index} of ${total}`,
    packing: 'Making the scene …',
    cancel: 'Cancel',
    several: (count: number) => `You dropped ${count} files. Drop one at a time.`,
    noCount: (typed: string, most: number) => `“${typed}” must be a whole number from 1 to ${most}.`,
    noLink: 'The link cannot hold so many numbers. After a reload, open the file again.',
    found: (file: string) => `${file} has these tensors. What is each?`,
    name: 'Name',
    role: 'Role',
    roleOf: (name: string) => `Role of ${name}`,
    layer: 'Layer',
    layerOf: (name: string) => `Layer of ${name}, from 1; empty: its first axis, or the only one`,
    all: 'all',
    roles: { q: 'queries q', k: 'keys k', v: 'values v', scores: 'scores', weights: 'weights' },
    parameterRoles: {
      x: 'x, the rows of the tokens',
      ...{ wQ: 'W_Q of queries', wK: 'W_K of keys', wV: 'W_V of values', wO: 'W_O of the output' },
      wQKV: 'W_Q, W_K and W_V in one',
      ...{ bQ: 'bias b_Q', bK: 'bias b_K', bV: 'bias b_V', bO: 'bias b_O', bQKV: 'b_Q, b_K and b_V in one' },
    },
    kind: 'Open',
    kinds: { attention: 'the attention', parameters: 'the parameters of a layer' },
    whichLayer: 'Layer',
    onlyLayer: 'the only one',
    layout: 'Rows and columns of W',
    layouts: { out: '(output, input), as in Linear of PyTorch', in: '(input, output), as in Conv1D of GPT-2' },
    fills: (dModel: number) =>
      `These become the parameters of the scene on the page: q = x · W_Q, with ${dModel} numbers for each token.`,
    fillsRows: (dModel: number, now: number) =>
      `${now === 0 ? 'The tokens on the page have no vectors' : `The tokens on the page have ${now} numbers each`}, and these parameters read ${dModel} numbers. Each token gets ${dModel} random numbers (seed 1). Undo brings the present scene back.`,
    fillsInput: (name: string) =>
      `Each token gets its row of ${name}, and these tokens replace those on the page. No positions are added: choose some on the page if the rows have none.`,
    sameInput: (one: string, other: string) => `${one} and ${other} are both x. Choose one.`,
    inputWidth: (name: string, width: number, reads: number) =>
      `${name} has ${width} numbers for each token, and W_Q reads ${reads}. They must be the same. Check which rows and columns of W are.`,
    inputAxes: '(tokens, numbers)',
    inputRows: 'rows of x',
    unused: 'not used',
    givenAgain: (names: string) =>
      `Not shown as the file has it: ${names}. The page computes weights from q and k, with the mask and the temperature that you choose there (none and 1 at first). Use weights instead of q and k to see those of the file.`,
    notUsed: (names: string, more: number) =>
      `Not used: ${names}${more > 0 ? ` and ${more} more` : ''}. To use a tensor, choose its role.`,
    refused: (name: string, why: string) => `${name} was not read. ${why}`,
    order: 'Axes of q, k and v',
    orders: {
      heads: 'heads, tokens, numbers',
      tokens: 'tokens, heads, numbers',
      batch: 'batch, tokens, heads · numbers',
    },
    headCount: 'Heads',
    headCountName: 'Heads, whose numbers stand side by side in q',
    queries: 'queries',
    keys: 'keys',
    tokens: 'Tokens',
    tokensAbout: 'Separated by spaces, or as JSON. Empty: they are numbered.',
    tokensStay: 'Separated by spaces, or as JSON. Empty: those on the page stay.',
    keyTokens: 'Key tokens, if different',
    keyTokensAbout:
      'Separated by spaces, or as JSON. Empty: the same as the tokens, or numbered where there are more or fewer keys.',
    tokensFrom: (name: string, count: number) => `Filled in from “${name}” in the file: ${counted(count, 'token')}.`,
    /** What the marks of a tokenizer mean. They stay in the tokens. */
    marks: {
      Ġ: 'Ġ means that a space comes before the token.',
      Ċ: 'Ċ is a line break.',
      '▁': '▁ means that a space comes before the token.',
      '##': '## means that the token continues the word before it.',
    },
    special: (tokens: string) => `Leave out the special tokens: ${tokens}`,
    specialAbout: 'Given weights are then divided by what is left of their row, so that it adds up to 1 again.',
    specialSoftmax: 'Softmax then runs over the other tokens, so that each row still adds up to 1.',
    specialPlaces: 'Places are counted without them, so that tokens come nearer to each other.',
    withoutSpecial: 'The special tokens are left out, and each row adds up to 1 without them.',
    onlySpecial: 'All tokens are special, so that none would be left.',
    show: 'Show',
    nothing: 'No tensor is selected. Choose which are weights, q, k and v, or parameters.',
    tokenCount: (which: string, found: number, expected: number) =>
      `There ${found === 1 ? 'is 1 token' : `are ${found} tokens`} for ${expected} ${which}.`,
    openedParameters: (file: string, layer: string, dModel: number, heads: number) =>
      `Opened ${file}: parameters${layer === '' ? '' : ` of ${layer}`}, d_model ${dModel}, ${counted(heads, 'head')}.`,
    sameParameter: (one: string, other: string) =>
      `${one} and ${other} are both the same parameter. Choose one, or another layer.`,
    noParameter: (names: string) => `${names} is missing in this layer.`,
    wide: (name: string, found: number, limit: number) =>
      `${name} reads ${found} numbers (d_model). The limit is ${limit}.`,
    otherWidth: (one: string, width: number, other: string, otherWidth: number) =>
      `${one} reads ${width} numbers and ${other} reads ${otherWidth}. They must be the same. Check which rows and columns of W are.`,
    sharedHeads: (name: string, width: number, query: string, head: number, heads: number, least: number) =>
      `${name} gives ${width} numbers for each token. With ${counted(heads, 'head')}, ${query} gives ${head} for each head, so ${name} must give ${head}${heads === 1 ? '' : ` times a divisor of ${heads}`}.${least > heads ? ` Try ${least} heads.` : ''}`,
    headAxis: (name: string, shape: string, found: number, heads: number) =>
      `${name} is ${shape}, which has ${counted(found, 'head')}, not ${heads}.`,
    notMatrix: (name: string, shape: string) =>
      `${name} is ${shape}. A parameter W is a matrix, or has an axis for heads.`,
    notJoined: (name: string, shape: string, width: number) =>
      `${name} is ${shape}. W_Q, W_K and W_V in one are three times as wide as they read: ${width} and ${3 * width}. Check which rows and columns of W are.`,
    notJoinedBias: (name: string, shape: string) => `${name} is ${shape}, which is not three biases of one length.`,
    notTokens: 'The tokens must be a JSON list of strings.',
    layers: (name: string, found: number, limit: number) =>
      `${name} is of layer ${found}. The limit is ${limit} layers.`,
    twice: (one: string, other: string, role: string, layer: number) =>
      `${one} and ${other} are both ${role} of layer ${layer}. Choose one.`,
    both: (one: string, other: string) =>
      `${one} and ${other} cannot be used together: q and k make scores, and scores make weights. Use only the weights, or only the scores.`,
    missing: (roles: string, name: string) => `${roles} is missing in the layer of ${name}.`,
    unread: (tensor: string, role: string, name: string, why: string) =>
      `${tensor} was not read, so ${role} is missing in the layer of ${name}. ${why}`,
    unreadParameter: (tensor: string, names: string, why: string) =>
      `${tensor} was not read, so ${names} is missing in this layer. ${why}`,
    noValues: 'v is missing, so there is no output. The page shows the weights that q and k make.',
    manyScores: (found: number, limit: number) =>
      `v is missing, and q and k make ${found.toLocaleString('en')} scores. Without v, the limit is ${limit.toLocaleString('en')}. Save v with q and k.`,
    missingValues: (name: string) =>
      `v is missing in the layer of ${name}. Save v with q and k, or save the weights instead.`,
    masked:
      'The scores are −∞ in hidden cells. The scene has the same mask, and 0 in these cells, which you see if you remove the mask.',
    wasMasked: 'The −∞ in the scores became the mask.',
    otherMask: (name: string, place: string, isHidden: boolean) =>
      `${name} is ${isHidden ? '' : 'not '}−∞ in ${place}, unlike in the first head. A scene has one mask for all heads. Save the scores before the mask is added.`,
    largeMask: (name: string, rows: number, columns: number, limit: number) =>
      `${name} has −∞ in cells of ${rows}×${columns}, in a pattern that is not causal. A painted mask has at most ${limit} rows and columns. Save the scores before the mask is added.`,
    notWeights: (row: string) => `Not taken for weights: ${row}`,
    wrongRow: (name: string, row: string) => `${name} cannot be weights: ${row}`,
    notSum: (place: string, sum: number) => `${place} adds up to ${sum}. Each row must add up to 1, within 0.01.`,
    below: (place: string, number: number) => `${place} has ${number}, which is below 0.`,
    oneHot:
      'Each row has a single 1, so these may be weights or one-hot tokens. If they are weights, choose that role.',
    inFile: (file: string, why: string) => `${file}: ${why}`,
    axes: (name: string, shape: string, expected: string) => `${name} is ${shape}. It must be ${expected}.`,
    cells: '(queries, keys), (heads, queries, keys) or (layers, heads, queries, keys)',
    rows: '(tokens, heads · numbers), (heads, tokens, numbers) or (layers, heads, tokens, numbers)',
    firstAxis: 'First axis',
    otherFirstAxis: 'First axis where there are four',
    firstAxes: { layers: 'layers', batch: 'sequences of a batch' },
    sequence: (size: number) => `Sequence of the batch, from 1 to ${size}`,
    noSequence: (name: string, shape: string, size: number, sequence: number) =>
      `${name} is ${shape}, a batch of ${size} sequences. There is no sequence ${sequence}.`,
    otherBatch: (name: string, size: number, other: string, shape: string) =>
      `${name} is a batch of ${size} sequences, and ${other} of ${shape} is not. Save both with the batch, or both without it.`,
    view: 'View',
    batch: (name: string, shape: string, count: number) =>
      `${name} is ${shape}, a batch of ${count} sequences. Save one of them.`,
    heads: (name: string, width: number, heads: number) =>
      `${name} has ${width} columns, which ${heads} heads cannot share.`,
    openedScene: (file: string) => `Opened ${file}, a scene.`,
    opened: (file: string, layers: number, heads: number, tokens: number) =>
      `Opened ${file}: ${counted(layers, 'layer')}, ${counted(heads, 'head')}, ${counted(tokens, 'token')}.`,
  },

  painter: {
    label: 'All cells',
    grid: 'Painted mask: selected cells are visible',
    none: 'None',
    causal: 'Causal',
    invert: 'Invert',
    corner: 'query, key',
    cell: (query: string, key: string, seen: boolean) => `${query} → ${key}: ${seen ? 'visible' : 'hidden'}`,
    keys: 'Press or drag over cells. Hatched ones are hidden. On the keyboard, the arrow keys move, Space toggles a cell, and Shift with an arrow key keeps painting.',
    onHeatmap: 'You can also paint on the heatmap itself.',
  },
};
