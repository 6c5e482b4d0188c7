/** What the pictures say beyond the first views' words. `{slots}` are filled by the views. */
export const pictures = {
  reading: {
    notANumber: '{query} has no weights: they are not numbers (NaN).',
  },
  grid: {
    strange: 'not a finite number',
    sums: 'row sum',
    of: 'of {query}',
    blank: 'nothing here',
  },
  compare: {
    other: '{name}: {value}',
    difference: 'difference {value}',
    same: 'No number differs.',
    differ: '{count} of {of} numbers differ; they have a mark in their corner.',
    most: 'The largest difference is at {row}, {column}: {firstTitle} {first}, {secondTitle} {second}.',
    shapes: 'The shapes differ ({first} and {second}), so no cell can be compared with another.',
  },
  weighted: {
    label: 'weighted values of {query}',
    weight: 'weight',
    sum: 'sum',
    caption:
      'Each row: the weight of one key, and that key’s values times the weight. Their sum below is z of {query}.',
    wrong:
      'The weights stand along the columns instead of the rows: each value is multiplied by the weight of another key, and rows are summed instead of columns.',
    empty: 'nothing to show yet',
  },
  variance: {
    label: 'Variance of q·k as more of the {count} numbers are summed',
    axis: 'numbers summed',
    measured: 'these numbers',
    theory: 'theory',
    scaled: 'after ÷ √d_k',
    value: '{count} summed: {values}',
    part: '{name} {value}',
  },
  waves: {
    column: 'column {column}',
    partner: 'column {column}, its pair',
    caption: 'Each column is one curve along the positions; a dot is a number of the matrix, lines only join them.',
    curves: 'Curve of column {column} along {count} positions, from {low} to {high}',
  },
  distance: {
    byDistance: '1. By distance',
    byDistanceAbout: 'One number for each distance between key and query.',
    padded: '2. Padded',
    paddedAbout: 'A column of zeros in front. The first {dropped} numbers, hatched, are dropped.',
    cut: '3. Cut into rows of {width}',
    cutAbout:
      'What is left, {width} numbers a row: every row has moved one further. The first {kept} columns are kept.',
    pad: 'pad',
    dropped: 'dropped',
  },
  arithmetic: {
    layer: 'layer {layer}',
    holds: 'is true',
    fails: 'is false',
    blocked: 'blocked is 1: this key is hidden from this query.',
    painted: 'Painted by hand: 1 hides the key from the query, 0 shows it.',
    open: 'blocked is 0: this key is visible.',
    allHidden: 'Every key is hidden from this query: a division by 0, which is 0 by convention.',
    noDirection: 'A vector of zeros has no direction: 0 divided by 0, which is 0 by convention.',
    overflow:
      'Not a number (NaN): e to the power of more than 88.7 is more than a float32 holds, so it is ∞, and ∞ divided by ∞ has no answer.',
    notANumber: 'Not a number (NaN): it was made from another NaN, or from ∞ and 0.',
    infinite: 'Infinite: more than a float32 holds.',
    wholeRow:
      'Rounded with its row, so that the row still adds up: all are cut down, and what is then missing goes to those that lost most.',
  },
  speech: {
    sin: 'the sine of',
    cos: 'the cosine of',
    power: 'to the power of',
    absolute: 'the absolute value of',
    floored: 'rounded down,',
    minimum: 'the smaller of',
    maximum: 'the larger of',
    rounded: 'rounded,',
    round: '{value} rounded to {digits} digits after the point',
    previous: '{name} of the layer before',
    otherwise: 'otherwise',
  },
};
