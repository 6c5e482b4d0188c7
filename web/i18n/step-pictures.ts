import { stepPictures as english } from './en/step-pictures.ts';
import { messages } from './messages.ts';

/** Texts of the pictures of single steps. */
export const stepPictureWords = messages(
  english,
  import.meta.glob<typeof english>(['./*/step-pictures.ts', '!./en/*'], { import: 'stepPictures' }),
);
