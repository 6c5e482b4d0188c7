// A layer as a spreadsheet: every cell has the core's number, also beside a formula, and LibreOffice computes the core's numbers from the
// formulas, before and after a reader changes a cell.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import papaparse from 'papaparse';
import { SaxesParser } from 'saxes';
import { loadCore } from 'self-attention/core';
import { spreadsheetOf } from 'self-attention/export';

const run = promisify(execFile);
const core = await loadCore();

const scene = {
  version: 1,
  tokens: ['it', '=1+1', '<b>&"', 'it', 'a_x0041_b'],
  embedding: { kind: 'random', distribution: 'normal', seed: 5, dModel: 8 },
  parameters: { kind: 'random', init: 'xavier', seed: 3, output: true, biases: true },
  attention: { heads: 4, kvHeads: 2, mask: { kind: 'causal' }, temperature: 0.5 },
};

/** The sheets of a file by name: cells by place, with value, formula and type. */
function sheetsOf(bytes) {
  const files = unzipSync(bytes);
  const text = (path) => strFromU8(files[path]);
  const names = [];
  parse(text('xl/workbook.xml'), (tag, attributes) => {
    if (tag === 'sheet') names.push(attributes.name);
  });
  return new Map(names.map((name, index) => [name, cellsOf(text(`xl/worksheets/sheet${index + 1}.xml`))]));
}

function parse(xml, open, text = () => undefined) {
  const parser = new SaxesParser();
  const path = [];
  parser.on('opentag', ({ name, attributes }) => {
    path.push(name);
    open(name, attributes);
  });
  parser.on('text', (part) => text(path.at(-1), part));
  parser.on('closetag', () => path.pop());
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
}

function cellsOf(xml) {
  const cells = new Map();
  let cell;
  parse(
    xml,
    (tag, { r, t }) => {
      if (tag !== 'c') return;
      cell = { type: t ?? 'n', value: '' };
      cells.set(r, cell);
    },
    (tag, part) => {
      if (tag === 'v' || tag === 't') cell.value += part;
      if (tag === 'f') cell.formula = part;
    },
  );
  return cells;
}

/** A table of a sheet by the name it begins with: { rows, labels, first } where first is the row of the first number. */
function tableOf(cells, name, columns) {
  const letters = 'BCDEFGHIJKLMNOPQRSTUVWXYZ';
  const [place] =
    [...cells].find(([at, { value }]) => at.startsWith('A') && value.startsWith(`${name}:`)) ?? assert.fail(name);
  const first = Number(place.slice(1)) + 2;
  const rows = [];
  for (let row = first; cells.has(`A${row}`) && cells.has(`B${row}`); row += 1)
    rows.push(Array.from({ length: columns }, (_, column) => cells.get(`${letters[column]}${row}`)));
  const heads = Array.from({ length: columns }, (_, column) => cells.get(`${letters[column]}${first - 1}`)?.value);
  return { rows, heads, first, labels: rows.map((_, row) => cells.get(`A${first + row}`).value) };
}

const numberOf = ({ type, value }) => (value === '−∞' ? -Infinity : type === 'n' ? Number(value) : Number.NaN);
const same = (found, tensor, what) =>
  assert.deepEqual(
    found.flat().map((cell) => Math.fround(numberOf(cell))),
    [...tensor.data],
    what,
  );
const isFormula = ({ formula }) => formula !== undefined;

