// The command, each time in a separate process: the sources of its scene, what it refuses, and its status.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { lessons } from 'self-attention/lessons';
import { bundle } from '../support/bundle.mjs';
import { root } from '../support/child.mjs';
import { command, here, refuses, scratch, self, well } from './cli.mjs';

const core = await loadCore();
const { folder, at, file } = scratch();
const { scene } = lessons['its-snowing'];
const json = JSON.stringify(scene);

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

  it('the link of an embed: its scene, without the embed’s view options', async () => {
    const args = ['--format', 'npy'];
    const link = 'https://example.org/embed.html#show=arcs&controls=head&theme=dark&lang=es&lesson=its-snowing';
    assert.deepEqual(await well(['--link', link, ...args]), await well(['--lesson', 'its-snowing', ...args]));
    await refuses(1, /the link's readonly=yes: notBit/, ['--link', '#readonly=yes&lesson=its-snowing']);
  });

  it('a sentence of its own, or in place of the words of another scene', async () => {
    const written = async (...args) => JSON.parse(await well([...args, '--format', 'scene'], { input: '' }));
    const { defaultScene } = await bundle('web/scene/index.ts');
    const own = await written('--sentence', 'The cat sat');
    assert.deepEqual([own.sentence, own.embedding], ['The cat sat', defaultScene.embedding]);
    const masked = await written('--link', '#mask=causal', '--sentence', 'The cat sat');
    assert.deepEqual([masked.sentence, masked.attention.mask], ['The cat sat', { kind: 'causal' }]);
    assert.deepEqual(
      await written('--lesson', 'its-snowing'),
      JSON.parse(await well(['--format', 'scene'], { input: json })),
    );
    await refuses(1, /--sentence: \/sentence: the sentence is empty/, ['--sentence', ' ']);
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
    await refuses(2, /give one scene, not 2: a\.json, b\.json/, ['a.json', 'b.json']);
    await refuses(2, /give the scene in one way, not in 2: a\.json, --lesson/, ['a.json', '--lesson', 'its-snowing']);
    await refuses(2, /no lesson 'snow'; the lessons are five-minutes, /, ['--lesson', 'snow']);
    const { code, stderr } = await here([], { columns: 80 });
    assert.equal(code, 2);
    assert.match(stderr, /no scene: name a file, a --lesson, a --link or a --sentence, or pipe one in/);
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
    await refuses(1, /twice\.json: the text is not JSON: .*appears twice/, [
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
    await refuses(1, /nowhere\.json: no such file/, [at('nowhere.json')]);
    await refuses(1, /is a directory/, [folder]);
    const output = at('nowhere/a.svg');
    await refuses(1, /a\.svg: there is no folder .*nowhere\n/, ['--lesson', 'its-snowing', '-o', output]);
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
    await refuses(1, /standard input has more than 25165824 bytes, the limit for a scene/, [], { input });
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
    [
      /--format is 'png'; it must be csv, npy, json, svg, tex, text, npz, safetensors, xlsx, latex, onnx-json, scene, code:numpy, .* code:cpp, notebook:numpy, .* or lesson-notebook:jax/,
      '--format',
      'png',
    ],
    [/--head is '-1'|'--head' argument is ambiguous/, '--head', '-1'],
    [/--head is 'one'; it must be a whole number from 0/, '--head', 'one'],
    [/--head is '1\.5'/, '--head', '1.5'],
    [/--width is '10'; it must be a whole number from 40/, '--width', '10'],
    [/--width is '100'; it must be a whole number from 240/, '--width', '100', '--format', 'svg'],
    [/--theme is 'sepia'; it must be light or dark/, '--theme', 'sepia'],
    [/--lang is 'fr'; it must be en or es/, '--lang', 'fr'],
    [/--show does not apply to csv, only to svg/, '--format', 'csv', '--show', 'arcs'],
    [/--theme does not apply to npy, only to svg, tex, text/, '--format', 'npy', '--theme', 'dark'],
    [
      /--tensor does not apply to scene, only to csv, npy, json, svg, tex, text, npz, safetensors, latex/,
      '--format',
      'scene',
      '--tensor',
      'q',
    ],
    [/--theme does not apply to code:jax/, '--format', 'code:jax', '--theme', 'dark'],
    [/--head all does not apply to csv/, '--format', 'csv', '--head', 'all'],
    [/--head has no effect/, '--tensor', 'x0', '--head', '0'],
    [/--head has no effect/, '--format', 'svg', '--show', 'x0 w_q', '--head', 'all'],
    [/--format is npy/, '--format', 'npy', '-o', 'a.csv'],
    [/--format is latex, .* name the file \.tex/, '--format', 'latex', '-o', 'a.csv'],
    [/--tensor does not apply to onnx-json/, '--format', 'onnx-json', '--tensor', 'q'],
    [/--format is text/, '--format', 'text', '-o', 'a.svg'],
    [/--list does not apply to csv, only to text/, '--list', '--format', 'csv'],
    [/--list does not apply to svg, only to text/, '--list', '-o', 'a.svg'],
    [/the ending of 'a\.png' is not a format/, '--list', '-o', 'a.png'],
    [/--tensor does not apply to --list/, '--list', '--tensor', 'q'],
    [/--head does not apply to --list/, '--list', '--head', '0'],
    [/--theme does not apply to --list/, '--list', '--theme', 'dark'],
    [/--show and --tensor both choose what to draw/, '--format', 'svg', '--show', 'arcs', '--tensor', 'q'],
    [/--show stage .* cannot be combined with arcs/, '--format', 'svg', '--show', 'stage arcs'],
    [/--show stage .* cannot be combined with --width/, '--format', 'svg', '--show', 'stage', '--width', '700'],
    [/--show stage .* cannot be combined with --head all/, '--format', 'svg', '--show', 'stage', '--head', 'all'],
    [/--show stage is an animation/, '--format', 'tex', '--show', 'stage'],
    [/--show card .* cannot be combined with heatmap/, '--format', 'svg', '--show', 'heatmap card'],
    [/--show card .* cannot be combined with --caption/, '-o', 'a.tex', '--show', 'card', '--caption', 'x'],
    [/--format is svg/, '--format', 'svg', '-o', 'a.tex'],
    [/there is no picture or tensor "weight"; there are heatmap, tokens, .*weights/, '--tensor', 'weight'],
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
  /** The status of a pipeline, and its messages. */
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
