import type { Chapter } from './journey.ts';

/** The five parts of the film, in the order of the data. All but the first repeat in every layer. */
export const groups = ['numbers', 'ask', 'match', 'weigh', 'collect'] as const;
export type Group = (typeof groups)[number];

/** Consecutive chapters of one layer that belong together. */
export interface ChapterGroup {
  readonly group: Group;
  readonly layer: number;
  /** The index of its first chapter, and of the chapter after its last one. */
  readonly from: number;
  readonly to: number;
}

/** The group of each chapter. Within a layer the groups only go forward: what follows the mix is collected. */
export function groupOfEach(chapters: readonly Chapter[]): readonly Group[] {
  let [layer, reached] = [-1, 0];
  return chapters.map((chapter) => {
    if (chapter.layer !== layer) reached = chapter.layer === 0 ? 0 : 1;
    layer = chapter.layer;
    reached = Math.max(reached, groups.indexOf(ownGroup(chapter)));
    return groups[reached] ?? 'collect';
  });
}

function ownGroup(chapter: Chapter): Group {
  switch (chapter.kind) {
    case 'product':
      return 'ask';
    case 'compare':
      return 'match';
    case 'weights':
      return 'weigh';
    case 'mix':
      return 'collect';
    case 'bars':
      return chapter.made.some(({ result }) => result.role !== 'x') ? 'ask' : 'numbers';
    case 'mistake':
      return 'numbers';
  }
}

export function groupsOf(chapters: readonly Chapter[]): readonly ChapterGroup[] {
  const each = groupOfEach(chapters);
  const found: ChapterGroup[] = [];
  for (const [index, { layer }] of chapters.entries()) {
    const group = each[index] ?? 'numbers';
    const last = found.at(-1);
    if (last?.group === group && last.layer === layer) found[found.length - 1] = { ...last, to: index + 1 };
    else found.push({ group, layer, from: index, to: index + 1 });
  }
  return found;
}
