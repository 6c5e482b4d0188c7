/** What the overview of many tokens shows or says. `{slots}` are filled by the views. */
export const overview = {
  measure: 'A pixel is the',
  mean: 'mean',
  max: 'maximum',
  nearer: 'Nearer',
  farther: 'Farther',
  whole: 'All of it',
  logarithmic: 'logarithmic',
  help: 'Press to put the lens there. Arrows move it; + − 0, Ctrl with the wheel and two fingers zoom.',
  keys: 'Arrow keys move the lens, with Shift by one token; Home, End and the Page keys lead farther; plus, minus and 0 zoom.',
  lens: 'lens on queries {firstQuery} ({from}) to {lastQuery} and keys {firstKey} ({to}) to {lastKey}; at its middle:',
  pixel: 'queries {queries}, keys {keys}:',
  numbers: 'mean {mean}, maximum {max}',
  partly: '{percent} masked',
};
