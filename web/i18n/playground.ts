import * as english from './en/playground.ts';
import { messages } from './messages.ts';

export const { playground: playgroundWords } = messages(
  english,
  import.meta.glob<typeof english>(['./*/playground.ts', '!./en/*']),
);