describe('a spreadsheet', () => {
  const trace = core.attend(scene);
  const sheets = sheetsOf(spreadsheetOf(scene, trace));
  const T = scene.tokens.length;

  it('has a sheet for the settings, each head and the output', () => {
    assert.deepEqual([...sheets.keys()], ['Settings', 'Head 1', 'Head 2', 'Head 3', 'Head 4', 'Output']);
  });

  it('has the numbers of the core in every cell, and formulas in all but those to change', () => {
    for (let head = 0; head < 4; head += 1) {
      const cells = sheets.get(`Head ${head + 1}`);
      const widths = { q: 2, k: 2, scores: T, scaled: T, masked: T, weights: T, v: 2, z: 2 };
      for (const [name, columns] of Object.entries(widths)) {
        const { rows } = tableOf(cells, name, columns);
        const isShared = name === 'k' || name === 'v';
        same(rows, trace.tensor(name, { head: isShared ? Math.floor(head / 2) : head }), `${name} of head ${head}`);
        // The second head of two that share their keys follows the first.
        const isInput = name === 'q' || (isShared && head % 2 === 0);
        assert.ok(
          rows.flat().every((cell) => isFormula(cell) === !isInput),
          `${name} of head ${head}`,
        );
      }
    }
    same(tableOf(sheets.get('Output'), 'output', 8).rows, trace.tensor('output'), 'output');
  });

  it('has tokens as text beside the numbers, also those that look like formulas', () => {
    const { heads, labels } = tableOf(sheets.get('Head 1'), 'weights', T);
    const expected = ['it (0)', '=1+1', '<b>&"', 'it (3)', 'a_x005F_x0041_b'];
    assert.deepEqual([heads, labels], [expected, expected]);
    const cells = [...sheets.get('Head 1').values()].filter(({ value }) => value === '=1+1');
    assert.ok(cells.length > 4 && cells.every(({ type, formula }) => type === 'inlineStr' && formula === undefined));
  });

  it('names the cell of the temperature', () => {
    const workbook = strFromU8(unzipSync(spreadsheetOf(scene, trace))['xl/workbook.xml']);
    const [, row] = /<definedName name="temperature">'Settings'!\$B\$(\d+)</.exec(workbook);
    assert.equal(sheets.get('Settings').get(`B${row}`).value, '0.5');
    assert.equal(sheets.get('Settings').get(`A${row}`).value, 'temperature');
  });

  it('says which numbers have no formula, and gives them none', () => {
    for (const [change, plain, more = {}] of [
      [{ normalizer: 'sparsemax' }, ['weights']],
      [{ score: 'additive' }, ['scores']],
      [{ score: 'general' }, ['scores']],
      [{ roundWeights: 1 }, ['rounded']],
      [{}, ['related'], { positions: { kind: 'relative' } }],
      [{}, ['q', 'k', 'scores', 'masked', 'weights', 'v', 'z'], { mistake: 'no-scale' }],
    ]) {
      const one = { ...scene, ...more, attention: { ...scene.attention, ...change } };
      const own = core.attend(one);
      const found = sheetsOf(spreadsheetOf(one, own, { head: 1 }));
      const cells = found.get('Head 2');
      for (const { value } of [...cells.values()].filter(({ value }) => /^[\w]+: /.test(value))) {
        const name = value.slice(0, value.indexOf(':'));
        const columns = ['q', 'k', 'v', 'z'].includes(name) ? 2 : T;
        const isInput = ['q', 'k', 'v', 'mask'].includes(name);
        const { rows } = tableOf(cells, name, columns);
        assert.equal(
          rows.flat().some(isFormula),
          !plain.includes(name) && !isInput,
          `${JSON.stringify(change)}: ${name}`,
        );
      }
      const notes = [...cells.values()].filter(({ value }) => value === 'plain values, no formula');
      assert.equal(notes.length, plain.length, JSON.stringify(change));
      const said = [...found.get('Settings').values()].map(({ value }) => value);
      assert.ok(
        said.some((text) => text.startsWith('These numbers are plain values')),
        JSON.stringify(change),
      );
      own.dispose();
    }
  });

  it('of given weights has these to change, results that follow, and no named cell', () => {
    const half = [0.5, 0.5];
    const layer = { weights: [[half, half]], v: [[1], [2]] };
    const one = {
      ...{ version: 1, tokens: ['a', 'b'], parameters: { kind: 'none' }, attention: { heads: 1, score: 'weights' } },
      embedding: { kind: 'qkv', layers: [layer] },
    };
    const own = core.attend(one);
    const bytes = spreadsheetOf(one, own);
    const cells = sheetsOf(bytes).get('Head 1');
    const weights = tableOf(cells, 'weights', 2).rows;
    same(weights, own.tensor('weights'), 'weights');
    assert.equal(weights.flat().some(isFormula), false);
    const z = tableOf(cells, 'z', 1).rows;
    same(z, own.tensor('z'), 'z');
    assert.ok(z.flat().every(isFormula));
    assert.doesNotMatch(strFromU8(unzipSync(bytes)['xl/workbook.xml']), /definedName/);
    own.dispose();
  });

  it('refuses a layer, head or language that is not there, and too many cells', () => {
    const refused = (options, code, path, of = [scene, trace]) =>
      assert.throws(
        () => spreadsheetOf(...of, options),
        (error) => error.code === code && error.path === path,
      );
    refused({ layer: 1 }, 'out-of-range', 'layer');
    refused({ head: 4 }, 'out-of-range', 'head');
    refused({ lang: 'de' }, 'range', 'lang');
    refused({ heads: 1 }, 'scene-form', 'heads');
    const long = { ...scene, tokens: Array.from({ length: 200 }, (_, index) => `w${index}`) };
    const many = core.attend(long, { lazy: true });
    refused({}, 'too-large', 'head', [long, many]);
    many.dispose();
  });
});

