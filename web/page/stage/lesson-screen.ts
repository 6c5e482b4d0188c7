import { html, type TemplateResult } from 'lit';
import type { ScreenPlace } from '../shell/screens.ts';
import { bottomBar, sidebar } from '../shell/sidebar.ts';
import { stageScreen } from './stage-screen.ts';

/** The stage with a lesson beside it. */
export const lessonScreen = (place: ScreenPlace): TemplateResult => html`<div
    class=${place.screen.sheet === 'none' ? 'shell with-stage' : 'shell with-stage with-sheet'}
  >
    ${stageScreen(place)} ${sidebar(place, null)}
  </div>
  ${bottomBar(place, false)}`;
