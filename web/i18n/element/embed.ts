import { embed as english } from '../en/element/embed.ts';
import { messages } from '../messages.ts';

/** What embed.html says itself; the rest is the element's. */
export const embedWords = messages(
  english,
  import.meta.glob<typeof english>(['../*/element/embed.ts', '!../en/element/*'], { import: 'embed' }),
);
