/** The training panel: target weights, gradient, one step, many steps. */
export const training = {
  what: 'What to train',
  aTask: 'A model on a task',
  ownSentence: 'Attention that you paint',
  inside: 'Look inside one step',
  title: 'Learn by gradient descent',
  intro:
    'Nobody types in parameters. They are learned. Choose a target, see the error, and see which way each number should move.',
  close: 'Close',
  waiting: 'Computing the gradient …',
  noWorker: 'The worker that computes gradients has stopped.',
  covered: 'Answer the question of the lesson to see this panel again.',
  where: (head: number, layer: number) => `This is head ${head} of layer ${layer}.`,

  target: {
    title: 'What the weights should be',
    kind: 'Target',
    cell: 'One weight',
    painted: 'Painted weights',
    query: 'Query (row)',
    key: 'Key (column)',
    row: (index: number, token: string) => `${index + 1} · ${token}`,
    wanted: 'Weight',
    wantedName: 'The weight that this cell should have',
    notBetween: (value: string) => `A weight is between 0 and 1, but this is ${value}.`,
    hidden: (query: string, key: string) =>
      `The mask hides ${key} from ${query}, so its weight is 0 whatever the parameters are.`,
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
    keys: 'Press or drag over cells. On the keyboard, arrows move, Space paints or clears, Shift with an arrow keeps painting, a digit from 2 to 9 gives that many parts. The parts of a row are scaled to add up to 1.',
    cell: (query: string, key: string, share: string) => `${query} → ${key}: ${share}`,
    none: 'No row is painted yet. Paint a cell to say what its row should look at.',
    counted: (count: number, of: number) =>
      count === of
        ? 'Every row counts.'
        : `${count} of ${of} rows ${count === 1 ? 'counts' : 'count'}. A row of zeros has no target and does not count.`,
    hidden: (query: string, key: string, more: number) =>
      `${query} should look at ${key}, which the mask hides from it${more > 0 ? ` (and ${more} more cells)` : ''}. Clear the cell or change the mask. A hidden weight is 0 whatever the parameters are.`,
  },

  loss: {
    title: 'How far off they are: the loss',
    about:
      'The loss is the Kullback–Leibler divergence of each row that counts, added up. It is 0 when the weights match the target, and grows the more they differ.',
    value: (value: string) => `loss = ${value}`,
  },

  gradient: {
    title: 'The gradient, back to the parameters',
    about:
      'How much the loss grows with each number, computed backwards through the steps with the chain rule. A step of gradient descent moves every parameter against its gradient. Press a cell for its arithmetic.',
    of: (name: string) => `∂loss / ∂${name}`,
    formula: (name: string) => `Formula of ∂loss / ∂${name}`,
    cell: (name: string, place: string, value: string) => `∂loss / ∂${name}[${place}] = ${value}`,
    meaning: (grows: boolean, name: string) => `a larger ${name} here makes the loss ${grows ? 'larger' : 'smaller'}`,
    none: 'To first order, a larger or smaller number here does not change the loss.',
    arithmetic: 'Arithmetic of the gradient',
    letGo: 'Deselect the gradient',
    noGradient:
      'Rounding and deliberate mistakes have jumps instead of slopes. Switch them off in the controls to get a gradient.',
    flat: 'The gradient of every parameter is 0, so a step changes nothing.',
    noParameters: 'The weights of this scene do not depend on any parameter, so there is nothing to learn.',
  },

  jacobian: {
    title: (token: string) => `The softmax Jacobian of the row of “${token}”`,
    about:
      'Cell (j, j′) says how much weight j grows with the score of key j′ that softmax receives. [j = j′] is 1 on the diagonal and 0 elsewhere. Each row and column adds up to 0, because what one key wins the others lose. Press a cell for its arithmetic.',
    label: (token: string) => `Softmax Jacobian of the row of ${token}`,
    formula: 'Formula of the softmax Jacobian',
    press: (i: string, j: string, value: string) => `∂weight(${i}) / ∂score(${j}) = ${value}`,
  },

  step: {
    title: 'One step',
    rate: 'Learning rate',
    rateName: 'Learning rate: the factor of the gradient before it is subtracted',
    before: 'Before',
    after: 'After one step',
    loss: (before: string, after: string) => `loss ${before} → ${after}`,
    smaller: 'smaller',
    larger: 'larger: the step was too long',
    same: 'the same',
    keep: 'Keep this step',
    kept: 'The scene now has the parameters after the step. “Undo” goes back.',
    stale: 'Of the last step that worked:',
  },

  run: {
    title: 'Many steps: train',
    about: (goal: string) =>
      `Trains step after step until the loss is below ${goal} or no longer falls. It runs in the background, and stops when you leave the tab or close this panel.`,
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
    kept: 'The scene now has the learned parameters. “Undo” goes back.',
    addPositions: 'Add positions',
    playWithPositions: 'Add positions and train',
    positionsAdded:
      'The scene now has random vectors of 32 numbers, with positions, and one head. Now it can learn this. “Undo” goes back.',
    loading: 'Loading the training …',
    steps: 'Steps',
    loss: 'Loss',
    speed: 'Steps per second',
    elapsed: 'Time',
    left: 'Estimated time left',
    seconds: (seconds: string) => `${seconds} s`,
    unknown: 'unknown',
    wanted: 'Target',
    now: 'Current weights',
    curve: 'Loss after each step, on a logarithmic scale',
    curveValue: (step: number, loss: string) => `step ${step}: loss ${loss}`,
    running: 'Training.',
    paused: 'Paused.',
    hidden: 'Paused, because you left the tab.',
    reached: (goal: string) => `Done: the loss is below ${goal}.`,
    stuck: 'Stopped: the loss no longer falls.',
    notFinite:
      'Stopped: the loss is no longer a number, because the steps were too long. You see the last good state. Try a smaller learning rate.',
    lost: 'The browser ended the training. You see the last saved state. “Go on” continues from there.',
    changed: 'The scene or the target has changed. “Train” starts from the current state.',
  },

  files: {
    title: 'Download the result',
    about: (steps: number) =>
      `The learned numbers, or a program that prints the same loss, the same gradients, and the same losses for the first ${steps} steps. For a task, the gradients are those of the next batch.`,
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
    title: 'Possible reasons:',
    same: (tokens: string) =>
      `“${tokens}” appears more than once. Without positions, the same word has the same query and the same key, so its rows and columns cannot differ. Add positions.`,
    narrow: (dK: number) =>
      `d_k is ${dK}, so the scores are products of vectors of ${dK} ${dK === 1 ? 'number' : 'numbers'}. That is too few for such a free pattern. Increase d_k.`,
    rate: 'The loss jumps up and down. The learning rate may be too large.',
    slow: 'The loss falls so slowly that it would take very long. Try a larger learning rate.',
    other:
      'It is at a point where no direction leads downhill. Other starting parameters (another seed) may get further.',
  },
};
