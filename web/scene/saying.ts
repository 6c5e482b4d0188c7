import { AttentionError, type ErrorCode } from './error.ts';

/** Throws what is wrong, with the place where. */
export const fail = (code: ErrorCode, path: string, message: string): never => {
  throw new AttentionError(code, path === '' ? message : `${message} (${path})`, path);
};

/** A string as it can be shown in a message: quoted, and shortened with its length named. */
export const shortened = (text: string): string =>
  text.length <= 60 ? JSON.stringify(text) : `${JSON.stringify(text.slice(0, 40))}… (${text.length} characters)`;

/** A value as it can be shown in a message. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return shortened(value);
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  return Object.is(value, -0) ? '-0' : String(value);
}
