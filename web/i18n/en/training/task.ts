/** The part of the training panel in which a model learns a task. */
export const task = {
  title: 'Train a task',
  about:
    'A separate model starts from random parameters and learns a task from sequences that are drawn as it trains. Watch what each head becomes. It runs in the background and pauses when you leave the tab.',

  tasks: {
    copy: { name: 'Copy', about: 'Read some letters, and repeat them after the >.' },
    reverse: { name: 'Reverse', about: 'Read some letters, and repeat them backwards after the >.' },
    previous: { name: 'Previous token', about: 'At every token, predict the one before it.' },
    induction: {
      name: 'Induction',
      about: 'The sequence repeats: predict the letter that followed last time (A B … A → B).',
    },
    sort: { name: 'Sort', about: 'Read some letters, and repeat them in alphabetical order after the >.' },
    count: { name: 'Count', about: 'At every letter, count how many times it has appeared so far.' },
    brackets: {
      name: 'Brackets',
      about: 'At every bracket, predict the one that closes the open bracket, or a full stop if none is open.',
    },
    modularAddition: {
      name: 'Modular addition',
      about: 'Read two numbers and add them. After the largest number, counting starts again at 0.',
    },
    recall: {
      name: 'Recall',
      about: 'Read pairs of a letter and a number, then one of the letters. Predict its number.',
    },
    text: { name: 'Text', about: 'At every character of a text that you paste, predict the next one.' },
  },
  text: 'the cat sat on the mat. the dog sat on the log. the cat saw the dog, and the dog saw the cat. ',

  choices: {
    label: (run: string) => `Run ${run}`,
    task: 'Task',
    length: {
      letters: 'Letters',
      tokens: 'Tokens (T)',
      pairs: 'Pairs',
      characters: 'Characters (T)',
    },
    lengthName: (makes: number) => `Length: a sequence has ${makes} tokens`,
    vocabulary: { letters: 'Different letters', kinds: 'Kinds of brackets', modulus: 'Modulus' },
    text: 'Your text',
    textName: 'The text whose characters are learned, up to 100,000 of them',
    layers: 'Layers',
    heads: 'Heads',
    dModel: 'd_model',
    dModelName: 'd_model: numbers of a token',
    feedForward: 'd_ff',
    feedForwardName: 'd_ff: width of the feed-forward network; 0 for none',
    norm: 'Norm',
    norms: { none: 'None', layer: 'Layer norm', rms: 'RMS norm' },
    positions: 'Positions',
    positionKinds: {
      learned: 'Learned',
      sinusoidal: 'Sinusoidal',
      rope: 'RoPE',
      alibi: 'ALiBi',
      relative: 'Relative',
      none: 'None',
    },
    mask: 'Mask',
    masks: { causal: 'Causal', none: 'None' },
    optimizer: 'Optimiser',
    optimizers: { adamw: 'AdamW', adam: 'Adam', sgd: 'SGD with momentum' },
    learningRate: 'Learning rate',
    momentum: 'Momentum',
    weightDecay: 'Weight decay',
    batch: 'Batch',
    batchName: 'Batch: sequences of one step',
    seed: 'Seed',
    steps: 'Steps',
    stepsName: 'Number of steps after which training stops',
    stepsWrong: (value: string, most: string) => `Steps is ${value}; it must be a whole number from 1 to ${most}`,
    warmupWrong: (value: string, steps: string) =>
      `Warm-up steps is ${value}; with cosine decay it must be less than Steps, which is ${steps}`,
    more: 'More settings',
    warmup: 'Warm-up steps',
    cosine: 'Cosine decay',
    cosineName: 'Cosine decay: the learning rate follows a cosine down to 0 at the last step',
    clip: 'Clip the gradient at',
    clipName: 'Clip the gradient at this length, for all parameters together; empty for no limit',
    noClip: 'no limit',
    example: 'For example:',
    says: (tokens: string, targets: string) => `${tokens} – expected: ${targets}`,
    nothing: '·',
    takes: (numbers: string, memory: string, snapshots: string, each: string) =>
      `${numbers} numbers to train, about ${memory} of memory. Up to ${snapshots} states of the run are kept, ${each} each.`,
    checking: 'Estimating size …',
    changed: 'The controls have changed. “Restart” applies them.',
  },

  link: {
    title: 'A link to this run',
    about: 'Opens the page here with these choices. The same seed learns the same numbers.',
    make: 'Make a link',
    name: 'Link to the run',
    wrong: {
      noTask: (run: string, known: string) =>
        `The link’s run “${run}” names no task. The tasks are: ${known}. The page uses the default choices.`,
      unknown: (key: string, known: string) =>
        `The link’s run has the unknown choice “${key}”. The choices are: ${known}. The page uses the default choices.`,
      twice: (key: string, value: string) =>
        `The link’s run has “${key}” twice, the second time as “${value}”. The page uses the default choices.`,
      value: (key: string, value: string) =>
        `The link’s run has “${value}” for ${key}, which is not valid. The page uses the default choices.`,
    },
  },

  compare: {
    second: 'Compare with a second run',
    alone: 'One run alone',
    copies: 'Make run B the same as run A, but',
    noPositions: 'without positions',
    oneLayer: 'with one layer',
    noMask: 'without a mask',
  },

  buttons: {
    play: 'Train the task',
    resume: 'Go on',
    more: (steps: string) => `${steps} more steps`,
    pause: 'Pause',
    once: 'One step',
    restart: 'Restart',
    seed: 'Another seed',
    pace: 'Speed',
    paces: {
      full: 'As fast as possible',
      hundred: '100 steps/second',
      ten: '10 steps/second',
      one: '1 step/second',
    },
    again: 'Try again',
    open: (run: string) => `Open run ${run} in the page`,
    keep: 'Save, or make a link',
    openOnly: 'Open the model in the page',
    opened:
      'The model is now the scene of the page, with the parameters it learned. “Undo” goes back to before the training.',
  },

  phases: {
    loading: 'Loading the training …',
    running: 'Training.',
    paused: 'Paused.',
    hidden: 'Paused, because you left the tab.',
    done: (steps: string) => (steps === '1' ? 'Done: 1 step.' : `Done: ${steps} steps.`),
    notFinite: (why: string) =>
      `Stopped: ${why}. You see the last good state. Try a smaller learning rate, or step back.`,
    lost: 'The browser ended the training. You see the last saved state. “Go on” continues from there.',
  },

  facts: {
    run: 'Run',
    step: 'Step',
    of: (step: string, steps: string) => `${step} of ${steps}`,
    loss: 'Loss',
    accuracy: 'Accuracy',
    speed: 'Steps per second',
    time: 'Time',
    left: 'Estimated time left',
    seconds: (seconds: string) => `${seconds} s`,
    unknown: '–',
    progress: (run: string) => `Progress of run ${run}`,
  },

  curves: {
    title: 'Curves',
    loss: 'Loss',
    accuracy: 'Accuracy',
    about: 'Measured on sequences that the model has not seen. The loss has a logarithmic scale.',
    label: (title: string) => `${title} after each step. Arrow keys move along the steps`,
    at: (step: string) => `step ${step}`,
    value: (step: string, values: string) => `step ${step}: ${values}`,
    run: (run: string) => `run ${run}`,
    without: (heads: string) => `without ${heads}`,
    formed: (step: string, head: string, pattern: string) => `Step ${step}: head ${head} becomes “${pattern}”.`,
    none: '–',
  },

  history: {
    title: 'Step back through the run',
    at: 'State after step',
    text: (step: string) => `step ${step}`,
    about: (count: string, memory: string) =>
      `${count} states are kept, ${memory} in total. The longer the run, the further apart they are. Continuing from an earlier state discards the later ones.`,
  },

  heads: {
    title: 'What each head looks at',
    about:
      'Rows are queries, columns are keys. The stronger a colour, the more a head looks there. Each head is named “layer.head”, and also by its role once that is clear. Press one to follow it in the curves.',
    layer: (layer: number) => `Layer ${layer}`,
    layerChoice: 'Layer',
    name: (head: string, what: string) => `${head} ${what}`,
    off: (name: string) => `${name}, off`,
    measure: (name: string, share: string) => `${name} ${share}`,
    tooMany: 'There are too many weights to draw while training. Use shorter sequences or fewer heads.',
  },

  example: {
    title: 'A sequence and its predictions',
    box: 'Tokens of the sequence',
    boxName: 'Tokens of the sequence: type your own, with spaces between them if one is longer than a letter',
    draw: 'Draw another',
    list: 'Predictions, token by token',
    right: 'right',
    wrong: 'wrong',
    open: 'no answer expected',
    unasked: 'The task expects no answers for this sequence. You see only predictions.',
    says: (token: string, symbol: string, share: string, verdict: string) =>
      `${token}: ${symbol}, ${share}, ${verdict}`,
    score: (right: number, of: number) => `${right} of ${of} right.`,
    allHeads: 'All heads count here.',
    instead: (symbol: string, target: string) => `${symbol}, ${target} expected`,
  },

  ablation: {
    title: 'Switch off',
    about: 'Measures the same model without this head. Training goes on with all heads.',
    without: (head: string) => `Measure without head ${head}`,
  },

  measures: {
    title: 'What the heads have become',
    about:
      'Averages over sequences, from 0 to 1. Induction is how much a head looks at what followed its own token last time, on random tokens that come twice (prefix matching, arXiv 2209.11895). Same token is how much it looks at its own token there (duplicate token head, arXiv 2211.00593).',
    previousToken: 'Previous token',
    induction: 'Induction',
    sameToken: 'Same token',
    firstToken: 'First token',
    short: { previousToken: 'previous', induction: 'induction', sameToken: 'same token', firstToken: 'first' },
    head: (head: string) => `head ${head}`,
    none: 'Sequences of fewer than four tokens have no such measure.',
  },
};
