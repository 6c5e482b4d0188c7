import { html, nothing } from 'lit';
import { lazyModule } from '../../i18n/lazy-module.ts';
import { lessonWords } from '../../i18n/lessons/panel.ts';
import type { LessonPage } from '../../lessons/types.ts';
import { lazy } from '../lazy.ts';

const textBox = lazyModule(() => import('../share/text-box.ts'));

/** The program of a page, to read, copy and download. */
export const programOf = ({ program }: LessonPage) =>
  program === undefined
    ? nothing
    : lazy(
        textBox,
        () => html`<sa-share-text
          class="program"
          .text=${program.code}
          .name=${lessonWords.program(program.file)}
          .file=${program.file}
          .lines=${true}
        ></sa-share-text>`,
      );
