// Notebooks. Their cells, run in order, print the same as the programs of their scenes.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { lessons } from 'self-attention/lessons';
import { defaultScene, resolveTokens } from 'self-attention/scene';
import { bundle } from '../support/bundle.mjs';
import { smallScenes } from '../support/small-scenes.mjs';
import { compare, printed } from './printed.mjs';
import { numpyPython, parseAll, pythonWith, runAll, runNotebooks } from './python.mjs';

const { codeFor, pythonLibraries } = await bundle('web/export/code/index.ts');
const { notebookFor } = await bundle('web/export/code/notebook.ts');
const { lessonNotebookFor } = await bundle('web/export/code/lesson-notebook.ts');
const { loadLesson } = await bundle('web/lessons/catalogue.ts');
const { loadText } = await bundle('web/i18n/lessons/texts.ts');
const { notebook: spanish } = await bundle('web/i18n/es/notebook.ts');
const { gallery } = await bundle('tests/node/support/gallery.ts');
const core = await loadCore();
const { python, reason } = await numpyPython();
const libraries = Object.keys(pythonLibraries);

/** The scenes that the core accepts. */
const scenes = [...Object.entries(smallScenes), ...gallery.map(({ id, scene }) => [id, scene])].flatMap(
  ([name, scene]) => {
    try {
      return [{ name, scene, trace: core.attend(scene) }];
    } catch (error) {
      assert.equal(error.name, 'AttentionError', error.stack);
      return [];
    }
  },
);

const textOf = ({ source }) => source.join('');
const codeCells = (notebook) => notebook.cells.filter(({ cell_type }) => cell_type === 'code');
const codeOf = (notebook) => codeCells(notebook).map(textOf);
/** Without the programs of a lesson's pages, which may need another library. */
const scenesOf = (notebook) => codeCells(notebook).filter(({ metadata: { tags = [] } }) => tags.length === 0);
const proseOf = (notebook) => notebook.cells.filter(({ cell_type }) => cell_type === 'markdown').map(textOf);

/** Checks the form of nbformat 4.5: no unknown key, no id twice. */
function checkForm(text) {
  const notebook = JSON.parse(text);
  assert.deepEqual(Object.keys(notebook), ['cells', 'metadata', 'nbformat', 'nbformat_minor']);
  assert.deepEqual([notebook.nbformat, notebook.nbformat_minor], [4, 5]);
  const common = ['cell_type', 'id', 'metadata'];
  for (const cell of notebook.cells) {
    const own = cell.cell_type === 'code' ? ['execution_count', 'outputs', 'source'] : ['source'];
    assert.deepEqual(Object.keys(cell), [...common, ...own]);
    assert.match(cell.id, /^[a-zA-Z0-9_-]{1,64}$/);
    assert.ok(cell.source.slice(0, -1).every((line) => /^[^\n]*\n$/.test(line)));
    assert.ok(textOf(cell).trim() !== '');
  }
  assert.equal(new Set(notebook.cells.map(({ id }) => id)).size, notebook.cells.length);
  return notebook;
}

/** The texts of the page's controls, panels and buttons in a language. */
async function interfaceTexts(language) {
  const files = ['controls', 'page', 'playground', 'share', 'training', 'training/task'];
  const modules = await Promise.all(files.map((file) => bundle(`web/i18n/${language}/${file}.ts`)));
  const texts = (part) =>
    typeof part === 'object' && part !== null
      ? Object.values(part).flatMap(texts)
      : typeof part === 'string'
        ? [part]
        : [];
  return new Set(texts(modules.map((module) => ({ ...module }))));
}

/** Every brace and pair of TeX is closed. */
function checkLatex(text) {
  const open = [];
  const closes = { '}': '{', '\\right': '\\left', '\\end': '\\begin', '\\rfloor': '\\lfloor' };
  for (const [mark] of text.matchAll(/[{}]|\\(?:left|right|begin|end|lfloor|rfloor)(?![a-z])/g)) {
    if (!Object.hasOwn(closes, mark)) open.push(mark);
    else assert.equal(open.pop(), closes[mark], text);
  }
  assert.deepEqual(open, [], text);
}

