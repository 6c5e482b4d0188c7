import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { SceneCore } from '../../core/types.ts';
import { type LanguageCode, languages } from '../../i18n/language.ts';
import { pageWords } from '../../i18n/page.ts';
import type { View } from '../../scene/types.ts';
import { explain, problemOf } from '../../session/problem.ts';
import '../lessons/lesson-menu.ts';

/** The name, the lessons, and the commands for the whole scene. */
export function topBar(
  language: LanguageCode,
  bar: {
    readonly core: SceneCore;
    /** The open lesson. */
    readonly current: string | null;
    /** What the lesson calls its steps. */
    readonly names: View['names'];
    /** Whether the stage is shown. The button leads to the other screen. */
    readonly onStage: boolean;
    readonly toggleScreen: () => void;
    readonly canUndo: boolean;
    readonly canRedo: boolean;
    /** The message about the last action. */
    readonly status: string;
    readonly act: (action: 'undo' | 'redo' | 'reset') => void;
    readonly copyLink: () => void;
    readonly share: () => void;
    readonly chooseLanguage: (language: LanguageCode) => void;
  },
): TemplateResult {
  const words = pageWords(language).header;
  // Undo and Redo stay focusable when they have nothing to do. Disabled, they would lose the focus to the body.
  return html`<header class="top">
    <h1><a class="home" href="#">${pageWords(language).title}</a></h1>
    <sa-lesson-menu .core=${bar.core} .current=${bar.current} .names=${bar.names}></sa-lesson-menu>
    <button type="button" class="other-screen" title=${bar.onStage ? words.workbenchAbout : words.stageAbout} @click=${bar.toggleScreen}>
      ${bar.onStage ? words.workbench : words.stage}
    </button>
    <div class="actions" role="group" aria-label=${words.actions}>
      <span class="action-status" role="status">${bar.status}</span>
      <button type="button" aria-disabled=${bar.canUndo ? 'false' : 'true'} @click=${() => bar.canUndo && bar.act('undo')}>
        ${icon('M9 7 5 11l4 4M5 11h9a5 5 0 0 1 0 10h-3')}<span>${words.undo}</span>
      </button>
      <button type="button" aria-disabled=${bar.canRedo ? 'false' : 'true'} @click=${() => bar.canRedo && bar.act('redo')}>
        ${icon('m15 7 4 4-4 4m4-4h-9a5 5 0 0 0 0 10h3')}<span>${words.redo}</span>
      </button>
      <button type="button" @click=${() => bar.act('reset')}>
        ${icon('M5 5v5h5M5.6 10a7.5 7.5 0 1 1-.9 5')}<span>${bar.current === null ? words.reset : words.resetLesson}</span>
      </button>
      <button type="button" @click=${bar.copyLink}>
        ${icon('M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.700-5.700l-1.200 1.200M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.700 5.700l1.200-1.200')}<span
          >${words.copy}</span
        >
      </button>
      <button type="button" aria-haspopup="dialog" @click=${bar.share}>
        ${icon('M12 15V4M8 7.500l4-4 4 4M6 11H5v9h14v-9h-1')}<span>${words.share}</span>
      </button>
      ${languageSwitch(language, bar.chooseLanguage)}
    </div>
  </header>`;
}

/** Its label is in every language, for a reader who cannot read the current one. */
function languageSwitch(current: LanguageCode, onChoose: (language: LanguageCode) => void): TemplateResult {
  const choose = ({ target }: Event): void => {
    const chosen = target instanceof HTMLSelectElement ? languages[target.selectedIndex] : undefined;
    if (chosen !== undefined) onChoose(chosen.code);
  };
  return html`<select
    class="language"
    aria-label=${languages.map(({ label }) => label).join(' · ')}
    .value=${live(current)}
    @change=${choose}
  >
    ${languages.map(
      ({ code, name }) => html`<option value=${code} lang=${code} .selected=${live(code === current)}>${name}</option>`,
    )}
  </select>`;
}

const icon = (path: string): TemplateResult =>
  html`<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d=${path} /></svg>`;

/** Says in the prerendered page why the interactive one did not start. The picture stays. */
export function startFailed(language: LanguageCode, thrown: unknown): void {
  const words = pageWords(language);
  const status = document.getElementById('static-status');
  if (status === null) return;
  const title = document.createElement('strong');
  title.textContent = words.failure.title;
  const why = document.createElement('p');
  why.textContent = explain(language, problemOf(thrown));
  const picture = document.createElement('p');
  picture.textContent = words.failure.picture;
  status.setAttribute('role', 'alert');
  status.replaceChildren(title, why, picture);
}

/** Why the link could not be opened. Nothing if it could. */
export function noticeBar(language: LanguageCode, why: string, onDismiss: () => void): TemplateResult | typeof nothing {
  const words = pageWords(language);
  if (why === '') return nothing;
  return html`<div class="notice" role="alert">
    <p>${words.link.damaged(why)}</p>
    <button type="button" class="quiet" @click=${onDismiss}>${words.link.dismiss}</button>
  </div>`;
}
