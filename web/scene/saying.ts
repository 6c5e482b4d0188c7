import { described, messageText } from './error.ts';

/** A value as it can be shown in a message that is plain text. */
export function shown(value: unknown): string {
  const what = described(value);
  return typeof what === 'string' ? what : messageText(what);
}