// ---- LibreOffice ----

const program = await run('soffice', ['--version'])
  .then(() => 'soffice')
  .catch(() => null);

/** The sheets as LibreOffice computes them anew, as rows of text. */
async function recalculated(files) {
  const folder = await mkdtemp(join(tmpdir(), 'self-attention-xlsx-'));
  try {
    const profile = join(folder, 'profile');
    await mkdir(join(profile, 'user'), { recursive: true });
    // 0: always. By default the stored values are shown.
    const setting = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry"><item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item></oor:items>`;
    await writeFile(join(profile, 'user', 'registrymodifications.xcu'), setting);
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, `${name}.xlsx`), bytes);
    const filter = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1';
    const paths = Object.keys(files).map((name) => join(folder, `${name}.xlsx`));
    await run(
      program,
      [`-env:UserInstallation=file://${profile}`, '--headless', '--convert-to', filter, '--outdir', folder, ...paths],
      { timeout: 120_000 },
    );
    const found = {};
    for (const name of await readdir(folder)) {
      const [, file, sheet] = /^(.*?)-(.*)\.csv$/.exec(name) ?? [];
      if (file === undefined) continue;
      found[file] ??= {};
      found[file][sheet] = papaparse.parse(await readFile(join(folder, name), 'utf8')).data;
    }
    return found;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The numbers of a table of a recalculated sheet. */
function numbersOf(rows, name) {
  const start = rows.findIndex(([first]) => first.startsWith(`${name}:`));
  assert.ok(start >= 0, name);
  const width = rows[start + 1].filter((cell) => cell !== '').length;
  const found = [];
  for (let row = start + 2; row < rows.length && rows[row][0] !== ''; row += 1)
    found.push(...rows[row].slice(1, 1 + width));
  return found.map((text) => (text === '−∞' ? -Infinity : text === '' ? Number.NaN : Number(text)));
}

const close = (found, expected, what) => {
  assert.equal(found.length, expected.length, what);
  for (const [index, value] of expected.entries()) {
    const error = found[index] === value ? 0 : Math.abs(found[index] - value);
    assert.ok(error <= 2e-6 * Math.max(1, Math.abs(value)), `${what}, number ${index}: ${found[index]}, ${value}`);
  }
};

/** The file with another number in a cell. */
function changed(bytes, sheet, place, value) {
  const files = unzipSync(bytes);
  const path = `xl/worksheets/sheet${sheet}.xml`;
  const xml = strFromU8(files[path]);
  const cell = new RegExp(`(<c r="${place}" s="\\d+">(?:<f>[^<]*</f>)?<v>)[^<]*(</v>)`);
  assert.match(xml, cell);
  return zipSync({ ...files, [path]: strToU8(xml.replace(cell, `$1${value}$2`)) });
}

const cases = {
  grouped: scene,
  rope: {
    ...scene,
    positions: { kind: 'rope' },
    attention: { heads: 2, softcap: 2, mask: { kind: 'window', before: 1, after: 0 } },
  },
  alibi: {
    ...scene,
    positions: { kind: 'alibi', slopes: 'reference' },
    parameters: { kind: 'random', init: 'xavier', seed: 3, dK: 2, dV: 3 },
    attention: { heads: 3 },
  },
  cosine: { ...scene, attention: { heads: 1, score: 'cosine', scale: 3 }, encoder: { tokens: ['a', 'b', 'c'] } },
  given: {
    ...scene,
    attention: { heads: 2, score: 'dot' },
    positions: { kind: 'given', rows: scene.tokens.map((_, i) => scene.tokens.map((__, j) => (i - j) / 4)) },
  },
  hidden: {
    ...scene,
    attention: {
      heads: 1,
      mask: {
        kind: 'painted',
        visible: scene.tokens.map((_, i) => scene.tokens.map((__, j) => (i === 2 ? 0 : (i + j) % 2))),
      },
    },
  },
};

