import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { guideSources } from '../../../src/toolchain/site/guides.mjs';

// The packed package's types, checked as other projects check them, including the declarations of packages.

const run = promisify(execFile);
const hosts = fileURLToPath(new URL('../../hosts', import.meta.url));

const whole = (name: string): string => `import * as all from '${name}';\nexport default all;\n`;

/** One file per export, by the libraries it may need. */
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
      element.addEventListener('keydown', (event) => event.detail.scene);
      document.querySelector('self-attention')?.exportImage({ format: 'png' });\n`,
  },
};

const options = [
  '--noEmit',
  '--pretty',
  'false',
  '--strict',
  '--skipLibCheck',
  'false',
  // Checking TypeScript's own libraries would take half of the time.
  '--skipDefaultLibCheck',
  '--target',
  'es2022',
  '--moduleDetection',
  'force',
];
const resolutions = {
  bundler: ['--module', 'esnext', '--moduleResolution', 'bundler'],
  nodenext: ['--module', 'nodenext'],
};

/** The part of the compiler's API that is used. Version 5 has it, and 7 does not. */
interface Compiler {
  readonly parseCommandLine: (args: readonly string[]) => { options: object; fileNames: string[]; errors: unknown[] };
  readonly createCompilerHost: (options: object, setParents: boolean) => CompilerHost;
  readonly createProgram: (files: readonly string[], options: object, host: CompilerHost) => object;
  readonly getPreEmitDiagnostics: (program: object) => readonly unknown[];
  readonly formatDiagnostics: (found: readonly unknown[], host: CompilerHost) => string;
}
interface CompilerHost {
  getSourceFile: (name: string, ...options: unknown[]) => unknown;
}

/** A compiler that reads the libraries' declarations once for all programs with the same options. */
function compiler(version: string): (args: readonly string[]) => string {
  const load = createRequire(import.meta.url);
  const typescript: Compiler = load(`${hosts}/node_modules/typescript-${version}`);
  const read = new Map<string, unknown>();
  return (args) => {
    const { options, fileNames, errors } = typescript.parseCommandLine(args);
    const host = typescript.createCompilerHost(options, true);
    const { getSourceFile } = host;
    host.getSourceFile = (name, ...rest) => {
      const isOfTypescript = name.includes(`/typescript-${version}/`);
      if (!isOfTypescript) return getSourceFile.call(host, name, ...rest);
      if (!read.has(name)) read.set(name, getSourceFile.call(host, name, ...rest));
      return read.get(name);
    };
    const program = typescript.createProgram(fileNames, options, host);
    return typescript.formatDiagnostics([...errors, ...typescript.getPreEmitDiagnostics(program)], host);
  };
}

for (const version of ['5.0', '5.4', '5.6', '5.9', '7']) {
  // An export checked alone must declare everything it needs.
  test(`TypeScript ${version} checks every export alone`, async () => {
    const check = version === '7' ? null : compiler(version);
    for (const resolution of ['bundler', 'nodenext'] as const)
      for (const [lib, files] of Object.entries(consumers))
        for (const [name, text] of Object.entries(files)) {
          const folder = await projectFolder(`${version}-${resolution}-${name}`);
          const file = `${folder}/${name}.ts`;
          await writeFile(file, text);
          const args = [...options, ...resolutions[resolution], '--lib', lib, '--typeRoots', `${folder}/none`, file];
          const found = check === null ? await printedBy(version, args, folder) : check(args);
          expect(found, `self-attention/${name} (${resolution})`).toBe('');
        }
  });
}

/** What TypeScript prints in a folder. Empty if it finds nothing. */
async function printedBy(version: string, args: readonly string[], folder: string): Promise<string> {
  const tsc = `${hosts}/node_modules/typescript-${version}/bin/tsc`;
  const { stdout } = await run(process.execPath, [tsc, ...args], { cwd: folder }).catch((failed) => failed);
  return stdout;
}

/** An empty folder for one project, from which the hosts' packages are resolved. */
async function projectFolder(name: string): Promise<string> {
  const folder = `${hosts}/node_modules/.types/${name}`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/package.json`, '{ "type": "module" }');
  return folder;
}

/** What TypeScript reports, with the declarations of all packages checked. Empty if it finds nothing. */
async function complaints(folder: string, version: string, args: readonly string[]): Promise<string> {
  return printedBy(version, [...options, ...resolutions.bundler, '--lib', 'es2022,dom', ...args], folder);
}

/** Resolves React 18's types in place of React 19's. */
const react18 = { react: ['../../types-react-18'], 'react/*': ['../../types-react-18/*'] };

const jsxOf = (handlers: string): string => `
  export const good = <self-attention id="one" lang="es" lesson="its-snowing" show="heatmap arcs" theme="dark" ${handlers}><p>…</p></self-attention>;
  // @ts-expect-error: there is no such lesson.
  export const lesson = <self-attention lesson="snowing" />;
  // @ts-expect-error: there is no such theme.
  export const theme = <self-attention theme="sepia" />;
  // @ts-expect-error: there is no such attribute.
  export const unknown = <self-attention sentance="A b" />;
`;

