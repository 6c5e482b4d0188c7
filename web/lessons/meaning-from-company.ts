import { published, scenes } from '../scene/lesson-scenes.ts';
import type { Scene } from '../scene/types.ts';
import { cited, licence } from './papers.ts';
import type { Lesson } from './types.ts';

/** The codes of the words in `word-vectors.ts`, for the scenes after the first. */
const codes = {
  apple: 'gfYbgkdbhYmgfhffccfgdfgelfgcjjfjliagmgkgdmbgbdicichkjhhfjgdffkgk',
  pear: 'UiefiiiceWggihedbgkgejigkjehgefkjfdkleihdldjedfdkchiiifhhgfehlek',
  and: 'qcZfdcgfeefgdhedijgiffhkfjfgffifgiehhhggffghegggihihhdehfhhgfgee',
  i: 'kZeYQgbegdeceihmhdhgdeljggegfhiihfeeggegihggfeghggdhefffehhheifc',
  ate: 'ZgdhZfbXcddgklkghhfiihhchgdghkfiifghbiegghhdgeeiifcmjghfiefjiegh',
  a: 'rbaeddflechffeeihfhiihgedeiejgeigdigghifggghhgghhfhffhifdhfdhggh',
  ripe: 'dmhfdhkaeZfhhiggZhijfkfbhfighhghhceimdkgficmcieegehjhggdhlidfhhe',
  with: 'pbXebdghhcfieheehhghehfigjjhhegfggfhfihgghgigffghgijhgfgfffhihgj',
  banana: 'chdkhhhZdUflfgahcekgdicgkhcejafjkgdhjffedidhfeedggbkjjdggfhffifi',
  sells: 'fhWdjiaXialjefghhfghfgfgiehfkgjehhhgggfehgjijchgjghgeehifgifdgji',
  phones: 'ikagehWemjlhdkkfkZedbdhjgcifjhcegmcjhhfdhhikeecYihggjekffghffhhg',
  computers: 'kmXdggYejjlgbhldjfbeZekficccjldfjjbjffgegheidcfckgihjeghijefgfgj',
  the: 'sbYgdcijgdegheehffgfgghfhggefhghgeghfgghgfgfghffgfgghggffgefigge',
  bank: 'tbblklgefakfjaihjeigdijkfjjjhnfkcbkgigjilgjgimhdjkfifcfecijhdcii',
  of: 'sdZeeZiiddfiicdghhgggfjffihfeefffhfighfgfehifgfdhgghggfghhhdhgig',
  river: 'gbUoiZmgYdeZidgjabjifdjlbjeihgmnedeigmcmhghdfkebiXhhgjfedfejffhj',
  man: 'jVddWacicdgibdhkkgkhhigeefgfggehjeihefgiiefhgifggehghihgffifgggi',
  bites: 'YlgfYgdgafkijkeffbhdhjehgjcdghfieihfehfiedefehffmffjiehhfhfjeedd',
  dog: 'ccbeZcZebefgcibiebkbkjddjhedfhdifekjhhdjiihbhfghhfhighbjickiigfe',
};

type Word = keyof typeof codes;

const sceneOf = (sentence: string, focus: number): Scene => {
  const words = sentence.toLowerCase().split(' ') as Word[];
  return published(sentence, focus, Object.fromEntries(words.map((word) => [word, codes[word]])));
};

const scene = scenes['meaning-from-company'];
const fruit = sceneOf('I ate a ripe apple with a banana and a pear', 4);
const company = sceneOf('apple sells phones and computers', 0);
const shore = sceneOf('the bank of the river', 1);
const twice = sceneOf('the man and the dog', 0);
const bitten = sceneOf('man bites dog', 2);

/** Published word vectors: a score is a similarity, and attention moves a word towards its company. */
export const meaningFromCompany: Lesson = {
  id: 'meaning-from-company',
  scene,
  source: {
    title: 'GloVe: Global Vectors for Word Representation',
    links: [
      {
        title: 'Pennington, Socher & Manning 2014, GloVe',
        url: 'https://nlp.stanford.edu/projects/glove/',
      },
      ...cited('transformer'),
    ],
    licence,
  },
  pages: [
    {
      id: 'similar',
      scene,
      points: 'step:scores',
      predict: { tensor: 'scores', index: [0, 0, 0], choices: [5, 16, 28], digits: 0 },
    },
    {
      id: 'shares',
      points: 'step:weights',
      predict: { tensor: 'weights', index: [0, 0, 0], choices: [0.2, 0.59, 0.95], digits: 2 },
    },
    {
      id: 'moves',
      scene: fruit,
      points: 'control:attention.temperature',
      until: { tensor: 'weights', row: 4, column: 4, atMost: 0.3 },
    },
    {
      id: 'both-ways',
      scene: company,
      points: 'step:scores',
      predict: { tensor: 'scores', index: [0, 4, 0], choices: [7, 14, 28], digits: 0 },
    },
    {
      id: 'learned',
      scene: shore,
      points: 'control:learn',
      until: { tensor: 'weights', row: 1, column: 4, atLeast: 0.5 },
    },
    {
      id: 'order',
      scene: bitten,
      points: 'step:weights',
      predict: { tensor: 'weights', index: [0, 2, 0], choices: [0.03, 0.14, 0.5], digits: 2 },
    },
  ],
  challenges: [
    {
      id: 'no-company',
      start: fruit,
      check: { tensor: 'weights', row: 4, column: 4, atLeast: 0.99 },
      forbid: [{ not: { same: '/sentence' } }, { not: { same: '/embedding' } }, { not: { same: '/attention/mask' } }],
    },
    {
      id: 'two-articles',
      start: twice,
      check: { tensor: 'weights', row: 0, largest: 0 },
      forbid: [{ not: { same: '/sentence' } }, { not: { same: '/embedding' } }, { not: { same: '/attention/mask' } }],
    },
  ],
};
