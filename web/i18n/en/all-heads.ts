/** The panel with every head of every layer. */
const heads = (count: number): string => (count === 1 ? '1 head' : `${count} heads`);

export const allHeads = {
  title: 'All heads',
  close: 'Close',
  about:
    'One picture a head. A row is a token that looks, a column a token that is looked at. Press a picture to open that head.',
  ownScale: 'Each head has its own scale: the strongest colour is the largest weight of a row, on average.',
  grid: 'All heads, layer by layer',
  place: (layer: number, head: number) => `${layer}.${head}`,
  counted: (name: string) => `3.1 is the first head of the third layer. The file calls layer 1 “${name}”.`,
  label: (name: string, patterns: string) => [name, patterns].filter((part) => part !== '').join(', '),
  pattern: (name: string, share: string) => `${name} ${share}`,
  kind: 'Heads',
  all: (count: number) => `All ${heads(count)}, by layer`,
  some: (name: string, count: number) => `${name}: ${heads(count)}, the strongest first`,
  none: 'No head looks there with a third of its weight.',
  names: {
    title: 'What the names mean',
    previousToken: 'Previous token',
    induction: 'Induction',
    sameToken: 'Same token',
    firstToken: 'First token',
  },
  short: { previousToken: 'previous', induction: 'induction', sameToken: 'same', firstToken: 'first' },
  meaning:
    'A head has a name if it puts at least a third of its weight there, on average. Same token and induction count only tokens that have occurred before, and need four of them: same token looks back at that occurrence, induction at the token after it.',
  noPatterns: 'Heads that look at another sentence have no such names.',
  reading: (layers: number, of: number) => `Reading layer ${layers} of ${of}`,
  quantity: 'Colour',
  weights: 'Weight',
  norms: 'Weight × length of the value',
  normsMean:
    'A large weight on a value near zero moves almost nothing, so the weight is multiplied by the length of what it moves, ‖v‖ (Kobayashi et al. 2020). The strongest colour is the largest of the layer.',
  one: 'The weights of all heads as one',
  how: 'How',
  ways: { mean: 'Mean', max: 'Largest', rollout: 'Rollout' },
  layers: 'Layers',
  allLayers: 'All layers',
  layer: (number: number, name: string) => (name === '' ? `Layer ${number}` : name),
  upTo: (number: number, name: string) => `Up to ${name === '' ? `layer ${number}` : name}`,
  cautions: {
    mean: 'The mean of all heads. Two heads that look at different words become one that seems to look at both, a little.',
    max: 'The largest weight of any head. A row adds up to more than 1, and one head that looks somewhere makes it look as if all did.',
    rollout:
      'What reaches a token through the layers, if each layer mixes half attention with half of what was there (Abnar & Zuidema 2020). It knows nothing of values, of the feed-forward network or of minus signs, so it is not what the model’s answer rests on.',
  },
  noRollout: 'A rollout needs tokens that attend to each other.',
  tooLarge: 'This model is too large to compute every head here. Choose a head above its picture instead.',
};
