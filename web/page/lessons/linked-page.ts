import { loadLesson } from '../../lessons/catalogue.ts';
import { linkedScene } from '../../lessons/course.ts';
import type { Scene } from '../../scene/types.ts';
import type { HideAnswer } from '../../trace/scene-result.ts';
import { askedOn, hideAnswers } from './hidden-answer.ts';

/** What a link to a page of a lesson opens, before the lesson is on show. */
interface LinkedPage {
  readonly scene: Scene;
  readonly hideAnswer: HideAnswer | null;
}

/** Rejects if the lesson cannot be loaded. */
export async function openPage(id: string, linked: Scene): Promise<LinkedPage> {
  const lesson = await loadLesson(id);
  const scene = linkedScene(lesson, linked);
  return { scene, hideAnswer: hideAnswers(askedOn(lesson, scene, () => false)) };
}
