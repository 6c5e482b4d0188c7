import { html, nothing, type TemplateResult } from 'lit';
import type { SceneCore } from '../../core/types.ts';
import { controlWords } from '../../i18n/controls.ts';
import { lessonWords } from '../../i18n/lessons.ts';
import type { ComputedScene } from '../../model/computed-scene.ts';
import type { Problem } from '../../model/problem.ts';
import type { Scene } from '../../scene/types.ts';
import { lessonOf } from './catalogue.ts';
import '../controls/control-panel.ts';
import '../lessons/lesson-panel.ts';

/**
 * The lesson's text and the controls: beside the picture on a wide screen; on a narrow one, one of the two in a sheet
 * from the bottom, which keeps the picture in sight and the page usable.
 */
export function sidebar(place: {
  readonly core: SceneCore;
  readonly picture: ComputedScene;
  readonly scene: Scene;
  /** Where "start again" leads. */
  readonly start: Scene;
  readonly problem: Problem | null;
  readonly epoch: number;
  readonly narrow: boolean;
  readonly sheet: Sheet;
  /** The scene that arrived last as a whole. */
  readonly arrived: Scene;
  readonly onClose: () => void;
}): TemplateResult {
  const { picture, scene, start, narrow, sheet } = place;
  const lesson = lessonOf(scene);
  return html`<div
    id="sidebar"
    class="sidebar"
    role=${narrow ? 'dialog' : 'region'}
    aria-label=${sheet === 'lesson' ? lessonWords.label : controlWords.title}
    tabindex="-1"
    ?hidden=${narrow && sheet === 'none'}
  >
    ${
      narrow
        ? html`<button type="button" class="close" aria-label=${controlWords.close} @click=${place.onClose}>✕</button>`
        : nothing
    }
    ${
      // Always there, as it goes on looking at what the reader does.
      lesson === null
        ? nothing
        : html`<sa-lesson
            ?hidden=${narrow && sheet !== 'lesson'}
            .lesson=${lesson}
            .scene=${scene}
            .picture=${picture}
            .problem=${place.problem}
            .arrived=${place.arrived}
          ></sa-lesson>`
    }
    ${
      narrow && sheet === 'lesson'
        ? nothing
        : html`<sa-controls
            .core=${place.core}
            .scene=${scene}
            .start=${start}
            .inLesson=${lesson !== null}
            .problem=${place.problem}
            .picture=${picture}
            .epoch=${place.epoch}
          ></sa-controls>`
    }
  </div>`;
}

/** What the sheet at the foot of a narrow screen holds. */
export type Sheet = 'none' | 'controls' | 'lesson';

/** The buttons that open and close the sheet. */
export function bottomBar(bar: {
  readonly sheet: Sheet;
  readonly hasLesson: boolean;
  readonly onToggle: (sheet: 'controls' | 'lesson') => void;
}): TemplateResult {
  const button = (sheet: 'controls' | 'lesson', text: string) => html`<button
    type="button"
    data-sheet=${sheet}
    aria-controls="sidebar"
    aria-expanded=${bar.sheet === sheet ? 'true' : 'false'}
    @click=${() => bar.onToggle(sheet)}
  >
    ${text}
  </button>`;
  return html`<nav class="bottom-bar" aria-label=${controlWords.bar}>
    ${button('controls', controlWords.open)}${bar.hasLesson ? button('lesson', lessonWords.open) : nothing}
  </nav>`;
}
