import type { View } from '../scene/types.ts';
import type { Challenge, Course, LessonPage } from './types.ts';

/** The items of a lesson: its pages, then its challenges. */
export type LessonItem =
  | { readonly kind: 'page'; readonly id: string; readonly page: LessonPage }
  | { readonly kind: 'challenge'; readonly id: string; readonly challenge: Challenge };

export const itemsOf = ({ pages, challenges }: Course): readonly LessonItem[] => [
  ...pages.map((page) => ({ kind: 'page', id: page.id, page }) as const),
  ...challenges.map((challenge) => ({ kind: 'challenge', id: challenge.id, challenge }) as const),
];

/** The index of the item that a scene's view names. −1 if the lesson has none. */
export function indexOf(lesson: Course, page: View['page']): number {
  const items = itemsOf(lesson);
  if (page === undefined || page === null) return 0;
  const { unnumbered = [] } = lesson;
  const id = typeof page === 'string' ? page : items.filter((item) => !unnumbered.includes(item.id))[page]?.id;
  return items.findIndex((item) => item.id === id);
}

/** The name of an item in a scene's view. The first item needs none. */
const nameAt = (lesson: Course, index: number): string | undefined =>
  index === 0 ? undefined : itemsOf(lesson)[index]?.id;

/** The same view on another item. */
export function turnedTo({ page: _, ...view }: View, lesson: Course, index: number): View {
  const page = nameAt(lesson, index);
  return page === undefined ? view : { ...view, page };
}