describe('in LibreOffice', {
  skip: program === null ? 'LibreOffice is not here: apt-get install libreoffice-calc-nogui' : false,
}, () => {
  it('the formulas give the numbers of the core', async () => {
    const traces = Object.fromEntries(Object.entries(cases).map(([name, one]) => [name, core.attend(one)]));
    const found = await recalculated(
      Object.fromEntries(Object.entries(cases).map(([name, one]) => [name, spreadsheetOf(one, traces[name])])),
    );
    for (const [name, trace] of Object.entries(traces)) {
      for (const { name: step, axes } of trace.steps) {
        const isShown = ['scores', 'related', 'scaled', 'capped', 'biased', 'masked', 'weights', 'z'].includes(step);
        for (let head = 0; isShown && axes[0] === 'H' && head < trace.symbols.H; head += 1)
          close(
            numbersOf(found[name][`Head ${head + 1}`], step),
            trace.tensor(step, { head }).data,
            `${name}: ${step} of head ${head}`,
          );
      }
      close(numbersOf(found[name].Output, 'output'), trace.tensor('output').data, `${name}: output`);
      trace.dispose();
    }
  });

  it('another query, key of two heads, temperature and mask give what the core makes of them', async () => {
    const trace = core.attend(scene);
    const bytes = spreadsheetOf(scene, trace);
    const sheets = sheetsOf(bytes);
    const [first, third] = ['Head 1', 'Head 3'].map((name) => sheets.get(name));
    const place = (cells, name) => `C${tableOf(cells, name, 2).first + 4}`;
    const workbook = strFromU8(unzipSync(bytes)['xl/workbook.xml']);
    const [, row] = /<definedName name="temperature">'Settings'!\$B\$(\d+)</.exec(workbook);
    let edited = changed(bytes, 2, place(first, 'q'), 1.75);
    edited = changed(edited, 4, place(third, 'k'), -2.5);
    edited = changed(edited, 1, `B${row}`, 0.25);
    // The first token sees the last one, in every head.
    edited = changed(edited, 2, `F${tableOf(first, 'mask', 5).first}`, 1);
    const { edited: found } = await recalculated({ edited });

    const packed = (name) => {
      const { shape, data } = trace.tensor(name);
      const [heads, rows, width] = shape;
      return {
        heads,
        rows: Array.from({ length: rows }, (_, token) =>
          Array.from(
            { length: heads * width },
            (__, column) => data[(Math.floor(column / width) * rows + token) * width + (column % width)],
          ),
        ),
      };
    };
    const [q, k, v] = ['q', 'k', 'v'].map((name) => packed(name).rows);
    // Number 1 of the last token, in head 0 of the queries and head 1 of the keys.
    q[4][1] = 1.75;
    k[4][2 + 1] = -2.5;
    const visible = scene.tokens.map((_, query) =>
      scene.tokens.map((__, key) => (key <= query || (query === 0 && key === 4) ? 1 : 0)),
    );
    const same = core.attend({
      version: 1,
      tokens: scene.tokens,
      embedding: { kind: 'qkv', layers: [{ q, k, v }] },
      parameters: { kind: 'none' },
      attention: { heads: 4, kvHeads: 2, temperature: 0.25, mask: { kind: 'painted', visible } },
    });
    for (let head = 0; head < 4; head += 1)
      for (const step of ['scores', 'weights', 'z'])
        close(numbersOf(found[`Head ${head + 1}`], step), same.tensor(step, { head }).data, `${step} of head ${head}`);
    const before = trace.tensor('weights', { head: 3 }).data;
    assert.notDeepEqual([...same.tensor('weights', { head: 3 }).data], [...before]);
    for (const one of [same, trace]) one.dispose();
  });
});
