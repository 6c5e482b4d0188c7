/**
 * All that the page fetches when it is first wanted, in one file. A file each would cut what they share with the page into
 * some twenty chunks, and those compress far worse than one: 10 kB more for everybody who wants none of it.
 */
import '../views/distance.ts';
import '../views/waves.ts';
import '../views/weighted.ts';
import './lesson-glossary.ts';
import './lesson-pages.ts';
import './mask-painter.ts';
import './matrix-editor.ts';
import './mistake-panel.ts';
import './variance-panel.ts';

export { gallery } from '../scene/gallery.ts';
