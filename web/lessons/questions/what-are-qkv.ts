import { scenes } from '../../scene/lesson-scenes.ts';
import { cited } from '../papers.ts';
import type { LessonPage } from '../types.ts';

export const whatAreQkv: LessonPage = {
  id: 'what-are-qkv',
  scene: scenes.questions,
  points: 'step:weights',
  predict: { tensor: 'weights', index: [0, 0, 0], choices: [0.33, 0.5, 0.94], digits: 2 },

  sources: [...cited('transformer')],
};
