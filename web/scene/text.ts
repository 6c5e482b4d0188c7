import { fail, message } from './error.ts';
import { jsonFault } from './json.ts';
import { limits } from './limits.ts';
import type { Scene } from './types.ts';
import { parseScene } from './validate.ts';

/** A scene from JSON text. Text that is no JSON, or says one key twice, is `scene-form` with its line and column. */
export function parseSceneText(json: string): Scene {
  return parseScene(parseJson(json));
}

function parseJson(json: string): unknown {
  if (json.length > limits.json) {
    fail('too-large', '', message`the text has ${json.length} characters; the limit is ${limits.json}`);
  }
  const fault = jsonFault(json);
  if (fault === null) return JSON.parse(json);
  const before = json.slice(0, fault.at);
  const line = before.split('\n').length;
  const column = fault.at - before.lastIndexOf('\n');
  return fail('scene-form', '', message`the text is not JSON: line ${line}, column ${column}: ${fault.what}`);
}
