import type { ErrorCode } from './error-codes.ts';

/**
 * A sentence, and the values for each {} of its template. Translations are looked up by the template. A value that
 * is itself a message is translated too.
 */
export interface Message {
  readonly template: string;
  readonly values: readonly MessageValue[];
}

export type MessageValue = string | number | Message;

/** A template tag: each ${} becomes a value, and {} in the template. */
export const message = (parts: TemplateStringsArray, ...values: readonly MessageValue[]): Message => ({
  template: parts.join('{}'),
  values,
});

/** The message as text. `translate` gives the words for each template. */
export const messageText = (
  { template, values }: Message,
  translate: (template: string) => string = (english) => english,
): string =>
  // A message without values may quote a {} of the user's.
  values.length === 0
    ? translate(template)
    : translate(template)
        .split('{}')
        .reduce((text, part, index) => {
          const value = values[index - 1] ?? '';
          return text + (typeof value === 'object' ? messageText(value, translate) : value) + part;
        });

/**
 * The error that scenes, links and the core throw. `path` is a JSON pointer (RFC 6901) into the scene, such as
 * "/attention/heads", or empty for the whole scene. The message is the template with its values filled in.
 */
export class AttentionError extends Error {
  readonly code: ErrorCode;
  readonly path: string;
  readonly template: string;
  readonly values: readonly MessageValue[];

  constructor(code: ErrorCode, what: string | Message, path = '') {
    const { template, values } = typeof what === 'string' ? { template: what, values: [] } : what;
    super(typeof what === 'string' ? what : messageText(what));
    this.name = 'AttentionError';
    this.code = code;
    this.path = path;
    this.template = template;
    this.values = values;
  }
}

/** Throws an error whose message ends with its path. */
export function fail(code: ErrorCode, path: string, what: string | Message): never {
  const error = new AttentionError(code, what, path);
  if (path !== '') error.message += ` (${path})`;
  throw error;
}

/** Anything thrown as a message, including other errors and this class from another bundle. */
export function messageOf(thrown: unknown): Message {
  const own = (key: string): unknown =>
    typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, key) : undefined;
  const [template, values, plain] = [own('template'), own('values'), own('message')];
  if (typeof template === 'string' && Array.isArray(values)) return { template, values };
  return { template: typeof plain === 'string' ? plain : String(thrown), values: [] };
}

/** A string for a message: quoted, and shortened with its length if it is long. */
export const quoted = (text: string): string =>
  text.length <= 60 ? JSON.stringify(text) : `${JSON.stringify(text.slice(0, 40))}… (${text.length} characters)`;

/** A value for a message. */
export function described(value: unknown): string | Message {
  if (typeof value === 'string') return quoted(value);
  if (Array.isArray(value)) return message`an array of ${value.length}`;
  if (ArrayBuffer.isView(value))
    return message`a ${Object.prototype.toString.call(value).slice('[object '.length, -1)}`;
  if (typeof value === 'object' && value !== null) return message`an object`;
  if (typeof value === 'function') return message`a function`;
  if (typeof value === 'symbol') return message`a symbol`;
  return Object.is(value, -0) ? '-0' : String(value);
}
