import type { LessonText } from '../../../../lessons/types.ts';
import { lessonList } from '../list.ts';

export const text: LessonText = {
  ...lessonList['decode-with-a-cache'],
  credit:
    'Shared keys and values are due to Noam Shazeer (2019) and to Joshua Ainslie and others (2023), attention sinks to Guangxuan Xiao and others (2023). The numbers are drawn at random, and the scenes and the text are our own.',
  pages: {
    'rows-stay': {
      title: 'A new word changes no earlier row',
      body: 'A language model writes one word at a time. The new word is added to the text, and the model reads the text again to find the next one.\n\nHere two layers read “The cat sat on the”, with a causal [[mask]]: each word sees itself and the words before it. In the second layer “sat” gives the first “the” a weight of 0.45. A new word adds a row and a column to the weights. The new column is hidden from every row above it.',
      onScreen: 'Watch the row of “sat” while you type.',
      do: 'Add a word at the end of the sentence. Is 0.45 still there?',
    },
    'used-once': {
      title: 'Queries are used once',
      body: 'So only one row has to be computed. What does it need from the words before it? Work it out with small whole numbers.\n\n“on” is the new word. Its [[query]] is [1, 3]. The model multiplies it by the [[key]] of each word. The [[score|scores]] decide how much of each [[value]] “on” takes. “cat” has the key [2, 1].',
      predict: {
        ask: 'What is the score of “on” with “cat”?',
        reveal:
          '1 · 2 + 3 · 1. You used the query of “on” and no other. The queries of “The”, “cat” and “sat” made their own rows and are never read again. Every later word reads the keys and values again, so a model keeps them. This is the KV cache.',
      },
    },
    'kept-and-saved': {
      title: 'What a cache keeps and saves',
      body: 'A [[kv-cache|cache]] keeps a key and a value for every word, in each layer and for each head. Here that is 2 layers · 4 heads · (4 + 4) numbers of 4 bytes, or 256 bytes a word. After five words it holds 1,280 bytes.\n\nIt saves multiplications. The row of the fifth word takes 2,368. Recomputing all five rows takes 11,200, and the gap grows with every word. In the package, `trace.decoding()` counts both.',
      onScreen: 'The button “Decode with a cache” plays the sentence word by word, with both costs.',
      do: 'Add words to the sentence until the cache holds at least 2,048 bytes. How many words is that?',
    },
    'shared-keys': {
      title: 'Heads that share keys',
      body: 'In large models, long texts fill the memory with keys and values. Here twelve words take 3,072 bytes. Four [[head|heads]] ask four questions, so they need four queries. Do they need four keys?\n\nIn grouped-query attention (GQA), heads share. With 2 key/value heads, heads 1 and 2 read the same keys and values, and so do heads 3 and 4. The cache holds half as much, 1,536 bytes. With a single one, this is multi-query attention (MQA). In exchange, the heads have less room to differ.',
      onScreen: 'Each head still has separate weights.',
      do: 'Set K/V in the controls so that the cache holds a quarter of the 3,072 bytes.',
    },
    window: {
      title: 'A window, and sinks',
      body: 'Shared keys make each word cheaper, but the cache still grows with every word. A sliding window ends that: a word sees only itself and a few words before it. With 3 before, there are never more than 4 keys in the cache, here 1,024 bytes.\n\nWeights must add up to one. A head that needs nothing still has to put them somewhere, and trained models put them on the first words. Without these words the text falls apart. So the first few stay for good. They are called attention sinks.',
      do: 'Choose the window mask with 0 after. Set Before and Sinks so that “dog” sees exactly five words, the first “the” among them.',
    },
  },
  challenges: {
    'nothing-saved': {
      title: 'Where a cache saves nothing',
      ask: 'Type a sentence for which the cache saves no multiplication at all. Change only the sentence.',
      hint: 'The cache saves the rows of earlier words.',
      done: 'The first word has no earlier rows. The same is true of a prompt that is read at once: all its rows are new. The cache pays from the next word on.',
    },
    'tight-budget': {
      title: 'Twelve words in 512 bytes',
      ask: 'The cache holds 3,072 bytes. Bring it down to 512, and let “dog” still see eight words, the first “the” among them. Keep the sentence, the four heads and both layers.',
      hint: 'Eight words may take 64 bytes each. Which change makes a word cheaper, and which one keeps fewer words?',
      done: 'One key/value head makes a word four times as cheap, and a window with sinks sets how many are kept. The two multiply.',
    },
  },
};
