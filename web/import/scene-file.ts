import { normalScene } from '../scene/defaults.ts';
import { limits } from '../scene/limits.ts';
import { parseScene } from '../scene/parse.ts';
import type { Scene } from '../scene/types.ts';
import { decodeText, withPythonNumbers } from './file-text.ts';
import type { importTensors } from './index.ts';
import { isObject } from './json.ts';
import { soundJson } from './sound-json.ts';
import { ImportError, modelLimits } from './types.ts';

/**
 * The scene that a .json file is, in its normal form. Null for any other file, and for text that is no JSON, about which `importTensors` says
 * more. Rejects with AttentionError for a wrong scene.
 */
export async function sceneInFile(file: Parameters<typeof importTensors>[0]): Promise<Scene | null> {
  if (!/\.json$/i.test(file.name) || file.size > modelLimits.json) return null;
  const text = textOf(new Uint8Array(await file.arrayBuffer()), file.name);
  const found = text.includes('"embedding"') ? soundJson(text, limits.depth) : null;
  return found !== null && isScene(found.value) ? normalScene(parseScene(found.value)) : null;
}

/** An array called "embedding" is one of a model. */
const isScene = (value: unknown): boolean =>
  isObject(value) && 'version' in value && 'embedding' in value && !Array.isArray(value['embedding']);

/** Empty for bytes that are no text. */
function textOf(bytes: Uint8Array, name: string): string {
  try {
    return withPythonNumbers(decodeText(bytes, name));
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return '';
  }
}
