/** All that the page fetches when it is first wanted (later.ts), in one file: what one of them needs, most need. */
import '../views/steps/relative-distance.ts';
import '../views/plots/position-curves.ts';
import '../views/steps/weighted-values.ts';
import './styles/family-styles.ts';
import './lessons/styles.ts';
import './lessons/glossary.ts';
import './lessons/lesson-pages.ts';
import './matrix-editor/mask-painter.ts';
import './matrix-editor/editor.ts';
import './attention/mistake-panel.ts';
import './steps/variance-panel.ts';

export { gallery } from '../scene/gallery.ts';
export { blockControls } from './controls/block-controls.ts';
export { encoderControls } from './controls/encoder-controls.ts';
export { maskSettings } from './controls/mask-settings.ts';
export { mistakeControls } from './controls/mistake-controls.ts';
export { positionControls } from './controls/position-controls.ts';
export { weightControls } from './controls/weight-controls.ts';
