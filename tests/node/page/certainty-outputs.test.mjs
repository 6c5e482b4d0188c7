// Whatever says where a token looks says it as the core judges the row: no output claims an answer of a row that is not sure.
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { bundle } from '../support/bundle.mjs';

const {
  computeResult,
  fetchMessages,
  figureOf,
  gallery,
  homeScene,
  lookUpWords,
  posterCaption,
  readingOf,
  readRow,
  stageSubjectOf,
  subjectOf,
  terminalText,
  titled,
} = await bundle('tests/node/page/certainty.ts');
const core = await loadCore();
await fetchMessages('es');

/** The sentences that claim an answer, and those that each certainty may have beside them. */
const claims = ['only', 'almost', 'mostly', 'most'];
const facts = ['alone', 'seesItself', 'seesOne'];
const kinds = {
  clear: [...claims, ...facts],
  guess: [...claims, ...facts],
  unclear: ['equalAll', 'equalSeen', 'equalPair', 'equalTwo', 'equalSome', 'unclear', 'nothing', 'zeros', 'faint'],
  noise: ['noise', ...facts],
  notANumber: ['notANumber'],
};

const sentences = [
  'Maria gave Tom the book because he asked for it',
  'asdf qwer zxcv',
  'My grandmother baked a pie',
  'The king told the queen that she was tired',
];
const scenes = [
  ...gallery.map(({ id, scene }) => [id, scene]),
  ...sentences.map((sentence) => [sentence, { ...homeScene, sentence, view: {} }]),
];

const seen = new Set();
after(() => assert.deepEqual([...seen].sort(), Object.keys(kinds).sort(), 'every certainty is among the rows'));

/** Every row of a scene: its result at the layer, the head and the query. */
async function* rowsOf(scene) {
  const result = computeResult(core, await lookUpWords(scene));
  for (let layer = 0; layer < result.layers; layer++)
    for (let head = 0; head < result.heads; head++)
      for (let query = 0; query < result.tokens.length; query++) {
        const view = { ...result.scene.view, layer, head, focus: query };
        yield { result: result.atLayer(layer), scene: { ...result.scene, view }, layer, head, query };
      }
  result.dispose();
}

for (const [name, scene] of scenes)
  describe(name, () => {
    it('is read as the core judges it, in every language', async () => {
      for await (const { result, layer, head, query } of rowsOf(scene)) {
        const { certainty } = result.trace.certainty({ layer, head, query });
        seen.add(certainty);
        for (const language of ['en', 'es']) {
          const reading = readRow(language, result.row(head, query));
          assert.equal(reading.certainty, certainty);
          assert.ok(kinds[certainty].includes(reading.kind), `${certainty}: ${reading.text}`);
        }
      }
    });
    it('is described so in pictures and in the terminal', async () => {
      for await (const { result, scene: shown, layer, head, query } of rowsOf(scene)) {
        const { trace } = result;
        for (const lang of ['en', 'es']) {
          const subject = subjectOf(shown, trace, { lang });
          assert.deepEqual([subject.layer, subject.head], [layer, head]);
          const reading = readingOf(subject);
          assert.deepEqual(reading, readRow(lang, result.row(head, query)));
          const figure = figureOf(shown, trace, { pictures: ['heatmap'], lang });
          assert.ok(figure.description.includes(reading.text.replace(/\.$/, '')), figure.description);
          const text = terminalText(subject, 'heatmap', { width: null, colours: 'none', theme: 'light' });
          assert.ok(text.includes(reading.text), text);
        }
      }
    });
    it('is led by an answer on the stage only if there is one', async () => {
      for await (const { result, scene: shown, layer, head, query } of rowsOf(scene)) {
        if (layer !== result.layers - 1) continue;
        const { certainty } = result.trace.certainty({ layer, head, query });
        const { journey } = await stageSubjectOf(shown, result.trace);
        assert.equal(journey.query, query);
        const isSure = certainty === 'clear' || certainty === 'guess';
        const { lead } = posterCaption(journey);
        if (!isSure) assert.equal(lead, '');
        else if (lead !== '') assert.equal(lead.startsWith('A guess: '), certainty === 'guess', lead);
        const chapter = journey.chapters.findLastIndex(({ kind }) => kind === 'weights');
        if (chapter < 0 || result.weightsStep === 'rounded') continue;
        const { text, kind } = readRow('en', result.row(head, query));
        const [, caption] = titled(journey, chapter);
        assert.ok(caption.endsWith(text), `${kind}: ${caption}`);
      }
    });
  });
