import type { LessonText } from '../../../../lessons/types.ts';
import { lessonList } from '../list.ts';

export const text: LessonText = {
  ...lessonList['scaling-and-masks'],
  credit:
    'q and k are the random numbers that the notebook “Self Attention in Transformers” printed. Its v is cut off in print and was computed from its printed output. The text here is our own.',
  pages: {
    process: {
      title: 'The process, in four steps',
      body: 'The notebook tells the way of “The cat sat on the mat” in four steps.\n\nFirst, the sentence is broken down into words, its [[token|tokens]]. Second, every word becomes a vector, its [[embedding]].\n\nThird, every vector is multiplied by three matrices. Its [[query]] stands for the word in focus, its [[key]] shows how similar it is to another word, and its [[value]] carries its content.\n\nFourth, the query of each word is compared with the keys of all words. That gives [[score|scores]], and softmax makes [[weight|weights]] of them. With these weights the values are averaged, and the average is the output for that word.\n\nThe notebook’s code starts in the middle of step three, with queries, keys and values.',
    },
    given: {
      title: 'Queries, keys and values, given',
      body: 'The sentence has six words, but the notebook’s code makes no [[query|queries]], [[key|keys]] and [[value|values]] of them. It draws four of each at random, 8 numbers wide, and names none. So there is no `x0` here and there are no parameters, and the names of the [[token|tokens]], The, cat, sat, on, are ours.\n\nThe numbers are the ones that the notebook printed, so you can compare everything with it. The last two of eight digits may differ, because NumPy computes with 64 bits and this page with 32.',
      onScreen:
        'With 8 digits and scientific notation, in the controls, you see as many digits as NumPy prints. The row of “cat” is in focus. Choose another token to follow that one instead.',
    },
    scores: {
      title: 'Scores',
      body: 'Each [[score]] is a [[dot-product|dot product]]: eight products of a number of the query with a number of the key, added up. Four queries and four keys make 4 × 4 scores, `q` · `k`ᵀ.\n\nAdding eight products can give numbers far larger than the inputs. For “sat” with “on” most of the eight are positive, and they pile up.',
      onScreen: 'Press the score of “sat” with “on” to see all eight products.',
      predict: {
        ask: 'Which of these is the score of “sat” (query) with “on” (key), the largest of the sixteen?',
        reveal: 'The next largest, “sat” with “The”, is only 1.9622.',
      },
    },
    variance: {
      title: 'Why the scores spread out',
      body: 'The [[variance]] measures how far apart numbers are. For this `q` it is 1.0634, for `k` 0.6293, and for the scores 2.9059.\n\nThe theory: if the numbers of `q` and `k` are independent and have mean 0, each product has the variance of `q` times that of `k`. A sum of [[d_k]] products has d_k times as much.',
      onScreen:
        'The plot under the next step, `scaled`, draws this as a line. Beside it is what these very numbers do when only the first 1, 2, 3 … of the 8 are added up. With so few numbers it wobbles, but it climbs.',
    },
    scaled: {
      title: 'Divide by √dₖ',
      body: 'If you divide numbers by something, their variance is divided by its square. So dividing the scores by √[[d_k]], the square root of 8, divides their variance by 8: from 2.9059 to 0.3632. However long the vectors are, the variance then stays what it is for one product.\n\nWhy care? Softmax turns differences into ratios. Where scores are far apart, one weight is nearly 1 and the others are nearly 0. A model in training gets almost no signal from such a row.',
      predict: {
        ask: 'The largest score is 4.8614. What is left of it after dividing by √8?',
        reveal: 'The root of 8 is a little less than 3, so about a third is left.',
      },
    },
    mask: {
      title: 'A mask hides the future',
      body: 'A model that writes text must not look at words that are not written yet. The notebook makes a matrix with 1 above the diagonal, where the key comes after the query: the step `blocked`. Then it replaces each 1 by −∞ and leaves the zeros: the [[mask]]. Added to the scaled scores, it leaves those on the diagonal and below it as they are and turns the others into −∞. Nothing is left of those after the softmax.',
      onScreen: 'On the page such cells are hatched.',
      do: 'Choose the causal mask in the controls.',
    },
    encoder: {
      title: 'Where the mask belongs, and where not',
      body: '“Not required in the encoders, but required in the decoders”, the notebook says. An [[encoder]] reads a complete sentence, so every word may look both ways. A decoder writes the next word, which must not depend on what comes later.\n\nThe notebook’s example needs both directions: for “cat” the model might look at “the”, before it, and at “sat”, after it. Here two heads made by hand do just that, without a mask. Head 1 looks one word back, head 2 one word ahead.',
      onScreen: '“cat” is in focus, and head 2 is shown. Watch what is left of “sat” when this becomes a decoder.',
      do: 'Choose the causal mask in the controls.',
    },
    rows: {
      title: 'Softmax, row by row',
      body: '[[softmax|Softmax]] works on one row at a time. The exponential of −∞ is exactly 0, so a hidden key gets nothing, and the visible keys divide the rest among them. Every row adds up to 1 by itself.\n\n“cat” sees “The” and itself, with the scaled scores 0.6738 and 0.4546. That gives the weights 0.5546 and 0.4454. The last token, “on”, sees all four.',
      predict: {
        ask: 'With the causal mask “The” sees only itself. What weight does it give itself?',
        reveal: 'It has no other key to look at, so all of it, whatever the score.',
      },
    },
    'whole-matrix': {
      title: 'A softmax over too much',
      body: 'The notebook’s first softmax divides by `exp_x.sum()`, the sum over the whole matrix. In NumPy a sum without an axis adds up everything, so all rows share a single 1. Here the core makes this mistake on purpose, with the correct result beside it. “The” gives itself 0.0404 instead of 1, and all that “cat” has to give is 0.1449 and 0.1164.\n\nThe proportions within a row are still right, so it looks plausible. But a token with low scores now gets nearly nothing, and the scores of other tokens decide how much.',
    },
    'new-v': {
      title: 'The new values, and a cut-off v',
      body: 'The blend of values is called `z` here and new_V in the notebook. With the mistake on, these are the very numbers that it prints: the first row begins 0.0403, 0.0631, 0.0121.\n\nIts v is cut off in print, but you can recover it. The masked weights form a triangle, so the first row of `z` is 0.0404 times the first row of `v`. Divide, and you have it. The second row has just one more unknown, and so on down the triangle.\n\nThe printed part of v agrees: it begins 0.9976, 1.5617.',
    },
    function: {
      title: 'All of it as one function',
      body: 'The notebook ends with a function: queries, keys, values and a mask go in, outputs and weights come out. Its new softmax sums with `axis=-1` and `keepdims=True`, along each row. So the last cell quietly fixes what the first one got wrong.\n\nThe program is that function, with the printed numbers of Q and K. The same function is in this project’s package for Node: `scaledDotProductAttention(q, k, v, { causal: true })`.',
      onScreen: 'Switch the mistake off, and `weights` and `z` show what the program prints.',
      do: 'Switch the mistake off in the controls.',
    },
  },
  challenges: {
    'even-row': {
      title: 'An even row',
      ask: 'Make row 3 even: “sat” gives a third to each token it may see, within 0.01. Leave the mask, q, k and v alone.',
      hint: 'The differences between its scores have to shrink. Temperature and scale both do that.',
      done: 'Dividing by √dₖ is the same idea in a small dose: it keeps softmax from deciding too early.',
    },
    'one-back': {
      title: 'One step back',
      ask: 'Let every token see itself and the one just before it, and no others.',
      hint: 'A sliding window is a mask too. How far does it reach back, and how far ahead?',
      done: 'Models for long texts use such windows. Each row has only a few keys, however long the text is.',
    },
    calm: {
      title: 'Calm the scores',
      ask: 'Lower the variance of the scaled scores to 0.1 or less, without touching q, k and v.',
      hint: 'The variance grows with the square of the number that the scores are multiplied by. You can set that number in the controls.',
      done: 'The scale replaces 1/√dₖ. Half the scale gives a quarter of the variance.',
    },
  },
};
