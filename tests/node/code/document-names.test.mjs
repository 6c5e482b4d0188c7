// A program with the names of a lesson's document prints the same numbers.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { bundle } from '../support/bundle.mjs';
import { numpyPython, runAll } from './python.mjs';

const core = await loadCore();
const { codeFor } = await bundle('web/export/code/index.ts');
const { notebookFor } = await bundle('web/export/code/notebook.ts');
const { lessonNotebookFor } = await bundle('web/export/code/lesson-notebook.ts');
const { lessons } = await bundle('web/export/lessons.ts');
const { calledIn, hasNames } = await bundle('web/lessons/document-names.ts');
const { python, reason } = await numpyPython();

const inDocument = (scene) => ({ ...scene, view: { ...scene.view, names: 'document' } });
const programOf = (scene) => {
  const trace = core.attend(scene);
  const program = codeFor('numpy', scene, trace);
  trace.dispose();
  return program;
};
/** Printed numbers without the names above them. */
const numbers = (printed) => printed.replaceAll(/^\w+ \(/gm, '(');

describe('names of a document', () => {
  it('are those that its notebook has', () => {
    const names = (id, page = 0) => calledIn(inDocument(lessons[id].pages[page].scene)).names;
    assert.deepEqual(names('scaling-and-masks').scaled, 'normalized');
    const { q, weights } = names('illustrated');
    assert.deepEqual([q, weights], ['querys', 'attn_scores_softmax']);
    assert.equal(names('scaling-and-masks').z, 'new_V');
    assert.equal(names('its-snowing').x0, 'combined');
    assert.equal(names('keys-and-encoder').weighted, 'output');
    // No two tensors of a scene have the same name.
    for (const { scene } of Object.values(lessons).flatMap(({ id, pages }) => (hasNames(id) ? pages : []))) {
      if (scene === undefined) continue;
      const { names: called } = calledIn(inDocument(scene));
      const trace = core.attend(scene);
      const own = [...trace.steps, ...trace.parameters].map(({ name }) => name);
      trace.dispose();
      const shown = [...new Set(own)].filter((name) => name !== 'rounded').map((name) => called[name] ?? name);
      assert.deepEqual(shown, [...new Set(shown)], scene.view.lesson);
    }
    assert.deepEqual(calledIn(lessons.illustrated.scene).names, {});
    assert.ok(!hasNames('five-minutes') && !hasNames('toString'));
    for (const id of Object.keys(lessons).filter(hasNames)) {
      const traces = lessons[id].pages.flatMap(({ scene }) => (scene === undefined ? [] : [core.attend(scene)]));
      const made = new Set(
        traces.flatMap(({ steps, parameters }) => [...steps, ...parameters].map(({ name }) => name)),
      );
      for (const { scene } of lessons[id].pages.filter((page) => page.scene !== undefined)) {
        for (const name of Object.keys(calledIn(inDocument(scene)).names)) assert.ok(made.has(name), `${id}: ${name}`);
      }
    }
  });

  it('change no number of a program', { skip: reason }, async () => {
    const small = Object.values(lessons).flatMap(({ id, pages }) =>
      hasNames(id)
        ? pages.flatMap(({ scene }) => (scene === undefined || (scene.tokens ?? []).length > 8 ? [] : scene))
        : [],
    );
    const own = await runAll(python, small.map(programOf));
    const called = await runAll(
      python,
      small.map((scene) => programOf(inDocument(scene))),
    );
    for (const [at, printed] of called.entries()) assert.equal(numbers(printed), numbers(own[at]), `${at}`);
    const program = programOf(inDocument(lessons.illustrated.scene));
    assert.match(program, /^attn_scores = .*querys.*keys/m);
    const scene = inDocument(lessons.illustrated.scene);
    const trace = core.attend(scene);
    const notebook = JSON.parse(notebookFor('numpy', scene, trace));
    trace.dispose();
    const prose = notebook.cells.flatMap(({ cell_type, source }) => (cell_type === 'markdown' ? source : [])).join('');
    assert.match(prose, /`attn_scores` \(/);
    assert.ok(prose.includes('\\mathtt{attn\\_scores}[h, i, j] ='), prose);
    assert.doesNotMatch(prose, /mathrm\{scores\}/);
    const { illustrated } = lessons;
    const attend = (one) => core.attend(one);
    const whole = lessonNotebookFor('numpy', illustrated, illustrated.texts.en, attend, { names: 'document' });
    assert.match(whole, /show\(\\"attn_scores\\"/);
    assert.doesNotMatch(whole, /show\(\\"scores\\"/);
    assert.match(program, /^show\("attn_scores_softmax", attn_scores_softmax\)$/m);
  });
});
