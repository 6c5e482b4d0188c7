// The sources of the guides: their Markdown with the files that it shows, and the data of their tables.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { Stop } from '../command.mjs';
import { inProject } from '../paths.mjs';
import { countsOf } from '../words/spanish-vectors.mjs';
import { integrityOf } from './integrity.mjs';

const GUIDES = inProject('web/docs/guides');
const CLASSIC = 'self-attention.classic.js';

/**
 * Returns { pages: [[name, markdown]], limits, version, integrity, sizes, hosts, spanish } for web/docs/guides.ts. `wholes` are the built
 * scripts and pages that consist of one file. Throws Stop for a missing file.
 */
export async function guideSources(wholes = { [CLASSIC]: '', 'self-attention.html': '' }) {
  const files = (await readdir(GUIDES, { recursive: true })).filter((name) => name.endsWith('.md')).sort();
  const pages = files.map(async (file) => [nameOf(file), await withFiles(file)]);
  const read = async (file) => JSON.parse(await readFile(inProject(file), 'utf8'));
  const { version } = await read('package.json');
  const { dependencies: hosts } = await read('tests/hosts/package.json');
  return {
    pages: await Promise.all(pages),
    limits: await readFile(inProject('src/limits.hpp'), 'utf8'),
    version,
    integrity: integrityOf(wholes[CLASSIC]),
    sizes: Object.fromEntries(
      Object.entries(wholes).map(([name, contents]) => [name, brotliCompressSync(contents).length]),
    ),
    hosts,
    spanish: countsOf(await readFile(inProject('src/data/vectors/spanish.txt'), 'utf8')),
  };
}

// A folder contains the guides in another language: es/teaching.md becomes teaching.es.
function nameOf(file) {
  const { dir, name } = parse(file);
  return dir === '' ? name : `${name}.${dir}`;
}

// An empty code block that names a file shows that file, so the tests build exactly what a guide shows.
async function withFiles(name) {
  const text = await readFile(join(GUIDES, name), 'utf8');
  const includes = /^```(\w+) file=(\S+)\n```$/gm;
  const files = new Map();
  for (const [, , file] of text.matchAll(includes)) {
    if (!existsSync(inProject(file))) throw new Stop(`${name} shows ${file}, which is not there.`);
    files.set(file, (await readFile(inProject(file), 'utf8')).trimEnd());
  }
  return text.replace(
    includes,
    (_, language, file) => `\`\`\`\`${language} file=${file}\n${files.get(file)}\n\`\`\`\``,
  );
}
