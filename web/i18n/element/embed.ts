import * as english from '../en/element/embed.ts';
import { messages } from '../messages.ts';

/** What embed.html says itself; the rest is the element's. */
export const { embed: embedWords } = messages(
  english,
  import.meta.glob<typeof english>(['../*/element/embed.ts', '!../en/element/*']),
);
