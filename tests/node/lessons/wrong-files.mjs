// Files that are not lessons: the guide's example with one change.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../support/child.mjs';

export const exampleText = (name) => readFile(join(root, name), 'utf8');
export const example = JSON.parse(await exampleText('web/docs/data/lessons/two-colours.json'));
/** The example with one change. */
export function changed(path, value) {
  const copy = structuredClone(example);
  const parent = path.slice(0, -1).reduce((part, key) => part[key], copy);
  if (value === undefined) delete parent[path.at(-1)];
  else parent[path.at(-1)] = value;
  return copy;
}

const long = (count) => 'x'.repeat(count);
export const condition = example.pages[2].until;
export const deep = (levels) => Array.from({ length: levels }).reduce((inner) => ({ not: inner }), condition);

/** Refused files, each with its path and message. The schema refuses them too. */
export const refused = {
  'a list': [[], '', /^the file holds an array of 0; a lesson is an object$/],
  'a text': ['"lesson"', '', /^the file holds "lesson"/],
  'a scene': [example.scene, '', /^a lesson has no key "tokens"; its keys are: \$schema, version, id, /],
  'no id': [changed(['id']), '/id', /^id is missing; it must be text/],
  'an id in capitals': [
    changed(['id'], 'Two'),
    '/id',
    /^id is "Two"; it must be lower-case letters, digits and hyphens/,
  ],
  'a long id': [changed(['id'], long(41)), '/id', /^id has 41 characters; the limit is 40/],
  'an id that is a key of objects': [
    changed(['pages', 0, 'id'], '__proto__'),
    '/pages/0/id',
    /^id is "__proto__"; it must be/,
  ],
  'a number for a title': [changed(['title'], 7), '/title', /^title is 7; it must be text/],
  'an empty title': [changed(['pages', 1, 'title'], ''), '/pages/1/title', /it must be text that is not empty/],
  'a long title': [changed(['title'], long(121)), '/title', /^title has 121 characters; the limit is 120/],
  'a long text': [
    changed(['pages', 0, 'body'], long(6001)),
    '/pages/0/body',
    /^body has 6001 characters; the limit is 6000/,
  ],
  'half a character': [changed(['title'], 'a\ud800'), '/title', /lone surrogate/],
  'an odd language': [
    changed(['language'], 'English!'),
    '/language',
    /^language is "English!"; it must be the code of a language/,
  ],
  'no pages': [changed(['pages'], []), '/pages', /^pages has no pages; there must be at least one/],
  'pages that are an object': [changed(['pages'], {}), '/pages', /^pages is an object; it must be an array/],
  'many pages': [
    changed(
      ['pages'],
      Array.from({ length: 41 }, (_, at) => ({ id: `p${at}`, title: 'A', body: 'B' })),
    ),
    '/pages',
    /^pages has 41 pages; the limit is 40/,
  ],
  'HTML of its own kind': [
    changed(['pages', 0, 'html'], '<b>'),
    '/pages/0',
    /^pages\[0\] has an unknown key "html"; the keys are: id, scene, points,/,
  ],
  'no scene': [changed(['scene']), '/scene', /^the scene is missing; it must be an object$|^the scene is undefined/],
  'a scene with a key of its own': [changed(['scene', 'head'], 1), '/scene', /^the scene has an unknown key "head"/],
  'a scene with too long a word': [
    changed(['scene', 'tokens', 0], long(300)),
    '/scene/tokens/0',
    /^\S+\[0\] has 300 characters; the limit is 256/,
  ],
  'a scene with half its matrices': [
    changed(['scene', 'parameters'], { kind: 'given', wQ: [[1], [1]] }),
    '/scene/parameters/wK',
    /^wK is missing, but it is required when/,
  ],
  'a scene of another lesson': [
    changed(['scene', 'view', 'lesson'], 'illustrated'),
    '/scene/view/lesson',
    /^lesson is given, but the scene of a lesson file must not have it/,
  ],
  'a page for a scene': [changed(['scene', 'view', 'page'], 3), '/scene/view/page', /^page is given/],
  'a scene of a page': [
    changed(['pages', 1, 'scene'], { version: 1 }),
    '/pages/1/scene/embedding',
    /^embedding is missing/,
  ],
  'a target that is none': [
    changed(['pages', 0, 'points'], 'control:"]'),
    '/pages/0/points',
    /^points is "control:\\"]"; it must be a place such as control:attention.mask, /,
  ],
  'a moment that is no number': [changed(['pages', 0, 'at'], '2'), '/pages/0/at', /^at is "2"; it must be a number/],
  'a prediction without its question': [
    changed(['pages', 1, 'predict', 'ask']),
    '/pages/1/predict/ask',
    /^ask is missing/,
  ],
  'a prediction of half a cell': [
    changed(['pages', 1, 'predict', 'index', 1], 0.5),
    '/pages/1/predict/index/1',
    /^\S+\[1\] is 0.5; it must be a whole number/,
  ],
  'many digits': [
    changed(['pages', 1, 'predict', 'digits'], 9),
    '/pages/1/predict/digits',
    /^digits is 9; it must be a whole number from 0 to 8/,
  ],
  'many choices': [
    changed(['pages', 1, 'predict', 'choices'], Array(11).fill(1)),
    '/pages/1/predict/choices',
    /^choices has 11 choices; the limit is 10/,
  ],
  'what to do, and no end to it': [
    changed(['pages', 2, 'until']),
    '/pages/2/until',
    /^until is missing; it is required beside do/,
  ],
  'an end, and nothing to do': [
    changed(['pages', 2, 'do']),
    '/pages/2/do',
    /^do is missing; it is required beside until/,
  ],
  'a condition of no kind': [
    changed(['pages', 2, 'until'], {}),
    '/pages/2/until',
    /^until has none of the keys scene, same, tensor, step, variance, decoding, training, refused, all, any, not; give one/,
  ],
  'a condition of two kinds': [
    changed(['pages', 2, 'until', 'step'], 'rounded'),
    '/pages/2/until',
    /^both scene and step are given; give only one/,
  ],
  'a condition that compares nothing': [
    changed(['pages', 2, 'until', 'is']),
    '/pages/2/until',
    /^until has none of the keys is, atLeast, atMost/,
  ],
  'a condition in a program': [
    changed(['pages', 2, 'until'], 'x > 1'),
    '/pages/2/until',
    /^until is "x > 1"; it must be an object/,
  ],
  'a pointer that is none': [
    changed(['pages', 2, 'until', 'scene'], 'attention'),
    '/pages/2/until/scene',
    /it must be a JSON pointer/,
  ],
  'many conditions side by side': [
    changed(['pages', 2, 'until'], { any: Array(21).fill(condition) }),
    '/pages/2/until/any',
    /^any has 21 conditions; the limit is 20/,
  ],
  'an infinite tolerance': [
    JSON.stringify(changed(['challenges', 0, 'check', 'within'], 0)).replace('"within":0', '"within":1e39'),
    '/challenges/0/check/within',
    /finite/,
  ],
  'a challenge without its check': [
    changed(['challenges', 0, 'check']),
    '/challenges/0/check',
    /^check is missing; it must be an object/,
  ],
  'an address that runs': [
    changed(['source'], { title: 'A', links: [{ title: 'B', url: 'javascript:alert(1)' }], licence: 'C', credit: 'D' }),
    '/source/links/0/url',
    /^url is "javascript:alert\(1\)"; it must be an address with https:/,
  ],
};

