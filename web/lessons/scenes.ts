import type { Scene } from '../scene/types.ts';
import type { LessonId } from './ids.ts';
import { illustrated } from './scenes/illustrated.ts';
import { itsSnowing } from './scenes/its-snowing.ts';
import { keysAndEncoder } from './scenes/keys-and-encoder.ts';
import { musicTransformer } from './scenes/music-transformer.ts';
import { scalingAndMasks } from './scenes/scaling-and-masks.ts';

export { threeInputs } from './scenes/illustrated.ts';

// The scene that each lesson begins with. They stand apart from the lessons because a link that names one is read at once, and
// each in a file of its own because an element shows one of them.

export const scenes: Readonly<Record<LessonId, Scene>> = {
  illustrated,
  'its-snowing': itsSnowing,
  'scaling-and-masks': scalingAndMasks,
  'keys-and-encoder': keysAndEncoder,
  'music-transformer': musicTransformer,
};
