import { html, nothing, type TemplateResult } from 'lit';
import { words } from '../i18n/words.ts';
import type { Scene } from '../scene/types.ts';
import type { Sheet } from './bottom-bar.ts';
import { lackedBy, lessonOf, table } from './catalogue.ts';
import type { Problem } from './errors.ts';
import type { EditRequest } from './events.ts';
import type { Picture } from './picture.ts';
import './controls.ts';
import './lesson-panel.ts';

/**
 * The lesson's text and the controls: beside the picture on a wide screen; on a narrow one, one of the two in a sheet
 * from the bottom, which leaves the picture in sight and the page usable.
 */
export function rail(place: {
  readonly picture: Picture;
  readonly scene: Scene;
  /** Where "start again" leads. */
  readonly start: Scene;
  readonly problem: Problem | null;
  readonly epoch: number;
  readonly narrow: boolean;
  readonly sheet: Sheet;
  readonly onEdit: (event: EditRequest) => void;
  readonly onClose: () => void;
  readonly onLeaveLesson: () => void;
}): TemplateResult {
  const { picture, scene, start, narrow, sheet } = place;
  const lesson = lessonOf(scene);
  const sizes = {
    dModel: picture.symbol('d_model', 1),
    dK: picture.symbol('d_k', 1),
    dV: picture.symbol('d_v', 1),
  };
  return html`<div
    id="rail"
    class="rail"
    role=${narrow ? 'dialog' : 'region'}
    aria-label=${sheet === 'lesson' ? words.lesson.label : words.controls.title}
    tabindex="-1"
    ?hidden=${narrow && sheet === 'none'}
  >
    ${
      narrow
        ? html`<button type="button" class="close" aria-label=${words.controls.close} @click=${place.onClose}>✕</button>`
        : nothing
    }
    ${
      lesson !== null && (!narrow || sheet === 'lesson')
        ? html`<sa-lesson .lesson=${lesson} @sa-lesson-close=${place.onLeaveLesson}></sa-lesson>`
        : nothing
    }
    ${
      narrow && sheet === 'lesson'
        ? nothing
        : html`<sa-controls
            .scene=${scene}
            .start=${start}
            .inLesson=${lesson !== null}
            .sizes=${sizes}
            .table=${table}
            .problem=${place.problem}
            .missing=${lackedBy(picture).words}
            .epoch=${place.epoch}
            @sa-edit=${place.onEdit}
          ></sa-controls>`
    }
  </div>`;
}
