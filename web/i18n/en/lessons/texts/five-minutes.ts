import type { LessonText } from '../../../../lessons/types.ts';
import type { FiveMinutesWords } from '../../../lessons/five-minutes-words.ts';
import { lessonList } from '../list.ts';

type Text = Omit<LessonText, 'title' | 'summary'>;

export const textOn = (own: FiveMinutesWords): Text => ({
  credit: own.credit,
  pages: {
    question: {
      title: `What does ${own.it} mean?`,
      body: `Read the sentence: ${own.retold}. Who was tired? You knew at once, and never noticed that you looked back through the sentence to find out.\n\nA program that reads has to look back too. That is [[self-attention|attention]]: every word looks at all the others and takes along something of those that matter. The picture shows how much ${own.it} looks at each of the words. In a few pages you will have seen how ${own.it} finds the animal.`,
    },
    numbers: {
      title: 'A word is a row of numbers',
      body: `A program cannot look at words, so every [[token|word]] becomes a row of numbers, its [[embedding]]. Here each has sixteen, and each number says how much of something there is: “animal” has 1 under animate and 1 under animal, ${own.street} has 1 under place, ${own.tired} has 1 under feeling.\n\nIn a large model there are thousands of numbers, and nobody has named them. ${own.made} The row of ${own.it} says only that it is a pronoun: what it stands for is still open.`,
    },
    parts: {
      title: 'To ask, to be found, to give',
      body: `Out of its row every word makes three shorter ones. The [[query]], \`q\`, says what it looks for. The [[key]], \`k\`, says what it can be found by. The [[value]], \`v\`, is what it hands over to whoever looks at it.\n\nEach is its row times a table of numbers, a [[parameter]]; a model learns those tables, here they are made by hand. In this first layer a pronoun asks: what is said of me? Words that say something of others, like ${own.tired}, have a key that fits.`,
    },
    score: {
      title: 'How well do they fit?',
      body: `The query of one word meets the key of another: multiply them number by number and add up. That is their [[score]], a [[dot-product|dot product]]. A large one means that they fit.\n\nThe query of ${own.it} is 5 followed by seven zeros, and the key of ${own.tired} is 3 followed by seven zeros. So there is just one product to do, and you can do it in your head. “animal” has a key below zero: it says nothing of others, and is not what is looked for in this layer.`,
      predict: {
        ask: `The query of ${own.it} begins with 5 and the key of ${own.tired} with 3; the other numbers are all 0. What is their score?`,
        reveal: `5 · 3, and seven times 0 · 0. No other word has a score as large in the row of ${own.it}.`,
      },
    },
    share: {
      title: 'A hundred percent to give away',
      body: `Scores become shares. They are first divided by the root of how long the query is, so that they do not grow with it. Then [[softmax]] turns each row into [[weight|weights]]: none is below zero, and together they make 1, a hundred percent.\n\nSoftmax likes the largest: a score a little larger gets a share a good deal larger. In the row of ${own.it} the scores are 0 for most words, far below 0 for a few, and after the division about 5 for ${own.tired}.`,
      predict: {
        ask: `How much of its attention does ${own.it} give to ${own.tired}?`,
        reveal: 'Nearly all. The other ten words share what is left.',
      },
    },
    answer: {
      title: 'Now it knows whom to look for',
      body: `With those shares the values are added up, and ${own.it} takes along nearly all that ${own.tired} hands over: a feeling. That is added to its own row, which so far said only that it is a pronoun.\n\nThen everything happens once more, in a second layer: queries, keys, scores, shares. Now ${own.it} asks for something that can have a feeling. The key of an animal says that it can. The key of ${own.aStreet} says that it cannot, but that it has a size.`,
      predict: {
        ask: `How much does ${own.it} look at “animal” in the second layer?`,
        reveal: 'That is the answer to the question of the first page, found without any rule about tired animals.',
      },
    },
    change: {
      title: 'Change one word',
      body: `Now the test. In ${own.ending} it is ${own.theStreet} that is meant: ${own.whyStreet}. Only one word is another, and it is not one of those that ${own.it} has to choose between.\n\nNothing else is changed, neither the heads nor any number made by hand. Watch the shares of ${own.it}: they go to ${own.theStreet}. In the first layer it takes in a size in place of a feeling, and so in the second it asks for something that has a size.`,
      do: `In the sentence, write ${own.wide} in place of ${own.tired}.`,
    },
  },
  challenges: {
    back: {
      title: 'Back to the animal',
      ask: `It is ${own.theStreet} now. Bring ${own.it} back to the animal, at 90 percent or more, with another word than ${own.tired}.`,
      hint: `What can be said of an animal and not of ${own.aStreet}? Try ${own.others}.`,
      done: 'Words of one kind have numbers that are alike, so the same heads work for all of them.',
    },
    deaf: {
      title: 'What if it cannot look ahead?',
      ask: `Leave the sentence as it is, and bring ${own.it} to give nothing at all to ${own.tired} in the first layer.`,
      hint: `${own.tired} comes after ${own.it}. A [[mask]] can hide what comes later.`,
      done: `A model that writes word by word cannot look ahead either: here it would have to guess whom ${own.it} means.`,
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
    whyStreet: 'nobody calls an animal too wide for crossing',
    made: 'These were made by hand so that you can read them.',
    credit:
      'The sentence is Jakob Uszkoreit’s, of 2017. The word vectors and the two heads were made by hand for this page, so that every number can be read. The text is our own.',
    others: 'sleepy, hungry or happy',
  }),
};
