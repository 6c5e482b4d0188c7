// Notebooks. Their cells, run in order, print the same as the programs of their scenes.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { lessons } from 'self-attention/lessons';
import { defaultScene } from 'self-attention/scene';
import { bundle } from '../support/bundle.mjs';
import { smallScenes } from '../support/small-scenes.mjs';
import { compare } from './printed.mjs';
import { numpyPython, parseAll, pythonWith, runAll, runNotebooks } from './python.mjs';

const { codeFor, pythonLibraries } = await bundle('web/export/code/index.ts');
const { lessonNotebookFor, notebookFor } = await bundle('web/export/code/notebook.ts');
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
const codeOf = (notebook) => notebook.cells.filter(({ cell_type }) => cell_type === 'code').map(textOf);
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
      // Programs of a page contain lists of lists.
      assert.doesNotMatch(said.replaceAll(/^```python\n[\s\S]*?^```$/gm, ''), /\[\[|\]\]/);
      const printed = (await runAll(python, [codeOf(notebook).join('\n\n')]))[0].split(/(?=^tokens \()/m);
      for (const scene of [lesson.scene, ...lesson.pages.slice(1).flatMap((page) => page.scene ?? [])]) {
        const trace = core.attend(scene);
        compare(trace, printed.shift(), () => 1e-5);
        trace.dispose();
      }
      assert.deepEqual(printed, []);
    });

  it('speak the language of the lesson', async () => {
    const [lesson, text] = await Promise.all([loadLesson('its-snowing'), loadText('its-snowing', 'es')]);
    const notebook = checkForm(lessonNotebookFor('pytorch', lesson, text, (scene) => core.attend(scene), spanish));
    const said = proseOf(notebook).join('\n');
    for (const word of [spanish.setup, spanish.answer, spanish.challenges, spanish.hint])
      assert.ok(said.includes(word), word);
    assert.ok(said.includes(text.title));
    assert.doesNotMatch(said, /The steps|Answer|Hint/);
  });
});
