// Vite's `import.meta.glob` for esbuild, as far as web/i18n uses it: whatever languages have a folder there are found.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const calls = /import\.meta\.glob(?:<\w+>)?\((?:'([^']+)'|\['([^']+)', '!([^']+)\*'\])(, \{ eager: true \})?\)/g;

/** The paths that match a pattern in which `*` is the name of a folder. */
async function matches(folder, pattern) {
  const [before, after] = pattern.split('*');
  const names = (await readdir(join(folder, before))).sort();
  return names.map((name) => `${before}${name}${after}`).filter((path) => existsSync(join(folder, path)));
}

export const globImports = {
  name: 'glob-imports',
  setup(build) {
    build.onLoad({ filter: /[/\\]web[/\\]i18n[/\\][\w-]+\.ts$/ }, async ({ path }) => {
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
    });
  },
};
