import { html, nothing } from 'lit';
import type { SceneCore } from '../../core/types.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import { lazyModule } from '../../i18n/lazy-module.ts';
import type { Scene, View } from '../../scene/types.ts';
import { lazy } from '../lazy.ts';

const lessonFile = IS_ONE_SCRIPT ? null : lazyModule(() => import('./lesson-file.ts'));

/** Where a lesson of one's own is opened; what does it is fetched when it is first on show. */
export const lessonFilePart = (
  language: LanguageCode,
  core: SceneCore,
  current: string | null,
  names: View['names'],
  awaited: Scene | null = null,
): unknown =>
  lessonFile === null
    ? nothing
    : lazy(
        language,
        lessonFile,
        () =>
          html`<sa-lesson-file .core=${core} .current=${current} .names=${names} .awaited=${awaited}></sa-lesson-file>`,
      );
