import type { LessonText } from '../../../../lessons/types.ts';
import { lessonList } from '../list.ts';

export const text: LessonText = {
  ...lessonList['how-it-learns'],
  credit:
    'Induction heads were found and named by Catherine Olsson and others (2022). The numbers are drawn and trained here, in front of you; the text is our own.',
  pages: {
    drawn: {
      title: 'Nobody typed these numbers',
      body: 'In the other lessons somebody made `w_q` and `w_k` by hand. Real models have billions of such numbers, and nobody writes one of them. They begin as chance: here every [[parameter]] was drawn from a hat.\n\nSo the [[weight|weights]] of this scene mean nothing. They still add up to a hundred percent in every row, because [[softmax]] sees to that, and “book” looks at some words more than at others. But it does so for no reason at all. This lesson is about where the reason comes from.',
      predict: {
        ask: 'The parameters are chance. How much does “book” look at “we”?',
        reveal: 'About a third, by chance. With another seed it would be something else.',
      },
    },
    'one-weight': {
      title: 'One weight, by hand',
      body: 'Say that “book” should look at “we”. How far off it is can be told by one number, the loss: it is 0 when the weights are what you want, and larger the farther off they are.\n\nEvery number in `w_q` and `w_k` has a share in it. The gradient says which way: how much the loss grows when that number grows a little. So take a small step the other way, with all of them at once. That is gradient descent. It is all that learning is, done very many times.',
      do: 'Press “Learn…”, choose book as the query and we as the key, and keep steps until the weight is more than one half.',
    },
    paint: {
      title: 'Paint what you want',
      body: 'One weight was easy. Now ask for all of them: every word should look at the one before it, as if it read backwards.\n\nNobody tells the model how. You paint the picture, and gradient descent looks for a `w_q` and a `w_k` that give it, step after step, from the [[query|queries]] and [[key|keys]] that chance left there. Watch the loss: it falls quickly, then slowly. The curve has a logarithmic scale, so a straight line means that each step takes off the same share of what is left.',
      do: 'Paint “The token before” under “Painted weights”, train, and keep what was learned.',
    },
    stuck: {
      title: 'What it cannot learn',
      body: 'In this sentence the word “a” stands twice. Ask for the same again, and training gets stuck. Both have the same row of numbers, so they have the same query and the same key; whatever the parameters are, their rows of weights are equal.\n\nNo patience and no [[head]] more would help. What is missing is a number that says where a word stands. That is what positions are for: with them the two are no longer the same, and the same training finds the way.',
      do: 'Give the scene positions, learned or sinusoidal, paint “The token before” again, train, and keep what was learned.',
    },
    'one-layer': {
      title: 'One layer fails',
      body: 'Painted pictures are a game; models learn from tasks. In “Induction” some letters come, then the same again, and the model is to say what came next the last time: after A B … A it should say B. The loss says how surprised it was by the right answer, its cross-entropy.\n\nWith one layer it cannot be done. A token can find an earlier A, but the key of that A knows nothing of the B behind it. Look at the accuracy: it rises a little, and stays there.',
      do: 'Under “Train a task” choose Induction and 1 layer, and train it for 300 steps or more.',
    },
    'two-layers': {
      title: 'Two layers find it',
      body: 'Now with two layers, and nothing else changed. For a while it is no better. Then the loss falls off a cliff: something has been found.\n\nLook at the heads. In the first layer one looks at the token before, so every token learns what stood before it. In the second layer a [[head]] asks: who has my letter standing before them? That is the token after the earlier A, which is the answer. Such a pair is called an induction head. Nobody put it there.',
      do: 'Choose 2 layers, and train until the accuracy is 95 percent or more.',
    },
    'no-mask': {
      title: 'Take the mask away',
      body: 'Back to one layer, which failed. Take the [[mask]] away, so that every token sees those that come after it, and train again. Suddenly one layer is enough.\n\nDo not be glad too soon. In this task the right answer is nearly always the next token of the sequence, and without a mask the model just looks there. It has learned to copy the answer from the page. When a text is written word by word there is no next word yet, and this model would be lost. That is what the mask is for.',
      do: 'Choose 1 layer and the mask “None”, and train until the accuracy is 90 percent or more.',
    },
    'no-positions': {
      title: 'Take the positions away',
      body: 'Two layers, with the mask again, but without positions. Now a token does not know where it stands. It sees those before it, as a heap without any order.\n\nThe first of the two heads cannot be built any more: to look at the token before, you have to know which one that is. The mask gives a little away, since the first token sees one and the last sees many, and so the accuracy is better than chance. But it takes far longer, and the cliff does not come.',
      do: 'Choose 2 layers, the mask “Causal” and positions “None”, and train for 300 steps or more.',
    },
  },
  challenges: {
    fewest: {
      title: 'With the fewest numbers',
      ask: 'Train “Previous token” to 95 percent or more with a model of at most 500 numbers. The page says how many a model has before it begins.',
      hint: 'Layers, d_model and what positions need all count. How wide does a row have to be to tell eight letters apart?',
      done: 'A small model is enough where the task is one that attention is made for.',
    },
    'first-token': {
      title: 'All eyes on the first',
      ask: 'Bring every word to look at the first one, at 95 percent or more, by training alone: without touching the sentence, the embedding or anything of attention.',
      hint: 'Paint “The first token” as the target, and train. If it is not yet enough, paint what is left, or take larger steps.',
      done: 'Large models do this of their own accord where a head has nothing better to look at: the first token is its resting place.',
    },
  },
};
