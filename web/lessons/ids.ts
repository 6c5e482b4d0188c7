/** The lessons, in the order they are read. */
export const lessonIds = [
  'illustrated',
  'its-snowing',
  'scaling-and-masks',
  'keys-and-encoder',
  'music-transformer',
] as const;

export type LessonId = (typeof lessonIds)[number];

export const isLessonId = (id: unknown): id is LessonId => lessonIds.some((known) => known === id);
