// Builds the Python package of web/notebook/ as a wheel (https://packaging.python.org/en/latest/specifications/binary-distribution-format/).
// A wheel is a zip, so nothing of Python's is needed. The same files give the same bytes.
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { Stop } from './command.mjs';
import { inProject } from './paths.mjs';
import { buildModules, buildScript } from './vite.mjs';

const SOURCES = inProject('web/notebook/self_attention');
const PACKAGE = 'self_attention';
const TAG = 'py3-none-any';

/** The first day that a zip can name. */
const DATE = '1980-01-01T00:00:00';

/** The file name of the wheel of a version. A preview's version has its form in Python: 1.2.0-rc.1 is 1.2.0rc1. */
export const wheelName = (version) => `${PACKAGE}-${pythonVersion(version)}-${TAG}.whl`;

const pythonVersion = (version) =>
  version.replace(
    /-(alpha|beta|rc)\.?(\d+)$/,
    (_, kind, number) => ({ alpha: 'a', beta: 'b', rc: 'rc' })[kind] + number,
  );

/** Writes the wheel into `folder` and returns its path. It has the classic script of build/package/. Throws Stop without that. */
export async function buildWheel(folder) {
  const { version, description, keywords } = JSON.parse(await readFile(inProject('package.json'), 'utf8'));
  const built = async (name) =>
    readFile(inProject('build/package', name)).catch(() => {
      throw new Stop(`build/package/${name} is not there: npm run build`);
    });
  const [classic, licence, readme, sources, frame, widget] = await Promise.all([
    built('self-attention.classic.js'),
    built('LICENSE'),
    readFile(inProject('web/notebook/README.md')),
    readdir(SOURCES),
    scriptOf(buildScript('frame.js', 'web/notebook/frame.ts', {}, withoutMap)),
    scriptOf(buildModules({ widget: inProject('web/notebook/widget.ts') }, {}, asOneModule)),
  ]);
  const files = {};
  const add = (name, contents) => {
    files[name] = typeof contents === 'string' ? strToU8(contents) : new Uint8Array(contents);
  };
  // Running a test may leave a folder of compiled modules beside them.
  for (const name of sources.filter((name) => /\.(py|typed)$/.test(name)).sort())
    add(`${PACKAGE}/${name}`, await readFile(join(SOURCES, name)));
  // Its map is not in the wheel.
  add(`${PACKAGE}/library.js`, classic.toString().replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
  add(`${PACKAGE}/frame.js`, frame);
  add(`${PACKAGE}/widget.js`, widget);
  add(`${PACKAGE}/version.txt`, `${version}\n`);
  const info = `${PACKAGE}-${pythonVersion(version)}.dist-info`;
  add(`${info}/LICENSE`, licence);
  add(`${info}/METADATA`, metadata({ version: pythonVersion(version), description, keywords, readme }));
  add(
    `${info}/WHEEL`,
    `Wheel-Version: 1.0\nGenerator: self-attention (${version})\nRoot-Is-Purelib: true\nTag: ${TAG}\n`,
  );
  const record = Object.entries(files).map(
    ([name, contents]) => `${name},sha256=${digest(contents)},${contents.length}\n`,
  );
  add(`${info}/RECORD`, `${record.join('')}${info}/RECORD,,\n`);
  // Zip has the local time, whatever the zone.
  const zip = zipSync(files, { level: 9, mtime: DATE, os: 3, attrs: 0o100644 << 16 });
  await mkdir(folder, { recursive: true });
  const path = join(folder, wheelName(version));
  await writeFile(path, zip);
  return path;
}

const withoutMap = { build: { sourcemap: false } };

const asOneModule = {
  build: { sourcemap: false, minify: 'oxc', rolldownOptions: { output: { codeSplitting: false } } },
};

async function scriptOf(building) {
  const [contents] = (await building).values();
  const text = contents.toString().trim();
  // It stands in a script element, where nothing is escaped.
  if (/<\/script|<script|<!--/i.test(text)) throw new Error('a script of the wheel would end its own element');
  return `${text}\n`;
}

/** As RECORD has it: base64url without padding. */
const digest = (contents) => createHash('sha256').update(contents).digest('base64url');

const metadata = ({ version, description, keywords, readme }) =>
  [
    'Metadata-Version: 2.1',
    'Name: self-attention',
    `Version: ${version}`,
    `Summary: ${description}`,
    `Keywords: ${keywords.join(',')}`,
    'License: MIT',
    'Classifier: Framework :: Jupyter',
    'Classifier: Intended Audience :: Education',
    'Classifier: License :: OSI Approved :: MIT License',
    'Classifier: Programming Language :: Python :: 3',
    'Requires-Python: >=3.8',
    'Provides-Extra: widget',
    'Requires-Dist: anywidget; extra == "widget"',
    'Description-Content-Type: text/markdown',
    '',
    readme.toString(),
  ].join('\n');
