import { gallery as words } from '../../../web/i18n/en/gallery.ts';
import { galleryIn } from '../../../web/scene/gallery.ts';

export { galleryIn };

/** The gallery in English. */
export const gallery = galleryIn(words.items);
