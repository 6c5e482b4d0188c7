/** The published codes; error-codes.ts says what each means. */
const codes = [
  'scene-form',
  'too-large',
  'empty',
  'shape',
  'heads',
  'missing-token',
  'unknown-table',
  'not-finite',
  'range',
  'unknown-tensor',
  'out-of-range',
  'disposed',
  'link',
  'wasm-load',
  'unsupported',
  'internal',
] as const;

export type ErrorCode = (typeof codes)[number];

/** Whether a string that came from elsewhere (the C++ core) is a published code. */
export const isErrorCode = (text: string): text is ErrorCode => codes.some((code) => code === text);

/**
 * The one error that scenes, links and the core throw. `path` is a JSON pointer (RFC 6901) into the scene, such as
 * "/attention/heads", and empty where the whole is meant.
 */
export class AttentionError extends Error {
  readonly code: ErrorCode;
  readonly path: string;

  constructor(code: ErrorCode, message: string, path = '') {
    super(message);
    this.name = 'AttentionError';
    this.code = code;
    this.path = path;
  }
}
