/** Reads matrices in a worker, so that a large or hostile file never blocks the page. */

import type { LanguageCode } from '../../i18n/language.ts';
import { fetchMessages } from '../../i18n/messages.ts';
import { type Imported, importFile, importText, type Matrix, type ReadOptions } from '../../import/index.ts';
import { ownScope, type Scope } from '../worker/scope.ts';

export interface ImportRequest {
  /** A file, or pasted text. */
  readonly source: File | string;
  readonly options: ReadOptions & { readonly language: LanguageCode };
}

/** A matrix with its numbers in one array, row by row: each array in a message blocks the page for a moment. */
export type SentMatrix = Omit<Matrix, 'data'> & { readonly numbers: Float64Array<ArrayBuffer> };

/** The matrices, or an error. */
export type ImportResponse =
  | {
      readonly matrices: readonly SentMatrix[];
      readonly stacked: SentMatrix | null;
      readonly refused: Imported['refused'];
    }
  | { readonly why: string };

async function read({ source, options }: ImportRequest): Promise<ImportResponse> {
  try {
    await fetchMessages(options.language);
    const { matrices, stacked, refused } =
      typeof source === 'string' ? importText(source, options) : await importFile(source, options);
    return { matrices: matrices.map(sent), stacked: stacked === null ? null : sent(stacked), refused };
  } catch (thrown) {
    return { why: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

const sent = ({ data, ...matrix }: Matrix): SentMatrix => ({ ...matrix, numbers: Float64Array.from(data.flat()) });

/** Answers the messages of `scope`. */
export function runWorker(scope: Scope<ImportRequest, ImportResponse>): void {
  scope.onmessage = async ({ data }) => {
    const response = await read(data);
    const found = 'why' in response ? [] : [...response.matrices, ...(response.stacked ? [response.stacked] : [])];
    const transfer = found.map(({ numbers }) => numbers.buffer);
    scope.postMessage(response, { transfer });
  };
}

const scope = ownScope<ImportRequest, ImportResponse>();
if (scope !== null) runWorker(scope);
