import { html, nothing, svg, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { SceneCore } from '../../core/types.ts';
import { type LanguageCode, languages } from '../../i18n/language.ts';
import { pageWords } from '../../i18n/page.ts';
import type { View } from '../../scene/types.ts';
import { explain, problemOf } from '../../session/problem.ts';
import type { ScreenName } from '../../session/state.ts';
import { mark } from './mark.ts';
import '../lessons/lesson-menu.ts';

/** The name, the screens, the lessons, and what can be done with the scene. */
export function topBar(
  language: LanguageCode,
  bar: {
    readonly core: SceneCore;
    /** The open lesson. */
    readonly current: string | null;
    /** What the lesson calls its steps. */
    readonly names: View['names'];
    /** The screen that is shown. */
    readonly screen: ScreenName;
    readonly showScreen: (screen: ScreenName) => void;
    readonly canUndo: boolean;
    readonly canRedo: boolean;
    /** The message about the last action. */
    readonly status: string;
    readonly act: (action: 'undo' | 'redo' | 'reset') => void;
    readonly copyLink: () => void;
    readonly share: () => void;
    readonly openModel: () => void;
    readonly chooseLanguage: (language: LanguageCode) => void;
  },
): TemplateResult {
  const words = pageWords(language).header;
  const screens = (['watch', 'experiment', 'train'] as const).map(
    (screen) => html`<button
      type="button"
      title=${words[`${screen}About`]}
      aria-current=${screen === bar.screen ? 'page' : 'false'}
      @click=${() => bar.showScreen(screen)}
    >
      ${words[screen]}
    </button>`,
  );
  return html`<header class="top">
    <h1><a class="home" href="#">${markIcon}<span>${pageWords(language).title}</span></a></h1>
    <nav class="screens" aria-label=${words.screens}>${screens}</nav>
    <sa-lesson-menu .core=${bar.core} .current=${bar.current} .names=${bar.names}></sa-lesson-menu>
    <div class="actions" role="group" aria-label=${words.actions}>
      <span class="action-status" role="status">${bar.status}</span>
      <button type="button" class="share" aria-haspopup="dialog" @click=${bar.share}>
        ${icon('M12 15V4M8 7.500l4-4 4 4M6 11H5v9h14v-9h-1')}<span>${words.share}</span>
      </button>
      <button type="button" popovertarget="more-menu" aria-label=${words.more}>${icon('M5 12h.01M12 12h.01M19 12h.01')}</button>
      ${moreMenu(language, bar)}
    </div>
  </header>`;
}

type Bar = Parameters<typeof topBar>[1];

/** Undo and Redo leave the menu open, because they are pressed several times. Disabled, they would lose the focus to the body. */
function moreMenu(language: LanguageCode, bar: Bar): TemplateResult {
  const words = pageWords(language).header;
  const close = ({ target }: Event): void => {
    const menu = target instanceof Element ? target.closest<HTMLElement>('[popover]') : null;
    menu?.hidePopover();
  };
  const closing = (command: () => void) => (event: Event) => {
    close(event);
    command();
  };
  // Escape closes the menu and unpins nothing on the page.
  const alone = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') event.stopPropagation();
  };
  return html`<div id="more-menu" popover role="group" aria-label=${words.more} @keydown=${alone}>
    <button type="button" aria-disabled=${bar.canUndo ? 'false' : 'true'} @click=${() => bar.canUndo && bar.act('undo')}>
      ${icon('M9 7 5 11l4 4M5 11h9a5 5 0 0 1 0 10h-3')}<span>${words.undo}</span><kbd aria-hidden="true">${shortcutText('Z')}</kbd>
    </button>
    <button type="button" aria-disabled=${bar.canRedo ? 'false' : 'true'} @click=${() => bar.canRedo && bar.act('redo')}>
      ${icon('m15 7 4 4-4 4m4-4h-9a5 5 0 0 0 0 10h3')}<span>${words.redo}</span><kbd aria-hidden="true">${shortcutText('Y')}</kbd>
    </button>
    <button type="button" @click=${closing(() => bar.act('reset'))}>
      ${icon('M5 5v5h5M5.6 10a7.5 7.5 0 1 1-.9 5')}<span>${bar.current === null ? words.reset : words.resetLesson}</span>
    </button>
    <button type="button" @click=${closing(bar.copyLink)}>
      ${icon('M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.700-5.700l-1.200 1.200M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.700 5.700l1.200-1.200')}<span
        >${words.copy}</span
      >
    </button>
    <button type="button" @click=${closing(bar.openModel)}>
      ${icon('M4 20h16M12 16V4M7 9l5-5 5 5')}<span>${words.model}</span>
    </button>
    ${IS_ONE_SCRIPT ? nothing : html`<a href="docs/index.html">${icon('M5 5h6a2 2 0 0 1 1 1 2 2 0 0 1 1-1h6v13h-6l-1 1-1-1H5zM12 6v13')}<span>${words.guides}</span></a>`}
    ${languageSwitch(language, bar.chooseLanguage)}
  </div>`;
}

const shortcutText = (letter: string): string =>
  `${/Mac|iP(hone|ad)/.test(navigator.userAgent) ? '⌘' : 'Ctrl+'}${letter}`;

const markIcon = html`<svg class="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
  ${mark.map(([path, width]) => svg`<path d=${path} stroke-width=${width} />`)}
</svg>`;

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
