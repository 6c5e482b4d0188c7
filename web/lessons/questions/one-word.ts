import { crossingTheStreet } from '../../scene/home.ts';
import { cited } from '../papers.ts';
import { asked, inQuestions } from '../question-parts.ts';
import type { LessonPage } from '../types.ts';

export const oneWord: LessonPage = {
  id: 'one-word',
  scene: inQuestions({ ...crossingTheStreet, view: { focus: 7, layer: 0 } }),
  points: 'step:weights',
  predict: { tensor: 'weights', index: [0, 7, 1], layer: 0, choices: [0, 0.5, 0.92], digits: 2 },

  sources: [asked('jadore801120/attention-is-all-you-need-pytorch', 167), ...cited('transformer')],
};
