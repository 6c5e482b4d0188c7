// Files of the site and of the package that are made when they are built: the licences, and the schema of a scene.
import { readFile } from 'node:fs/promises';
import * as esbuild from 'esbuild';
import { inProject } from './paths.mjs';
import { common } from './site-bundle.mjs';

// lit-html, lit-element and @lit/reactive-element have lit's; what string-width is made of has its author and its licence.
const BUNDLED = { lit: 'LICENSE', fflate: 'LICENSE', papaparse: 'LICENSE', 'string-width': 'license' };

/** The text of LICENSE, with the licences of what is bundled. */
export async function licences() {
  const texts = await Promise.all([
    readFile(inProject('LICENSE'), 'utf8'),
    ...Object.entries(BUNDLED).map(async ([name, file]) => {
      const text = await readFile(inProject('node_modules', name, file), 'utf8');
      return `${'-'.repeat(80)}\nIt contains ${name}:\n\n${text}`;
    }),
  ]);
  return `${texts.map((text) => text.trim()).join('\n\n')}\n`;
}

/** The JSON Schema of a scene, as text. */
export async function sceneSchema() {
  const { outputFiles } = await esbuild.build({
    ...common,
    entryPoints: ['web/scene/json-schema.ts'],
  });
  const made = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  return `${JSON.stringify(made.sceneJsonSchema(), null, 2)}\n`;
}
