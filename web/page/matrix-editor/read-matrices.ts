import { importWords } from '../../i18n/import.ts';
import { currentLanguage } from '../../i18n/messages.ts';
import type { Imported, Matrix, ReadOptions } from '../../import/index.ts';
import { startWorker } from '../worker/start-worker.ts';
import type { ImportRequest, ImportResponse, SentMatrix } from './import-worker.ts';

/**
 * The matrices of a file or a pasted block, read in a worker of its own. Rejects with an Error that says what is wrong with
 * them, or that the worker could not be loaded; with the signal's reason, and nothing goes on, once it is aborted.
 */
export async function readMatrices(
  source: File | string,
  options: ReadOptions,
  signal?: AbortSignal,
): Promise<Imported> {
  const worker = startWorker('import');
  try {
    return await new Promise<Imported>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
      worker.onmessage = ({ data }: MessageEvent<ImportResponse>) =>
        'why' in data
          ? reject(new Error(data.why))
          : resolve({ ...data, matrices: data.matrices.map((matrix) => withRows(matrix)) });
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message || importWords.bring.notLoaded));
      };
      const request: ImportRequest = { source, options, language: currentLanguage() };
      worker.postMessage(request);
    });
  } finally {
    worker.terminate();
  }
}

/** The matrix's rows are made when they are looked at: one of another shape than what is edited is refused by its shape. */
function withRows({ numbers, ...matrix }: SentMatrix): Matrix {
  const { rows, columns } = matrix;
  const row = (index: number) => Array.from(numbers.subarray(index * columns, (index + 1) * columns));
  return {
    ...matrix,
    get data() {
      return Array.from({ length: rows }, (_, index) => row(index));
    },
  };
}
