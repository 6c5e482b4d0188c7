// What the command writes: tensors as tables, pictures, and heatmaps for a terminal.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { lessons } from 'self-attention/lessons';
import stringWidth from 'string-width';
import { bundle } from '../support/bundle.mjs';
import { wellFormed } from '../support/formats.mjs';
import { here, refuses, scratch, well } from './cli.mjs';

const core = await loadCore();
const { folder, at } = scratch();
const { scene } = lessons['its-snowing'];

/** The control character that starts a terminal's escape sequence. */
const ESC = '\u001b';
const steered = (pattern) => new RegExp(pattern.replaceAll('ESC', ESC));
const bare = (text) => text.replace(new RegExp(`${ESC}\\[[\\d;]*m`, 'g'), '');
const bitsOf = (data) => [...new Uint32Array(Float32Array.from(data).buffer)];
const computed = (of, name, window) => {
  const trace = core.attend(of);
  const tensor = trace.tensor(name, window);
  trace.dispose();
  return tensor;
};

describe('a tensor as a table', () => {
  it('is the core’s, bit for bit, with all heads or one', async () => {
    const { scene: music } = lessons['music-transformer'];
    const args = ['--lesson', 'music-transformer', '--tensor', 'q', '--format'];
    const all = computed(music, 'q');
    const npy = await well([...args, 'npy']);
    assert.deepEqual(
      bitsOf(
        new Float32Array(
          npy.buffer.slice(npy.byteOffset + npy.length - all.data.length * 4, npy.byteOffset + npy.length),
        ),
      ),
      bitsOf(all.data),
    );
    const { name, axes, shape, data } = JSON.parse(await well([...args, 'json', '--head', '11']));
    assert.deepEqual([name, axes, shape], ['q', ['T_q', 'd_k'], [40, 12]]);
    assert.deepEqual(bitsOf(data.flat()), bitsOf(computed(music, 'q', { head: 11 }).data));
    const lines = (await well([...args, 'csv'])).toString().split('\r\n');
    assert.match(lines[0], /^H,q \(T_q × d_k\),d_k\[0\],.*,d_k\[11\]$/);
    assert.deepEqual(
      bitsOf(lines.slice(1, -1).flatMap((line) => line.split(',').slice(2).map(Number))),
      bitsOf(all.data),
    );
  });

  it('has −∞ for what is masked', async () => {
    const masked = JSON.stringify({ ...scene, attention: { heads: 1, mask: { kind: 'causal' } } });
    const csv = await well(['--tensor', 'masked', '--head', '0', '--format', 'csv'], { input: masked });
    assert.match(csv.toString(), /^masked \(T_q × T_k\),It's,snowing,outside\r\nIt's,[\d.-]+,-inf,-inf\r\n/);
    const { data } = JSON.parse(
      await well(['--tensor', 'masked', '--head', '0', '--format', 'json'], { input: masked }),
    );
    assert.deepEqual(data[0].slice(1), ['-inf', '-inf']);
  });

  it('of a layer, where there are several', async () => {
    const deep = { ...scene, layers: 2, parameters: { kind: 'random', init: 'xavier', seed: 1 } };
    for (const layer of [0, 1]) {
      const { data } = JSON.parse(
        await well(['--layer', String(layer), '--format', 'json', '--head', '0'], { input: JSON.stringify(deep) }),
      );
      assert.deepEqual(bitsOf(data.flat()), bitsOf(computed(deep, 'weights', { layer, head: 0 }).data));
    }
  });

  it('many of them are one file: all, those named, of a layer and a head', async () => {
    const { npzOf, safetensorsOf, tensorsOf } = await bundle('web/export/index.ts');
    const trace = core.attend(scene);
    const lesson = ['--lesson', 'its-snowing'];
    assert.deepEqual(await well([...lesson, '--format', 'npz']), Buffer.from(npzOf(tensorsOf(trace))));
    const words = { tokens: JSON.stringify(trace.tokens), keyTokens: JSON.stringify(trace.keyTokens) };
    const chosen = safetensorsOf(tensorsOf(trace, { tensors: ['q', 'weights'], layer: 0, head: 0 }), words);
    const options = ['--tensor', 'q, weights', '--layer', '0', '--head', '0', '-o', at('some.safetensors')];
    await well([...lesson, ...options]);
    assert.deepEqual(readFileSync(at('some.safetensors')), Buffer.from(chosen));
    trace.dispose();
    await refuses(2, /the trace has no tensor "wieghts"/, [...lesson, '--format', 'npz', '--tensor', 'q wieghts']);
    await refuses(2, /layer 3 is not one of the 1 layers/, [...lesson, '--format', 'npz', '--layer', '3']);
    await refuses(2, /--format is npz, but '.*' ends like/, [...lesson, '--format', 'npz', '-o', at('a.npy')]);
    const { code, stderr } = await here([...lesson, '--format', 'safetensors'], { columns: 80 });
    assert.equal(code, 2);
    assert.match(stderr, /safetensors is binary; use -o FILE/);
  });

  it('is a LaTeX table or JSON in the layout of ONNX, as the package writes them', async () => {
    const { aboutTensor, latexOf, onnxJsonOf } = await bundle('web/export/index.ts');
    const digits = { ...scene, view: { ...scene.view, digits: 4 } };
    const trace = core.attend(digits);
    const input = JSON.stringify(digits);
    const about = aboutTensor(digits, trace, 'weights', { head: 0 });
    const table = latexOf(trace.tensor('weights', { head: 0 }), about, { digits: 4 });
    assert.match(table, /\$0\.\d{4}\$/);
    const chosen = ['--head', '0', '--format', 'latex'];
    assert.equal((await well(chosen, { input })).toString(), table);
    await well([...chosen, '-o', at('weights.tex')], { input });
    assert.equal(readFileSync(at('weights.tex'), 'utf8'), table);
    const json = (await well(['--format', 'onnx-json', '--layer', '0'], { input })).toString();
    assert.equal(json, onnxJsonOf(digits, trace, { layer: 0 }));
    trace.dispose();
  });

  it('is a spreadsheet of a layer, whole or of one head, in a language', async () => {
    const { spreadsheetOf } = await bundle('web/export/index.ts');
    const trace = core.attend(scene);
    const lesson = ['--lesson', 'its-snowing'];
    assert.deepEqual(await well([...lesson, '--format', 'xlsx']), Buffer.from(spreadsheetOf(scene, trace)));
    await well([...lesson, '--lang', 'es', '--layer', '0', '--head', '0', '-o', at('a.xlsx')]);
    const spanish = spreadsheetOf(scene, trace, { lang: 'es', layer: 0, head: 0 });
    assert.deepEqual(readFileSync(at('a.xlsx')), Buffer.from(spanish));
    trace.dispose();
    await refuses(2, /head 7 is not one of the 1 heads/, [...lesson, '--format', 'xlsx', '--head', '7']);
    await refuses(2, /--tensor does not apply to xlsx/, [...lesson, '--format', 'xlsx', '--tensor', 'q']);
  });

  it('the offered formats accept the heatmap and the scene as code', async () => {
    const lesson = ['--lesson', 'its-snowing'];
    assert.deepEqual(await well([...lesson, '--tensor', 'heatmap']), await well(lesson));
    const { codeFor, codeLanguages, notebookFor } = await bundle('web/export/index.ts');
    const trace = core.attend(scene);
    for (const { id } of codeLanguages)
      assert.equal((await well([...lesson, '--format', `code:${id}`])).toString(), codeFor(id, scene, trace));
    for (const { id } of codeLanguages.filter(({ extension }) => extension === 'py'))
      assert.equal((await well([...lesson, '--format', `notebook:${id}`])).toString(), notebookFor(id, scene, trace));
  });

  it('a whole lesson is a notebook, in a language and with links', async () => {
    const { lessonNotebookFor } = await bundle('web/export/index.ts');
    const whole = ['--lesson', 'its-snowing', '--format', 'lesson-notebook:pytorch'];
    const own = lessons['its-snowing'];
    const attend = (one) => core.attend(one);
    assert.equal((await well(whole)).toString(), lessonNotebookFor('pytorch', own, own.texts.en, attend));
    const spanish = (await well([...whole, '--lang', 'es', '--playground', 'https://example.org/'])).toString();
    assert.ok(spanish.includes('https://example.org/#lesson=its-snowing&page=weights'));
    assert.ok(JSON.parse(spanish).cells[0].source.join('').includes(own.texts.es.title.slice(0, 5)));
    await refuses(2, /lesson-notebook:numpy writes a whole lesson; name one with --lesson/, [
      '--sentence',
      'A cat',
      '--format',
      'lesson-notebook:numpy',
    ]);
  });

  it('says which words have random vectors', async () => {
    const said = /Not in the word table, so these have a random vector: “blorp” and “zib”\./;
    const sentence = ['--sentence', 'The blorp sat by the zib'];
    assert.match((await well(sentence)).toString(), said);
    const svg = (await well([...sentence, '--format', 'svg'])).toString();
    assert.equal(
      svg.match(new RegExp(said.source.slice(0, -2), 'g')).length,
      2,
      'once to see, once in its description',
    );
    assert.match((await well([...sentence, '--format', 'svg', '--caption', ''])).toString(), said);
    assert.match((await well([...sentence, '--lang', 'es'])).toString(), /vector al azar: «blorp» y «zib»\./);
    assert.doesNotMatch((await well(['--sentence', 'The cat sat'])).toString(), /random vector/);
  });

  it('leads from the picture to its scene, head and layer in the playground that is named', async () => {
    const linked = async (...args) => (await well(['--sentence', 'A cat', '--format', 'svg', ...args])).toString();
    assert.doesNotMatch(await linked(), /<a /);
    assert.doesNotMatch(await linked('--playground', 'none'), /<a /);
    const svg = await linked('--playground', 'https://example.org/x/?lang=es#a=b', '--head', '1');
    const [, address] = /<a href="([^"]+)" target="_blank"><text [^>]*>Open in the playground</.exec(svg);
    assert.equal(address, 'https://example.org/x/?lang=es#sentence=A+cat&#38;head=1');
    const svgTo = (address) => ['--lesson', 'its-snowing', '--format', 'svg', '--playground', address];
    await refuses(
      2,
      /--playground is 'javascript:alert\(1\)'; it must be an http: or https: address/,
      svgTo('javascript:alert(1)'),
    );
    const table = ['--lesson', 'its-snowing', '--format', 'csv', '--playground', 'https://example.org/'];
    await refuses(2, /--playground does not apply to csv, only to svg/, table);
  });

  it('goes to a file, in the format of its extension, and leaves nothing if it cannot be written', async () => {
    for (const [name, start] of [
      ['w.csv', 'H,weights'],
      ['w.npy', '\x93NUMPY'],
      ['w.json', '{ "name"'],
      ['w.svg', '<svg'],
      ['w.SVG', '<svg'],
      ['w.txt', 'weights'],
      ['w.text', 'weights'],
      ['w', 'weights'],
    ]) {
      assert.equal((await well(['--lesson', 'its-snowing', '-o', at(name)])).length, 0);
      assert.ok(readFileSync(at(name), 'latin1').startsWith(start), name);
    }
    await refuses(1, /no\/such\/w\.csv: there is no folder .*no\/such\n/, [
      '--lesson',
      'its-snowing',
      '-o',
      at('no/such/w.csv'),
    ]);
    await refuses(1, /is a directory/, ['--lesson', 'its-snowing', '-o', folder]);
  });

  it('is refused where the ending names no format, and nothing is written', async () => {
    for (const name of ['a.png', 'a.csv.gz', 'a.jsonl']) {
      const message =
        /the ending of '.*a\..*' is not a format; use csv, npy, json, svg, tex, text, npz, safetensors, xlsx/;
      await refuses(2, message, ['--lesson', 'its-snowing', '-o', at(name)]);
      assert.ok(!existsSync(at(name)), name);
    }
    await well(['--lesson', 'its-snowing', '--format', 'csv', '-o', at('a.dat')]);
    assert.ok(readFileSync(at('a.dat'), 'latin1').startsWith('H,weights'));
  });

  it('is not written to a terminal where it is binary', async () => {
    const { code, stdout, stderr } = await here(['--lesson', 'its-snowing', '--format', 'npy'], { columns: 80 });
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /npy is binary; use -o FILE/);
  });
});

