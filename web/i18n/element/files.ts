import { elementFiles as english } from '../en/element/files.ts';
import { messages } from '../messages.ts';

/** What the custom element says when it reads a text or makes a picture. */
export const elementFileWords = messages(
  english,
  import.meta.glob<typeof english>(['../*/element/files.ts', '!../en/element/*'], { import: 'elementFiles' }),
);
