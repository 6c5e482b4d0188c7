import * as english from './en/step-pictures.ts';
import { messages } from './messages.ts';

/** What the pictures of single steps show or say. */
export const { stepPictures: stepPictureWords } = messages(
  english,
  import.meta.glob<typeof english>(['./*/step-pictures.ts', '!./en/*']),
);
