import { cp, mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { run } from '../../../src/toolchain/command.mjs';
import { debianHosts } from '../../../src/toolchain/hosts.mjs';

const inProject = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const dist = inProject('dist');
const modules = inProject('tests/hosts/node_modules');
const sites = inProject('build/test/sites');

/** Builds the site of tests/hosts/NAME. Returns the folder to serve, or the reason why it cannot be built here. */
export type Build = () => Promise<string | { readonly missing: string }>;

/** The files that an author copies into a site: the element, its files, and the classic script. */
async function copyElement(into: string): Promise<void> {
  await mkdir(into, { recursive: true });
  for (const name of ['self-attention.js', 'self-attention.classic.js', 'assets'])
    await cp(`${dist}/${name}`, `${into}/${name}`, { recursive: true });
}

// A copy of the site's sources, with the element in their folder `beside`.
async function sources(name: string, beside: string): Promise<string> {
  const folder = `${sites}/${name}`;
  await rm(folder, { recursive: true, force: true });
  await cp(inProject(`tests/hosts/${name}`), folder, { recursive: true });
  await copyElement(`${folder}/${beside}`);
  return folder;
}

// Tools that look for packages beside the sources build in place.
async function inPlace(name: string, tool: string, args: (out: string) => readonly string[]): Promise<string> {
  const out = `${sites}/${name}`;
  await rm(out, { recursive: true, force: true });
  const env = { ASTRO_TELEMETRY_DISABLED: '1' };
  await run(process.execPath, [`${modules}/${tool}`, ...args(out)], { cwd: inProject(`tests/hosts/${name}`), env });
  return out;
}

async function byDebian(
  name: 'hugo' | 'mkdocs' | 'sphinx',
  beside: string,
  args: readonly string[],
  out: string,
): Promise<string | { readonly missing: string }> {
  const host = (await debianHosts())[name];
  if ('missing' in host) return host;
  const folder = await sources(name, beside);
  await run(host.program, [...host.args, ...args], { cwd: folder, env: host.env });
  return `${folder}/${out}`;
}

export const builds: Readonly<Record<string, Build>> = {
  plain: () => sources('plain', 'self-attention'),
  reveal: async () => {
    const folder = await sources('reveal', 'self-attention');
    await cp(`${modules}/reveal.js/dist`, `${folder}/reveal`, { recursive: true });
    return folder;
  },
  eleventy: async () => {
    const folder = await sources('eleventy', 'self-attention');
    await run(process.execPath, [`${modules}/@11ty/eleventy/cmd.cjs`, '--quiet'], { cwd: folder });
    return `${folder}/_site`;
  },
  react: () => inPlace('react', 'vite/bin/vite.js', (out) => ['build', '--emptyOutDir', '--outDir', out]),
  astro: () => inPlace('astro', 'astro/astro.js', (out) => ['build', '--silent', '--outDir', out]),
  vitepress: () => inPlace('vitepress', 'vitepress/bin/vitepress.js', (out) => ['build', '--outDir', out]),
  hugo: () => byDebian('hugo', 'static/self-attention', ['--quiet'], 'public'),
  mkdocs: () => byDebian('mkdocs', 'docs/self-attention', ['build', '--quiet'], 'site'),
  sphinx: () => byDebian('sphinx', '_static/self-attention', ['-q', '-b', 'html', '.', '_build'], '_build'),
};
