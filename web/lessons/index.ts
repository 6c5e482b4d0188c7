import { illustrated } from './illustrated.ts';
import { itsSnowing } from './its-snowing.ts';
import type { Lesson } from './types.ts';

export type { Lesson, Page, Source } from './types.ts';

/** Every lesson by its id. */
export const lessons: Readonly<Record<string, Lesson>> = { illustrated, 'its-snowing': itsSnowing };
