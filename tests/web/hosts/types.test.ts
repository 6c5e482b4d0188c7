import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';

// The packed package's types as projects of others check them: strictly, the declarations of packages included.

const run = promisify(execFile);
const hosts = fileURLToPath(new URL('../../hosts', import.meta.url));

const whole = (name: string): string => `import * as all from '${name}';\nexport default all;\n`;

/** One file an export, by the libraries that are all it may want. */
const consumers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  es2022: {
    export: whole('self-attention/export'),
    lessons: whole('self-attention/lessons'),
    scene: whole('self-attention/scene'),
  },
  'es2022,dom': {
    index: whole('self-attention'),
    core: whole('self-attention/core'),
    inline: whole('self-attention/inline'),
    define: `import 'self-attention/define';
      const element = document.createElement('self-attention');
      element.show = 'heatmap arcs';
      element.addEventListener('change', ({ detail }) => { const version: 1 = detail.scene.version; return version; });
      element.addEventListener('error', ({ detail }) => detail.message.length);
      element.addEventListener('keydown', (event) => event.type);
      // @ts-expect-error: only the element's own events have a scene.
      element.addEventListener('ready', (event) => event.detail.scene);
      document.querySelector('self-attention')?.exportImage({ format: 'png' });\n`,
  },
};

const options = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2022', '--moduleDetection', 'force'];
const resolutions = {
  bundler: ['--module', 'esnext', '--moduleResolution', 'bundler'],
  nodenext: ['--module', 'nodenext'],
};

for (const version of ['5.0', '5.4', '5.6', '5.9', '7']) {
  for (const [resolution, chosen] of Object.entries(resolutions)) {
    test(`TypeScript ${version} checks every export alone (${resolution})`, async () => {
      // Beside the packages: resolution looks for them upwards.
      const folder = `${hosts}/node_modules/.types/${version}-${resolution}`;
      await rm(folder, { recursive: true, force: true });
      for (const [lib, files] of Object.entries(consumers)) {
        for (const [name, text] of Object.entries(files)) {
          await mkdir(`${folder}/${name}`, { recursive: true });
          await writeFile(`${folder}/${name}/package.json`, '{ "type": "module" }');
          await writeFile(`${folder}/${name}/${name}.ts`, text);
          const tsc = `${hosts}/node_modules/typescript-${version}/bin/tsc`;
          const args = [tsc, ...options, ...chosen, '--lib', lib, '--typeRoots', `${folder}/none`, `${name}.ts`];
          const { stdout } = await run(process.execPath, args, { cwd: `${folder}/${name}` }).catch((failed) => failed);
          expect(stdout, `self-attention/${name}`).toBe('');
        }
      }
    });
  }
}
