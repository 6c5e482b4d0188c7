import { scenes } from '../../scene/lesson-scenes.ts';
import { cited } from '../papers.ts';
import { asked, inQuestions } from '../question-parts.ts';
import type { LessonPage } from '../types.ts';

export const twoMatrices: LessonPage = {
  id: 'two-matrices',
  scene: inQuestions(scenes['its-snowing']),
  points: 'step:scores',
  predict: { tensor: 'scores', index: [0, 1, 0], choices: [-0.112, 0, 0.081], digits: 3 },

  sources: [asked('stats', 515477), ...cited('transformer')],
};
