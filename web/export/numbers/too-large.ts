import { AttentionError } from '../../scene/error.ts';

/** More numbers than a file takes. Its message is English; the page says it in its own language. */
export class TooLargeError extends AttentionError {
  readonly found: number;
  readonly limit: number;

  constructor(message: (found: number, limit: number) => string, found: number, limit: number, path: string) {
    super('too-large', message(found, limit), path);
    this.found = found;
    this.limit = limit;
  }
}