/** Refused files that a JSON Schema cannot describe. */
export const refusedByReader = {
  'a later version': [
    { ...example, version: 2, chapters: [] },
    '/version',
    /^version is 2; only lessons of version 1 can be read/,
  ],
  'the same id twice': [
    changed(['pages', 2, 'id'], 'vectors'),
    '/pages/2/id',
    /^id is "vectors", which is already used at \/pages\/0/,
  ],
  'the same challenge twice': [
    changed(['challenges', 1], example.challenges[0]),
    '/challenges/1/id',
    /^id is "even", which is already used at/,
  ],
  'a challenge called as a page': [
    changed(['challenges', 0, 'id'], 'vectors'),
    '/challenges/0/id',
    /^id is "vectors", which is already used at \/pages\/0/,
  ],
  'a scene on the first page': [
    changed(['pages', 0, 'scene'], example.scene),
    '/pages/0/scene',
    /^scene is given, but the first page always has the scene of the lesson/,
  ],
  'a term that is not in the glossary': [
    changed(['pages', 0, 'body'], 'See [[magic]].'),
    '/pages/0/body',
    /^the glossary has no "magic"; it has: /,
  ],
  'a term of a prediction': [
    changed(['pages', 1, 'predict', 'reveal'], '[[magic|m]]'),
    '/pages/1/predict/reveal',
    /^the glossary has no "magic"/,
  ],
  'rows of different lengths': [
    changed(['scene', 'embedding', 'x'], [[1], [1, 2]]),
    '/scene/embedding/x/1',
    /all must have the same/,
  ],
  'more conditions than there may be': [
    changed(['challenges', 0, 'forbid'], Array(20).fill({ all: Array(20).fill(condition) })),
    '',
    /^the lesson has 422 conditions; the limit is 400/,
  ],
};
