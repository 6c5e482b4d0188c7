import { importWords } from '../../i18n/import.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import type { Imported, ImportedTensors, Matrix, OnProgress, ReadOptions } from '../../import/index.ts';
import type { ModelChoices } from '../../import/model-scene.ts';
import { keepNumbers } from '../../scene/packed-tensors.ts';
import type { Scene } from '../../scene/types.ts';
import type { ImportRequest, ImportResponse, SentMatrices, SentMatrix, SentScene } from './import-worker.ts';
import { startWorker } from './start-worker.ts';

type Options = Omit<ReadOptions, 'onProgress'> & { readonly language: LanguageCode };

/**
 * Reads the matrices of a file or a pasted block in a worker. Rejects with an Error about them or about loading the
 * worker, or with the signal's reason when it is aborted.
 */
export async function readMatrices(source: File | string, options: Options, signal?: AbortSignal): Promise<Imported> {
  const { matrices, stacked, refused } = await ask<SentMatrices>({ kind: 'matrices', source, options }, signal);
  return {
    matrices: matrices.map((matrix) => withRows(matrix)),
    stacked: stacked === null ? null : withRows(stacked),
    refused,
  };
}

/** Reads the tensors of a model, likewise. */
export const readTensors = (
  source: File,
  options: Options,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<ImportedTensors> => ask<ImportedTensors>({ kind: 'tensors', source, options }, signal, onProgress);

/** The scene of a model's tensors, whose numbers are packed in a worker. Rejects as `readMatrices` does. */
export async function makeModelScene(source: ModelChoices, options: Options, signal: AbortSignal): Promise<Scene> {
  const { scene, numbers } = await ask<SentScene>({ kind: 'scene', source, options }, signal);
  keepNumbers(scene, numbers);
  return scene;
}

async function ask<Response extends ImportResponse>(
  request: ImportRequest,
  signal?: AbortSignal,
  onProgress?: OnProgress,
): Promise<Response> {
  const worker = startWorker('import');
  try {
    return await new Promise<Response>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason));
      worker.onmessage = ({ data }: MessageEvent<ImportResponse>) =>
        'progress' in data
          ? onProgress?.(data.progress)
          : 'why' in data
            ? reject(new Error(data.why))
            : resolve(data as Response);
      worker.onerror = (event) => {
        event.preventDefault();
        reject(new Error(event.message || importWords(request.options.language).bring.notLoaded));
      };
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
