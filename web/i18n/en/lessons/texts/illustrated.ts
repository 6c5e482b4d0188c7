import type { LessonText } from '../../../../lessons/types.ts';
import { lessonList } from '../list.ts';

export const text: LessonText = {
  ...lessonList.illustrated,
  credit:
    'The inputs, the parameters and the eight steps are those of a notebook by Manuel Romero, after Raimi Karim’s article “Illustrated: Self-Attention” (2019). The text here is our own.',
  pages: {
    why: {
      title: 'What BERT and its family share',
      body: 'BERT, RoBERTa, ALBERT, SpanBERT, DistilBERT, SesameBERT, SemBERT, MobileBERT, TinyBERT and CamemBERT: what do they have in common? The notebook begins with this question, and “BERT” is not the answer. They all use [[self-attention]], because they are all transformers.\n\nOlder networks for language read a sentence word by word, and every step waits for the one before. That is called recurrence. What the first word says has to survive all the steps until somebody needs it. A transformer has no recurrence. Every word looks at all the others directly, however far away they are, and all words do so at the same time.\n\nWhat is the arithmetic behind this? The next pages work it out.',
    },
    what: {
      title: 'Step 0: What is self-attention?',
      body: 'Is [[self-attention]] like attention? Yes: the idea is the same, and so is most of the arithmetic.\n\nA self-attention module takes some vectors in and gives as many out. On the way the inputs meet each other, which is the “self”, and find out which inputs matter most, which is the “attention”. Each output is a blend of what they all carry.\n\nThe next pages go through it in eight steps, from the inputs to the outputs. The steps are named as in the notebook that the numbers come from.',
      onScreen: 'Press any cell, and the page shows how its number was computed.',
    },
    inputs: {
      title: 'Step 1: Prepare inputs',
      body: 'There are three inputs, Input 1, Input 2 and Input 3, with [[d_model]] = 4 numbers each. They are the rows of `x0`. They aren’t words, so you can focus on the arithmetic.\n\nThe notebook writes `dtype=torch.float32` after its whole numbers, and it has to. Without it they are integers, which PyTorch multiplies but its softmax refuses in step 5. This page always computes in float32, whatever you type.',
    },
    parameters: {
      title: 'Step 2: Initialise weights',
      body: 'Each input has three roles: asking, being matched, and contributing. For each role there is a matrix with 4 rows and 3 columns, `w_q`, `w_k` and `w_v`.\n\nThe notebook calls these matrices weights, as many people do. On this page they are called [[parameter|parameters]], because the word [[weight]] means something else from step 5 on.\n\nIn a trained model they are learned, and they start as small random numbers. The notebook names Gaussian, Xavier and Kaiming distributions. Here they are small whole numbers, so that you can check every product in your head.',
      onScreen: 'All three distributions are in the controls, under Parameters.',
    },
    derive: {
      title: 'Step 3: Derive key, query and value',
      body: 'Multiply each input with each matrix. `q = x0 · w_q` is the [[query]], what an input looks for. `k = x0 · w_k` is the [[key]], what it can be found by. `v = x0 · w_v` is the [[value]], what it passes on.\n\nInput 1 is [1, 0, 1, 0], so its key is the first row of `w_k` plus the third: [0, 0, 1] + [0, 1, 0] = [0, 1, 1]. In practice a [[bias]] may be added after the product. There is none here until the last page.\n\nKeys are orange here and in the notebook’s pictures. Queries are red there and blue here, values are purple there and green here, and scores are blue there and purple here.',
      predict: {
        ask: 'Input 2 is [0, 2, 0, 2]. The first column of `w_k` is 0, 1, 0, 1. What is the first number of its key?',
        reveal: '0·0 + 2·1 + 0·0 + 2·1. The whole key of Input 2 is [4, 4, 0].',
      },
    },
    scores: {
      title: 'Step 4: Calculate attention scores',
      body: 'A [[score]] says how well a query fits a key. Multiply the two number by number and add up, which is their [[dot-product|dot product]]. The query of Input 1 is compared with all three keys, its own included. That gives the first row of `scores`.\n\nThe notebook’s pictures take one query at a time. Its code takes all three at once, `querys @ keys.T`, as this page does: `scores` = `q` · `k`ᵀ. The arithmetic is the same.\n\nThe [[transpose]] turns the keys into columns, so that every query meets every key. In the notebook its rows are [0, 4, 2], [1, 4, 3] and [1, 0, 1].',
      onScreen: 'Unfold “kᵀ” under the scores to see the transpose.',
      predict: {
        ask: 'The query of Input 1 is [1, 0, 2] and the key of Input 3 is [2, 3, 1]. What is their score?',
        reveal: '1·2 + 0·3 + 2·1. With all three keys, Input 1 has the scores 2, 4 and 4.',
      },
    },
    softmax: {
      title: 'Step 5: Calculate softmax',
      body: '[[softmax|Softmax]] turns each row of scores into [[weight|weights]], which are positive and add up to 1. It takes the exponential of every score and divides by the sum of the row. Larger scores win, and equal scores get equal weights.\n\nThe notebook then rounds the weights to one decimal “for readability”. The next page does that, as a separate step.',
      onScreen: 'Numbers on this page are rounded only where you ask for it.',
      predict: {
        ask: 'The scores of Input 1 are 2, 4 and 4. What weight does it give to Input 2?',
        reveal:
          'Input 2 and Input 3 get 0.4683 each, and 0.0634 stays with Input 1. The notebook writes 0.5, 0.5 and 0.0.',
      },
    },
    multiply: {
      title: 'Step 6: Multiply scores with values',
      body: 'The notebook types the rounded weights in by hand: [0.0, 0.5, 0.5] for Input 1. Rounded separately, 0.0634 would become 0.1, and the row would add up to 1.1.\n\nHere the step `rounded` keeps the sum at 1. It cuts all weights down to tenths and gives the missing tenths to those that lost most. That gives the notebook’s numbers in all three rows.\n\nEach value is multiplied by its weight. For every query that makes three weighted values (“alignment vectors”), T_q × T_k × d_v numbers in the step `weighted`. For Input 1 the first of them is all zeros: Input 1 no longer attends to itself, a side effect of rounding.',
      predict: {
        ask: 'The value of Input 2 is [2, 8, 0], and Input 1 gives it a rounded weight of 0.5. What is the second number of the weighted value?',
        reveal:
          'Half of 8. The three weighted values of Input 1 are [0.0, 0.0, 0.0], [1.0, 4.0, 0.0] and [1.0, 3.0, 1.5].',
      },
    },
    sum: {
      title: 'Step 7: Sum weighted values',
      body: 'Add up the three weighted values of a query, and you have its result: a row of `z`. Most programs do steps 6 and 7 in one go, as a matrix product of weights and values. Here they are separate, so that you can see what each input contributes.\n\nWith one [[head]] and no further matrix, `z` is also the `output`. It is as wide as a value. Queries and keys must have the same width, because they meet in a dot product. Values can have any width.\n\n(Weighted values are yellow in the notebook’s pictures and green here, like values. Outputs are dark green there and teal here, like embeddings.)',
      predict: {
        ask: 'Add [0.0, 0.0, 0.0], [1.0, 4.0, 0.0] and [1.0, 3.0, 1.5]. What is the second number?',
        reveal: 'The whole of Output 1 is [2.0, 7.0, 1.5], as in the notebook.',
      },
    },
    repeat: {
      title: 'Step 8: Repeat for Input 2 & Input 3',
      body: 'The other two rows work the same way. Output 2 is [2.0, 8.0, 0.0], exactly the value of Input 2, because its rounded weights are 0, 1 and 0. Output 3 is [2.0, 7.8, 0.3].\n\nThese are the numbers that the notebook prints. How far are they from the outputs of the exact weights of step 5?',
      onScreen: 'Watch the first row of `z`, now [2.0, 7.0, 1.5], when you switch the rounding off.',
      do: 'Switch the rounding of the weights off.',
    },
    tensorflow: {
      title: 'Bonus: the same in TensorFlow 2',
      body: 'The notebook ends with the same computation in TensorFlow. The names stay, the calls change. `tf.matmul(querys, keys, transpose_b=True)` replaces `querys @ keys.T`, `tf.nn.softmax` takes `axis` instead of `dim`, and `tf.reduce_sum` replaces `.sum`. Softmax needs `dtype=tf.float32` here too.\n\n`values[:, None] * tf.transpose(attn_scores_softmax)[:, :, None]` lines up each value with its weight: the key comes first, then the query. On this page the query comes first in `weighted`. The numbers are the same, and so is the sum. The rounded weights are back.\n\nThis is the program, with the numbers of the page.',
      onScreen: '“Share”, “Code” writes such a program for any scene.',
    },
    beyond: {
      title: 'What the notebook only names',
      body: 'The dot product is one way to score. The notebook names two more, “scaled dot product and additive/concat”. The scaled dot product divides by √[[d_k]].\n\n[[additive-attention|Additive]] attention multiplies query and key with two matrices, adds the results, applies tanh and multiplies with a vector: `v_a` · tanh(`w_a`·q + `u_a`·k). That is “concat” too. Query and key laid end to end, times one matrix with `w_a` on the left and `u_a` on the right, give the same sum.\n\nThis scene is additive, with a bias `b_q` on the queries. Its `w_v` has only 2 columns, so each value, and with it `z`, is narrower than `q` and `k`. Output 1 has two numbers now, whichever score you choose.',
      do: 'Choose another score function in the controls and compare the weights.',
    },
  },
  challenges: {
    'only-itself': {
      title: 'Only itself',
      ask: 'Make every input attend only to itself: weights of 1 on the diagonal and 0 elsewhere.',
      hint: 'A mask can hide keys. Which mask leaves each query just one? Try a window that reaches 0 back and 0 ahead, or paint a mask.',
      done: 'With one key left in each row, softmax has no choice: that key gets all of the weight.',
    },
    'even-row': {
      title: 'An even row',
      ask: 'Make row 3 of the weights even, within 0.01, without touching the mask.',
      hint: 'Softmax looks at the differences between scores. What makes differences of 8 look small? Try a very high temperature, or a query that is all zeros.',
      done: 'If the scores hardly differ, the weights hardly differ either. The result is then simply the mean of the values.',
    },
    'self-first': {
      title: 'Change its mind',
      ask: 'Make Input 1 keep at least half of its attention for itself by editing the parameters. The inputs, the mask and the score function stay as they are.',
      hint: 'Input 1 has zeros in places 2 and 4, where the others have numbers. So rows 2 and 4 of `w_k` change their keys but not the key of Input 1.',
      done: 'That is what training does: it moves parameters until the weights are where they help.',
    },
  },
};
