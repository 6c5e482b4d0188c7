import type { LessonText } from '../../../../lessons/types.ts';
import { lessonList } from '../list.ts';

export const text: LessonText = {
  ...lessonList['its-snowing'],
  credit:
    'The embeddings and parameters are those of the notebook “Self attention with Numpy”, which names Jay Alammar’s “The Illustrated Transformer” (2018) as its source. The text here is our own.',
  pages: {
    words: {
      title: 'Three words',
      body: 'The sentence is “It’s snowing outside”, split into three [[token|tokens]]. Each is a vector of [[d_model]] = 3 numbers, a row of `x0`: its [[embedding]]. These numbers are made up, as the notebook they come from says. With numbers that a model had learned, everything below would work in the same way.\n\nThe notebook gets as far as the scores. Then comes a cell that says TODO. This lesson goes through the same numbers and does what is left to do.',
    },
    queries: {
      title: 'Queries and keys',
      body: 'The parameters `w_q`, `w_k` and `w_v` have 3 rows and 2 columns, so every word gets a [[query]], a [[key]] and a [[value]] of 2 numbers: d_k = d_v = 2. Multiply a row of `x0` with a column of a matrix and add up.\n\nThe notebook’s class has the product the wrong way round, `w_q` times the transposed tokens. With these shapes that is impossible: 2 columns would meet 3 rows. The toy example below the class has the right order, tokens first.',
      predict: {
        ask: '“It’s” is [0.3, 0.8, −0.3], and the first column of `w_q` is 0.27, 0.24, 0.56. What is the first number of its query?',
        reveal: '0.3·0.27 + 0.8·0.24 − 0.3·0.56. The whole query is [0.105, −0.138].',
      },
    },
    scores: {
      title: 'Scores, where the notebook stops',
      body: 'Every query is compared with every key, `q` · `k`ᵀ, which gives 3 × 3 [[score|scores]]. The first row, for “It’s”, is −0.0913, 0.0810 and −0.0471. A negative score is nothing special. It only means less than a positive one.\n\nLook at the column of “snowing”. Its key, [−0.128, −0.684], points away from the query of “outside”, [0.390, 0.374]. Their score is the lowest of all, −0.3057.',
      predict: {
        ask: 'The query of “snowing” is [−0.267, −0.135], the key of “outside” is [0.297, 0.567]. Is their score below zero, zero or above?',
        reveal: 'Both products are negative: −0.267·0.297 and −0.135·0.567.',
      },
    },
    scaled: {
      title: 'The TODO begins: divide by √dₖ',
      body: 'The longer the vectors, the larger their products can become, and a softmax of large numbers gives nearly everything to one word. Vaswani et al. therefore divide every score by √[[d_k]], here the square root of 2. This step is called `scaled`.\n\nWith only 2 numbers it changes little. To see what larger scores would do, lower the [[temperature]]. The scaled scores are divided by it before the softmax, so a temperature of 0.1 makes them ten times as large.',
      do: 'Set the temperature to 0.1 or less and watch the weights.',
    },
    weights: {
      title: 'Then the weights',
      body: 'The temperature is 1 again. [[softmax|Softmax]] turns each row into [[weight|weights]], which are positive and add up to 1. The scores are close together, so the weights are too: no word is ignored, and none stands out. Parameters that nobody trained have nothing to say yet.\n\nEach row is separate. What “It’s” gives to “snowing” has nothing to do with what “snowing” gives to “It’s”. One is in row 1, the other in row 2.',
      predict: {
        ask: 'The scaled scores of “It’s” are about −0.065, 0.057 and −0.033. What weight does it give to “snowing”?',
        reveal: 'A little more than a third. The row is 0.316, 0.357 and 0.326.',
      },
    },
    outputs: {
      title: 'Values and outputs',
      body: 'The values are `v = x0 · w_v`, one row of 2 numbers for each word. Each word now adds up the three values, each times its weight. “It’s” takes 0.316 of its own value, 0.357 of “snowing” and 0.326 of “outside”. That gives [0.183, 0.230], the first row of `z`.\n\nWith one [[head]] and no `w_o`, `z` is the `output` too.\n\nThat finishes the TODO. Here is the class with its `forward` completed: tokens first, then step by step as on this page. Run it, and it prints the rows of `z`.',
      onScreen: 'Press a cell of `z` to see the three products it is made of.',
    },
    swapped: {
      title: 'What if q and k are swapped?',
      body: 'A small slip, and no error: `q` and `k` have the same shape. Here the core makes this mistake on purpose, with the correct result beside it. The scores are now the transpose of the correct ones, with rows and columns swapped.\n\nThe row of “It’s” should hold what “It’s” asks of each word. Now it holds what each word asks of “It’s”, and softmax normalizes the wrong row. The picture looks just as good, so it is worth checking one number by hand.',
      do: 'Switch the mistake off in the controls.',
    },
  },
  challenges: {
    'own-way': {
      title: 'Make up its mind',
      ask: 'Make “outside” give at least 0.9 of its attention to itself. Embeddings, parameters and mask stay as they are.',
      hint: 'Its score with itself is the largest of its row, but only just. What makes small differences count?',
      done: 'A low temperature turns “a little more” into “nearly all”. In the limit, only the largest score is left.',
    },
    'no-future': {
      title: 'No looking ahead',
      ask: 'Let each word see only itself and the words before it. The last word still sees all three.',
      hint: 'There is a mask for this. Its name has to do with cause and effect.',
      done: '“It’s” has no word before it and keeps everything for itself. Models that write text work like this.',
    },
    'look-back': {
      title: 'Snowing looks back',
      ask: 'Make “snowing” look most at “It’s” by editing the embeddings only.',
      hint: 'The query of “snowing” is negative in both numbers. A key that is negative too would fit it well. What would make the key of “It’s” negative?',
      done: 'Keys are made from embeddings. Moving a word changes what finds it, and its own query and value as well.',
    },
  },
};
