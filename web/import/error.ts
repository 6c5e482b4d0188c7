import { AttentionError, type ErrorCode } from '../scene/error.ts';
import type { Place } from './types.ts';

/** What is wrong with a file or a pasted block, in the page's language, and where in it. */
export class ImportError extends AttentionError {
  readonly place: Place;

  constructor(code: ErrorCode, message: string, place: Place = {}) {
    super(code, message);
    this.name = 'ImportError';
    this.place = place;
  }
}

export const refuse = (code: ErrorCode, message: string, place?: Place): never => {
  throw new ImportError(code, message, place);
};
