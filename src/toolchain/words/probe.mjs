// A linear probe: ridge regression (Hoerl and Kennard 1970) from unit word vectors to each feature, with a constant that is not
// penalised.

const RIDGE = 1;
const FOLDS = 10;

/** The unit vector, followed by a 1 for the constant. */
function unit(vector) {
  const length = Math.hypot(...vector);
  return [...vector.map((value) => value / length), 1];
}

/** The weights (feature, input) that fit `examples`: those that solve (XᵀX + λI) w = Xᵀy, by Gaussian elimination with pivots. */
function fitted(examples, features) {
  const width = examples[0].input.length;
  const system = Array.from({ length: width }, (_, row) =>
    Array.from({ length: width + features }, (_, column) =>
      column < width && column === row && row < width - 1 ? RIDGE : 0,
    ),
  );
  for (const { input, row } of examples) {
    for (let i = 0; i < width; i += 1) {
      for (let j = 0; j < width; j += 1) system[i][j] += input[i] * input[j];
      for (let feature = 0; feature < features; feature += 1) system[i][width + feature] += input[i] * row[feature];
    }
  }
  for (let column = 0; column < width; column += 1) {
    let pivot = column;
    for (let row = column + 1; row < width; row += 1) {
      if (Math.abs(system[row][column]) > Math.abs(system[pivot][column])) pivot = row;
    }
    [system[column], system[pivot]] = [system[pivot], system[column]];
    const scale = system[column][column];
    for (let j = column; j < width + features; j += 1) system[column][j] /= scale;
    for (let row = 0; row < width; row += 1) {
      const factor = system[row][column];
      if (row === column || factor === 0) continue;
      for (let j = column; j < width + features; j += 1) system[row][j] -= factor * system[column][j];
    }
  }
  return Array.from({ length: features }, (_, feature) => system.map((row) => row[width + feature]));
}

const dot = (a, b) => a.reduce((sum, value, at) => sum + value * b[at], 0);

const prepared = (examples) => examples.map(({ row, vector }) => ({ row, input: unit(vector) }));

/** Ten-fold cross-validation: the prediction for each held-out example (example, feature). */
function heldOut(examples, features) {
  const said = [];
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const weights = fitted(
      examples.filter((_, at) => at % FOLDS !== fold),
      features,
    );
    for (let at = fold; at < examples.length; at += FOLDS)
      said[at] = weights.map((each) => dot(each, examples[at].input));
  }
  return said;
}

/** How often a word with the feature scores higher than one without it: 0.5 is chance, 1 is always. */
function areaUnderCurve(positive, negative) {
  let wins = 0;
  for (const a of positive) for (const b of negative) wins += a > b ? 1 : a === b ? 0.5 : 0;
  return wins / (positive.length * negative.length);
}

const has = (value) => value >= 0.5;

/** For each feature, the predictions for held-out words with it and without it. */
function apart(examples, columns) {
  const said = heldOut(examples, columns.length);
  return columns.map((_, feature) => {
    const of = (wanted) =>
      said.filter((_, at) => has(examples[at].row[feature]) === wanted).map((values) => values[feature]);
    return { positive: of(true), negative: of(false) };
  });
}

/** The area under the ROC curve of each feature, on held-out words. */
export function crossValidated(examples, columns) {
  const areas = apart(prepared(examples), columns).map(({ positive, negative }) => areaUnderCurve(positive, negative));
  return Object.fromEntries(columns.map((name, feature) => [name, Number(areas[feature].toFixed(3))]));
}

/**
 * Platt's scaling (1999): the constants a and b for which 1 / (1 + exp(−(a·said + b))) is the probability that a word with the
 * prediction `said` has the feature, by Newton's method. Platt's targets keep it finite if the two kinds are separable.
 */
function calibrated({ positive, negative }) {
  const cases = [
    ...positive.map((said) => ({ said, target: (positive.length + 1) / (positive.length + 2) })),
    ...negative.map((said) => ({ said, target: 1 / (negative.length + 2) })),
  ];
  let [a, b] = [0, Math.log((positive.length + 1) / (negative.length + 1))];
  for (let step = 0; step < 100; step += 1) {
    // The gradient and the second derivatives. A small ridge keeps them invertible.
    let [ga, gb, aa, ab, bb] = [0, 0, 1e-9, 0, 1e-9];
    for (const { said, target } of cases) {
      const likely = 1 / (1 + Math.exp(-(a * said + b)));
      const curve = likely * (1 - likely);
      ga += (likely - target) * said;
      gb += likely - target;
      aa += curve * said * said;
      ab += curve * said;
      bb += curve;
    }
    const determinant = aa * bb - ab * ab;
    a -= (bb * ga - ab * gb) / determinant;
    b -= (aa * gb - ab * ga) / determinant;
  }
  return (said) => 1 / (1 + Math.exp(-(a * said + b)));
}

/** A probability below this is no better than the average: nothing was learned. */
const LEAST = 0.15;

/**
 * Returns a function from a word's vector to its row of probabilities, in whole tenths. Unlikely features are 0. If all are unlikely,
 * the likeliest one stays, so that no row is empty.
 */
export function probed(given, columns) {
  const examples = prepared(given);
  const weights = fitted(examples, columns.length);
  const likely = apart(examples, columns).map(calibrated);
  return (vector) => {
    const input = unit(vector);
    const values = weights.map((each, feature) => likely[feature](dot(each, input)));
    const most = Math.max(...values);
    return values.map((value) => (value >= Math.min(LEAST, most) ? Math.max(1, Math.round(10 * value)) : 0));
  };
}
