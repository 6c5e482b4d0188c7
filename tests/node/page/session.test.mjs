// A session keeps its state, its result and what is wrong with the scene consistent, without a page.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { defaultScene } from 'self-attention/scene';
import { bundle } from '../support/bundle.mjs';

const { SceneSession } = await bundle('web/session/session.ts');
const { initial, reduce } = await bundle('web/session/state.ts');
const { needsWorker } = await bundle('web/session/workload.ts');
const core = await loadCore();

const given = (x) => ({
  version: 1,
  tokens: ['a', 'b'],
  embedding: { kind: 'given', x },
  parameters: { kind: 'identity' },
  attention: { heads: 1 },
});
const small = given([
  [1, 2],
  [3, 4],
]);
/** Its mistake can be computed; the scene without the mistake has scores that exceed float32. */
const failing = {
  ...given([
    [2e19, 2e19],
    [3e19, 1e19],
  ]),
  mistake: 'overflow-softmax',
};

const sessionOf = (scene, options = {}) =>
  new SceneSession(scene, { core, language: 'en', needsWorker: () => false, ...options });
const edit = (scene, controlId = 'test') => ({ type: 'edit', scene, controlId });
const numbers = (result, name) => Array.from(result.tensor(name).data);

describe('a session', () => {
  it('keeps the result and its trace when a scene fails', () => {
    const session = sessionOf(small);
    session.dispatch(edit(failing));
    assert.equal(session.scene, failing);
    assert.equal(session.problem.code, 'not-finite');
    assert.equal(session.result.scene, small);
    const trace = core.attend(small);
    // None of them was read before the edit failed.
    for (const name of ['q', 'scores', 'weights', 'output'])
      assert.deepEqual(numbers(session.result, name), Array.from(trace.tensor(name).data), name);
    trace.dispose();
    session.dispatch({ type: 'undo' });
    assert.equal(session.problem, null);
    session.dispose();
  });

  it('frees the last result once the next one is computed', () => {
    const session = sessionOf(small);
    const { result } = session;
    session.dispatch(edit({ ...small, tokens: ['a', 'c'] }));
    assert.throws(() => result.tensor('q'), { code: 'disposed' });
    assert.equal(session.result.tokens[1], 'c');
    session.dispose();
  });

  it('computes nothing when only the view changes', () => {
    const session = sessionOf(small);
    const { trace } = session.result;
    session.dispatch({ type: 'pin', focus: { query: 1, key: 0 } });
    assert.equal(session.result.trace, trace);
    assert.equal(session.scene.view.focus, 1);
    session.dispatch({ type: 'unpin' });
    assert.deepEqual([session.state.pinned, session.scene.view.focus], [null, 1]);
    session.dispatch({ type: 'unpin' });
    assert.equal(session.scene.view.focus, undefined);
    session.dispose();
  });

  it('parses a scene once to describe and to compute it', () => {
    let parsed = 0;
    const counted = {
      ...core,
      prepare: (scene) => {
        parsed += 1;
        return core.prepare(scene);
      },
      attend: () => assert.fail('parsed again'),
      describe: () => assert.fail('parsed again'),
    };
    const session = sessionOf(small, { core: counted, needsWorker });
    session.dispatch(edit({ ...small, tokens: ['a', 'c'] }, 'sentence'));
    assert.equal(parsed, 2);
    session.dispose();
  });

  it('drops a focus that the next result does not have', () => {
    const session = sessionOf(defaultScene);
    session.dispatch({ type: 'pin', focus: { query: session.result.tokens.length - 1 } });
    session.dispatch(edit({ ...defaultScene, sentence: 'The cat' }));
    assert.equal(session.state.pinned, null);
    session.dispose();
  });

  it('counts edits a second apart as two steps, and those of one drag as one', () => {
    const steps = (isHeld, times) => {
      let state = initial('en', small);
      for (const time of times) state = reduce(state, { ...edit({ ...small }, 'cell'), isHeld }, time);
      return state.history.past.length;
    };
    assert.equal(steps(false, [0, 300, 600]), 1);
    assert.equal(steps(false, [0, 1000]), 2);
    assert.equal(steps(true, [0, 5000, 9000]), 1);
  });

  it('offers to compute what takes long', async () => {
    const asked = [];
    const session = sessionOf(small, {
      needsWorker: (scene) => scene.tokens.length > 2,
      loadLargeScenes: async () => (listener) => ({
        show: (_scene, _follow, isAskedFor) => {
          asked.push(isAskedFor);
          if (!isAskedFor) listener.failed({ code: 'too-large', message: '', path: '' }, true);
        },
        reveal: () => {},
        release: () => {},
        close: () => {},
      }),
    });
    session.dispatch(edit({ ...small, tokens: ['a', 'b', 'c'] }));
    await new Promise((done) => session.whenSettled(done));
    assert.equal(session.result.scene, small);
    session.problem.computeAnyway();
    await new Promise((done) => setTimeout(done));
    assert.deepEqual(asked, [false, true]);
    session.dispose();
  });
});
