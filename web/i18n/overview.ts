import { overview as english } from './en/overview.ts';
import { messages } from './messages.ts';

/** The overview of many tokens. */
export const overviewWords = messages(
  english,
  import.meta.glob<typeof english>(['./*/overview.ts', '!./en/*'], { import: 'overview' }),
);
