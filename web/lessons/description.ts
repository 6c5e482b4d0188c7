/**
 * A lesson in one file: its actions, and its words in one language. Each part is described here once. The types of
 * the lessons that ship (types.ts), the check of a file and lesson.schema.json derive from it.
 */
import { message } from '../scene/error.ts';
import {
  type Fields,
  named,
  type ObjectSchema,
  object,
  optional,
  required,
  type Schema,
  type ValueOf,
} from '../scene/schema.ts';
import type { Scene } from '../scene/types.ts';
import { digits, integer, list, number, one, row, text } from '../scene/values.ts';
import { lessonLimits as limits } from './limits.ts';
import { byKey, formed, json, sceneOfLesson, withBoth } from './values.ts';

/** The type of an object with these fields. */
export type Having<From extends Fields> = ValueOf<ObjectSchema<From>>;

const place = named('place', integer(0));
const tensor = named('tensor', formed<string>(/^\w{1,64}$/, 64, message`the name of a tensor`));
const pointer = named(
  'pointer',
  formed<string>(/^\//, 200, message`a JSON pointer into the scene, such as /attention/mask`),
);
// Declared here: otherwise the declaration would import the whole package, which uses the DOM.
const scene: Schema<Scene> = named('sceneOfLesson', sceneOfLesson);

export const id = named(
  'id',
  formed<string>(
    /^[a-z0-9][a-z0-9-]{0,39}$/,
    limits.id,
    message`lower-case letters, digits and hyphens, as in my-lesson`,
  ),
);

/** A control, a step or parameter by its tensor, or one cell. */
type TargetText = `control:${string}` | `step:${string}` | `cell:${string}:${string}`;
const target = named(
  'target',
  formed<TargetText>(
    /^(control:\w+(\.\w+)*|step:\w+|cell:\w+:\d+(,\d+)*)$/,
    200,
    message`a place such as control:attention.mask, step:scores or cell:weights:0,0,1`,
  ),
);

/**
 * Cells of one tensor. A tensor is a list of matrices (its last two axes), and a vector is one row. All indices
 * start at 0.
 */
export const cells = {
  tensor: required(tensor, { about: 'Cells of one tensor; a tensor is a list of matrices, its last two axes.' }),
  layer: optional(place, { about: 'From 0; the last layer that has the tensor where left out.' }),
  head: optional(place, { about: 'Which matrix; every one where left out.' }),
  row: optional(place),
  column: optional(place),
};

const comparesScene = {
  scene: required(pointer, { about: 'What it leads to in the scene; what that leaves out has its default.' }),
};
const variance = { variance: required(tensor, { about: 'The variance of all numbers of a tensor.' }) };

const comparesDecoding = {
  decoding: required(one('keys', 'bytes', 'operations', 'recomputed'), {
    about:
      'What the last token costs with a cache of keys and values: the keys that it sees, the bytes of these keys and values, the multiplications of its row, and those of every row, as without a cache.',
  }),
};

const comparesTraining = {
  training: required(one('task', 'layers', 'heads', 'dModel', 'positions', 'mask', 'size', 'step', 'accuracy'), {
    about:
      'Of the run in “Train a task” that was measured last: what was chosen for it, how many numbers it trains (size), its step, and its accuracy from 0 to 1.',
  }),
};

/** Comparisons of a scene, its trace, or a training run. */
const comparisons = {
  scene: byKey({
    is: object({ ...comparesScene, is: json }),
    atLeast: object({ ...comparesScene, atLeast: number }),
    atMost: object({ ...comparesScene, atMost: number }),
  }),
  same: object({
    same: required(pointer, { about: 'What it leads to is as it was at the start of the page or challenge.' }),
  }),
  tensor: byKey({
    near: object(
      { ...cells, near: row, within: number },
      { about: 'Every cell within so much of the numbers, in order; for several heads the numbers of one are enough.' },
    ),
    is: object(
      { ...cells, is: one('identity', 'uniform'), within: number },
      { about: 'identity: 1 on the diagonal and 0 elsewhere. uniform: the numbers of each row are alike.' },
    ),
    atLeast: object({ ...cells, atLeast: number }, { about: 'Every cell.' }),
    atMost: object({ ...cells, atMost: number }, { about: 'Every cell.' }),
    largest: object(
      { ...cells, largest: place },
      { about: 'In every row looked at, this column has the one largest number.' },
    ),
    equals: object(
      { ...cells, equals: tensor, within: number },
      { about: 'Two tensors of the same shape have the same numbers.' },
    ),
  }),
  step: object({ step: required(tensor, { about: 'The trace has this step.' }) }),
  variance: byKey({
    atMost: object({ ...variance, atMost: number }),
    atLeast: object({ ...variance, atLeast: number }),
  }),
  decoding: byKey({
    is: object({ ...comparesDecoding, is: number }),
    atLeast: object({ ...comparesDecoding, atLeast: number }),
    atMost: object({ ...comparesDecoding, atMost: number }),
  }),
  training: byKey({
    is: object({ ...comparesTraining, is: json }),
    atLeast: object({ ...comparesTraining, atLeast: number }),
    atMost: object({ ...comparesTraining, atMost: number }),
  }),
  refused: object({
    refused: required(text(1, 64), { about: 'The scene was refused, with this error code.' }),
    path: optional(pointer, { about: 'The place that the error names.' }),
  }),
};

/**
 * A condition on a scene and its trace. It only compares; anything computed is a tensor of the trace. A condition
 * on a missing tensor or on a scene with an error does not hold.
 */
export type Condition =
  | ValueOf<(typeof comparisons)[keyof typeof comparisons]>
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition };

