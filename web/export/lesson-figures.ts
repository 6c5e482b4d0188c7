import type { Core } from '../core/types.ts';
import { type LessonId, lessonIds, scenes } from '../lessons/scenes.ts';
import type { FigureLanguage } from './caption.ts';
import { figureOf } from './figure.ts';
import { svgOf } from './image.ts';
import type { Theme } from './themes.ts';

interface LessonFigure {
  readonly id: LessonId;
  readonly svg: string;
}

/** The picture of each lesson's first page, for where nothing runs: feeds, print, a link's preview. */
export function lessonFigures(core: Core, theme: Theme = 'light', lang: FigureLanguage = 'en'): LessonFigure[] {
  return lessonIds.map((id) => {
    const trace = core.attend(scenes[id]);
    try {
      return { id, svg: svgOf(figureOf(scenes[id], trace, { pictures: ['heatmap', 'arcs'], theme, lang })) };
    } finally {
      trace.dispose();
    }
  });
}
