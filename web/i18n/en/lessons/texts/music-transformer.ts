import type { LessonText } from '../../../../lessons/types.ts';
import { lessonList } from '../list.ts';

export const text: LessonText = {
  ...lessonList['music-transformer'],
  credit:
    'The sizes, the formulas and the table of embeddings are those of the notebook “Self-Attention Layer”, which follows the paper “Music Transformer” (Huang et al. 2018). The notebook draws its other numbers without a seed. Here they are drawn again, with a seed. The text here is our own.',
  pages: {
    notes: {
      title: 'Forty notes',
      body: 'The notebook works at the size of a real, small model: L = 40 positions with D = 144 numbers each, drawn between −1 and 1. It has no words for them. We call them forty notes, from C2 upwards, since the paper it follows is about music. To attention a note is a row of `x0`, like any word.\n\nThe parameters are drawn between 0 and 1, as in the notebook. Remember that they are all positive. It will matter. The random numbers have a seed, so you see the same numbers as everybody else.',
    },
    'whole-q': {
      title: 'Q, before it is split',
      body: 'Q = X · WQ is one matrix. It has a row for each of the 40 notes and 144 columns, the shape (40, 144) that the notebook prints. K and V are made in the same way.\n\nThis page has one [[head]], so `q` is that whole matrix. Each of its 5760 numbers is a sum of 144 products: a row of X meets a column of WQ.\n\nNext the notebook cuts Q, K and V into heads. That computes nothing new. The twelve heads hold the same numbers, twelve columns each.',
      onScreen: 'Press a cell to see its 144 products.',
    },
    example: {
      title: 'np.split, on eight numbers',
      body: 'Before it splits anything large, the notebook tries `np.split(a, 2, axis=1)` on two rows of four numbers. Here they are `x0`, and the parameters are identities, so `q` is the same matrix, split for two [[head|heads]].\n\nThe split goes through the columns: each row loses its right half to the second head. So head 1 has [1, 2] twice, and head 2 has [3, 4] twice. No number changes, and none is in both heads.\n\nA split along the other axis would separate the words, and a head has to see them all.',
      onScreen: 'Choose the head above to see the other one.',
    },
    split: {
      title: 'Twelve heads',
      body: 'Each row of `q`, `k` and `v` is split into H = 12 pieces of D/H = 12 numbers, one for each [[head]]. The first twelve numbers go to the first head, the next twelve to the second. Every head compares and blends its own pieces, and at the end the results are joined again.\n\nThe notebook notes that D must be divisible by H, in its only Spanish comment: “Debe ser divisible por H”. What happens if it is not? The picture keeps the last scene that worked, and the control says what is wrong.',
      do: 'Ask for 13 heads.',
    },
    scaled: {
      title: 'Scores, divided by √(D/H)',
      body: 'The scores are divided by the square root of D/H, the width of one head: √12, not √144. What counts is how many products were added up. `K[0].T` has the shape (12, 40).\n\nStill they are huge, more than a hundred for almost a quarter of the pairs. The positive parameters are to blame. With them every number of `q` and `k` is roughly half the sum of its note’s row. So most products in a score have the same sign, 73 of 100 on average, and pile up.\n\nThe theory behind √[[d_k]] assumes mean 0.',
      onScreen: 'Unfold “kᵀ” under the scores to see `K[0].T`. Choose Xavier parameters to see what mean 0 changes.',
      predict: {
        ask: 'An even weight would be 1/40 = 0.025. How much of its attention does C2 give to D♯5, the last note, in the first head?',
        reveal: 'All of it, as far as you can see. With scores like these, softmax lets one key take everything.',
      },
    },
    'whole-matrix': {
      title: 'One softmax for 1600 cells',
      body: 'The notebook’s `softmax` divides by the sum of the whole matrix: 40 rows share a single 1. Here the core makes this mistake on purpose, head by head, with the correct result beside it.\n\nWith these scores the effect is drastic. In the first head one cell, D♯5 looking at itself, has the largest score of all 1600 and takes everything. All other notes are left with next to nothing, and you cannot tell their rows of `z` from zero. In the correct result each row has its own softmax and adds up to 1, whatever the other rows do.',
      do: 'Switch the mistake off.',
    },
    distances: {
      title: 'How far apart?',
      body: 'So far a note does not know where it is. Shuffle the notes, and the weights are only shuffled too. In music, distance matters: a motif comes back some beats later. [[relative-attention|Relative attention]] learns one vector for each distance, in each head: E_T, of shape (H, L, D/H), here the rows of `E_rel`.\n\nThe query of note i is multiplied with the vector of the distance j − i, which gives a second score, `relative`. It is added to `scores` before scaling: `related`. The mask is causal now, because music is written from left to right. So 40 distances are enough, from −39 to 0.',
    },
    skewing: {
      title: 'Skewing',
      body: 'The plain way builds the vector of the distance for each pair of notes: L × L × D/H numbers, far too many for a long piece. The Music Transformer multiplies each query with all distances at once. The result is `qe`, with one row for each query and one column for each distance. Every row is right, but shifted: distance 0 is in the last column, not on the diagonal.\n\n[[skewing|Skewing]] moves the rows into place. Put a column of zeros in front, read the same numbers again, in order, as L + 1 rows of L, and drop the first row. `skewed` and `relative` then hold the same numbers wherever a note may look. The notebook leaves S_rel random, as the next page does. Here it is computed.',
    },
    's-rel': {
      title: 'S_rel as an input',
      body: 'The notebook computes no S_rel. Its `RelativeAttention(Q_h, K_h, V_h, S_rel)` takes a finished matrix and is called with `np.random.rand(L, L)`: 1600 numbers between 0 and 1, one for every query and key. Here they are drawn with a seed, to one digit, and every head has the same. The notebook has no mask, so S_rel also covers notes that come later.\n\nThe numbers are added before the division, num = Q·Kᵀ + S_rel, which is `related` = `scores` + `S_rel`. One head’s result has the shape (40, 12), as without S_rel.\n\nBeside scores of more than a hundred, numbers below 1 change little. With the softmax row by row, C2 still looks at D♯5 alone. A learned S_rel may be as large as it needs to be.',
      do: 'Edit S_rel: write a number into its first cell that is so large that C2 looks at itself in the first head.',
    },
    'relative-whole': {
      title: 'RelativeAttention, as it is written',
      body: 'The notebook’s `RelativeAttention` calls the same `softmax` as its `attention`, the one that divides by the sum of the whole matrix. Here the core makes that mistake on purpose, with the correct result beside it.\n\nThe small numbers of S_rel change nothing about it. In the first head the cell of D♯5 looking at itself takes everything once more. The other 39 notes are left with next to nothing, and you cannot tell their rows of `z` from zero.\n\nWith a softmax for each row, every note has a result. That is what the previous page shows.',
      do: 'Switch the mistake off.',
    },
    'feed-forward': {
      title: 'And a feed-forward layer',
      body: 'The notebook ends the layer with a comment: FF(Z) = ReLU(Z·W_1 + b_1)·W_2 + b_2. That is the [[feed-forward]] part of a transformer block, and it works on each note alone. `hidden` is the inner layer, here 64 numbers wide, where ReLU replaces every negative number by 0. `y` is the result, with 144 numbers for each note again.\n\nAttention mixes notes and leaves each number in its place. The feed-forward part mixes numbers and leaves each note in its place. This scene draws biases too, so there are `b_1` and `b_2`.',
    },
    lookup: {
      title: 'Where embeddings come from',
      body: 'The last cells make a table of 10 rows and 3 columns and look words up by number: id 4 gets row 4, counted from 0. Nothing is computed, so `x0` is a copy of rows. In training, the table is learned like any other parameter.\n\nThe notebook looks up 1, 2, 4, 5 and then 4, 3, 2, 9, and prints the result: id 1 is −1.0822, −1.0538, 0.3082. The rows of 0, 6, 7 and 8 were never printed, so those four are our own. The same id always gets the same row, wherever it is.',
      do: 'Replace the tokens with 4 3 2 9.',
    },
    batch: {
      title: 'Both sequences at once',
      body: 'The notebook looks up both sequences in one call: ids of shape (2, 4) go in, vectors of shape (2, 4, 3) come out. Such a batch is only a stack. Here the two sequences stand one after the other. Rows 1 to 4 of `x0` are the first sequence and rows 5 to 8 the second, all 24 numbers that the notebook prints.\n\nAttention works inside each sequence and never between the two. A mask sees to that: each id sees only its own sequence. Programs do the same when they pack several texts into one row.\n\nThe program is the lookup in PyTorch. It prints the shape too.',
    },
    padded: {
      title: 'A batch, and its padding',
      body: 'The two sequences of the notebook have four ids each, so they can be stacked as they are. Most sentences differ in length, and a stack needs rows of one length. The shorter ones are filled up. This page shows one of them.\n\nHere is a sequence of three ids, 4, 3 and 2, filled up to four with id 0. That id has a row in the table like any other and would get attention. The padding mask hides it: whatever its score, its weight is 0.',
      do: 'Take the mask away and see how much weight the padding gets.',
    },
  },
  challenges: {
    'wide-heads': {
      title: 'Sixteen numbers per head',
      ask: 'Make each head 16 numbers wide.',
      hint: 'The 144 numbers are divided evenly. How many heads get 16 each?',
      done: '9 · 16 = 144. Fewer heads are wider, and the number of parameters stays the same.',
    },
    'only-itself': {
      title: 'Every note for itself',
      ask: 'Make every note attend only to itself, in all heads.',
      hint: 'No parameters will do this for 40 notes and 12 heads by luck. Which mask leaves one key in each row?',
      done: 'A window of 0 back and 0 ahead. `z` is then `v` itself, and attention does nothing at all.',
    },
    'no-such-row': {
      title: 'A missing row',
      ask: 'Ask the table for an id that it does not have, and read the message.',
      hint: 'The table has 10 rows, and they are counted from 0.',
      done: 'The message names the id and the rows of the table. The last picture that worked stays until you fix it.',
    },
  },
};
