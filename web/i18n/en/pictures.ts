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
