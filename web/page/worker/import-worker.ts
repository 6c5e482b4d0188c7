/** Reads matrices and tensors in a worker, so that a large or hostile file never blocks the page. */

import type { LanguageCode } from '../../i18n/language.ts';
import { fetchMessages } from '../../i18n/messages.ts';
import {
  type Imported,
  type ImportedTensors,
  importFile,
  importTensors,
  importText,
  type Matrix,
  type ReadOptions,
} from '../../import/index.ts';
import { ownScope, type Scope } from './scope.ts';

type Options = ReadOptions & { readonly language: LanguageCode };

export type ImportRequest =
  /** Matrices of a file, or of pasted text. */
  | { readonly kind: 'matrices'; readonly source: File | string; readonly options: Options }
  /** Tensors of somebody else's model. */
  | { readonly kind: 'tensors'; readonly source: File; readonly options: Options };

/** A matrix with its numbers in one array, row by row: each array in a message blocks the page for a moment. */
export type SentMatrix = Omit<Matrix, 'data'> & { readonly numbers: Float64Array<ArrayBuffer> };

export interface SentMatrices {
  readonly matrices: readonly SentMatrix[];
  readonly stacked: SentMatrix | null;
  readonly refused: Imported['refused'];
}

/** The matrices or tensors, or an error. */
export type ImportResponse = SentMatrices | ImportedTensors | { readonly why: string };

async function read({ kind, source, options }: ImportRequest): Promise<ImportResponse> {
  try {
    await fetchMessages(options.language);
    if (kind === 'tensors') return await importTensors(source, options);
    const { matrices, stacked, refused } =
      typeof source === 'string' ? importText(source, options) : await importFile(source, options);
    return { matrices: matrices.map(sent), stacked: stacked === null ? null : sent(stacked), refused };
  } catch (thrown) {
    return { why: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

const sent = ({ data, ...matrix }: Matrix): SentMatrix => ({ ...matrix, numbers: Float64Array.from(data.flat()) });

/** The memory that a message hands over. */
function buffersOf(response: ImportResponse): readonly ArrayBuffer[] {
  if ('why' in response) return [];
  if ('tensors' in response) return response.tensors.map(({ data }) => data.buffer as ArrayBuffer);
  const { matrices, stacked } = response;
  return [...matrices, ...(stacked === null ? [] : [stacked])].map(({ numbers }) => numbers.buffer);
}

/** Answers the messages of `scope`. */
export function runWorker(scope: Scope<ImportRequest, ImportResponse>): void {
  scope.onmessage = async ({ data }) => {
    const response = await read(data);
    scope.postMessage(response, { transfer: [...buffersOf(response)] });
  };
}

const scope = ownScope<ImportRequest, ImportResponse>();
if (scope !== null) runWorker(scope);
