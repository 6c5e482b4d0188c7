import type { LessonText } from '../../../../lessons/types.ts';
import type { FiveMinutesWords } from '../../../lessons/five-minutes-words.ts';
import { lessonList } from '../list.ts';

type Text = Omit<LessonText, 'title' | 'summary'>;

export const textOn = (own: FiveMinutesWords): Text => ({
  credit: own.credit,
  pages: {
    question: {
      title: `What does ${own.it} refer to?`,
      body: `Read the sentence: ${own.retold}. Who was tired? You knew at once, because you looked back through the sentence without noticing it.\n\nA program that reads has to look back too. That is [[self-attention|attention]]: every word looks at all the others and keeps a bit of each word that matters. In a few pages you will know how ${own.it} finds the animal.`,
      onScreen: `The picture shows how much ${own.it} looks at each word.`,
    },
    numbers: {
      title: 'A word is a row of numbers',
      body: `A program cannot look at words, so every [[token|word]] becomes a row of numbers, its [[embedding]]. Here a row has sixteen numbers, and each number measures one quality. “animal” has 1 under animate and 1 under animal, ${own.street} has 1 under place, and ${own.tired} has 1 under feeling.\n\nIn a large model a row has thousands of numbers, and nobody has named them. ${own.made} The row of ${own.it} says only that it is a pronoun. What it refers to is still open.`,
    },
    parts: {
      title: 'Query, key and value',
      body: `Each word’s row is turned into three shorter rows. The [[query]], \`q\`, says what the word looks for. The [[key]], \`k\`, says what it offers to others who look. The [[value]], \`v\`, is what it passes on.\n\nEach of the three is the row times a table of numbers, the [[parameter|parameters]]. A model learns those tables. Here they were made by hand.\n\nIn this first layer a pronoun asks: which word describes me? Words that describe something, like ${own.tired}, have a key that fits.`,
    },
    score: {
      title: 'How well do they fit?',
      body: `Take the query of one word and the key of another, multiply them number by number and add up. The result is their [[score]], a [[dot-product|dot product]]. A large score means that they fit.\n\nThe query of ${own.it} is 5 followed by seven zeros, and the key of ${own.tired} is 3 followed by seven zeros. So there is just one product, and you can do it in your head. The key of “animal” is negative: it describes nothing, so this layer ignores it.`,
      predict: {
        ask: `The query of ${own.it} begins with 5 and the key of ${own.tired} with 3. All other numbers are 0. What is their score?`,
        reveal: `5 · 3, and seven times 0 · 0. No other word has such a large score in the row of ${own.it}.`,
      },
    },
    share: {
      title: 'A hundred percent to give away',
      body: `Scores become percentages. First divide by the square root of 8, because a query has 8 numbers. Longer vectors would otherwise give bigger scores. Then [[softmax]] turns each row into [[weight|weights]]: none is negative, and together they make 1, a hundred percent.\n\nSoftmax favours the winner: a slightly higher score gets a much bigger weight. In the row of ${own.it} the scores are 0 for most words and far below 0 for a few. For ${own.tired} the score is about 5 after the division.`,
      predict: {
        ask: `How much of its attention does ${own.it} give to ${own.tired}?`,
        reveal: 'Nearly all. The other ten words share the rest.',
      },
    },
    answer: {
      title: 'Now it knows what to look for',
      body: `The values are now added up, each times its weight, and ${own.it} takes in nearly all that ${own.tired} passes on: a feeling. That is added to its own row, which so far said only that it is a pronoun.\n\nThen everything happens once more, in a second layer: queries, keys, scores, weights. Now ${own.it} looks for something that can have a feeling. The key of an animal says that it can. The key of ${own.aStreet} says: no feelings, but a size.\n\nSo nearly all of its attention goes to “animal”. That answers the question of the first page, without any rule about tired animals.`,
    },
    change: {
      title: 'Change one word',
      body: `Now the test. In ${own.ending}, ${own.it} refers to ${own.theStreet}: ${own.whyStreet}. Only one word changed, and ${own.it} cannot refer to that word.\n\nNothing else is different, neither the heads nor the table of words. The weights of ${own.it} go to ${own.theStreet}. In layer 1 it now picks up a size instead of a feeling. So in layer 2 it looks for something that has a size.`,
      do: `Replace ${own.tired} with ${own.wide} in the sentence.`,
    },
  },
  challenges: {
    back: {
      title: 'Back to the animal',
      ask: `Now ${own.it} means ${own.theStreet}. Make it mean the animal again, at 90 percent or more, without using ${own.tired}.`,
      hint: `Which words describe an animal but not ${own.aStreet}? Try ${own.others}.`,
      done: 'Words of one kind have similar numbers, so the same heads work for all of them.',
    },
    deaf: {
      title: 'What if it cannot look ahead?',
      ask: `Leave the sentence as it is, and make ${own.it} ignore ${own.tired} completely in the first layer.`,
      hint: `${own.tired} comes after ${own.it}. A [[mask]] can hide what comes later.`,
      done: `A model that writes word by word cannot look ahead either. Here it would have to guess what ${own.it} refers to.`,
    },
  },
});

export const text: LessonText = {
  ...lessonList['five-minutes'],
  ...textOn({
    it: '“it”',
    tired: '“tired”',
    wide: '“wide”',
    street: '“street”',
    theStreet: 'the street',
    aStreet: 'a street',
    retold: 'the animal didn’t cross the street because it was too tired',
    ending: '“because it was too wide”',
    whyStreet: 'you would not call an animal too wide to cross',
    made: 'These were made by hand so that you can read them.',
    credit:
      'The sentence is Jakob Uszkoreit’s, of 2017. The word vectors and the two heads were made by hand for this page, so that every number can be read. The text is our own.',
    others: 'sleepy, hungry or happy',
  }),
};
