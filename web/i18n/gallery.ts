import { gallery as english } from './en/gallery.ts';
import { messages } from './messages.ts';

/** The example scenes and the handmade heads. */
export const galleryWords = messages(
  english,
  import.meta.glob<typeof english>(['./*/gallery.ts', '!./en/*'], { import: 'gallery' }),
);
