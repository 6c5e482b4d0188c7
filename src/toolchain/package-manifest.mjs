// package.json of the published package: what can be imported, and what bundlers and networks of copies ask for.
import { readFile } from 'node:fs/promises';
import { inProject } from './paths.mjs';

/** Modules: the name after `self-attention/` ('.' is the package itself), its file, and the source it comes from. */
export const MODULES = [
  { name: '.', file: 'index', source: 'index.ts' },
  { name: './core', file: 'core', source: 'core/index.ts' },
  { name: './define', file: 'define', source: 'element/define.ts' },
  { name: './inline', file: 'inline', source: 'element/inline.ts' },
  { name: './lessons', file: 'lessons', source: 'lessons/index.ts' },
  { name: './scene', file: 'scene', source: 'scene/index.ts' },
  { name: './export', file: 'export', source: 'export/index.ts' },
];

/** The same as a script without modules: `SelfAttention`. */
export const CLASSIC = 'self-attention.classic.js';
export const CLI = 'cli.js';

/** Other files that can be asked for by name: the plain flavour is `core.wasm`, which runs wherever the other does. */
const FILES = {
  './core.wasm': 'core-simd.wasm',
  './scene.schema.json': 'scene.schema.json',
  './custom-elements.json': 'custom-elements.json',
  './package.json': 'package.json',
};

export const typesOf = ({ source }) => `types/${source.replace(/\.ts$/, '.d.ts')}`;

/** The text of package.json. `there` says whether a file is in the package. */
export async function manifest(there) {
  const { name, version, description, keywords, license, type, engines } = JSON.parse(
    await readFile(inProject('package.json'), 'utf8'),
  );
  const modules = MODULES.map((module) => [
    module.name,
    { types: `./${typesOf(module)}`, default: `./${module.file}.js` },
  ]);
  const files = Object.entries(FILES).filter(([, file]) => there(file));
  const fields = {
    ...{ name, version, description, keywords, license, type, engines },
    main: './index.js',
    types: `./${typesOf(MODULES[0])}`,
    exports: Object.fromEntries([...modules, ...files.map(([key, file]) => [key, `./${file}`])]),
    ...(there(CLI) ? { bin: { [name]: `./${CLI}` } } : {}),
    jsdelivr: `./${CLASSIC}`,
    unpkg: `./${CLASSIC}`,
    ...(there('custom-elements.json') ? { customElements: './custom-elements.json' } : {}),
    files: ['*.js', '*.wasm', 'types', 'scene.schema.json', 'custom-elements.json', 'CHANGELOG.md'],
    // Importing them does something: it registers the element, or hands the core the table of meanings that ships. Nothing that a
    // page would notice but for the first; a bundler must not leave it out all the same.
    sideEffects: [
      './define.js',
      `./${CLASSIC}`,
      `./${CLI}`,
      ...['index', 'core', 'scene', 'inline', 'chunk-*'].map((file) => `./${file}.js`),
    ],
  };
  return `${JSON.stringify(fields, null, 2)}\n`;
}
