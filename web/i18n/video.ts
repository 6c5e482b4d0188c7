import { video as english } from './en/video.ts';
import { messages } from './messages.ts';

/** The stage as a video. */
export const videoWords = messages(
  english,
  import.meta.glob<typeof english>(['./*/video.ts', '!./en/*'], { import: 'video' }),
);
