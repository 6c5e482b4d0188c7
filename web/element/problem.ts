import { type Message, messageOf } from '../scene/error.ts';

/** What went wrong, as the `error` event says it. */
export interface Problem {
  /** A published code of AttentionError, or `attribute`, `fetch` or `load`. */
  readonly code: string;
  readonly message: string;
  /** The message as its template and values, to be translated. */
  readonly what: Message;
  /** A JSON pointer into the scene, or the attribute's name. */
  readonly path: string;
}

/** Thrown by whatever reads the attributes. */
export class Refused extends Error {
  constructor(
    readonly code: 'attribute' | 'fetch',
    message: string,
    readonly path: string,
  ) {
    super(message);
  }
}

/** Whatever was thrown. An error without a code is a bug of ours: it is shown, not swallowed. */
export function problemOf(thrown: unknown): Problem {
  const text = (key: string): string | null => {
    const value: unknown = typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, key) : null;
    return typeof value === 'string' ? value : null;
  };
  return {
    code: text('code') ?? 'internal',
    message: text('message') ?? String(thrown),
    what: messageOf(thrown),
    path: text('path') ?? '',
  };
}
