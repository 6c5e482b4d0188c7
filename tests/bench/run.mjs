// Everything that is claimed to be fast or small, measured in one run.
//
//   npm run bench -- [--only attention,calls,training,edits,explanation,heap,music,keys,load,bytes] [--in node,chromium] [--cases "6, 16, 2; 128, 256, 8 causal"]
//                    [--quick] [--out build/bench/benchmarks.json]
//
// Prints a table of each section and writes all of it as JSON. Sections that are left out stay as an earlier run with the same
// --out left them. --quick is for trying the benchmark itself: its numbers mean nothing.
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Stop, say, since } from '../../src/toolchain/command.mjs';
import { inProject } from '../../src/toolchain/paths.mjs';
import { callCases } from './calls.mjs';
import { cases } from './cases.mjs';
import { installed } from './installed.mjs';
import { attentionTable, tables } from './table.mjs';

/** Sections that run inside an engine, and those that visit the site. */
const INSIDE = ['attention', 'calls', 'training', 'edits', 'explanation', 'heap', 'music'];
const PAGE = ['keys', 'load', 'bytes'];
const HOSTS = ['node', 'chromium'];

function options(args) {
  const text = { type: 'string' };
  const { values } = parseArgs({
    args,
    options: { only: text, in: text, cases: text, out: text, quick: { type: 'boolean', default: false } },
  });
  const among = (name, known, apart = ',') => {
    const chosen = values[name]?.split(apart).map((part) => part.trim());
    const strange = chosen?.find((part) => !known.includes(part));
    if (strange !== undefined)
      throw new Stop(`--${name} knows ${known.join(`${apart} `)}; not ${strange || 'nothing'}.`);
    return chosen;
  };
  return {
    quick: values.quick,
    sections: among('only', [...INSIDE, ...PAGE]) ?? [...INSIDE, ...PAGE],
    hosts: among('in', HOSTS) ?? HOSTS,
    names:
      among(
        'cases',
        [...cases, ...callCases].map(({ name }) => name),
        ';',
      ) ?? (values.quick ? [...cases, ...callCases].filter(({ T }) => T <= 64).map(({ name }) => name) : undefined),
    out: values.out === undefined ? inProject('build/bench/benchmarks.json') : resolve(values.out),
  };
}

/** The class of machine, and nothing that names this one. */
const machine = () => {
  const all = cpus();
  return {
    processor: all[0]?.model.trim() ?? 'unknown',
    cores: all.length,
    platform: `${process.platform} ${process.arch}`,
  };
};

/** The module that measures the machine's peak. undefined, with a note, where it has not been built. */
async function peakModule() {
  const file = inProject('build/wasm/bench/peak.wasm');
  if (existsSync(file)) return [...(await readFile(file))];
  say('  - the peak is not measured: npm run bench builds what measures it');
}

async function main() {
  const { quick, sections, hosts, names, out } = options(process.argv.slice(2));
  const begin = performance.now();
  // A browser's driver takes a while to load: whoever mistypes an option need not wait for it.
  const [{ host }, page] = await Promise.all([import('./hosts.mjs'), import('./page.mjs')]);
  const peers = installed();
  if (peers === undefined) say('  - the libraries to compare with are not installed: npm run bench:peers');
  const report = (line) => say(`    ${since(begin)}  ${line}`);
  const { version } = JSON.parse(await readFile(inProject('package.json'), 'utf8'));
  const before = existsSync(out) ? JSON.parse(await readFile(out, 'utf8')) : {};
  const results = {
    ...before,
    date: new Date().toISOString().slice(0, 10),
    quick: quick ? true : undefined,
    machine: machine(),
    versions: { ...before.versions, 'self-attention': version, ...peers },
  };
  const show = (lines) => say(`\n${lines.join('\n')}\n`);
  const peak = await peakModule();
  const inside = INSIDE.filter((section) => sections.includes(section));
  for (const name of inside.length > 0 ? hosts : []) {
    const engine = await host(name, peers !== undefined);
    results.versions[name] = engine.version;
    try {
      for (const section of inside) {
        const measured = await engine.measure({ section, peak, names, quick, report });
        results[section] = { ...results[section], [name]: measured };
        show(
          section === 'attention'
            ? attentionTable(engine.version, measured)
            : tables[section](engine.version, measured),
        );
      }
    } finally {
      await engine.close();
    }
  }
  for (const section of PAGE.filter((known) => sections.includes(known))) {
    if (!existsSync(inProject('dist/index.html')))
      throw new Stop('There is no dist/index.html: npm run build makes it.');
    results[section] = await page[section]({ quick, report });
    show(tables[section]('Chromium', results[section]));
  }
  await mkdir(dirname(out), { recursive: true });
  await writeFile(out, `${JSON.stringify(results, null, 2)}\n`);
  say(`  + measured: ${since(begin)}`);
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Stop || error.code?.startsWith('ERR_PARSE_ARGS') ? error.message : error.stack);
  process.exitCode = 1;
}
