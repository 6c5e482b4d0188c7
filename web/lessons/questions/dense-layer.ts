import { crossingTheStreet } from '../../scene/home.ts';
import { cited } from '../papers.ts';
import { asked, inQuestions } from '../question-parts.ts';
import type { LessonPage } from '../types.ts';

export const denseLayer: LessonPage = {
  id: 'dense-layer',
  scene: inQuestions({
    ...crossingTheStreet,
    sentence: "The animal didn't cross the street because it was too wide",
    view: { focus: 7 },
  }),
  points: 'control:sentence',
  predict: { tensor: 'weights', index: [0, 7, 1], layer: 1, choices: [0.01, 0.5, 0.92], digits: 2 },

  sources: [asked('datascience', 113400), ...cited('transformer')],
};
