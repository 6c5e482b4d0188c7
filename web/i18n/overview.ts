import * as english from './en/overview.ts';
import { messages } from './messages.ts';

/** What the overview of many tokens shows or says. */
export const { overview: overviewWords } = messages(
  english,
  import.meta.glob<typeof english>(['./*/overview.ts', '!./en/*']),
);
