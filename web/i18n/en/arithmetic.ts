/** What is said in the arithmetic of a cell, in two parts of the page's words. It comes with the arithmetic. */
export const arithmetic = {
  views: {
    arithmetic: {
      cell: '{name}({index})',
      more: '… {count} more terms',
      hidden: 'hidden by the causal mask (key {key} > query {query})',
      visible: 'visible: key {key} ≤ query {query}',
      given: 'Given by the scene.',
      parameter: 'A parameter: given or drawn, not computed.',
      vocabulary: 'Row {row} of the vocabulary: {token}.',
      head: 'head',
      outside: 'There is no such cell in {name}.',
      number: '{value}, {label}',
      fewer: 'show fewer terms',
      numbers: 'the numbers it was made from',
    },
  },
  pictures: {
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
      waiting: 'These numbers are being fetched …',
      infinite: 'Infinite: more than a float32 holds.',
      wholeRow:
        'Rounded with its row, so that the row still adds up: all are cut down, and what is then missing goes to those that lost most.',
    },
  },
};