const handled = `readonly scene={{ ...defaultScene, sentence: 'A b' }} onready={({ detail, currentTarget }) => { const version: 1 = detail.scene.version; currentTarget.reset(); return version; }} onerror={({ detail }) => detail.message.length}`;

const ofProps = (tag: string): string => `
  const good: ${tag} = { lesson: 'its-snowing', show: 'heatmap', scene: { ...defaultScene, sentence: 'A b' }, readonly: true, lang: 'es' };
  // @ts-expect-error: there is no such lesson.
  const lesson: ${tag} = { lesson: 'snowing' };
  // @ts-expect-error: there is no such theme.
  const theme: ${tag} = { theme: 'sepia' };
`;

const scene = "import { defaultScene } from 'self-attention/scene';\n";

/** One file per framework, and how its project is set up. */
const frameworks: Readonly<Record<string, { readonly file: string; readonly text: string; readonly jsx: string }>> = {
  react: { file: 'a.tsx', jsx: 'react', text: `${scene}import 'self-attention/react';${jsxOf(handled)}` },
  preact: { file: 'a.tsx', jsx: 'preact', text: `${scene}import 'self-attention/preact';${jsxOf(handled)}` },
  vue: {
    file: 'a.tsx',
    jsx: 'vue',
    text: `${scene}import 'self-attention/vue';
      import type { GlobalComponents } from 'vue';
      type Tag = InstanceType<GlobalComponents['self-attention']>['$props'];
      export const heard: Tag = { onReady: ({ detail }) => detail.scene.version };
      ${ofProps('Tag')}
      export const tag = <self-attention lesson="its-snowing" onChange={({ detail }) => detail.scene.version} />;
      // @ts-expect-error: there is no such theme.
      export const other = <self-attention theme="sepia" />;\n`,
  },
  svelte: {
    file: 'a.ts',
    jsx: '',
    text: `${scene}import 'self-attention/svelte';
      import type { SvelteHTMLElements } from 'svelte/elements';
      type Tag = SvelteHTMLElements['self-attention'];
      export const heard: Tag = { onchange: ({ detail }) => detail.scene.version };
      ${ofProps('Tag')}`,
  },
};

for (const [name, { file, text, jsx }] of Object.entries(frameworks)) {
  // The frameworks' declarations need a newer DOM library than older versions have.
  for (const version of ['5.9', '7']) {
    test(`TypeScript ${version} checks <self-attention> in ${name}`, async () => {
      const folder = await projectFolder(`${name}-${version}`);
      await writeFile(`${folder}/${file}`, text);
      const own = jsx === '' ? [] : ['--jsx', 'react-jsx', '--jsxImportSource', jsx];
      expect(await complaints(folder, version, [...own, '--typeRoots', 'none', file])).toBe('');
    });
  }
}

test('TypeScript checks the attributes of <self-attention> in React 18, which supports neither its properties nor its events', async () => {
  const folder = await projectFolder('react-18');
  const text = `import 'self-attention/react-18';${jsxOf('readonly="true" scene="#mask=causal"')}
    // @ts-expect-error: an attribute holds no object.
    export const object = <self-attention scene={{ version: 1 }} />;\n`;
  await writeFile(`${folder}/a.tsx`, text);
  const compilerOptions = { paths: react18, jsx: 'react-jsx', module: 'esnext', moduleResolution: 'bundler' };
  const strict = {
    strict: true,
    skipLibCheck: false,
    noEmit: true,
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: [],
  };
  const config = { compilerOptions: { ...compilerOptions, ...strict }, files: ['a.tsx'] };
  await writeFile(`${folder}/tsconfig.json`, JSON.stringify(config));
  expect(await printedBy('5.4', ['-p', '.'], folder)).toBe('');
});

test('every example of the guides and the README in JavaScript, TypeScript or JSX compiles as it is written', async () => {
  const folder = await projectFolder('guides');
  const readme = await readFile(`${hosts}/../../README.md`, 'utf8');
  const files: string[] = [];
  const examples = new Set<string>();
  for (const [page, text] of [...(await guideSources()).pages, ['readme', readme] as const]) {
    for (const [, language = '', code = ''] of text.matchAll(/^(?:`{3,4})(jsx?|tsx?)\b[^\n]*\n([\s\S]*?)\n`{3,4}$/gm)) {
      // The examples are the same in each language.
      if (examples.has(code)) continue;
      examples.add(code);
      const name = `${page}-${examples.size}.${language}`;
      await writeFile(`${folder}/${name}`, `${code}\n`);
      files.push(name);
    }
  }
  expect(files.length).toBeGreaterThan(12);
  // The global of its own script.
  await writeFile(`${folder}/reveal.d.ts`, 'declare const Reveal: { initialize(options: object): unknown };');
  const args = ['--jsx', 'react-jsx', '--allowJs', '--checkJs', '--types', 'node', 'reveal.d.ts'];
  const found = await complaints(folder, '7', [...args, ...files]);
  // The hosts' own packages have theirs.
  expect(found.split('\n').filter((line) => !/^(\.\.\/| )/.test(line))).toEqual(['']);
});
