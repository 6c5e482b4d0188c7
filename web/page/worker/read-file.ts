import { importWords } from '../../i18n/import.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import type { Imported, ImportedTensors, Matrix, OnProgress, ReadOptions } from '../../import/index.ts';
import type { ModelChoices } from '../../import/model/scene.ts';
import { messageText } from '../../scene/error.ts';
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

/** Reads the tensors of a model, or the scene that the file is, likewise. */
export async function readModel(
  source: File,
  options: Options,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<ImportedTensors | { readonly scene: Scene }> {
  const found = await ask<ImportedTensors | SentScene>({ kind: 'tensors', source, options }, signal, onProgress);
  return 'scene' in found ? { scene: withNumbers(found) } : found;
}

/** The scene of a model's tensors, whose numbers are packed in a worker. Rejects as `readMatrices` does. */
export const makeModelScene = async (source: ModelChoices, options: Options, signal: AbortSignal): Promise<Scene> =>
  withNumbers(await ask<SentScene>({ kind: 'scene', source, options }, signal));

function withNumbers({ scene, numbers }: SentScene): Scene {
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
            ? // An error of a scene is translated by its template.
              reject(Object.assign(new Error(messageText(data.why)), data.why))
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
