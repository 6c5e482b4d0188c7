import type { Challenge, Course, LessonPage } from '../../lessons/types.ts';
import type { View } from '../../scene/types.ts';

/** What one turns to in a lesson: its pages, and then its challenges. */
export type LessonItem =
  | { readonly kind: 'page'; readonly id: string; readonly page: LessonPage }
  | { readonly kind: 'challenge'; readonly id: string; readonly challenge: Challenge };

export const itemsOf = ({ pages, challenges }: Course): readonly LessonItem[] => [
  ...pages.map((page) => ({ kind: 'page', id: page.id, page }) as const),
  ...challenges.map((challenge) => ({ kind: 'challenge', id: challenge.id, challenge }) as const),
];

/** Where the item stands that a scene's view names; −1 where the lesson has none such. */
export function indexOf(lesson: Course, page: View['page']): number {
  const items = itemsOf(lesson);
  if (page === undefined || page === null) return 0;
  const { unnumbered = [] } = lesson;
  const id = typeof page === 'string' ? page : items.filter((item) => !unnumbered.includes(item.id))[page]?.id;
  return items.findIndex((item) => item.id === id);
}

/** What a scene's view calls the item there; the first needs no name. */
const nameAt = (lesson: Course, index: number): string | undefined =>
  index === 0 ? undefined : itemsOf(lesson)[index]?.id;

/** The same view on another item. */
export function turnedTo({ page: _, ...view }: View, lesson: Course, index: number): View {
  const page = nameAt(lesson, index);
  return page === undefined ? view : { ...view, page };
}
