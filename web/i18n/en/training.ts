/** The panel in which a scene learns: what the weights are to become, the gradient, one step of it, and many. */
export const training = {
  title: 'Learn by gradient descent',
  intro:
    'Parameters are seldom typed, they are learned: say what the weights should be, see how far off they are, and in which direction every number has to change.',
  close: 'Close',
  waiting: 'The gradient is being computed …',
  noWorker: 'What computes gradients has stopped.',
  covered: 'A number is being asked for: the panel comes back when it is answered.',
  where: (head: number, layer: number) => `This is head ${head} of layer ${layer}.`,

  target: {
    title: '1. What the weights should be',
    kind: 'Target',
    cell: 'One weight',
    painted: 'Painted weights',
    query: 'Query (row)',
    key: 'Key (column)',
    row: (at: number, token: string) => `${at + 1} · ${token}`,
    wanted: 'Weight',
    wantedName: 'The weight that this cell should have',
    notBetween: (value: string) => `A weight is between 0 and 1; ${value} is not.`,
    hidden: (query: string, key: string) =>
      `The mask hides ${key} from ${query}: its weight is 0 whatever the parameters are.`,
    now: (weight: string) => `It is ${weight} now. The other weights of the row keep their proportions:`,
    label: 'Target',
  },

  painter: {
    label: 'Whole targets',
    itself: 'Itself',
    previous: 'The token before',
    first: 'The first token',
    clear: 'Nothing',
    grid: 'Target weights: rows are queries, columns keys',
    corner: 'Query ↓, key →',
    keys: 'Press or drag over cells. With the keyboard: arrows move, space paints or clears, Shift with an arrow paints on, a digit from 2 to 9 gives a cell so many parts. The parts of a row are divided so that they add up to 1.',
    cell: (query: string, key: string, share: string) => `${query} → ${key}: ${share}`,
    none: 'No row is painted yet: paint a cell to say what its row should look at.',
    counted: (count: number, of: number) =>
      count === of
        ? 'Every row counts.'
        : `${count} of ${of} rows ${count === 1 ? 'counts' : 'count'}. A row of zeros says nothing and does not count.`,
    hidden: (query: string, key: string, more: number) =>
      `${query} is to look at ${key}, which the mask hides from it${more > 0 ? ` (and ${more} more cells)` : ''}. Clear the cell or change the mask: a hidden weight is 0 whatever the parameters are.`,
  },

  loss: {
    title: '2. How far off they are: the loss',
    about:
      'The Kullback–Leibler divergence of each row that counts, added up: 0 where the weights are the target, larger the more they differ.',
    value: (value: string) => `loss = ${value}`,
  },

  gradient: {
    title: '3. The gradient, back to the parameters',
    about:
      'By how much the loss grows with each number, found backwards through the steps (the chain rule). A step of gradient descent changes every parameter against its gradient. Press a cell for its arithmetic.',
    of: (name: string) => `∂loss / ∂${name}`,
    formula: (name: string) => `Formula of ∂loss / ∂${name}`,
    cell: (name: string, place: string, value: string) => `∂loss / ∂${name}[${place}] = ${value}`,
    meaning: (grows: boolean, name: string) => `a larger ${name} here makes the loss ${grows ? 'larger' : 'smaller'}`,
    none: 'A larger or smaller number here changes the loss by nothing, to first order.',
    arithmetic: 'Arithmetic of the gradient',
    letGo: 'Let go of the gradient',
    noGradient:
      'A rounding, or a mistake made on purpose, has jumps in place of a slope. Switch it off in the controls to get a gradient.',
    flat: 'Every gradient of a parameter is 0: a step changes nothing.',
    noParameters: 'This scene has no parameter that its weights are made with: there is nothing to learn.',
  },

  jacobian: {
    title: (token: string) => `The softmax Jacobian of the row of “${token}”`,
    about:
      'Cell (j, j′): by how much weight j grows with the score of key j′ that softmax is given; [j = j′] is 1 on the diagonal, elsewhere 0. Each row and column adds up to 0: what one key wins the others lose. Press a cell for its arithmetic.',
    label: (token: string) => `Softmax Jacobian of the row of ${token}`,
    formula: 'Formula of the softmax Jacobian',
    press: (i: string, j: string, value: string) => `∂weight(${i}) / ∂score(${j}) = ${value}`,
  },

  step: {
    title: '4. One step',
    rate: 'Learning rate',
    rateName: 'Learning rate: what the gradient is multiplied by before it is subtracted',
    before: 'Before',
    after: 'After one step',
    loss: (before: string, after: string) => `loss ${before} → ${after}`,
    smaller: 'smaller',
    larger: 'larger: the step was too long',
    same: 'the same',
    keep: 'Keep this step',
    kept: 'The parameters after the step are the scene’s now. “Undo” goes back.',
    stale: 'Of the last step that worked:',
  },

  run: {
    title: '5. Many steps: train',
    about: (goal: string) =>
      `Step after step until the loss is below ${goal}, or no longer falls. It runs beside the page, and stops when the tab or this panel is left.`,
    optimizer: 'Optimiser',
    optimizers: { adam: 'Adam', adamw: 'AdamW', sgd: 'Gradient descent (SGD)' },
    rate: 'Learning rate',
    rateName: 'Learning rate of the training',
    play: 'Train',
    resume: 'Go on',
    pause: 'Pause',
    once: 'One step',
    restart: 'Restart',
    keep: 'Keep what was learned',
    kept: 'The parameters that were learned are the scene’s now. “Undo” goes back to before.',
    loading: 'What trains is being fetched …',
    steps: 'Steps',
    loss: 'Loss',
    speed: 'Steps a second',
    elapsed: 'Time',
    left: 'Time left, estimated',
    seconds: (seconds: string) => `${seconds} s`,
    unknown: 'not known',
    wanted: 'Target',
    now: 'Weights now',
    curve: 'Loss after each step, on a logarithmic scale',
    curveValue: (step: number, loss: string) => `step ${step}: loss ${loss}`,
    running: 'Training.',
    paused: 'Paused.',
    hidden: 'Paused, because the tab was left.',
    reached: (goal: string) => `Done: the loss is below ${goal}.`,
    stuck: 'Stopped: the loss no longer falls.',
    notFinite:
      'Stopped: the loss is no longer a number, the steps were too long. What you see is the last state that was well. Try a smaller learning rate.',
    lost: 'What trained was ended by the browser. What you see is the last state that was kept: “Go on” continues from there.',
    changed: 'The scene or the target has changed: “Train” begins from what is there now.',
  },

  files: {
    title: 'Take it along',
    about: (steps: number) =>
      `What was learned as numbers, or as a program of yours: it prints the same loss, its gradients (of a task, those of the batch which comes next), and, of the first ${steps} steps, the same losses.`,
    label: 'File',
    kinds: {
      npz: 'Trained numbers (.npz)',
      'loss-numpy': 'The loss now, for NumPy (.py)',
      'loss-pytorch': 'The loss now, for PyTorch (.py)',
      'steps-numpy': 'The first steps, for NumPy (.py)',
      'steps-pytorch': 'The first steps, for PyTorch (.py)',
    },
    make: 'Download',
  },

  stuck: {
    title: 'Why it may not go on:',
    same: (tokens: string) =>
      `“${tokens}” stands there more than once, and without positions the same word has the same query and the same key: their rows and columns cannot differ. Add positions.`,
    narrow: (dK: number) =>
      `d_k is ${dK}: the scores are products of vectors of ${dK} ${dK === 1 ? 'number' : 'numbers'}, too few for a pattern as free as this one. Make d_k larger.`,
    rate: 'The loss jumps up and down: the learning rate may be too large.',
    slow: 'The loss falls so slowly that it would take very long: try a larger learning rate.',
    other:
      'It has come to a place from which no direction leads downhill. Other parameters to begin with (another seed) may lead elsewhere.',
  },
};
