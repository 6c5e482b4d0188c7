/** The part of the panel in which a model learns a task from nothing, in front of the reader. */
export const task = {
  title: '6. Train a task',
  about:
    'A model of its own, whose parameters begin as noise, learns a task from sequences that are drawn as it goes: watch what each head becomes. It runs beside the page, and pauses when you leave the tab.',

  tasks: {
    copy: { name: 'Copy', about: 'Read some letters, and say them again after the >.' },
    reverse: { name: 'Reverse', about: 'Read some letters, and say them backwards after the >.' },
    previous: { name: 'Previous token', about: 'At every token, say the one before it.' },
    induction: {
      name: 'Induction',
      about: 'Letters come again and again: say what came after this letter the last time (A B … A → B).',
    },
    sort: { name: 'Sort', about: 'Read some letters, and say them in alphabetical order after the >.' },
    count: { name: 'Count', about: 'At every letter, say how many times it has been there so far.' },
    brackets: {
      name: 'Brackets',
      about: 'At every bracket, say which one closes what is open; a full stop where nothing is.',
    },
    modularAddition: {
      name: 'Modular addition',
      about: 'Read two numbers, and say their sum, which begins again at 0 after the largest.',
    },
    recall: { name: 'Recall', about: 'Read pairs of a letter and a number, then one of the letters: say its number.' },
    text: { name: 'Text', about: 'At every character of a text that you paste, say the next.' },
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
    textName: 'The text whose characters are learned: up to 100,000 of them',
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
    stepsName: 'Steps after which it stops',
    stepsWrong: (value: string, most: string) => `Steps is ${value}; it must be a whole number from 1 to ${most}`,
    warmupWrong: (value: string, steps: string) =>
      `Warm-up steps is ${value}; with cosine decay it must be less than Steps, which is ${steps}`,
    more: 'More',
    warmup: 'Warm-up steps',
    cosine: 'Cosine decay',
    cosineName: 'The learning rate goes down along a cosine, to nothing at the last step',
    clip: 'Clip the gradient at',
    clipName: 'The most that the gradient of all parameters together may be long; empty for no limit',
    noClip: 'no limit',
    example: 'For example:',
    says: (tokens: string, targets: string) => `${tokens} – to be said: ${targets}`,
    nothing: '·',
    takes: (numbers: string, memory: string, snapshots: string, each: string) =>
      `${numbers} numbers to train, about ${memory} of memory; up to ${snapshots} states of the run are kept, ${each} each.`,
    checking: 'What it takes is being worked out …',
    changed: 'The controls have changed: “Restart” begins with what they say now.',
  },

  link: {
    title: 'A link to this run',
    about: 'Whoever opens it finds the page here, with these choices: the same seed learns the same, number by number.',
    make: 'Make a link',
    name: 'Link to the run',
    wrong: {
      noTask: (run: string, known: string) =>
        `The link’s run “${run}” names no task; there are: ${known}. These are the usual choices.`,
      unknown: (key: string, known: string) =>
        `The link’s run has “${key}”, which is no choice; there are: ${known}. These are the usual choices.`,
      twice: (key: string, value: string) =>
        `The link’s run has “${key}” a second time, as “${value}”. These are the usual choices.`,
      value: (key: string, value: string) =>
        `The link’s run has “${value}” for ${key}, which cannot be. These are the usual choices.`,
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
      full: 'As fast as it can',
      hundred: '100 steps a second',
      ten: '10 steps a second',
      one: '1 step a second',
    },
    again: 'Try again',
    open: (run: string) => `Open run ${run} in the page`,
    openOnly: 'Open the model in the page',
    opened:
      'The model is the page’s scene now: its parameters are those that were learned. “Undo” goes back to before the training.',
  },

  phases: {
    loading: 'What trains is being fetched …',
    running: 'Training.',
    paused: 'Paused.',
    hidden: 'Paused, because the tab was left.',
    done: (steps: string) => (steps === '1' ? 'Done: 1 step.' : `Done: ${steps} steps.`),
    notFinite: (why: string) =>
      `Stopped: ${why}. What you see is the last state that was well. Try a smaller learning rate, or step back.`,
    lost: 'What trained was ended by the browser. What you see is the last state that was kept: “Go on” continues from there.',
  },

  facts: {
    run: 'Run',
    step: 'Step',
    of: (step: string, steps: string) => `${step} of ${steps}`,
    loss: 'Loss',
    accuracy: 'Accuracy',
    speed: 'Steps a second',
    time: 'Time',
    left: 'Time left, estimated',
    seconds: (seconds: string) => `${seconds} s`,
    unknown: '–',
    progress: (run: string) => `Progress of run ${run}`,
  },

  curves: {
    loss: 'Loss',
    accuracy: 'Accuracy',
    about: 'On sequences that were not learned from. The loss has a logarithmic scale.',
    label: (title: string) => `${title} after each step. Arrow keys go along the steps`,
    at: (step: string) => `step ${step}`,
    value: (step: string, values: string) => `step ${step}: ${values}`,
    run: (run: string) => `run ${run}`,
    none: '–',
  },

  history: {
    title: 'Step back through the run',
    at: 'State after step',
    text: (step: string) => `step ${step}`,
    about: (count: string, memory: string) =>
      `${count} states are kept, ${memory} together: every so many steps, further apart the longer it runs. Going on from an earlier one lets go of what came after it.`,
  },

  heads: {
    title: 'What each head looks at',
    about:
      'Rows are queries, columns keys; the stronger a colour, the more a head looks there. A head is named “layer.head”, and what it has become once that is clear. Press one to follow it in the curves below.',
    layer: (layer: number) => `Layer ${layer}`,
    layerChoice: 'Layer',
    name: (head: string, what: string) => `${head} ${what}`,
    measure: (name: string, share: string) => `${name} ${share}`,
    tooMany: 'These are more weights than can be drawn as it goes: make the sequences shorter, or the heads fewer.',
  },

  example: {
    title: 'A sequence, and what is predicted',
    box: 'Tokens of the sequence',
    boxName: 'Tokens of the sequence: type your own, with spaces between them where one is longer than a letter',
    draw: 'Draw another',
    list: 'Predictions, token by token',
    right: 'right',
    wrong: 'wrong',
    open: 'nothing to say',
    unasked: 'The task has nothing to say about this sequence: what you see are predictions alone.',
    says: (token: string, symbol: string, share: string, verdict: string) =>
      `${token}: ${symbol}, ${share}, ${verdict}`,
    score: (right: number, of: number) => `${right} of ${of} right.`,
    instead: (symbol: string, target: string) => `${symbol}, ${target} is right`,
  },

  measures: {
    title: 'What the heads have become',
    about:
      'Means over sequences, from 0 to 1. Induction is how much a head looks at what came after its own token the last time, where drawn tokens come twice (prefix matching, arXiv 2209.11895).',
    previousToken: 'Previous token',
    induction: 'Induction',
    firstToken: 'First token',
    short: { previousToken: 'previous', induction: 'induction', firstToken: 'first' },
    head: (head: string) => `head ${head}`,
    none: 'Sequences of less than four tokens have no such measure.',
  },
};
