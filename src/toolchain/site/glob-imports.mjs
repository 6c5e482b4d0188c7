// Vite's `import.meta.glob` for esbuild, as far as web/i18n uses it: whatever languages have a folder there are found.
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const calls = /import\.meta\.glob(?:<[^>]*>)?\((?:'([^']+)'|\['([^']+)', '!([^']+)\*'\])(, \{ eager: true \})?\)/g;

/** The files below a folder, or below the one that it is in, whose paths match a pattern; `*` stands for a name in it. */
async function matches(folder, pattern) {
  const wanted = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`);
  const [start] = pattern.split('/');
  const names = await readdir(join(folder, start), { recursive: true });
  return names
    .map((name) => `${start}/${name.replaceAll('\\', '/')}`)
    .filter((path) => wanted.test(path))
    .sort();
}

export const globImports = {
  name: 'glob-imports',
  setup(build) {
    build.onLoad(
      { filter: /[/\\]web[/\\]i18n[/\\](?:(?:element|lessons|training)[/\\])?[\w-]+\.ts$/ },
      async ({ path }) => {
        let contents = await readFile(path, 'utf8');
        const imports = [];
        for (const [call, one, first, except, eager] of contents.matchAll(calls)) {
          const found = await matches(dirname(path), one ?? first);
          const entries = found
            .filter((file) => except === undefined || !file.startsWith(except))
            .map((file) => {
              if (eager === undefined) return `'${file}': () => import('${file}')`;
              const name = `globbed${imports.length}`;
              imports.push(`import * as ${name} from '${file}';`);
              return `'${file}': ${name}`;
            });
          contents = contents.replace(call, `{ ${entries.join(', ')} }`);
        }
        if (contents.includes('import.meta.glob'))
          throw new Error(`${path} has an import.meta.glob that is not understood`);
        return { contents: [...imports, contents].join('\n'), loader: 'ts' };
      },
    );
  },
};
