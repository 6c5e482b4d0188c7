import type { SceneCore } from '../../core/types.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import { lessonFiles } from '../../i18n/lessons/files.ts';
import { comparedCells, predictedNumber } from '../../lessons/condition.ts';
import { openerOf, sceneAt } from '../../lessons/course.ts';
import { itemsOf, type LessonItem } from '../../lessons/items.ts';
import { lessonLimits } from '../../lessons/limits.ts';
import type { OpenedLesson } from '../../lessons/opened-lessons.ts';
import type { Condition, Course } from '../../lessons/types.ts';
import { within } from '../../lessons/values.ts';
import { AttentionError } from '../../scene/error.ts';
import { describeScene } from '../../session/compute.ts';
import { needsWorker } from '../../session/workload.ts';
import { journeyOf } from '../../stage/journey.ts';
import { computeResult } from '../../trace/whole-result.ts';
import { viewDamage } from '../shell/link.ts';

/**
 * Throws AttentionError for the first scene of a lesson that cannot be computed or lacks something its page needs:
 * a word, a moment of the stage, a number to predict. A scene too large to compute at once is only checked by its
 * sizes.
 */
export async function checkLesson(
  language: LanguageCode,
  { lesson }: Pick<OpenedLesson, 'lesson'>,
  core: SceneCore,
): Promise<void> {
  const words = lessonFiles(language);
  for (const [index, item] of itemsOf(lesson).entries()) {
    const scene = sceneAt(lesson, index);
    const path = scenePath(lesson, index);
    const place = itemPath(lesson, index);
    within(path, () => {
      const { problem } = describeScene(core, scene);
      if (problem !== null) throw problem;
    });
    if (needsWorker(scene, () => describeScene(core, scene))) continue;
    const result = within(path, () => computeResult(core, scene));
    try {
      const damage = viewDamage(language, result, journeyOf);
      if (damage !== null) throw new AttentionError('out-of-range', damage, place);
      const { predict } = item.kind === 'page' ? item.page : {};
      if (predict !== undefined && predictedNumber(predict, result.trace) === null) {
        const what = words.noNumber(predict.tensor, predict.index.join(', '));
        throw new AttentionError('out-of-range', what, `${place}/predict`);
      }
      const cells = comparedCells(conditionsOf(item), result.trace);
      if (cells > lessonLimits.cells) {
        throw new AttentionError('too-large', words.tooManyCells(cells, lessonLimits.cells), place);
      }
    } finally {
      result.dispose();
    }
    // A lesson has many scenes, so the page gets control between them.
    await new Promise((done) => setTimeout(done));
  }
}

const conditionsOf = (item: LessonItem): readonly Condition[] =>
  item.kind === 'challenge'
    ? [item.challenge.check, ...(item.challenge.forbid ?? [])]
    : item.page.until === undefined
      ? []
      : [item.page.until];

/** The path of an item in the file. */
const itemPath = ({ pages }: Course, index: number): string =>
  index < pages.length ? `/pages/${index}` : `/challenges/${index - pages.length}`;

/** The path of the scene in effect at an item. */
function scenePath(lesson: Course, index: number): string {
  const opener = openerOf(lesson, index);
  const item = itemsOf(lesson)[opener];
  if (item?.kind === 'challenge')
    return item.challenge.start === undefined ? '/scene' : `${itemPath(lesson, opener)}/start`;
  return opener === 0 ? '/scene' : `${itemPath(lesson, opener)}/scene`;
}
