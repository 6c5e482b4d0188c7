import { html, nothing } from 'lit';
import type { LanguageCode } from '../../i18n/language.ts';
import { lazyModule } from '../../i18n/lazy-module.ts';
import { lessonWords } from '../../i18n/lessons/panel.ts';
import type { LessonPage } from '../../lessons/types.ts';
import { lazy } from '../lazy.ts';

const textBox = lazyModule(() => import('../share/text-box.ts'));

/** The program of a page, to read, copy and download. */
export const programOf = (language: LanguageCode, { program }: LessonPage) =>
  program === undefined
    ? nothing
    : lazy(
        language,
        textBox,
        () => html`<sa-share-text
          class="program"
          .text=${program.code}
          .name=${lessonWords(language).program(program.file)}
          .file=${program.file}
          .lines=${true}
        ></sa-share-text>`,
      );
