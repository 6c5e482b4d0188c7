/** What the pictures of single steps show or say. `{slots}` are filled by the views. */
export const stepPictures = {
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
  arrows: {
    across: 'Across: number',
    up: 'Up: number',
    pair: 'The pair of numbers',
    angle: 'q of {query} is {q} there, k of {key} {k}: {angle}° apart.',
    noAngle: 'q of {query} is {q} there, k of {key} {k}: where one is 0 there is no angle.',
    turn: '{name} of {token}, at place {place}: {before} turned left by {angle}° is {after}.',
    noTurn: '{name} of {token}, at place {place}: {before} stays {after}; what is 0 has no direction.',
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
};
