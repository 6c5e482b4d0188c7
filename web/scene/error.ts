import type { ErrorCode } from './error-codes.ts';

/**
 * A sentence and what is put in place of each {} of its template. Translations are looked up by the template; a value
 * that is a message itself is translated too, every other value stays as it is.
 */
export interface Message {
  readonly template: string;
  readonly values: readonly MessageValue[];
}

export type MessageValue = string | number | Message;

/** A tag: what stands in ${} becomes a value, and {} in the template. */
export const message = (parts: TemplateStringsArray, ...values: readonly MessageValue[]): Message => ({
  template: parts.join('{}'),
  values,
});

/** The message as text, each template in the words that `translate` gives for it. */
export const messageText = (
  { template, values }: Message,
  translate: (template: string) => string = (english) => english,
): string =>
  // What has no values may hold a {} of its reader.
  values.length === 0
    ? translate(template)
    : translate(template)
        .split('{}')
        .reduce((text, part, index) => {
          const value = values[index - 1] ?? '';
          return text + (typeof value === 'object' ? messageText(value, translate) : value) + part;
        });

/**
 * The one error that scenes, links and the core throw. `path` is a JSON pointer (RFC 6901) into the scene, such as
 * "/attention/heads", and empty where the whole is meant. The message is the template with its values filled in.
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

/** Throws what is wrong; the message ends with the place. */
export function fail(code: ErrorCode, path: string, what: string | Message): never {
  const error = new AttentionError(code, what, path);
  if (path !== '') error.message += ` (${path})`;
  throw error;
}

/** What was thrown, as a message: an error of another kind, or of another bundle's class, too. */
export function messageOf(thrown: unknown): Message {
  const own = (key: string): unknown =>
    typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, key) : undefined;
  const [template, values, plain] = [own('template'), own('values'), own('message')];
  if (typeof template === 'string' && Array.isArray(values)) return { template, values };
  return { template: typeof plain === 'string' ? plain : String(thrown), values: [] };
}

/** A string as it can be shown in a message: quoted, and shortened with its length named. */
export const quoted = (text: string): string =>
  text.length <= 60 ? JSON.stringify(text) : `${JSON.stringify(text.slice(0, 40))}… (${text.length} characters)`;

/** A value as it can be shown in a message. */
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