const another: Schema<Condition> = {
  type: 'object',
  name: 'condition',
  parse: (value, path) => condition.parse(value, path),
  json: (refer) => condition.json(refer),
};
const conditions = list(another, limits.conditions, message`conditions`);

const condition: Schema<Condition> = named(
  'condition',
  byKey({
    ...comparisons,
    all: object({ all: conditions }),
    any: object({ any: conditions }),
    not: object({ not: another }),
  }),
);

/** A cell whose number the reader predicts before it is shown. The answer is in the trace, not here. */
export const prediction = {
  tensor,
  index: required(list(place, 4, message`numbers`), { about: 'As many numbers as the tensor has axes, from 0.' }),
  layer: optional(place, { about: 'From 0; the last that has the tensor where left out.' }),
  choices: optional(list(number, limits.choices, message`choices`), {
    about: 'To choose from; without them the reader types a number. The one nearest to the cell’s number is right.',
  }),
  digits: required(digits, {
    about: 'After the point: with which the number is shown, and to which a typed one has to be right.',
  }),
};
const title = named('title', text(1, limits.title));
const words = named('words', text(1, limits.sentence));
const body = named('body', text(1, limits.body));

export const predictionText = {
  ask: required(words, { about: 'The question.' }),
  reveal: required(words, { about: 'What to say once the number is shown.' }),
};

const program = object(
  {
    file: required(formed<string>(/^[\w-]{1,40}\.\w{1,8}$/, 50, message`the name of a file, such as attention.py`), {
      about: 'What it is kept as.',
    }),
    code: required(body, { about: 'Its text.' }),
  },
  { about: 'Shown as it is, to be read, copied and kept.' },
);

const links = list(
  object({
    title: words,
    url: formed<string>(/^https:\/\/[^\s/]+(\/\S*)?$/, limits.url, message`an address with https://`),
  }),
  limits.links,
  message`links`,
);

/** The actions of a page besides its scene and its question. */
export const page = {
  scene: optional(scene, {
    about:
      'Opened when the page is turned to; without one the scene stays as the reader left it. The first page has the lesson’s.',
  }),
  points: optional(target, {
    about:
      'What the page points at: a control by the dotted path of the part of the scene it changes (control:sentence for the tokens), the button of the mask lab (control:attention.mask.lab) or of decoding (control:decode), a step or parameter by its tensor, or one cell of one by its index.',
  }),
  at: optional(number, {
    about: 'The moment of the journey that is on show, as in a scene’s view: the page is read beside the stage.',
  }),
  plays: optional(tensor, {
    about: 'The step that a link to the stage leads to; the one that the page points at where left out.',
  }),
  program: optional(program),
  sources: optional(links, {
    about: 'Where what the page says can be read at length. The lesson’s own are in `source`.',
  }),
  until: optional(condition, {
    about: 'When this holds, the reader has done what `do` asks for. A page can be turned without it.',
  }),
};

export const pageText = {
  title,
  body: required(body, {
    about:
      'Plain text with two marks: `name` in backticks for a step, tensor, parameter or value, and [[key]] or [[key|as shown]] for a term of the glossary. An empty line parts paragraphs.',
  }),
  onScreen: optional(words, {
    about:
      'What to press and to look at on the page, with the marks of `body`. It follows the body, and a notebook leaves it out.',
  }),
  do: optional(words, { about: 'What to do, in a sentence. There exactly when the page has an `until`.' }),
};

export const challenge = {
  check: required(condition, { about: 'Solved when this holds and nothing of `forbid` does.' }),
  start: optional(scene, { about: 'Opened when the challenge begins; without one it is the lesson’s scene.' }),
  forbid: optional(conditions, {
    about: 'None of these may hold, as in "without touching the mask": { "not": { "same": "/attention/mask" } }.',
  }),
};

export const challengeText = {
  title,
  ask: body,
  hint: words,
  done: required(words, { about: 'Said when it is solved.' }),
};

const source = {
  title: required(words, { about: 'The document that the numbers are from.' }),
  links,
  licence: required(title, { about: 'The licence that the lesson’s own text may be reused under.' }),
};
export type Source = Having<typeof source>;

const writtenPage = object({
  id,
  ...page,
  ...pageText,
  predict: optional(object({ ...prediction, ...predictionText }), {
    about: 'A number that the reader is asked for before it is shown.',
  }),
});
const writtenChallenge = object({ id, ...challenge, ...challengeText });

export const lessonFile = object({
  $schema: optional(text(1, limits.url), { about: 'For editors: the address of lesson.schema.json.' }),
  version: one(1),
  id: required(id, { about: 'How far a reader is in the lesson is kept under it.' }),
  language: optional(
    formed<string>(/^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/, 35, message`the code of a language, such as en`),
    {
      about: 'Of the words.',
    },
  ),
  title,
  summary: optional(words, { about: 'One sentence.' }),
  source: optional(object({ ...source, credit: words }), {
    about: 'Where the numbers are from, and whom to thank for them (`credit`).',
  }),
  scene: required(scene, { about: 'What the first page opens.' }),
  pages: required(list(named('page', withBoth(writtenPage, 'until', 'do')), limits.pages, message`pages`), {
    about: 'Turned one after the other. The first has the lesson’s scene.',
  }),
  challenges: optional(list(named('challenge', writtenChallenge), limits.challenges, message`challenges`), {
    about: 'After the pages; checked as the reader changes anything.',
  }),
});

export type LessonFile = ValueOf<typeof lessonFile>;
