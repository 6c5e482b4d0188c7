import { element as english } from '../en/element/element.ts';
import { messages } from '../messages.ts';

/** What the custom element says. */
export const elementWords = messages(
  english,
  import.meta.glob<typeof english>(['../*/element/element.ts', '!../en/element/*'], { import: 'element' }),
);
