import { html, type TemplateResult } from 'lit';
import type { ScreenProps } from '../shell/screens.ts';
import { bottomBar, sidebar } from '../shell/sidebar.ts';
import { stageScreen } from './stage-screen.ts';

/** The stage with a lesson beside it. */
export const lessonScreen = (props: ScreenProps): TemplateResult => html`<div
    class=${props.screen.sheet === 'none' ? 'shell with-stage with-lesson' : 'shell with-stage with-lesson with-sheet'}
  >
    ${stageScreen(props)} ${sidebar(props, null)}
  </div>
  ${bottomBar(props, false)}`;
