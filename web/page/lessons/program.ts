import { html, nothing } from 'lit';
import { lessonWords } from '../../i18n/lessons/panel.ts';
import type { LessonPage } from '../../lessons/types.ts';
import { lazy } from '../lazy.ts';

/** The program of a page, to read, copy and download. */
export const programOf = ({ program }: LessonPage) =>
  program === undefined
    ? nothing
    : lazy(
        () => import('../share/text-box.ts'),
        () => html`<sa-share-text
          class="program"
          .text=${program.code}
          .name=${lessonWords.program(program.file)}
          .file=${program.file}
          .lines=${true}
        ></sa-share-text>`,
      );
