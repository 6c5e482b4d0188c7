import type { LessonText } from '../../../../lessons/types.ts';
import { lessonList } from '../list.ts';

export const text: LessonText = {
  ...lessonList.questions,
  credit:
    'The questions are those that learners ask most often on Stack Exchange, GitHub and forums. Each page names where. The scenes and the answers are our own.',
  pages: {
    'what-are-qkv': {
      title: 'What are Q, K and V, and why these names?',
      body: 'The names are from looking something up. You come with a [[query]], it is compared with the [[key]] of every entry, and you get the [[value]] of the entries that fit.\n\nHere the query of “cat” is [4, 0]. The keys are [3, 0] for “cat”, [2, 0] for “dog” and [0, 3] for “car”. Change a number of `q` or `k` and see where “cat” looks.',
      predict: {
        ask: 'How much of its attention does “cat” give to itself?',
        reveal:
          'The query fits the key of “cat” best, so that entry gives most of its value. A database returns one entry, but attention returns a mixture of all, in proportion to how well they fit. In a model the three come from the same word through three learned matrices, so a word can ask for one thing, be found by another and pass on a third.',
      },
    },
    'why-scale': {
      title: 'Why divide by √dₖ, and not by dₖ?',
      body: 'Here every [[query]] and every [[key]] has 64 random numbers, and the [[score|scores]] are not divided by anything. Nobody trained this scene, so no word should be sure of anything. Dividing by dₖ itself would be a scale of 1/64.',
      onScreen: 'After your guess, choose “Dot product ÷ √d_k” in the controls and compare.',
      predict: {
        ask: 'How much of its attention does “read” give to “We”?',
        reveal:
          'A score adds up 64 products, and the sum of 64 random numbers is typically √64 = 8 times as large as one of them. Softmax of such large scores gives nearly everything to one word, where its gradient is close to zero and training stalls. Dividing by √dₖ brings the scores back to the size of one product, while dividing by dₖ would make them so small that every word gets the same.',
      },
    },
    'two-matrices': {
      title: 'Why two matrices, if only W_Q·W_Kᵀ matters?',
      body: 'A [[score]] is a row of `x0` times `w_q` times `w_k`ᵀ times another row. So one matrix, the product of the two, would give the same scores.\n\nThe score of “It’s” for “snowing” is 0.081. Look at both directions in `scores`.',
      predict: {
        ask: 'What is the score of “snowing” for “It’s”?',
        reveal:
          'The product of two different matrices lets A look at B without B looking at A. With W_Q = W_K every score would be the same in both directions, like a similarity. Two thin matrices also cost less than their product, since d_model numbers become only dₖ, and each token’s key is computed once for all queries.',
      },
    },
    'where-from': {
      title: 'Who says where to look? There are no labels.',
      body: 'Nobody tells a model which word a word should look at. Its [[parameter|parameters]] start as random numbers, as they do here, and so do its [[weight|weights]].',
      onScreen:
        'After your guess, press “Learn…” above the picture, choose a weight and train it. Watch which numbers move.',
      predict: {
        ask: 'How much does “book” give to “We” before any training?',
        reveal:
          'The weights begin almost arbitrary, because the queries and keys come from random matrices. A model is trained to predict something else, such as the next word, and the error is passed back through the values, the weights and the scores to `w_q` and `w_k`. Weights that help the prediction grow, so where to look is learned without anybody ever naming a right place.',
      },
    },
    'one-word': {
      title: 'How can a query mean anything? It sees one word.',
      body: 'In the first layer the [[query]] of “it” is computed from “it” alone, and the [[key]] of “animal” from “animal” alone. Neither knows the sentence.\n\nThis is the first of two layers, with numbers made by hand. Guess, then switch to layer 2 and look at the same row.',
      predict: {
        ask: 'How much does “it” give to “animal” in the first layer?',
        reveal:
          'In the first layer a word can only ask a general question, so “it” asks for a word that describes something and finds “tired”. What it finds is added to its own vector, and the query of the second layer is computed from both. Now it asks for something that can be tired, which is why models have many layers.',
      },
    },
    'many-heads': {
      title: 'Why many heads, and not one big one?',
      body: 'Each [[head]] has one row of [[weight|weights]] for each word, and a row adds up to 1. So a head that gives everything to one word has nothing left for another.\n\nHere are two heads made by hand. In head 1, “tired” looks at the word before it. Guess what it does in head 2, then press the second thumbnail.',
      predict: {
        ask: 'How much does “tired” give to “The” in head 2?',
        reveal:
          'One head can only blend what it looks at, so two words that it attends to arrive as their average. Two heads keep them apart, since each has its own softmax and writes its own part of the result. Heads share the width of the model, dₖ = d_model / H, so many small ones cost about as much as one big one.',
      },
    },
    'split-or-project': {
      title: 'Is the embedding split among the heads?',
      body: 'Here each word has two numbers and there are two [[head|heads]] of one number each. It would be easy to give the first number to head 1 and the second to head 2.\n\nThe row of “dog” is [1, 2]. The first column of `w_q` is 1, 1 and belongs to head 1.',
      predict: {
        ask: 'What is the query of “dog” in head 1?',
        reveal:
          'Each head projects the whole row, 1·1 + 2·1, so it can use every number of the word. Only the result is split: the first dₖ columns of `q` are head 1, the next are head 2, and so on. In code this is a view and a transpose, and a view straight to (heads, tokens, dₖ) mixes up the words without any error.',
      },
    },
    'what-v-adds': {
      title: 'What does multiplying by V add?',
      body: 'The [[weight|weights]] say where to look. They do not say what to take from there. That is in the [[value|values]], one row for each word.\n\n“dog” gives both words the same weight here. The value of “dog” is 8 and that of “cat” is 2. Change a value and see that no weight changes.',
      predict: {
        ask: 'What is the result `z` of “dog”?',
        reveal:
          'The result is the average of the values, weighted by the attention: half of 8 and half of 2. Without V the result would be a mixture of the embeddings themselves, with everything that is in them. A learned `w_v` chooses what a word passes on, apart from what makes it found.',
      },
    },
    'why-wo': {
      title: 'What is W_O for?',
      body: 'After attention each [[head]] has a result of its own, and the results stand side by side. Head 1 knows nothing of head 2.\n\nThere is one word here, so both heads return its value: 3 from head 1 and 5 from head 2. The first column of `w_o` is 1, 1.',
      predict: {
        ask: 'What is the first number of the output?',
        reveal:
          'Each column of `w_o` adds up the heads with its own factors, here 3·1 + 5·1. It is the only step of attention in which the heads meet. It also leads back to d_model numbers, so that the result can be added to the word’s vector and go into the next layer.',
      },
    },
    'softmax-axis': {
      title: 'Which axis does softmax run along?',
      body: 'In code it is a small number, dim=-1 or axis=1, and a wrong one gives no error. Here the [[score|scores]] of “We” are 0 and all others are 9. The core makes a mistake on purpose: its [[softmax]] runs over the whole matrix.\n\nThe correct result stands below. Compare the sums of the rows.',
      predict: {
        ask: 'What weight does “We” give itself with the mistake?',
        reveal:
          'The rows with scores of 9 take nearly everything, although each row should add up to 1 alone. Softmax runs along the keys, the last axis of `scores`, because each query divides its own attention. To check your code, sum the weights over the last axis and expect ones.',
      },
    },
    'minus-infinity': {
      title: 'Why −∞ before softmax, and not ×0 after it?',
      body: 'Both hide the later words, and both are easy to write. Here the [[score|scores]] of “We” are all 0, and the causal [[mask]] lets it see only itself.\n\nThe core makes the mistake on purpose: it computes the weights of all three words first and then sets the hidden ones to 0. The correct result stands below.',
      predict: {
        ask: 'What weight does “We” give itself with the mistake?',
        reveal:
          'The weight was divided among three words before two of them were set to 0, so the row no longer adds up to 1. With −∞ before softmax the hidden words get e^−∞ = 0, and the visible ones share the whole. Multiplying by 0 after it also lets the hidden words change the visible weights, so the future leaks in.',
      },
    },
    'which-mask': {
      title: 'attn_mask or key_padding_mask: which shape?',
      body: 'PyTorch has two masks. key_padding_mask has the shape (batch, keys): which keys are padding. attn_mask has the shape (queries, keys): which query may see which key, as a causal [[mask]] does.\n\nThis scene hides two padding tokens of four, and the [[score|scores]] of “We” are all 0. Look at the step `mask`, which has both shapes in one matrix.',
      predict: {
        ask: 'What weight does “We” give to “read”?',
        reveal:
          'The padding mask hides the same columns for every query, so the two real words share the weight. Use key_padding_mask for what depends on the sequence, and attn_mask for what depends on the pair of places. Both end up added to the scores as one matrix of zeros and −∞, with the shape (batch, heads, queries, keys).',
      },
    },
    'padding-rows': {
      title: 'Padding: hide only its columns, or its rows too?',
      body: 'Sentences of a batch are filled up to the same length with padding tokens. A [[mask]] hides the column of “[PAD]”, so no word looks at it.\n\nBut “[PAD]” has a row too, and asks like any word. Its [[score|scores]] are all 0.',
      predict: {
        ask: 'How much does “[PAD]” give to “We”?',
        reveal:
          'The padding token still looks at the three real words, and nobody ever uses its result. Its row costs a little time and does no harm, since its column is hidden in every layer and the loss skips it. Hiding the row as well would leave a row of −∞ only, which many programs turn into NaN.',
      },
    },
    'true-or-false': {
      title: 'Does True in a mask mean keep or hide?',
      body: 'It depends on the function. Here 1 means that the query sees the key, and the diagonal is painted 0. The [[score|scores]] of “We” are all 0.\n\nPaint a cell of the [[mask]] in the controls and watch the row.',
      predict: {
        ask: 'What weight does “We” give to “read”?',
        reveal:
          'Two words are visible to “We”, so each gets half. In scaled_dot_product_attention of PyTorch a boolean True keeps a cell, and in nn.MultiheadAttention of the same library True hides it. A wrong mask rarely raises an error, so print one row of weights and look for zeros where you expect them.',
      },
    },
    'tril-or-triu': {
      title: 'tril or triu: which one is the causal mask?',
      body: 'tril keeps the lower triangle of a matrix and triu the upper one. In `scores` rows are [[query|queries]] and columns are [[key|keys]], in the order of the sentence.\n\nThe causal [[mask]] is on and all scores are 0. Find the diagonal in the heatmap.',
      predict: {
        ask: 'What weight does “read”, the second word, give to “We”?',
        reveal:
          'The second row has two visible cells, so each gets half, and the visible cells of all rows form the lower triangle. tril(ones) marks what may be seen, and triu(ones, diagonal=1) marks what must be hidden. Both are right, as long as the code that follows treats ones as what they mean.',
      },
    },
    'rectangular-causal': {
      title: 'Causal mask with fewer queries than keys: which corner?',
      body: 'Two [[query|queries]] meet five [[key|keys]]. The triangle of the causal [[mask]] can start at the top left, where query i sees keys up to i, or end at the bottom right, where the last query sees all keys.\n\nAll scores are 0. This scene starts at the top left, as PyTorch’s is_causal does.',
      predict: {
        ask: 'What weight does the first query give to the first key?',
        reveal:
          'From the top left, the first query sees one key, so that key gets everything. Generating text with a cache needs the bottom right, since the new queries are the last places of the sequence and must see everything before them. FlashAttention changed from top left to bottom right in version 2.1, so look up which one your function means.',
      },
    },
    'nothing-to-see': {
      title: 'A whole row is masked and gives NaN. What is right?',
      body: 'The painted [[mask]] hides all three [[key|keys]] from “read”. Every score of the row becomes −∞, so [[softmax]] would divide 0 by 0, which is NaN in many programs. One NaN then spreads to every later number.\n\nHere the core has a rule for such rows.',
      predict: {
        ask: 'What weight does “read” give to “We”?',
        reveal:
          'The row is all zeros, so the word takes nothing from anybody and its result is 0. Newer kernels do the same, and older code often replaces −∞ by a large negative number, which divides the row evenly instead. Neither is the truth, so it is better to ask why a query has nothing to see, which is usually padding.',
      },
    },
    'in-parallel': {
      title: 'Is training parallel, or one token at a time?',
      body: 'A language model learns to predict each next word. It reads the whole sentence at once, with the later words hidden by the causal [[mask]].\n\nThe hidden [[score|scores]] are 9 here, and the others are 0. Remove the last word and see which rows change.',
      predict: {
        ask: 'What weight does “We” give itself?',
        reveal:
          'The large scores of later words do not count, because the mask hides them. So each row is what the model would compute if the sentence ended there, and all predictions of a sentence are trained in one pass. Only generating goes one token at a time, because each new word must be known before the next can be asked for.',
      },
    },
    'cache-k-v': {
      title: 'Why cache K and V, and not Q?',
      body: 'A model that writes text adds one word at a time. Say “books” is the newest word. Its [[query]] meets the [[key|keys]] of all words, and it collects their [[value|values]].\n\nThe causal [[mask]] is on. Ask yourself whether the earlier words have to look again.',
      predict: {
        ask: 'How much does “We” give to the new word “books”?',
        reveal:
          'Earlier words cannot see the new one, so their rows and results stay as they were. Their keys and values are needed again for every new word, and their queries never are. Keeping K and V saves the work and costs memory, which is why several query heads often share one pair of them.',
      },
    },
    'add-positions': {
      title: 'Why add positions, and not append them?',
      body: 'Without positions attention does not know the order of the words. Both words “dog” have the same [[embedding]], so they have the same row of [[weight|weights]].\n\nAfter your guess, choose sinusoidal positions in the controls, first added and then joined, and compare the two rows.',
      predict: {
        ask: 'How much does the last “dog” give to “bites”?',
        reveal:
          'Without positions both “dog” give it the same, and “bites dog dog” would be no other sentence. Appending works too, but it makes every vector and every matrix wider, while a sum keeps the width and a learned projection can tell the two parts apart. Many newer models do neither and rotate the queries and keys instead, so that scores depend on the distance.',
      },
    },
    'any-length': {
      title: 'Does attention have a fixed length?',
      body: 'The [[parameter|parameters]] of attention have d_model rows and dₖ columns. The number of words is in neither.\n\nHere are eight words, and the [[score|scores]] of “one” are all 0. The row of [[weight|weights]] is as long as the sentence, and adds up to 1 however long that is.',
      predict: {
        ask: 'What weight does “one” give itself?',
        reveal:
          'Eight words share 1 evenly, and with nine words each would get a ninth, with the same parameters. So attention itself takes any length, at a cost that grows with its square. Models have a limit all the same, because of memory and because they never saw positions beyond those they were trained on.',
      },
    },
    'dense-layer': {
      title: 'How is it different from a dense layer?',
      body: 'A dense layer multiplies each input by a number that training fixed. Attention also forms a weighted sum, but computes its [[weight|weights]] from the words.\n\nWith “tired” as its last word, the second layer of this sentence gives “animal” 0.92. Now the last word is “wide”, and the [[parameter|parameters]] are the same.',
      predict: {
        ask: 'How much does “it” give to “animal” now?',
        reveal:
          'One word changed and the weights moved from “animal” to “street”, although no parameter did. In a dense layer the same change would move the inputs and leave every weight as it is. Attention also treats all places alike, so the same parameters serve any place and any length.',
      },
    },
    'how-much-work': {
      title: 'What does it cost: n²·d, or n·d² too?',
      body: 'Four words have 4 · 4 = 16 [[score|scores]], and each adds up dₖ products. Making `q`, `k` and `v` is other work: for each word, d_model numbers times d_model columns.\n\nTwice as many words make twice as many rows in `q`. Look at what they make of `scores`. Scores and result together take about n²·d operations, and the four projections n·d². So for sentences that are shorter than the vectors are wide, the projections cost more. Beyond that the square of the length wins, which is why long texts are expensive.',
      do: 'Type a sentence of eight words or more.',
    },
    'first-token': {
      title: 'Why does everybody look at the first token?',
      body: 'In trained language models many [[head|heads]] give most of their attention to the first token, whatever it is. This scene imitates such a head by hand: for “me” the first [[key]] has a score of 6, and the others have 0.\n\nThe [[value]] of “The” is 0. Look at what “me” takes from it.',
      predict: {
        ask: 'How much does “me” give to “The”?',
        reveal:
          'Softmax must hand out a whole 1, even when a head finds nothing that it looks for. The first token is visible to every word, so models learn to leave the rest of the weight there, with a value that is almost 0. Such a place is called an attention sink, and an extra 1 in the divisor of softmax would let a head look at nothing instead.',
      },
    },
    'do-weights-explain': {
      title: 'Do the weights explain the answer?',
      body: 'A large [[weight]] looks like a reason. Here “the” gives itself 0.90 and “cat” only 0.10.\n\nBut the [[value]] of “the” is 0 and that of “cat” is 10. Look at `z`, and change the two values.',
      predict: {
        ask: 'What is the result `z` of “the”?',
        reveal:
          'All of the result comes from “cat”, which has a tenth of the weight, because a weight only counts times its value. What matters further on also depends on `w_o`, on the other heads and on what was added past the attention. Weights show where a head looks, and to know what an answer depends on you have to change something and compute again.',
      },
    },
  },
  challenges: {},
};
