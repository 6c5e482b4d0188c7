import type { SceneCore } from '../core/types.ts';
import { type LessonId, lessonIds, scenes } from '../scene/lesson-scenes.ts';
import { figureOf } from './figure.ts';
import { svgOf } from './image.ts';

interface LessonFigure {
  readonly id: LessonId;
  readonly svg: string;
}

/** A picture of each lesson's first page, for feeds, print and link previews. `siteUrl` is '' if it is unknown. */
export function lessonFigures(core: SceneCore, siteUrl = ''): LessonFigure[] {
  return lessonIds.map((id) => {
    const trace = core.attend(scenes[id]);
    try {
      const link = siteUrl === '' ? {} : { link: `${siteUrl}#lesson=${id}` };
      return { id, svg: svgOf(figureOf(scenes[id], trace, { pictures: ['heatmap', 'arcs'], ...link })) };
    } finally {
      trace.dispose();
    }
  });
}
