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
