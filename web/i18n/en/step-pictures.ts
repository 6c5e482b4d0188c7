/** Texts of the pictures of single steps. The views fill the `{slots}`. */
export const stepPictures = {
  compare: {
    other: '{name}: {value}',
    difference: 'difference {value}',
    same: 'No number differs.',
    differ: '{count} of {of} numbers differ. They are marked in the corner.',
    most: 'The largest difference is at {row}, {column}: {firstTitle} {first}, {secondTitle} {second}.',
    shapes: 'The shapes differ ({first} and {second}), so the cells cannot be compared.',
  },
  weighted: {
    label: 'weighted values of {query}',
    weight: 'weight',
    sum: 'sum',
    caption:
      'Each row shows the weight of one key, and the value of that key times the weight. The sum at the bottom is z of {query}.',
    wrong:
      'The weights run along the columns instead of the rows. Each value is multiplied by the weight of another key, and rows are summed instead of columns.',
    empty: 'nothing to show yet',
  },
  arrows: {
    across: 'Across: number',
    up: 'Up: number',
    pair: 'The pair of numbers',
    angle: 'q of {query} is {q} and k of {key} is {k}: they are {angle}° apart.',
    noAngle: 'q of {query} is {q} and k of {key} is {k}. One of them is 0, so there is no angle.',
    tip: 'Tip of {name} of {token}. Arrow keys move it',
    computed: 'q and k are computed, so their tips cannot be dragged. Change a number of x0, w_q or w_k instead.',
    rotated:
      'Rotated vectors are computed, so their tips cannot be dragged. Change a number of an earlier step instead.',
    turn: '{name} of {token}, at position {place}: {before} rotated left by {angle}° is {after}.',
    noTurn: '{name} of {token}, at position {place}: {before} stays {after}, because 0 has no direction.',
  },
  variance: {
    label: 'Variance of q·k as more of the {count} products are summed',
    axis: 'products summed',
    measured: 'these numbers',
    theory: 'theory',
    scaled: 'after ÷ √d_k',
    value: '{count} summed: {values}',
    part: '{name} {value}',
  },
  waves: {
    column: 'column {column}',
    partner: 'column {column}, its pair',
    caption:
      'Each column is one curve along the positions. The dots are the numbers of the matrix, and the lines only join them.',
    curves: 'Curve of column {column} along {count} positions, from {low} to {high}',
  },
  distance: {
    byDistance: '1. By distance',
    byDistanceAbout: 'One number for each distance between key and query.',
    padded: '2. Padded',
    paddedAbout: 'A column of zeros is put in front. The first {dropped} numbers, hatched, are dropped.',
    cut: '3. Cut into rows of {width}',
    cutAbout:
      'The remaining numbers are cut into rows of {width}, so each row shifts by one more. The first {kept} columns are kept.',
    pad: 'pad',
    dropped: 'dropped',
  },
};
