import type { LessonText } from '../../../../lessons/types.ts';
import { lessonList } from '../list.ts';

export const text: LessonText = {
  ...lessonList['keys-and-encoder'],
  credit:
    'The encoder states, scores, vectors and parameters are those of a notebook named “Attention”; its whole numbers go back to Raimi Karim’s article “Illustrated: Self-Attention” (2019). The text here is our own.',
  pages: {
    states: {
      title: 'Looking at another sequence',
      body: 'In translation, one network reads a sentence and another writes its translation. The reader, or [[encoder]], produces one vector, a state, for every word it reads. The writer looks at these states each time it writes a word.\n\nThat is [[cross-attention]]: the [[query]] comes from one sequence, [[key|keys]] and [[value|values]] from another. Here there are three states of 3 numbers, the rows of `v`, and a single row of scores. So the picture of the weights has one row and three columns: T_q = 1, T_k = 3.',
    },
    shares: {
      title: 'From scores to weights',
      body: 'The notebook does not say where its scores come from. It simply gives them: 13, 9 and 9. So this scene gives them too, and there is no `q` and no `k`.\n\n[[softmax|Softmax]] only sees differences. The first score is 4 more than the others. Whether they are 13 and 9 or 4 and 0 makes no difference at all. A lead of 4 is worth a factor of e⁴, almost 55.',
      predict: {
        ask: 'What weight does the first state get?',
        reveal: 'Nearly all of it. The other two get 0.0177 each.',
      },
    },
    blend: {
      title: 'A blend of states',
      body: 'Now each state is multiplied by its [[weight]], the whole row by one number, and the rows are added up. The step `weighted` shows the three rows before they are added, and `z` is their sum.\n\nThe blend is close to the first state, which has nearly all of the weight. Its first number is 0.3321, where the state has 0.21. The second number shows what a small weight can still do: 0.0177 of −41.3 is enough to make it negative, −0.2374.',
    },
    'wrong-axis': {
      title: 'Weights along the wrong axis',
      body: 'The notebook writes `softmax_scores * encoder_hidden_states`. In PyTorch and NumPy a vector of 3 times a matrix of 3 × 3 is lined up with the columns, which is called [[broadcasting]]. So the first number of every state is multiplied by the weight of the first state, the second by that of the second.\n\nHere the core makes this mistake on purpose. The first row is 0.2026, 0.0090 and 0.0221, and the row sums 0.2337, 3.2598 and 3.2541 are in `z`. A weight must multiply a whole state, so the vector has to be a column, 3 × 1.',
      do: 'Switch the mistake off and compare z.',
    },
    'compute-keys': {
      title: 'compute_keys',
      body: 'The second example makes keys from scratch. Three words are vectors of whole numbers, `v_1`, `v_2` and `v_3`, and there are three columns of parameters. Stack the vectors as rows, put the columns side by side, and multiply: `k = x0 · w_k`. That is all the notebook’s function `compute_keys` does.\n\nThe key of `v_1` is row 1 of the product, [0, 1, 1]. Each of its numbers comes from one column of `w_k`, not from one word. The notebook mistakes columns for words in two places: `W_k` “for `v1`, `v2`, `v3` respectively”, and `w_key[:, 0]` as the weights of `v[0]`.',
      predict: {
        ask: '`v_3` is [1, 1, 1, 1], and the second column of `w_k` is 0, 1, 1, 1. What is the second number of its key?',
        reveal: 'The keys are [0, 1, 1], [4, 4, 0] and [2, 3, 1].',
      },
    },
    'one-query': {
      title: 'One query, all keys',
      body: 'The query of `v_1` is [1, 0, 2]. The notebook writes `queries[0] @ keys.t()`: multiply and add up, for each key. That gives 2, 4 and 4.\n\nThe `@` is a matrix product, and the [[transpose]] `.t()` turns each key into a column. Row 1 of `scores` belongs to this query. The other rows belong to the other queries, all in one product.\n\nThe softmax gets `attention_score.float()`, and the scores of the first example have `dtype=torch.float`. PyTorch refuses a softmax of integers.',
      predict: {
        ask: 'What is the first weight in the softmax of 2, 4 and 4?',
        reveal: 'The row is 0.0634, 0.4683 and 0.4683, as the notebook prints it.',
      },
    },
    star: {
      title: 'A star in place of @',
      body: 'Before that, the notebook tries `queries[0] * keys.t()`. `keys.t()` is [0, 4, 2], [1, 4, 3], [1, 0, 1], with one key in each column. The star multiplies number by number, and [[broadcasting]] lines the query up with the columns: the first key times 1, the second times 0, the third times 2.\n\nThe result holds no scores. Each row adds up numbers of three different keys: 4, 7 and 3. With the query as a column, each column would add up to a score.\n\n`queries[0][1] * keys[0]` multiplies one number of the query by a whole key. That gives no score either. The next page computes both products.',
      onScreen: 'Unfold “kᵀ” under the scores to see `keys.t()`.',
      predict: {
        ask: 'Now the correct product: the query of `v_1` is [1, 0, 2], the key of `v_2` is [4, 4, 0]. Multiply number by number and add up.',
        reveal: '1·4 + 0·4 + 2·0: the second number of the first row of `scores`.',
      },
    },
    broadcast: {
      title: 'The star, computed',
      body: 'A star with one row is a matrix product too, with the row on the diagonal of the other matrix. So the rows of `x0` are those of `keys.t()` here, and `w_q` has the first query, 1, 0 and 2, on its diagonal. The product `q` is then `queries[0] * keys.t()`. Only one of the three products of a cell is not zero times something.\n\nThe other sequence is for `queries[0][1] * keys[0]`. The rows of `x0_k` are the keys, and `w_k` has the second number of the query, 0, on its diagonal. The first row of `k` is [0, 0, 0].',
      onScreen:
        'Press a cell to see its products. Write another query into `w_q` to see what the star does with it. The steps after `k` have no meaning here.',
      predict: {
        ask: 'The second row of `keys.t()` is [1, 4, 3], and the query is [1, 0, 2]. What is the third number of the second row after the star?',
        reveal: '3·2. The three rows are [0, 0, 4], [1, 0, 6] and [1, 0, 2].',
      },
    },
    transpose: {
      title: 'Without the transpose',
      body: 'The last cell of the notebook says `queries @ keys`, without the transpose. It gets the rows 4, 7, 3, then 12, 16, 4, then 10, 15, 5. Its first row holds the row sums of the star’s matrix: the same mistake, added up. There is no error, because there are as many keys as numbers in a key: 3 and 3.\n\nEach number is now a query times a column of `k`: the first numbers of all keys, a mixture of three words. It is not the score of any word. With four words the program would have failed at once. A square matrix hides many mistakes, so test with shapes that differ.',
      do: 'Switch the mistake off and look at the scores again.',
    },
    cross: {
      title: 'Encoder attention with keys',
      body: 'Now put both halves together. Two words of our own, `u_1` and `u_2`, ask, and the notebook’s three words answer. The [[query|queries]] come from `x0`. The keys and values come from `x0_k`, the encoder’s side, through the same `w_q`, `w_k` and `w_v`.\n\nThe scores are 2 × 3, with one row for each query and one column for each state. Here T_q is not T_k, so a forgotten transpose or a wrong axis would raise an error. There are two outputs, as many as there are queries.',
    },
  },
  challenges: {
    'equal-shares': {
      title: 'Equal weights',
      ask: 'Give each of the three states a third, within 0.01. The scores stay 13, 9 and 9.',
      hint: 'The lead of 4 has to count for little. What are scores divided by before the softmax?',
      done: 'At a high temperature every lead melts away, and the query gets the mean of the states.',
    },
    'all-in': {
      title: 'All for the first',
      ask: 'Give the first state at least 0.999. The scores stay 13, 9 and 9.',
      hint: 'Now the lead has to count for more.',
      done: 'Half the temperature doubles the lead, and that squares the ratio: from almost 55 to almost 3000.',
    },
    'a-key': {
      title: 'A key made to order',
      ask: 'Give the first word the key [1, 1, 1] by editing w_k. The embeddings stay as they are.',
      hint: 'The word is [1, 0, 1, 0], so its key is row 1 of `w_k` plus row 3.',
      done: 'Every word with a number in that place has a new key too, because all words share the parameters.',
    },
  },
};
