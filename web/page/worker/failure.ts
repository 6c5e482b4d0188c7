import { type Message, messageOf } from '../../scene/error.ts';

/** An error of a worker, in the form it is sent to the page. */
export interface Failure extends Message {
  readonly code: string;
  readonly message: string;
  readonly path: string;
}

export function failureOf(thrown: unknown): Failure {
  const text = (key: string): string | null => {
    const value: unknown = Reflect.get(Object(thrown), key);
    return typeof value === 'string' ? value : null;
  };
  return {
    code: text('code') ?? 'unexpected',
    message: text('message') ?? String(thrown),
    path: text('path') ?? '',
    ...messageOf(thrown),
  };
}
