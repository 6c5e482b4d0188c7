import { scenes } from '../scene/lesson-scenes.ts';
import { cited, licence } from './papers.ts';
import { addPositions } from './questions/add-positions.ts';
import { anyLength } from './questions/any-length.ts';
import { cacheKV } from './questions/cache-k-v.ts';
import { denseLayer } from './questions/dense-layer.ts';
import { doWeightsExplain } from './questions/do-weights-explain.ts';
import { firstToken } from './questions/first-token.ts';
import { howMuchWork } from './questions/how-much-work.ts';
import { inParallel } from './questions/in-parallel.ts';
import { manyHeads } from './questions/many-heads.ts';
import { minusInfinity } from './questions/minus-infinity.ts';
import { nothingToSee } from './questions/nothing-to-see.ts';
import { oneWord } from './questions/one-word.ts';
import { paddingRows } from './questions/padding-rows.ts';
import { rectangularCausal } from './questions/rectangular-causal.ts';
import { softmaxAxis } from './questions/softmax-axis.ts';
import { splitOrProject } from './questions/split-or-project.ts';
import { trilOrTriu } from './questions/tril-or-triu.ts';
import { trueOrFalse } from './questions/true-or-false.ts';
import { twoMatrices } from './questions/two-matrices.ts';
import { whatAreQkv } from './questions/what-are-qkv.ts';
import { whatVAdds } from './questions/what-v-adds.ts';
import { whereFrom } from './questions/where-from.ts';
import { whichMask } from './questions/which-mask.ts';
import { whyScale } from './questions/why-scale.ts';
import { whyWo } from './questions/why-wo.ts';
import type { Lesson } from './types.ts';

const pages = [
  whatAreQkv,
  whyScale,
  twoMatrices,
  whereFrom,
  oneWord,
  manyHeads,
  splitOrProject,
  whatVAdds,
  whyWo,
  softmaxAxis,
  minusInfinity,
  whichMask,
  paddingRows,
  trueOrFalse,
  trilOrTriu,
  rectangularCausal,
  nothingToSee,
  inParallel,
  cacheKV,
  addPositions,
  anyLength,
  denseLayer,
  howMuchWork,
  firstToken,
  doWeightsExplain,
];

/** What learners ask most, in the order of how often it was met: a page each, with a guess, an answer and sources. */
export const questions: Lesson = {
  id: 'questions',
  scene: scenes.questions,
  source: {
    title: 'Questions on Stack Exchange and GitHub',
    links: cited('transformer'),
    licence,
  },
  pages,
  // Links never named these pages by a number.
  unnumbered: pages.map(({ id }) => id),
  challenges: [],
};
