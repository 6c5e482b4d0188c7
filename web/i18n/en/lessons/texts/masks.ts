import type { LessonText } from '../../../../lessons/types.ts';
import { lessonList } from '../list.ts';

export const text: LessonText = {
  ...lessonList.masks,
  credit:
    'The scores are made up, so that every page can be checked by hand. The mask lab has the same ones. The text is our own.',
  pages: {
    before: {
      title: 'A mask comes before softmax',
      body: '[[softmax|Softmax]] divides the attention of a [[query]] among all [[key|keys]]. Here “sat” gives 0.13, 0.36, 0.24, 0.16 and 0.10 to the five words. A model that writes must not look at the last two, because they come later.\n\nA [[mask]] sets their [[score|scores]] to −∞ before softmax. The exponential of −∞ is 0, so they get nothing, and the other three share the whole.\n\nSetting the two weights to 0 after softmax is not the same. Then “sat” keeps 0.13, 0.36 and 0.24, and a quarter of its attention is lost.',
      do: 'Choose the causal mask in the controls. What does “sat” give to “cat” now?',
    },
    triangle: {
      title: 'The triangle: tril or triu',
      body: 'Rows are queries and columns are keys, both in the order of the sentence. Under a causal mask, word i sees the words j ≤ i: the diagonal and the cells below it. NumPy and PyTorch make this triangle with tril.\n\nThe step `blocked` shows the other triangle, the hidden cells. It is triu with diagonal=1. Without diagonal=1 it includes the diagonal, and no word sees itself.\n\n“cat” is the second word, so its row has two scores left: 0.9 for “the” and 1.5 for itself.',
      predict: {
        ask: 'What weight does “cat” give to “the”?',
        reveal:
          'Only two keys share the row. Each row is the same as if the sentence ended at that word. Later words change nothing in it.',
      },
    },
    'true-or-false': {
      title: 'True keeps or True hides',
      body: 'In code, a mask is an array of True and False, and libraries disagree about it. In PyTorch’s nn.MultiheadAttention, True hides a key. In PyTorch’s scaled_dot_product_attention, in Keras, JAX and ONNX, True keeps it.\n\nHere an array in which True hides was passed to a function in which True keeps. The shapes fit, so there is no error. “the”, the first word, now gives 0.40 to “on”, three words ahead.',
      onScreen:
        'The mask lab, in the controls, draws these weights for six libraries. Switch on “Pass the other array” there.',
      predict: {
        ask: 'How much does “on”, the fourth word, give to “it”, the word after it?',
        reveal:
          '“it” is the only word that “on” sees, so it gets everything. In training, each word would read the next one, which it should predict, and the loss would look too good. Print one row of weights before you train.',
      },
    },
    corner: {
      title: 'Top left or bottom right',
      body: 'A decoder with a cache computes only the new words, so it has fewer queries than keys. Here “on” and “it” are new, and there are five keys. Where does the triangle lie?\n\nAt the top left, query i sees the keys j ≤ i. That is PyTorch’s is_causal=True. “it” gives 0.25 to “the” and 0.75 to “cat”, and neither new word sees itself.\n\nAt the bottom right, the last query sees every key: j ≤ i + T_k − T_q. FlashAttention does this since version 2.1. Only then do the two rows match those of the whole sentence.',
      do: 'Set the alignment of the mask to bottom right. How many words does “on” see now?',
    },
    'empty-row': {
      title: 'A row that sees nothing',
      body: 'If triu is written without diagonal=1, the first word loses its only key. All scores of its row are −∞. Their exponentials add up to 0, and softmax divides 0 by 0.\n\nLibraries answer in three ways. The plain softmax formula gives NaN, which spreads to every number computed from it. PyTorch’s scaled_dot_product_attention gives zeros since version 2.5. Libraries that add a huge negative number in place of −∞ give every key the same weight.\n\nThis page does as scaled_dot_product_attention does.',
      predict: {
        ask: 'What weight does “the” give itself on this page?',
        reveal:
          'The row is all zeros, so “the” takes nothing from any word. Equal weights would give it a fifth, and the mistake would be hard to see. It is best to have no such row: let every query see at least one key.',
      },
    },
    padding: {
      title: 'Padding: hide its columns',
      body: 'Padding makes the sequences of a batch equally long. The mask hides the columns of “[pad]”, so no word looks at it. The rows may stay, because nobody reads their results, and the loss leaves them out. Hiding them too makes empty rows, as on the page before.\n\nPacking works without padding. Several sequences share one row of tokens, and the mask lets each word see only its own sequence.\n\nThe scores of the first “[pad]” with the three words are −0.5, 0.6 and 1.3.',
      predict: {
        ask: 'How much does the first “[pad]” give to “the”?',
        reveal:
          'Padding asks like any word, and its row adds up to 1. That does no harm: its column is hidden, so no word sees the result.',
      },
    },
  },
  challenges: {
    packed: {
      title: 'Two sequences in one row',
      ask: '“the cat sat” and “we ran” are packed into one row. Let every word see itself and the earlier words of its own sequence, and nothing else. Leave the scores as they are.',
      hint: 'The causal mask lets the second sequence read the first. Choose “Painted”, which starts from it, and hide six cells.',
      done: 'The mask is now block-diagonal: one triangle for each sequence. Positions have to start again at 0 in the second one, too.',
    },
    'padding-left': {
      title: 'No empty row',
      ask: 'Programs that generate text pad on the left. Here both “[pad]” see nothing. Let each of them see something, so that every row adds up to 1. The rows of the three words stay as they are.',
      hint: 'Nobody reads the rows of the padding. What can a padding token see without a change for any word?',
      done: 'No row can be NaN now, and the weights of the words have not changed.',
    },
  },
};
