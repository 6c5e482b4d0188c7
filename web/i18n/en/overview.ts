/** The overview of many tokens. The views fill the `{slots}`. */
export const overview = {
  measure: 'Each pixel shows the',
  mean: 'mean',
  max: 'maximum',
  nearer: 'Zoom in',
  farther: 'Zoom out',
  whole: 'Show all',
  logarithmic: 'logarithmic',
  help: 'Press to place the lens, and use the arrow keys to move it. Zoom with + − 0, Ctrl and the wheel, or two fingers.',
  keys: 'Arrow keys move the lens, with Shift by one token. Home, End and the Page keys move it further. Plus, minus and 0 zoom.',
  lens: 'lens on queries {firstQuery} ({from}) to {lastQuery} and keys {firstKey} ({to}) to {lastKey}; at its middle:',
  pixel: 'queries {queries}, keys {keys}:',
  numbers: 'mean {mean}, maximum {max}',
  partly: '{percent} masked',
};
