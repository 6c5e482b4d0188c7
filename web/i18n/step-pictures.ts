import * as english from './en/step-pictures.ts';
import { messages } from './messages.ts';

/** Texts of the pictures of single steps. */
export const { stepPictures: stepPictureWords } = messages(
  english,
  import.meta.glob<typeof english>(['./*/step-pictures.ts', '!./en/*']),
);
