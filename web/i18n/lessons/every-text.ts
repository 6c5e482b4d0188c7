import type { LessonText } from '../../lessons/types.ts';
import { codeOf } from '../language.ts';

const texts = import.meta.glob<{ readonly text: LessonText }>('../*/lessons/texts/*.ts', { eager: true });

/** The texts of a lesson by language, all at once. */
export const textsOf = (lesson: string): Readonly<Record<string, LessonText>> =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([path]) => path.endsWith(`/${lesson}.ts`))
      .map(([path, { text }]) => [codeOf(path), text]),
  );
