/** The worker that reads matrices: a large file, or one that was made to take long, never holds the page up. */
import { speak } from '../../i18n/messages.ts';
import { type Imported, importFile, importText, type Matrix, type ReadOptions } from '../../import/index.ts';
import { ownScope, type Scope } from '../worker/scope.ts';

export interface ImportRequest {
  /** A file, or text that was pasted. */
  readonly source: File | string;
  readonly options: ReadOptions;
  /** That of the messages. */
  readonly language: string;
}

/** A matrix with its numbers in one array, row by row: a message holds the page up for each array in it. */
export type SentMatrix = Omit<Matrix, 'data'> & { readonly numbers: Float64Array<ArrayBuffer> };

/** What was read, or why nothing was. */
export type ImportResponse =
  | { readonly matrices: readonly SentMatrix[]; readonly refused: Imported['refused'] }
  | { readonly why: string };

async function read({ source, options, language }: ImportRequest): Promise<ImportResponse> {
  try {
    await speak(language);
    const { matrices, refused } =
      typeof source === 'string' ? importText(source, options) : await importFile(source, options);
    return {
      matrices: matrices.map(({ data, ...matrix }) => ({ ...matrix, numbers: Float64Array.from(data.flat()) })),
      refused,
    };
  } catch (thrown) {
    return { why: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

/** Answers the messages of `scope`. */
export function runWorker(scope: Scope<ImportRequest, ImportResponse>): void {
  scope.onmessage = async ({ data }) => {
    const response = await read(data);
    const transfer = 'why' in response ? [] : response.matrices.map(({ numbers }) => numbers.buffer);
    scope.postMessage(response, { transfer });
  };
}

const scope = ownScope<ImportRequest, ImportResponse>();
if (scope !== null) runWorker(scope);
