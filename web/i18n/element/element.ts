import * as english from '../en/element/element.ts';
import { messages } from '../messages.ts';

/** What the custom element says. */
export const { element: elementWords } = messages(
  english,
  import.meta.glob<typeof english>(['../*/element/element.ts', '!../en/element/*']),
);
