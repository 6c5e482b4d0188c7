/** Reads matrices and tensors in a worker, so that a large or hostile file never blocks the page. */

import type { LanguageCode } from '../../i18n/language.ts';
import { fetchMessages } from '../../i18n/messages.ts';
import {
  ImportError,
  type Imported,
  type ImportedTensors,
  importFile,
  importTensors,
  importText,
  type Matrix,
  type Progress,
  type ReadOptions,
} from '../../import/index.ts';
import { type ModelChoices, modelScene } from '../../import/model/scene.ts';
import { sceneInFile } from '../../import/scene-file.ts';
import { type Message, messageOf } from '../../scene/error.ts';
import { packedNumbers } from '../../scene/packed-tensors.ts';
import type { Scene } from '../../scene/types.ts';
import { ownScope, type Scope } from './scope.ts';

type Options = Omit<ReadOptions, 'onProgress'> & { readonly language: LanguageCode };

export type ImportRequest =
  /** Matrices of a file, or of pasted text. */
  | { readonly kind: 'matrices'; readonly source: File | string; readonly options: Options }
  /** Tensors of somebody else's model, or the scene that the file is. */
  | { readonly kind: 'tensors'; readonly source: File; readonly options: Options }
  /** The scene of tensors, whose numbers are packed. */
  | { readonly kind: 'scene'; readonly source: ModelChoices; readonly options: Options };

/** A matrix with its numbers in one array, row by row: each array in a message blocks the page for a moment. */
export type SentMatrix = Omit<Matrix, 'data'> & { readonly numbers: Float64Array<ArrayBuffer> };

export interface SentMatrices {
  readonly matrices: readonly SentMatrix[];
  readonly stacked: SentMatrix | null;
  readonly refused: Imported['refused'];
}

/** A scene, and the numbers of its packed tensors in their order, which the page need not unpack. */
export interface SentScene {
  readonly scene: Scene;
  readonly numbers: readonly Float32Array[];
}

/** The matrices, the tensors or the scene, or an error. Before tensors, how much of the file is read. */
export type ImportResponse =
  | SentMatrices
  | ImportedTensors
  | SentScene
  | { readonly progress: Progress }
  | { readonly why: Message };

type OnResponse = (response: ImportResponse) => void;

async function read({ kind, source, options }: ImportRequest, respond: OnResponse): Promise<ImportResponse> {
  try {
    await fetchMessages(options.language);
    if (kind === 'tensors') {
      const scene = await sceneInFile(source);
      if (scene !== null) return sentScene(scene);
      return await importTensors(source, { ...options, onProgress: (progress) => respond({ progress }) });
    }
    if (kind === 'scene') return sentScene(modelScene(source));
    const { matrices, stacked, refused } =
      typeof source === 'string' ? importText(source, options) : await importFile(source, options);
    return { matrices: matrices.map(sent), stacked: stacked === null ? null : sent(stacked), refused };
  } catch (thrown) {
    const explained = thrown instanceof ImportError ? thrown.inLanguage(options.language) : thrown;
    return { why: messageOf(explained) };
  }
}

const sentScene = (scene: Scene): SentScene => ({ scene, numbers: packedNumbers(scene) });

const sent = ({ data, ...matrix }: Matrix): SentMatrix => ({ ...matrix, numbers: Float64Array.from(data.flat()) });

/** The memory that a message hands over. */
function buffersOf(response: ImportResponse): readonly ArrayBuffer[] {
  if ('why' in response || 'progress' in response) return [];
  if ('scene' in response) return response.numbers.map(({ buffer }) => buffer as ArrayBuffer);
  if ('tensors' in response) return response.tensors.map(({ data }) => data.buffer as ArrayBuffer);
  const { matrices, stacked } = response;
  return [...matrices, ...(stacked === null ? [] : [stacked])].map(({ numbers }) => numbers.buffer);
}

/** Answers the messages of `scope`. */
export function runWorker(scope: Scope<ImportRequest, ImportResponse>): void {
  scope.onmessage = async ({ data }) => {
    const response = await read(data, (progress) => scope.postMessage(progress, { transfer: [] }));
    scope.postMessage(response, { transfer: [...buffersOf(response)] });
  };
}

const scope = ownScope<ImportRequest, ImportResponse>();
if (scope !== null) runWorker(scope);
