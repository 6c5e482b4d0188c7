import { importWords } from '../../i18n/import.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import type { Imported, Matrix, ReadOptions } from '../../import/index.ts';
import { startWorker } from '../worker/start-worker.ts';
import type { ImportRequest, ImportResponse, SentMatrix } from './import-worker.ts';

/**
 * Reads the matrices of a file or a pasted block in a worker. Rejects with an Error about them or about loading the
 * worker, or with the signal's reason when it is aborted.
 */
export async function readMatrices(
  source: File | string,
  options: ReadOptions & { readonly language: LanguageCode },
  signal?: AbortSignal,
): Promise<Imported> {
  const worker = startWorker('import');
  try {
    return await new Promise<Imported>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
      worker.onmessage = ({ data }: MessageEvent<ImportResponse>) =>
        'why' in data
          ? reject(new Error(data.why))
          : resolve({
              ...data,
              matrices: data.matrices.map((matrix) => withRows(matrix)),
              stacked: data.stacked === null ? null : withRows(data.stacked),
            });
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message || importWords(options.language).bring.notLoaded));
      };
      const request: ImportRequest = { source, options };
      worker.postMessage(request);
    });
  } finally {
    worker.terminate();
  }
}

/** Rows are created on first use. A matrix of another shape is refused by its shape alone. */
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
