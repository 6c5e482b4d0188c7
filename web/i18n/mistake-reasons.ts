import * as english from './en/mistake-reasons.ts';
import { messages } from './messages.ts';

/** Why each of the mistakes is one: fetched where one is looked at closely, for they are long. */
export const { mistakeReasons } = messages(
  english,
  import.meta.glob<typeof english>(['./*/mistake-reasons.ts', '!./en/*']),
);
