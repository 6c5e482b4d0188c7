import { scenes } from '../../scene/lesson-scenes.ts';
import { cited } from '../papers.ts';
import { asked, inQuestions } from '../question-parts.ts';
import type { LessonPage } from '../types.ts';

export const whereFrom: LessonPage = {
  id: 'where-from',
  scene: inQuestions(scenes['how-it-learns']),
  points: 'control:learn',
  predict: { tensor: 'weights', index: [0, 3, 0], choices: [0.02, 0.33, 0.9], digits: 2 },

  sources: [asked('datascience', 68220), ...cited('transformer')],
};