describe('a picture', () => {
  it('is SVG with what was asked for', async () => {
    const svg = (
      await well([
        '--lesson',
        'its-snowing',
        '--format',
        'svg',
        '--show',
        'heatmap arcs, q',
        '--theme',
        'dark',
        '--lang',
        'es',
        '--width',
        '700',
        '--caption',
        'Nieva',
      ])
    ).toString();
    const { text } = wellFormed(svg);
    assert.match(svg, /^<svg xmlns="[^"]+" width="700"/);
    for (const said of ['consultas', '0.357', 'Nieva', 'licencia MIT']) assert.ok(text.includes(said), said);
  });
  it('plays the stage, in a language and a theme, with the head that is asked for', async () => {
    const shown = ['--lesson', 'its-snowing', '--format', 'svg', '--show', 'stage'];
    const { text, names } = wellFormed((await well([...shown, '--lang', 'es', '--theme', 'dark'])).toString());
    assert.ok(names.has('animate'));
    for (const said of ['Puntuaciones', 'licencia MIT']) assert.ok(text.includes(said), said);
  });
  it('makes a card with the headline of the row', async () => {
    const card = (await well(['--lesson', 'five-minutes', '--format', 'svg', '--show', 'card'])).toString();
    assert.match(card, /^<svg xmlns="[^"]+" width="1200" height="630"/);
    assert.match(wellFormed(card).text, /it.*→.*animal/s);
  });
});

