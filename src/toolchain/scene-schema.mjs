// scene.schema.json, made of the description of a scene: nothing generated is committed.
import * as esbuild from 'esbuild';
import { project } from './paths.mjs';

/** The JSON Schema of a scene, as text. */
export async function sceneSchema() {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: project,
    entryPoints: ['web/scene/json-schema.ts'],
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'warning',
  });
  const made = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  return `${JSON.stringify(made.sceneJsonSchema(), null, 2)}\n`;
}
