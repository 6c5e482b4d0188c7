/**
 * Forty pairs of sentences in the manner of Winograd's schemas: one word differs, and it decides what the pronoun refers to. They were
 * written before the heads were. Nothing is tuned on the last fifteen.
 */
const seen = [
  ["The trophy doesn't fit in the suitcase because it is too _", ['big', 'trophy'], ['small', 'suitcase']],
  ["The book doesn't fit in the bag because it is too _", ['large', 'book'], ['little', 'bag']],
  ["The dog can't fit in the box because it is too _", ['big', 'dog'], ['small', 'box']],
  ["The table won't fit through the door because it is too _", ['wide', 'table'], ['narrow', 'door']],
  ['The hat did not fit in the bag because it was too _', ['huge', 'hat'], ['tiny', 'bag']],
  ["The animal didn't cross the street because it was too _", ['tired', 'animal'], ['wide', 'street']],
  ["The bird didn't fly over the mountain because it was too _", ['sick', 'bird'], ['tall', 'mountain']],
  ["The dog didn't jump over the chair because it was too _", ['lazy', 'dog'], ['tall', 'chair']],
  ['The mouse ate the cheese because it was _', ['hungry', 'mouse'], ['good', 'cheese']],
  ['The cat sat on the mat because it was _', ['tired', 'cat'], ['soft', 'mat']],
  ['The dog drank the water because it was _', ['thirsty', 'dog'], ['cold', 'water']],
  ["The bus couldn't cross the bridge because it was too _", ['heavy', 'bus'], ['old', 'bridge']],
  ['The flower does not fit in the cup because it is too _', ['big', 'flower'], ['small', 'cup']],
  ["The letter doesn't fit in the box because it is too _", ['long', 'letter'], ['short', 'box']],
  ["The chair won't fit in the room because it is too _", ['big', 'chair'], ['small', 'room']],
  ["The elephant doesn't fit in the car because it is too _", ['big', 'elephant'], ['small', 'car']],
  ['The lion caught the rabbit because it was _', ['fast', 'lion'], ['slow', 'rabbit']],
  ['The puppy slept on the bed because it was _', ['sleepy', 'puppy'], ['warm', 'bed']],
  ["The cow didn't eat the grass because it was _", ['sick', 'cow'], ['dry', 'grass']],
  ['The ball does not fit through the window because it is too _', ['big', 'ball'], ['small', 'window']],
  ['The chicken crossed the road because it was _', ['bored', 'chicken'], ['quiet', 'road']],
  ["The cat can't reach the key because it is too _", ['small', 'cat'], ['deep', 'key']],
  ["The computer doesn't fit on the table because it is too _", ['big', 'computer'], ['small', 'table']],
  ['The father carried his son because he was _', ['strong', 'father'], ['tired', 'son']],
  ['Anna called Alice because she was _', ['worried', 'Anna'], ['sick', 'Alice']],
];

const kept = [
  ["The cake didn't fit in the box because it was too _", ['big', 'cake'], ['small', 'box']],
  ["The bike doesn't fit in the car because it is too _", ['long', 'bike'], ['small', 'car']],
  ["The cat didn't cross the road because it was too _", ['afraid', 'cat'], ['busy', 'road']],
  ['The horse could not cross the river because it was too _', ['weak', 'horse'], ['deep', 'river']],
  ['The bear ate the apple because it was _', ['hungry', 'bear'], ['sweet', 'apple']],
  ['The rabbit hid in the grass because it was _', ['afraid', 'rabbit'], ['tall', 'grass']],
  ["The bed doesn't fit in the room because it is too _", ['wide', 'bed'], ['narrow', 'room']],
  ['The toy did not go into the bag because it was too _', ['large', 'toy'], ['small', 'bag']],
  ["The horse didn't go into the house because it was too _", ['large', 'horse'], ['small', 'house']],
  ['The picture does not fit on the shelf because it is too _', ['wide', 'picture'], ['narrow', 'shelf']],
  ["The bee didn't land on the flower because it was _", ['tired', 'bee'], ['wet', 'flower']],
  ['The tiger did not swim in the sea because it was _', ['afraid', 'tiger'], ['cold', 'sea']],
  ["The kitten didn't climb the tree because it was too _", ['sleepy', 'kitten'], ['tall', 'tree']],
  ["The bread didn't fit in the bag because it was too _", ['long', 'bread'], ['short', 'bag']],
  ["The man couldn't lift the boy because he was too _", ['weak', 'man'], ['heavy', 'boy']],
];

/** The sentence, its pronoun, what that refers to, and what it does not refer to. */
const written = ([text, ...words], isKept) =>
  words.map(([word, answer], index) => ({
    sentence: text.replace('_', word),
    pronoun: / (it|he|she) /.exec(text)[1],
    answer: answer.toLowerCase(),
    other: words[1 - index][1].toLowerCase(),
    isKept,
  }));

export const winogradSentences = [
  ...seen.flatMap((pair) => written(pair, false)),
  ...kept.flatMap((pair) => written(pair, true)),
];
