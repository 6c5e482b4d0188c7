import { share as english } from './en/share.ts';
import { messages } from './messages.ts';

/** The share dialog. */
export const shareWords = messages(
  english,
  import.meta.glob<typeof english>(['./*/share.ts', '!./en/*'], { import: 'share' }),
);
