import { html, nothing, type TemplateResult } from 'lit';
import type { SceneCore } from '../../core/types.ts';
import { controlWords } from '../../i18n/controls.ts';
import { lessonWords } from '../../i18n/lessons.ts';
import type { ComputedScene } from '../../model/computed-scene.ts';
import { explain, type Problem } from '../../model/problem.ts';
import type { Scene } from '../../scene/types.ts';
import { arithmeticStrip, resolved, selectedView } from '../attention/focus.ts';
import { headTitles, lessonOf } from './catalogue.ts';
import type { Sheet } from './screen.ts';
import type { ScreenPlace } from './screens.ts';
import { readingLine } from './sentences.ts';
import '../attention/attention-panel.ts';
import '../controls/control-panel.ts';
import '../lessons/lesson-panel.ts';
import '../matrix-editor/host.ts';
import '../steps/steps.ts';

/** All that there is to see and to change of a scene: its picture, its steps, its controls. */
export function workbench(place: ScreenPlace): TemplateResult {
  const { core, scene, start, picture, problem, screen, pinned } = place;
  const why = problem === null ? '' : explain(problem);
  const { head } = selectedView(picture.scene, picture);
  const { focusOn, query } = resolved(place.hovered ?? pinned, picture);
  const { cell } = focusOn;
  const selected = problem === null ? selectedView(scene, picture) : { head, layer: picture.layer };
  const reading = picture.reading(head, query);
  return html`
    <main id="main" class=${screen.sheet === 'none' ? 'shell' : 'shell with-sheet'}>
      <div class="first">
        ${place.notice} ${place.sentences(focusOn)} ${readingLine(reading)}
        <sa-announcer .text=${reading.text}></sa-announcer>
        <sa-attention
          .picture=${picture}
          .right=${place.right}
          .head=${head}
          .selected=${selected}
          .query=${query}
          .headNames=${headTitles(picture.scene)}
          .focusOn=${focusOn}
          .problem=${why}
          .anyway=${problem?.anyway && place.computeAnyway}
        ></sa-attention>
      </div>
      ${sidebar({
        core,
        picture,
        scene,
        start,
        problem,
        epoch: place.epoch,
        narrow: screen.narrow,
        sheet: screen.sheet,
        onClose: screen.close,
        arrived: place.arrived,
      })}
      <div class="explanation">
        ${place.about}
        <sa-steps
          .picture=${picture}
          .head=${head}
          .selectedLayer=${selected.layer}
          .query=${query}
          .focusOn=${focusOn}
        ></sa-steps>
      </div>
      ${arithmeticStrip(picture, cell, {
        shown: screen.atSteps || pinned?.cell !== undefined,
        pinned: cell !== undefined && cell === pinned?.cell,
      })}
      <sa-matrix-host
        .scene=${scene}
        .picture=${picture}
        .core=${core}
        .problem=${why}
        .epoch=${place.epoch}
      ></sa-matrix-host>
    </main>
    ${
      screen.narrow
        ? bottomBar({
            sheet: screen.sheet,
            hasLesson: lessonOf(scene) !== null,
            onToggle: (sheet) => (screen.sheet === sheet ? screen.close() : screen.open(sheet)),
          })
        : nothing
    }
  `;
}

/**
 * The lesson's text and the controls: beside the picture on a wide screen; on a narrow one, one of the two in a sheet
 * from the bottom, which keeps the picture in sight and the page usable.
 */
function sidebar(place: {
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

/** The buttons that open and close the sheet. */
function bottomBar(bar: {
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