describe('tex', () => {
  it('is a TikZ picture of what the SVG shows', async () => {
    for (const shown of ['heatmap', 'arcs', 'card', 'scores']) {
      const args = ['--lesson', 'its-snowing', '--show', shown, '--format'];
      const [tex, svg] = [(await well([...args, 'tex'])).toString(), (await well([...args, 'svg'])).toString()];
      assert.match(tex, /\\begin\{tikzpicture\}.*\\end\{tikzpicture\}\n$/s);
      const written = Array.from(wellFormed(svg).text.matchAll(/\b\d\.\d{2,}\b/g), ([number]) => number);
      for (const number of written) assert.ok(tex.includes(number), `${shown} ${number}`);
    }
  });
});

describe('a heatmap in the terminal', () => {
  it('has the numbers of the core, blocks for shades, and no colour in a pipe', async () => {
    const text = (await well(['--lesson', 'its-snowing'])).toString();
    assert.ok(!text.includes(ESC));
    const { data } = computed(scene, 'weights');
    assert.deepEqual(
      text.match(/0\.\d{3}/g),
      Array.from(data, (value) => value.toFixed(3)),
    );
    assert.match(text, /^weights · T_q × T_k\n/);
    assert.match(text, /outside {2}▒0\.372 {2}░0\.245 {2}▒0\.383\n/);
  });

  it('strikes out what is masked, and says so', async () => {
    const input = JSON.stringify({ ...scene, attention: { heads: 1, mask: { kind: 'causal' } } });
    const lines = (await well([], { input })).toString().split('\n');
    assert.match(
      lines.find((line) => /It's +█/.test(line)),
      /█1\.000 \/{7} \/{7}$/,
    );
    assert.ok(lines.some((line) => line.endsWith('// masked')));
  });

  it('has colours on a terminal, as many as it supports, and none if they are disabled', async () => {
    const args = ['--lesson', 'its-snowing'];
    const all = await here(args, { columns: 80, env: { COLORTERM: 'truecolor', TERM: 'xterm' } });
    assert.match(all.stdout, steered(String.raw`ESC\[48;2;\d+;\d+;\d+;38;2;(?:0;0;0|255;255;255)m +0\.316ESC\[0m`));
    const few = await here(args, { columns: 80, env: { TERM: 'xterm-256color' } });
    assert.match(few.stdout, steered(String.raw`ESC\[48;5;\d+;38;5;(?:16|231)m +0\.316ESC\[0m`));
    for (const env of [{ NO_COLOR: '1', COLORTERM: 'truecolor' }, { TERM: 'dumb' }]) {
      assert.ok(!(await here(args, { columns: 80, env })).stdout.includes(ESC));
    }
    assert.deepEqual(bare(all.stdout).match(/0\.\d{3}/g), bare(few.stdout).match(/0\.\d{3}/g));
  });

  it('wraps in a narrow terminal, with every line within it', async () => {
    for (const columns of [40, 80, 132]) {
      const { stdout } = await here(['--lesson', 'music-transformer', '--tensor', 'scores'], {
        columns,
        env: { NO_COLOR: '1' },
      });
      const table = stdout.split('\n').slice(2);
      assert.ok(
        table.every((line) => stringWidth(line) <= columns),
        String(columns),
      );
      const { data } = computed(lessons['music-transformer'].scene, 'scores', { head: 0 });
      assert.equal(stdout.match(/\d\.\d\d\b/g).length, data.length + 1, 'every number, and the end of the legend');
    }
  });

  it('stays in line whatever is written: wide letters, emoji, marks, and what cannot be seen', async () => {
    const tokens = ['中文字', '👩‍👧', 'e\u0301a', 'שלום', ' ', '\u001b[2J', 'Donaudampfschifffahrtsgesellschaft'];
    const input = JSON.stringify({
      version: 1,
      tokens,
      embedding: { kind: 'oneHot' },
      parameters: { kind: 'identity' },
      attention: { heads: 1 },
    });
    const text = (await well([], { input })).toString();
    assert.ok(!text.includes(ESC));
    const rows = text.split('\n').slice(4, 11);
    assert.equal(new Set(rows.map((row) => stringWidth(row))).size, 1, text);
    assert.deepEqual(
      ['a', 'é', 'e\u0301', '中', '👩‍👧', '한', 'Ａ', '\u200b'].map((letter) => stringWidth(letter)),
      [1, 1, 1, 2, 2, 2, 2, 0],
    );
  });

  it('shows all heads, and NaN as a word', async () => {
    const { scene: music } = lessons['music-transformer'];
    const text = (await well(['--head', 'all'], { input: JSON.stringify({ ...music, view: {} }) })).toString();
    assert.equal(text.match(/^head \d+ of 12$/gm).length, 12);
    const { gallery } = await bundle('tests/node/support/gallery.ts');
    const { scene: overflow } = gallery.find(({ scene: { mistake } }) => mistake === 'overflow-softmax');
    assert.match((await well([], { input: JSON.stringify(overflow) })).toString(), / NaN .*/);
  });
});
