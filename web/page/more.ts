/** All that the page fetches when it is first wanted (later.ts), in one file: what one of them needs, most need. */
import '../i18n/whole.ts';
import '../views/distance.ts';
import '../views/waves.ts';
import '../views/weighted.ts';
import './family-styles.ts';
import './lesson-styles.ts';
import './lesson-glossary.ts';
import './lesson-pages.ts';
import './mask-painter.ts';
import './matrix-editor.ts';
import './mistake-panel.ts';
import './variance-panel.ts';

export { gallery } from '../scene/gallery.ts';
export { blockControls } from './block-controls.ts';
export { encoderControls } from './encoder-controls.ts';
export { maskSettings } from './mask-settings.ts';
export { mistakeControls } from './mistake-controls.ts';
export { papersOf } from './papers.ts';
export { positionControls } from './position-controls.ts';
export { weightControls } from './weight-controls.ts';
