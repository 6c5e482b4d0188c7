import type { LessonText } from '../../../../lessons/types.ts';
import { lessonList } from '../list.ts';

export const text: LessonText = {
  ...lessonList['how-it-learns'],
  credit:
    'Induction heads were found and named by Catherine Olsson and others (2022). The numbers are drawn and trained here, in front of you; the text is our own.',
  pages: {
    drawn: {
      title: 'Nobody typed these numbers',
      body: 'In the other lessons somebody made `w_q` and `w_k` by hand. Real models have billions of such numbers, and nobody types them. They begin by chance: here every [[parameter]] started as a random number.\n\nSo the [[weight|weights]] of this scene mean nothing. They still add up to a hundred percent in every row, because [[softmax]] makes sure of that. “book” looks at some words more than at others, but for no reason at all. This lesson is about where the reason comes from.',
      predict: {
        ask: 'The parameters are random. How much does “book” look at “we”?',
        reveal: 'About a third, by chance. With another seed it would be different.',
      },
    },
    'one-weight': {
      title: 'One weight, by hand',
      body: 'Say that “book” should look at “we”. One number, the loss, tells how far off we are. It is 0 when the weights are what you want, and it grows the further off they are.\n\nEvery number in `w_q` and `w_k` affects the loss. The gradient says how: by how much the loss grows when that number grows a little. So take a small step the other way, with all numbers at once.\n\nThat is gradient descent. Learning is nothing but that, done very many times.',
      do: 'Press “Learn…” and choose book as the query and we as the key. Then press “Keep this step” until the weight is above 0.5.',
    },
    paint: {
      title: 'Paint what you want',
      body: 'One weight was easy. Now ask for all of them: every word should look at the one before it, as if it read backwards.\n\nNobody tells the model how. Gradient descent looks for a `w_q` and a `w_k` that produce the wanted weights. It goes step by step, starting from random [[query|queries]] and [[key|keys]].',
      onScreen:
        'Watch the loss: it falls quickly, then slowly. The curve has a logarithmic scale, so a straight line means that each step removes the same fraction of the remaining loss.',
      do: 'Paint “The token before” under “Painted weights”, train, and keep what was learned.',
    },
    stuck: {
      title: 'What it cannot learn',
      body: 'In this sentence the word “a” appears twice. With the same target, training stalls. Both have the same row of numbers, so they have the same query and the same key. Whatever the parameters are, their rows of weights are equal.\n\nNeither more steps nor more [[head|heads]] would help. What is missing is a number that says where a word is. That is what positions are for. With them the two words differ, and the same training succeeds.',
      do: 'Give the scene positions, learned or sinusoidal. Paint “The token before” again, train, and keep what was learned.',
    },
    'one-layer': {
      title: 'One layer fails',
      body: 'Models do not learn from painted weights. They learn from tasks. In the induction task the sequence repeats, and the model has to predict the letter that followed last time: after A B … A it should say B. The loss, its cross-entropy, says how surprised it was by the right answer.\n\nOne layer cannot do it. A token can find an earlier A, but the key of that A knows nothing about the B after it. The accuracy rises a little and stays there.',
      do: 'Choose the task Induction and 1 layer, and train for 300 steps or more.',
    },
    'two-layers': {
      title: 'Two layers find it',
      body: 'Two layers begin no better, although nothing else has changed. Then the loss suddenly drops: the model has found something.\n\nIn the first layer one head looks at the token before, so every token learns what came before it. In the second layer a [[head]] asks: which token comes after a letter like mine? That is the token after the earlier A, which is the answer.\n\nSuch a pair is called an induction head. Nobody put it there.',
      onScreen: 'Look for both heads: each is named by what it has become.',
      do: 'Choose 2 layers, and train until the accuracy is 95 percent or more.',
    },
    'no-mask': {
      title: 'Take the mask away',
      body: 'One layer failed. Without the [[mask]] every token also sees the ones after it, and suddenly one layer is enough.\n\nNot so fast. In this task the right answer is nearly always the next token of the sequence, and without a mask the model just looks there. It has learned to copy the answer.\n\nWhen a text is written word by word there is no next word yet, and this model would be lost. That is what the mask is for.',
      do: 'Choose 1 layer and, under “More settings”, the mask “None”. Train until the accuracy is 90 percent or more.',
    },
    'no-positions': {
      title: 'Take the positions away',
      body: 'Two layers have the mask again, but no positions. Now a token does not know where it is. It sees the earlier tokens as an unordered pile.\n\nThe first of the two heads is now impossible: to look at the token before, you have to know which one that is. The mask leaks a little position information, since the first token sees one token and the last sees many. So the accuracy is better than chance. But training takes far longer, and the sudden drop does not come.',
      do: 'Choose 2 layers and, under “More settings”, the mask “Causal” and positions “None”. Train for 300 steps or more.',
    },
  },
  challenges: {
    fewest: {
      title: 'With the fewest numbers',
      ask: 'Train “Previous token” to 95 percent or more with a model of at most 500 numbers. “More settings” shows how many numbers a model has.',
      hint: 'Layers, d_model and what positions need all count. How wide does a row have to be to tell eight letters apart?',
      done: 'A small model is enough for a task that attention is made for.',
    },
    'first-token': {
      title: 'All eyes on the first',
      ask: 'Make every word look at the first one, at 95 percent or more, by training alone. Do not touch the sentence, the embedding or the attention settings.',
      hint: 'Paint “The first token” as the target and train. If that is not enough, paint what is left, or take larger steps.',
      done: 'Large models do this by themselves when a head has nothing better to look at. The first token is its resting place.',
    },
  },
};
