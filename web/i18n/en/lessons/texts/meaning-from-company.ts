import type { LessonText } from '../../../../lessons/types.ts';
import { lessonList } from '../list.ts';

export const text: LessonText = {
  ...lessonList['meaning-from-company'],
  credit:
    'The word vectors are GloVe’s, published by Jeffrey Pennington, Richard Socher and Christopher Manning (2014) and given to the public domain. Here each is reduced from 100 numbers to 64. The scenes and the text are our own.',
  pages: {
    similar: {
      title: 'Words with similar numbers',
      body: 'Nobody chose these numbers. A program read billions of words and gave each one a row of numbers, its [[embedding]]. Words that appear in similar company got similar rows. Here a row has 64 numbers.\n\nHow similar are two rows? Multiply them number by number and add up. This [[dot-product|dot product]] is the [[score]] of the two words. There are no learned [[parameter|parameters]] yet: `q` and `k` are the rows themselves. “apple” has a score of 16 with “pear”, another fruit, and of 2 with “and”.',
      predict: {
        ask: 'What is the score of “apple” with itself?',
        reveal:
          'The largest of the row: nothing is more like “apple” than “apple”. Then comes “software” with 19, before “pear”. In the texts that the program read, Apple is mostly a company.',
      },
    },
    shares: {
      title: 'From scores to weights',
      body: 'Each score is divided by √64 = 8. Then [[softmax]] turns the row into [[weight|weights]], which add up to a hundred percent.\n\nSoftmax makes ratios out of differences. “apple” is ahead of “software” by 9 points, or 1.1 after the division. So its weight is e to the power of 1.1, three times as large.',
      predict: {
        ask: 'How much of its attention does “apple” keep for itself?',
        reveal: 'More than half. “software” gets a third of that, and “and” almost nothing.',
      },
    },
    moves: {
      title: 'The average moves',
      body: 'Now “apple” stands in a sentence. Its result is an average: the row of every word, each times its weight. So the result lies between “apple” and its company.\n\nOn its own, “apple” is most like “microsoft”. Here its company is fruit: after attention it is most like “pear”, although it keeps more than half of its attention for itself. A higher [[temperature]] divides the scores by more, so the weights become more equal.',
      onScreen: 'A panel lists which of 19,500 words “apple” is most like, before attention and after it.',
      do: 'Raise the temperature until “apple” keeps less than 30 percent for itself. Which word leads the list after attention then?',
    },
    'both-ways': {
      title: 'Why a query and a key',
      body: 'With other company, “apple” moves the other way: after attention, “software” leads its list, with 0.73 in place of 0.66.\n\nStill, something is missing. Every word looks mostly at itself, because nothing is more similar to a row than that row. And a dot product does not know who is asking. “apple” has a score of 14 with “computers”.',
      predict: {
        ask: 'Now “computers” asks. What is its score with “apple”?',
        reveal:
          'The same. But words need each other in different ways: “ripe” says something about “apple”, not the other way round. That is why every word has a [[query]] for what it looks for, and a [[key]] for what it offers.',
      },
    },
    learned: {
      title: 'What learning adds',
      body: 'Which bank is this? For “bank”, the best hint is “river”. But by similarity alone, “river” gets 5 percent and “bank” keeps more than 80 for itself. The texts were about money, and little of that changes.\n\nA model does not have to live with similarity. It multiplies each row by `w_q` to get the query and by `w_k` to get the key, and learns both. They can turn “bank” into a question that “river” answers. Watch it happen with gradient descent.',
      onScreen: 'Afterwards, look at the panel again: what is “bank” most like now?',
      do: 'Press “Learn…”, choose bank as the query and river as the key, and set the learning rate to 0.05. Then press “Keep this step” until the weight is above 0.5.',
    },
    order: {
      title: 'Where it fails',
      body: 'An average has no order. In “dog bites man”, “dog” gives 14 percent of its attention to “man”. Here the man bites.\n\nTwo more limits: a word has only one row, however many meanings it has, so attention can only choose between company that is in the sentence. And “good” and “bad” appear in the same company, so their rows are alike. Models add what is missing: positions, more [[head|heads]], more layers.',
      predict: {
        ask: 'How much attention does “dog” give to “man” in “man bites dog”?',
        reveal:
          'Exactly as much as before, and “dog” moves to exactly the same place. Without positions, a sentence is a bag of words.',
      },
    },
  },
  challenges: {
    'no-company': {
      title: 'An apple alone',
      ask: 'Make “apple” keep 99 percent of its attention for itself, with the same words and without a mask.',
      hint: 'You made the weights more equal. Now make them less equal.',
      done: 'At a low temperature softmax is nearly a maximum. Then attention moves nothing, because the most similar row is always a word’s own.',
    },
    'two-articles': {
      title: 'Two articles',
      ask: '“the” appears twice, and both have the same row. Make the first “the” look more at itself than at any other word, the second “the” included. Keep the words, and use no mask.',
      hint: 'What could make two equal words different?',
      done: 'With a position added to each row, the two words “the” are no longer equal, and each is most similar to itself.',
    },
  },
};
