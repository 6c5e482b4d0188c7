// The command, each time as a process of its own: what it writes, where, and how it ends.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { lessons } from 'self-attention/lessons';
import { bundle } from './bundle.mjs';
import { root } from './child.mjs';
import { command, self } from './cli.mjs';
import { wellFormed } from './xml.mjs';

const core = await loadCore();
const { run } = await bundle('web/cli/run.ts');
const { columnsOf } = await bundle('web/cli/text-width.ts');
const folder = mkdtempSync(join(tmpdir(), 'self-attention-'));
const { scene } = lessons['its-snowing'];
const json = JSON.stringify(scene);
const at = (name) => join(folder, name);
const file = (name, contents) => {
  writeFileSync(at(name), contents);
  return at(name);
};

after(() => rmSync(folder, { recursive: true }));

/** The command went well, and said nothing beside its answer. */
async function well(args, options) {
  const { code, stdout, stderr } = await self(args, options);
  assert.deepEqual([code, stderr], [0, ''], args.join(' '));
  return stdout;
}

/** It ended with that status, one message, and nothing written. */
async function refuses(status, message, args, options) {
  const { code, stdout, stderr } = await self(args, options);
  assert.equal(code, status, stderr);
  assert.equal(stdout.length, 0, 'nothing is written where something is wrong');
  assert.match(stderr, message);
  assert.ok(stderr.startsWith('self-attention: ') && stderr.endsWith('\n'), stderr);
  assert.equal(stderr.includes("Try 'self-attention --help'."), status === 2, stderr);
  assert.doesNotMatch(stderr, /\n {4}at |internal/);
}