describe('notebooks of scenes', () => {
  const notebooks = scenes.map(({ name, scene, trace }) => ({
    ...{ name, scene, trace },
    notebook: checkForm(notebookFor('numpy', scene, trace)),
  }));

  it('have the lines of the program in the same order, in every library', () => {
    const lines = (text) => text.split('\n').filter((line) => line !== '' && !/^# (----|$)/.test(line));
    for (const library of libraries)
      for (const { name, scene, trace } of scenes) {
        const cells = codeOf(checkForm(notebookFor(library, scene, trace)));
        const program = lines(codeFor(library, scene, trace));
        const head = program.findIndex((line) => !line.startsWith('#'));
        assert.deepEqual(lines(cells.join('\n')), program.slice(head), `${library}: ${name}`);
      }
  });

  it('have a formula in TeX for every step, in the order of the trace', () => {
    for (const { name, trace, notebook } of notebooks) {
      const formulas = proseOf(notebook).flatMap((text) => text.match(/\$\$.+?\$\$/g) ?? []);
      const steps = trace.steps.filter(({ layer }) => layer === 0 || layer === 1);
      assert.ok(formulas.length > 0 && formulas.length <= steps.length, name);
      for (const formula of formulas) {
        checkLatex(formula);
        assert.doesNotMatch(formula, /undefined|NaN|object/, name);
      }
    }
    const [{ scene, trace }] = scenes.filter(({ trace: { layers } }) => layers === 1);
    const said = proseOf(checkForm(notebookFor('numpy', scene, trace))).join('\n');
    for (const step of trace.steps) assert.ok(said.includes(`\`${step.name}\` (`), step.name);
  });

  it('write formulas as the papers do', () => {
    const trace = core.attend({ ...lessons['its-snowing'].scene });
    const said = proseOf(checkForm(notebookFor('numpy', lessons['its-snowing'].scene, trace))).join('\n');
    assert.ok(
      said.includes(
        '$$q_{h, i, c} = \\sum_{m=0}^{d_{\\mathrm{model}} - 1} x_{0}[i, m] \\cdot w_{q}[m, h \\cdot d_{k} + c]$$',
      ),
      said,
    );
  });

  it('run: each cell is Python by itself, and all of them print what the core computes', {
    skip: reason ?? false,
  }, async () => {
    const cells = notebooks.flatMap(({ notebook }) => codeOf(notebook));
    assert.deepEqual(await parseAll(cells), []);
    const texts = await runAll(
      python,
      notebooks.map(({ notebook }) => codeOf(notebook).join('\n\n')),
    );
    for (const [index, { name, trace }] of notebooks.entries())
      assert.doesNotThrow(() => compare(trace, texts[index], () => 1e-5), name);
  });

  it('run in Jupyter, a lesson whole as well, where that is installed', async (t) => {
    const withJupyter = await pythonWith('nbclient, ipykernel, numpy');
    if (withJupyter === undefined)
      return t.skip('Jupyter is not here: apt-get install python3-nbclient python3-ipykernel python3-numpy');
    const [{ scene, trace, notebook }] = notebooks;
    const id = 'its-snowing';
    const [lesson, text] = await Promise.all([loadLesson(id), loadText(id, 'en')]);
    const whole = lessonNotebookFor('numpy', lesson, text, (one) => core.attend(one));
    const [own, ofLesson] = await runNotebooks(withJupyter, [notebookFor('numpy', scene, trace), whole]);
    assert.equal(own, (await runAll(withJupyter, [codeOf(notebook).join('\n\n')]))[0]);
    compare(trace, own, () => 1e-5);
    assert.equal(ofLesson, (await runAll(withJupyter, [codeOf(JSON.parse(whole)).join('\n\n')]))[0]);
    assert.ok(ofLesson.length > 1000);
  });

  it('show what somebody typed as it is, and nothing of it as markup', () => {
    const sentence = '<img src=x onerror=alert(1)> **bold** $x$ `code` [a](javascript:b) &lt; # no_title';
    const scene = { ...defaultScene, sentence };
    const trace = core.attend(scene);
    const [title] = proseOf(checkForm(notebookFor('numpy', scene, trace)));
    assert.doesNotMatch(title, /(?<!\\)[<>`*$[\]&_]/);
    trace.dispose();
  });

  it('refuse what is too large for a program, as the program does', () => {
    const embedding = { kind: 'random', distribution: 'normal', seed: 1, dModel: 1024 };
    const parameters = { kind: 'random', init: 'normal', seed: 2, dK: 256 };
    const attention = { ...defaultScene.attention, heads: 1 };
    const scene = { ...defaultScene, sentence: 'a b', embedding, parameters, attention };
    const trace = core.attend(scene);
    assert.throws(() => notebookFor('numpy', scene, trace), { name: 'AttentionError', code: 'too-large' });
    trace.dispose();
  });
});

/** The stored output has the tensors and the numbers that Python prints. Where Python leaves numbers out, so does the output. */
function agree(stored, run) {
  const [own, wanted] = [stored, run].map(printed);
  assert.deepEqual(
    own.map(({ name, shape, numbers }) => [name, shape, numbers.length]),
    wanted.map(({ name, shape, numbers }) => [name, shape, numbers.length]),
  );
  assert.equal(stored.split('...').length, run.split('...').length);
  for (const [index, { name, numbers }] of own.entries()) {
    const largest = Math.max(1, ...numbers.filter(Number.isFinite).map(Math.abs));
    for (const [place, number] of numbers.entries()) {
      const other = wanted[index].numbers[place];
      assert.ok(Object.is(number, other) || Math.abs(number - other) <= 1e-5 * largest, `${name}: ${number}, ${other}`);
    }
  }
}

describe('notebooks of lessons', () => {
  for (const id of Object.keys(lessons))
    it(`${id}: every page and challenge is in it, and its scenes print what their programs print`, {
      skip: reason ?? false,
    }, async () => {
      const [lesson, text] = await Promise.all([loadLesson(id), loadText(id, 'en')]);
      const notebook = checkForm(lessonNotebookFor('numpy', lesson, text, (scene) => core.attend(scene)));
      const said = proseOf(notebook).join('\n').replaceAll('\\', '');
      for (const { title } of [...Object.values(text.pages), ...Object.values(text.challenges)])
        assert.ok(said.includes(title), title);
      assert.doesNotMatch(said, /\[\[|\]\]/);
      const script = scenesOf(notebook).map(textOf).join('\n\n');
      const shown = (most) => `import numpy as np\nnp.set_printoptions(threshold=${most})\n`;
      const [full, short] = await runAll(python, [shown(10 ** 9) + script, shown(1000) + script]);
      const stored = scenesOf(notebook).flatMap(({ outputs }) => outputs.flatMap((output) => output.text));
      agree(stored.join(''), short);
      const parts = full.split(/(?=^tokens \()/m);
      for (const scene of [lesson.scene, ...lesson.pages.slice(1).flatMap((page) => page.scene ?? [])]) {
        const trace = core.attend(scene);
        compare(trace, parts.shift(), () => 1e-5);
        trace.dispose();
      }
      assert.deepEqual(parts, []);
    });

  it('are small enough to open, with their outputs', async () => {
    for (const library of libraries) {
      const id = 'music-transformer';
      const [lesson, text] = await Promise.all([loadLesson(id), loadText(id, 'en')]);
      const notebook = lessonNotebookFor(library, lesson, text, (scene) => core.attend(scene));
      assert.ok(Buffer.byteLength(notebook) <= 1_500_000, `${library}: ${Buffer.byteLength(notebook)} bytes`);
    }
  });

  it('ask with the choices of the page, and fold the answer with its number', async () => {
    const [lesson, text] = await Promise.all([loadLesson('scaling-and-masks'), loadText('scaling-and-masks', 'en')]);
    const said = proseOf(checkForm(lessonNotebookFor('numpy', lesson, text, (scene) => core.attend(scene))));
    const cell = said.find((one) => one.includes('# 3.'));
    assert.match(cell, /^- −1\.9\n- 0\.5\n- 4\.9$/m);
    const [open, folded] = cell.split('<details>');
    assert.doesNotMatch(open, /4\.8614/);
    assert.match(folded, /4\.8614/);
  });

  it('have the numbers of the document in double precision', async () => {
    const [lesson, text] = await Promise.all([loadLesson('scaling-and-masks'), loadText('scaling-and-masks', 'en')]);
    const notebook = checkForm(lessonNotebookFor('numpy', lesson, text, (scene) => core.attend(scene)));
    assert.ok(codeOf(notebook).some((one) => one.includes('-1.55805137')));
    if (reason !== undefined) return;
    const [variance] = await runAll(python, [
      `${scenesOf(notebook).map(textOf).join('\n\n')}\nprint(repr(float(scores.var())))`,
    ]).then(([text]) => text.trim().split('\n').slice(-1));
    // As the document prints it, from numbers with nine digits.
    assert.ok(Math.abs(Number(variance) - 2.9059453138911335) < 2e-8, variance);
  });

  it('lead to each page and challenge of the playground that is named, and to none without one', async () => {
    const [lesson, text] = await Promise.all([loadLesson('its-snowing'), loadText('its-snowing', 'en')]);
    const write = (playground) =>
      proseOf(checkForm(lessonNotebookFor('numpy', lesson, text, (scene) => core.attend(scene), { playground }))).join(
        '\n',
      );
    const links = [...write('https://example.org/x/?lang=es#a').matchAll(/\]\((https:[^)]*)\)/g)].map(
      ([, link]) => link,
    );
    const ids = [...lesson.pages, ...lesson.challenges].map(({ id }) => id);
    assert.deepEqual(
      links,
      ids.map((id, index) => `https://example.org/x/?lang=es#lesson=its-snowing${index === 0 ? '' : `&page=${id}`}`),
    );
    for (const none of ['', 'javascript:alert(1)', 'https://example.org/)(x']) assert.doesNotMatch(write(none), /\]\(/);
    assert.doesNotMatch(write(''), new RegExp(`\\*\\*${'To do'}`));
  });

  it('quote no control of the page outside their tasks', async () => {
    for (const [language, quoted] of Object.entries({ en: /“([^”]+)”/g, es: /«([^»]+)»/g })) {
      const named = await interfaceTexts(language);
      for (const id of Object.keys(lessons)) {
        const { pages } = await loadText(id, language);
        const own = new Set(resolveTokens(lessons[id].scene));
        for (const [page, { body, predict }] of Object.entries(pages))
          for (const said of [body, predict?.ask, predict?.reveal])
            for (const [, text] of (said ?? '').matchAll(quoted))
              assert.ok(
                own.has(text) || !named.has(text),
                `${id}: ${page}, in ${language}, names the control “${text}”`,
              );
      }
    }
  });

  it('leave out what a page says about the screen', async () => {
    for (const id of Object.keys(lessons)) {
      const [lesson, text] = await Promise.all([loadLesson(id), loadText(id, 'en')]);
      const without = Object.fromEntries(
        Object.entries(text.pages).map(([page, { onScreen: _, do: __, ...own }]) => [page, own]),
      );
      const write = (pages) =>
        lessonNotebookFor('numpy', lesson, { ...text, pages }, (scene) => core.attend(scene), { playground: '' });
      assert.equal(write(text.pages), write(without), id);
    }
  });

  it('have the programs of the pages as code', async () => {
    const [lesson, text] = await Promise.all([loadLesson('its-snowing'), loadText('its-snowing', 'en')]);
    const notebook = checkForm(lessonNotebookFor('numpy', lesson, text, (scene) => core.attend(scene)));
    const { program } = lesson.pages.find(({ id }) => id === 'outputs');
    assert.ok(codeOf(notebook).includes(program.code.trim()));
  });

  it('speak the language of the lesson', async () => {
    const [lesson, text] = await Promise.all([loadLesson('its-snowing'), loadText('its-snowing', 'es')]);
    const notebook = checkForm(
      lessonNotebookFor('pytorch', lesson, text, (scene) => core.attend(scene), { words: spanish }),
    );
    const said = proseOf(notebook).join('\n');
    for (const word of [spanish.setup, spanish.answer, spanish.challenges, spanish.hint])
      assert.ok(said.includes(word), word);
    assert.ok(said.includes(text.title));
    assert.doesNotMatch(said, /The steps|Answer|Hint/);
  });
});
