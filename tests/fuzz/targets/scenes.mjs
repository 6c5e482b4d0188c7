// A trace that goes from scene to scene: the bits of a fresh trace, or its refusal, after every edit, eager and lazy.
import assert from 'node:assert/strict';
import { loadCore } from 'self-attention/core';
import { smallScenes } from '../../node/support/small-scenes.mjs';
import { answerOrRefusal } from '../expect.mjs';

const core = await loadCore();
const scenes = Object.values(smallScenes);
const mistakes = [...new Set(scenes.map(({ mistake }) => mistake ?? null))];
const numbers = [0, -0, 1, -1, 0.5, 1e-30, 1e19, -1e19, 3e38, -3e38];

/** Places of numbers in a scene: [path …]. */
function* numberPlaces(part, path = []) {
  if (typeof part === 'number') yield path;
  else if (typeof part === 'object' && part !== null)
    for (const [key, value] of Object.entries(part)) yield* numberPlaces(value, [...path, key]);
}

const valueAt = (scene, path) => path.reduce((part, key) => part?.[key], scene);

/** Another number, a part of another scene, another token, another mistake: { path, value }; no value takes it away. */
function editBy({ pick, below, often }, scene) {
  const places = [...numberPlaces({ ...scene, version: undefined, view: undefined })].filter((path) => path.length > 0);
  const other = pick(scenes);
  const tokens = scene.tokens ?? String(scene.sentence).split(' ');
  const attention = pick([
    'score',
    'scale',
    'mask',
    'temperature',
    'softcap',
    'normalizer',
    'roundWeights',
    'weightedValues',
    'kvHeads',
  ]);
  return pick([
    () => ({ path: pick(places), value: pick(numbers) }),
    () => ({ path: pick(places), value: below(9) }),
    () => ({
      path: ['tokens'],
      value: tokens.toSpliced(below(tokens.length + 1), below(2), ...(often(0.7) ? [pick(['the', 'x', '1'])] : [])),
    }),
    () => ({ path: ['mistake'], value: often(0.5) ? null : pick(mistakes) }),
    () => ({ path: ['attention', attention], value: other.attention[attention] }),
    () =>
      (([key]) => ({ path: [key], value: other[key] }))([
        pick(['embedding', 'parameters', 'positions', 'encoder', 'block', 'layers']),
      ]),
  ])();
}

function edited(scene, { path, value }) {
  const copy = structuredClone(scene);
  const last = path.at(-1);
  const part = valueAt(copy, path.slice(0, -1));
  if (part === undefined) return copy;
  if (value === undefined) delete part[last];
  else part[last] = value;
  if (path[0] === 'tokens') delete copy.sentence;
  return copy;
}

/** { scene, edits }: an edit that is refused is left out, the scene stays as it was. */
export function make(chance) {
  const scene = chance.pick(scenes);
  const edits = [];
  let now = scene;
  for (let count = 0; count < 12; count += 1) {
    const edit = editBy(chance, now);
    edits.push(edit.value === undefined ? { path: edit.path } : { ...edit, negativeZero: Object.is(edit.value, -0) });
    now = edited(now, edit);
  }
  return { scene, edits };
}

const read = (work) => {
  try {
    return work();
  } catch (error) {
    assert.equal(error.name, 'AttentionError', error.stack);
    return error.code;
  }
};

/** Every tensor, or the code of its refusal. */
const allOf = (trace) =>
  [...trace.steps, ...trace.parameters].map(({ name, layer }) => [
    name,
    layer,
    read(() => trace.tensor(name, { layer }).data),
  ]);

function checkSame(trace, scene, lazy) {
  const fresh = core.attend(scene, { lazy });
  assert.deepEqual(
    [trace.tokens, trace.keyTokens, trace.vocabulary],
    [fresh.tokens, fresh.keyTokens, fresh.vocabulary],
  );
  assert.deepEqual([trace.steps, trace.symbols], [fresh.steps, fresh.symbols]);
  assert.deepEqual(allOf(trace), allOf(fresh));
  fresh.dispose();
}

export const check = ({ scene: first, edits }) =>
  answerOrRefusal(() => {
    for (const lazy of [false, true]) {
      const trace = core.attend(first, { lazy });
      let scene = first;
      for (const { negativeZero, ...edit } of edits) {
        const next = edited(scene, negativeZero ? { ...edit, value: -0 } : edit);
        const expected = read(() => core.attend(next, { lazy }).dispose());
        assert.equal(
          read(() => trace.update(next)),
          expected,
        );
        if (expected === undefined) scene = next;
        // Lazy, what is not asked for between two edits is of the scenes before.
        if (!lazy || trace.steps.length % 2 === 0) checkSame(trace, scene, lazy);
      }
      checkSame(trace, scene, lazy);
      trace.dispose();
    }
  });
