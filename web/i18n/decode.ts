import { decode as english } from './en/decode.ts';
import { messages } from './messages.ts';

/** The panel that decodes token after token. */
export const decodeWords = messages(
  english,
  import.meta.glob<typeof english>(['./*/decode.ts', '!./en/*'], { import: 'decode' }),
);