/** Runs it here with a terminal of so many columns (null: a pipe). */
async function here(args, { columns = null, env = {}, stdin = [] } = {}) {
  const text = { stdout: '', stderr: '' };
  const out = (name) => ({
    ...(columns === null ? {} : { isTTY: true, columns }),
    write(chunk, done) {
      text[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('latin1');
      done();
    },
  });
  const source = Object.assign(
    (async function* () {
      yield* stdin;
    })(),
    columns === null ? {} : { isTTY: stdin.length === 0 },
  );
  const code = await run(args, { stdin: source, stdout: out('stdout'), stderr: out('stderr'), env });
  return { code, ...text };
}

/** The control character that begins what steers a terminal. */
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

describe('where the scene comes from', () => {
  it('a file, standard input with and without "-", a lesson, a link: the same bytes', async () => {
    const args = ['--format', 'npy'];
    const expected = await well(['--lesson', 'its-snowing', ...args]);
    assert.deepEqual(await well([file('snow.json', json), ...args]), expected);
    assert.deepEqual(await well(['-', ...args], { input: json }), expected);
    assert.deepEqual(await well(args, { input: json }), expected);
    assert.deepEqual(await well(['--link', '#lesson=its-snowing', ...args]), expected);
    assert.deepEqual(await well(['--link', 'https://example.org/play/#lesson=its-snowing', ...args]), expected);
    assert.deepEqual(
      await well([at('snow.json'), ...args], { input: (child) => child.stdin.end('not read') }),
      expected,
    );
  });

  it('a link in any of its forms', async () => {
    const { encodeLink } = await bundle('web/scene/index.ts');
    const large = {
      ...scene,
      tokens: Array.from({ length: 200 }, (_, i) => `word ${i}`),
      embedding: { kind: 'oneHot' },
      parameters: { kind: 'identity' },
    };
    delete large.view;
    const link = await encodeLink(large);
    assert.match(link, /^z=1\./);
    const { shape } = JSON.parse(await well(['--link', link, '--format', 'json', '--head', '0']));
    assert.deepEqual(shape, [200, 200]);
  });

  it('text with a byte order mark, and slowly', async () => {
    const input = (child) => {
      const bytes = Buffer.from(`\ufeff${json}`);
      child.stdin.write(bytes.subarray(0, 2));
      setTimeout(() => child.stdin.end(bytes.subarray(2)), 100);
    };
    assert.match((await well([], { input })).toString(), /It's snowing outside/);
  });

  it('from one place only, and from somewhere', async () => {
    await refuses(2, /one scene at a time; there are 2: a\.json, b\.json/, ['a.json', 'b.json']);
    await refuses(2, /one place; there are a\.json, --lesson/, ['a.json', '--lesson', 'its-snowing']);
    await refuses(2, /no lesson 'snow'; there are: illustrated, its-snowing/, ['--lesson', 'snow']);
    const { code, stderr } = await here([], { columns: 80 });
    assert.equal(code, 2);
    assert.match(stderr, /no scene: name a file, a --lesson or a --link, or pipe one in/);
  });
});

describe('a scene that is wrong ends with 1', () => {
  it('and the file, the path in it and what is wrong', async () => {
    const heads = file('heads.json', JSON.stringify({ ...scene, attention: { heads: 7 } }));
    await refuses(1, /heads\.json: \/parameters\/wQ: w_q is 3×2, expected .*7 heads/, [heads]);
    await refuses(1, /standard input: \/version: version is 2/, [], {
      input: JSON.stringify({ ...scene, version: 2 }),
    });
    await refuses(1, /standard input: \/embedding\/x\/0\/0: .*null/, [], { input: json.replace('0.3', 'null') });
    await refuses(1, /^self-attention: the link's "mask" is "maybe"/, ['--link', '#mask=maybe']);
  });

  it('for damaged files: cut off, empty, not UTF-8, no JSON, said twice', async () => {
    await refuses(1, /cut\.json: the text is not JSON: line 1, column \d+/, [file('cut.json', json.slice(0, -9))]);
    await refuses(1, /empty\.json is empty/, [file('empty.json', ' \n')]);
    await refuses(1, /standard input is empty/, []);
    await refuses(1, /latin\.json is not text in UTF-8/, [
      file('latin.json', Buffer.from(json.replace('snowing', 'schnéit'), 'latin1')),
    ]);
    await refuses(1, /picture\.png is not text in UTF-8/, [
      file('picture.png', Buffer.of(0x89, 0x50, 0x4e, 0x47, 0, 0xff)),
    ]);
    await refuses(1, /twice\.json: the text is not JSON: .*a second time/, [
      file('twice.json', json.replace('{', '{"version":1,')),
    ]);
    await refuses(1, /standard input: the text is not JSON: line 1, column 1/, [], { input: 'NaN' });
  });

  it('for numbers that are none, or too large for float32', async () => {
    await refuses(1, /not JSON/, [], { input: json.replace('0.3', 'NaN') });
    await refuses(1, /standard input: \/embedding\/x\/0\/0: .*1e\+?300/, [], { input: json.replace('0.3', '1e300') });
    const large = { ...scene, embedding: { kind: 'given', x: scene.embedding.x.map((row) => row.map(() => 1e30)) } };
    await refuses(1, /standard input: .*(?:finite|float32)/, [], { input: JSON.stringify(large) });
  });

  it('and the same for what cannot be read', async () => {
    await refuses(1, /nowhere\.json: there is no such file/, [at('nowhere.json')]);
    await refuses(1, /is a directory/, [folder]);
  });

  it('and does not wait for the rest of a hundred megabytes', async () => {
    let sent = 0;
    const part = Buffer.alloc(1 << 20, ' ');
    const input = ({ stdin }) => {
      const more = () => {
        while (sent < 100 && !stdin.destroyed) {
          sent += 1;
          if (!stdin.write(part)) return stdin.once('drain', more);
        }
        return stdin.end();
      };
      more();
    };
    await refuses(1, /standard input has more than 25165824 bytes, the limit of a scene/, [], { input });
    assert.ok(sent < 60, `${sent} MB were taken`);
  });

  it('never steers the terminal with what the scene says', async () => {
    const { stderr } = await self([], { input: `{"\\u001b[2J\u009b": 1}` });
    assert.doesNotMatch(stderr, /\p{Cc}(?<!\n)/u);
  });
});

describe('a command that is not understood ends with 2', () => {
  for (const [message, ...args] of [
    [/unknown option '--colour'/, '--colour'],
    [/unknown option '-x'/, '-x'],
    [/--format is 'png'; it must be csv, npy, json, svg or text/, '--format', 'png'],
    [/--head is '-1'|'--head' argument is ambiguous/, '--head', '-1'],
    [/--head is 'one'; it must be a whole number from 0/, '--head', 'one'],
    [/--head is '1\.5'/, '--head', '1.5'],
    [/--width is '10'; it must be a whole number from 40/, '--width', '10'],
    [/--width is '100'; it must be a whole number from 240/, '--width', '100', '--format', 'svg'],
    [/--theme is 'sepia'; it must be light or dark/, '--theme', 'sepia'],
    [/--lang is 'fr'; it must be en or es/, '--lang', 'fr'],
    [/--show says nothing to csv; it goes with svg/, '--format', 'csv', '--show', 'arcs'],
    [/--theme says nothing to npy; it goes with svg, text/, '--format', 'npy', '--theme', 'dark'],
    [/--head all says nothing to csv/, '--format', 'csv', '--head', 'all'],
    [/--show and --tensor both say what to draw/, '--format', 'svg', '--show', 'arcs', '--tensor', 'q'],
    [/there is no picture or tensor "weight"; there are .*weights/, '--tensor', 'weight'],
    [/the trace has no tensor "weight"; it has: .*weights/, '--tensor', 'weight', '--format', 'csv'],
    [/head is 1; there are heads 0 to 0/, '--head', '1'],
    [/head is 1; weights has heads 0 to 0/, '--head', '1', '--format', 'npy'],
    [/x0 \(T, d_model\) has no heads/, '--tensor', 'x0', '--head', '0', '--format', 'csv'],
    [/layer is 1; there are layers 0 to 0/, '--layer', '1'],
    [/option '--tensor <value>' argument missing|'--tensor'/, '--tensor'],
  ]) {
    it(args.join(' '), () => refuses(2, message, ['--lesson', 'its-snowing', ...args]));
  }
});

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

  it('goes to a file, its format by the ending; nothing is left where it cannot be written', async () => {
    for (const [name, start] of [
      ['w.csv', 'H,weights'],
      ['w.npy', '\x93NUMPY'],
      ['w.json', '{ "name"'],
      ['w.svg', '<svg'],
      ['w.txt', 'weights'],
    ]) {
      assert.equal((await well(['--lesson', 'its-snowing', '-o', at(name)])).length, 0);
      assert.ok(readFileSync(at(name), 'latin1').startsWith(start), name);
    }
    await refuses(1, /no\/such\/w\.csv: there is no such file/, ['--lesson', 'its-snowing', '-o', at('no/such/w.csv')]);
    await refuses(1, /is a directory/, ['--lesson', 'its-snowing', '-o', folder]);
  });

  it('is not written to a terminal where it is binary', async () => {
    const { code, stdout, stderr } = await here(['--lesson', 'its-snowing', '--format', 'npy'], { columns: 80 });
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /npy is binary .*-o FILE/);
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

  it('has colours on a terminal, as many as it can show, and none where they are not wanted', async () => {
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

  it('goes on below where the terminal is narrow, every line within it', async () => {
    for (const columns of [40, 80, 132]) {
      const { stdout } = await here(['--lesson', 'music-transformer', '--tensor', 'scores'], {
        columns,
        env: { NO_COLOR: '1' },
      });
      const table = stdout.split('\n').slice(2);
      assert.ok(
        table.every((line) => columnsOf(line) <= columns),
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
    assert.equal(new Set(rows.map(columnsOf)).size, 1, text);
    assert.deepEqual(
      ['a', 'é', 'e\u0301', '中', '👩‍👧', '한', 'Ａ', '\u200b'].map(columnsOf),
      [1, 1, 1, 2, 2, 2, 2, 0],
    );
  });

  it('shows all heads, and NaN as a word', async () => {
    const { scene: music } = lessons['music-transformer'];
    const text = (await well(['--head', 'all'], { input: JSON.stringify({ ...music, view: {} }) })).toString();
    assert.equal(text.match(/^head \d+ of 12$/gm).length, 12);
    const { gallery } = await bundle('web/scene/gallery.ts');
    const { scene: overflow } = gallery.find(({ scene: { mistake } }) => mistake === 'overflow-softmax');
    assert.match((await well([], { input: JSON.stringify(overflow) })).toString(), / NaN .*/);
  });
});

describe('what there is to know', () => {
  it('help fits 80 columns and names every option', async () => {
    const text = (await well(['--help'])).toString();
    assert.ok(text.split('\n').every((line) => line.length < 80));
    const { code, stdout } = await self(['-h', '--bogus-is-not-read']);
    assert.deepEqual([code, stdout.length], [2, 0]);
    const source = readFileSync(join(root, 'web/cli/options.ts'), 'utf8');
    const [, declared] = /const declared = \{([\s\S]*?)\n\} as const/.exec(source);
    for (const [, option] of declared.matchAll(/^ {2}(\w+):/gm)) assert.ok(text.includes(`--${option}`), option);
  });

  it('the version is the package’s', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    assert.equal((await well(['--version'])).toString(), `${version}\n`);
  });

  it('a list has every tensor with its shape', async () => {
    const lines = (await well(['--list', '--lesson', 'its-snowing'])).toString().split('\n');
    const trace = core.attend(scene);
    assert.equal(lines.length, 1 + trace.steps.length + trace.parameters.length + 1);
    assert.match(lines[0], /^name +shape +axes$/);
    assert.match(
      lines.find((line) => line.startsWith('weights')),
      /^weights +1 × 3 × 3 +H × T_q × T_k +step$/,
    );
    assert.match(
      lines.find((line) => line.startsWith('w_q')),
      /parameter$/,
    );
    const deep = JSON.stringify({ ...scene, layers: 2, parameters: { kind: 'random', init: 'xavier', seed: 1 } });
    const layered = (await well(['--list'], { input: deep })).toString();
    assert.match(layered, /^layer +name/);
    assert.equal(layered.match(/^[01] +weights /gm).length, 2);
  });
});

describe('among other programs', () => {
  /** The status of a pipeline, and what it said. */
  const shell = (line) =>
    new Promise((resolve) => {
      const child = spawn('sh', ['-c', line], {
        cwd: folder,
        env: { ...process.env, self: `${process.execPath} ${command}` },
      });
      let said = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (part) => {
          said += part;
        });
      child.on('close', (code) => resolve({ code, said }));
    });

  it('ends quietly where nobody reads on', async () => {
    assert.deepEqual(
      await shell('{ $self --lesson music-transformer --format csv; echo "status $?" >&2; } | head -c 4'),
      { code: 0, said: 'H,westatus 0\n' },
    );
  });

  it('says that a disk is full', async () => {
    const { said } = await shell('$self --lesson its-snowing > /dev/full; echo "status $?"');
    assert.match(said, /self-attention: standard output: ENOSPC.*\nstatus 1\n$/);
  });

  it('does not read what it was not asked to', async () => {
    assert.deepEqual(await shell('sleep 5 | $self --version'), {
      code: 0,
      said: `${JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version}\n`,
    });
  });
});
