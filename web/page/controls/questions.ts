import { isOfModel } from '../../scene/layers.ts';
import type { Mask, Scene } from '../../scene/types.ts';
import { without } from '../../scene/without.ts';
import { chooseHeads } from '../../session/parameter-choices.ts';
import { chooseMask, choosePositions, chooseScore, setAttention, typeSentence } from '../../session/scene-choices.ts';

/** A question that one setting answers. */
export interface Question {
  readonly id:
    | 'mask'
    | 'noMask'
    | 'temperature'
    | 'nearness'
    | 'places'
    | 'noPositions'
    | 'heads'
    | 'score'
    | 'word'
    | 'mistake';
  /** The scene that answers it, or for one that is on, the scene without it. */
  readonly scene: Scene;
  readonly isOn: boolean;
  /** The word and the index of the key that the question is about. */
  readonly word: string;
  readonly key: number;
}

/** The word that a question removed, and the sentence with and without it. */
export interface RemovedWord {
  readonly word: string;
  readonly key: number;
  readonly sentence: string;
  readonly without: string;
}

/** The mask that a question removed, and the tokens that it is for. */
export interface RemovedMask {
  readonly mask: Mask;
  readonly tokens: string;
}

/** What questions removed last. A second press restores it. */
export interface Removed {
  readonly word: RemovedWord | null;
  readonly mask: RemovedMask | null;
}

/** Softmax sees differences four times as large. */
const HARDER = 0.25;
const HEADS = 4;
/** Softmax over the whole matrix: rows that no longer add up to 1. */
const MISTAKE = 'whole-matrix-softmax';

interface Reading {
  readonly query: number;
  /** The token that the one in focus looks at most. */
  readonly key: number;
  readonly tokens: readonly string[];
}

/** The questions that a scene allows. */
export function questionsOf(
  scene: Scene,
  start: Scene,
  { query, key, tokens }: Reading,
  removed: Removed,
): readonly Question[] {
  const { attention, mistake } = scene;
  const about = { word: '', key };
  const isCosine = attention.score === 'cosine';
  const before = start.attention;
  return [
    { ...about, ...maskQuestion(scene, tokens, removed.mask) },
    // At a lower temperature it already decides harder.
    ...((attention.temperature ?? 1) < HARDER ? [] : [{ ...about, ...temperatureQuestion(scene, before.temperature) }]),
    { ...about, ...positionQuestion(scene, start) },
    ...(isOfModel(scene) ? [] : [{ ...about, ...headQuestion(scene, before.heads) }]),
    {
      ...about,
      id: 'score',
      isOn: isCosine,
      scene: chooseScore(
        scene,
        isCosine ? (before.score === 'cosine' ? 'scaledDot' : (before.score ?? 'scaledDot')) : 'cosine',
        start,
      ),
    },
    ...wordQuestion(scene, { query, key, tokens }, removed.word),
    ...(attention.score === 'weights' ? [] : [{ ...about, ...mistakeQuestion(scene, mistake === MISTAKE) }]),
  ];
}

type Answer = Pick<Question, 'id' | 'isOn' | 'scene'>;

/** A mask that is not causal hides other words than the later ones, so its question is whether nothing were hidden. */
function maskQuestion(scene: Scene, tokens: readonly string[], removed: RemovedMask | null): Answer {
  const kind = scene.attention.mask?.kind ?? 'none';
  if (kind !== 'none')
    return {
      id: kind === 'causal' ? 'mask' : 'noMask',
      isOn: kind === 'causal',
      scene: chooseMask(scene, 'none', null),
    };
  if (removed !== null && removed.tokens === String(tokens))
    return { id: 'noMask', isOn: true, scene: setAttention(scene, { mask: removed.mask }) };
  return { id: 'mask', isOn: false, scene: chooseMask(scene, 'causal', null) };
}

function temperatureQuestion(scene: Scene, before: number | undefined): Answer {
  const isOn = scene.attention.temperature === HARDER;
  const temperature = isOn ? (before === HARDER ? undefined : before) : HARDER;
  return { id: 'temperature', isOn, scene: setAttention(scene, { temperature }) };
}

/** Not of somebody else's model, whose heads are what they are. */
function headQuestion(scene: Scene, before: number): Answer {
  const isOn = scene.attention.heads === HEADS;
  return { id: 'heads', isOn, scene: chooseHeads(scene, isOn ? (before === HEADS ? 1 : before) : HEADS) };
}

const mistakeQuestion = (scene: Scene, isOn: boolean): Answer => ({
  ...{ id: 'mistake', isOn },
  scene: isOn ? without(scene, 'mistake') : { ...scene, mistake: MISTAKE },
});

/** ALiBi, or for one head, to which it does almost nothing (its only slope is 1/256), sines and cosines. */
function positionQuestion(scene: Scene, start: Scene): Answer {
  const kind = scene.positions?.kind ?? 'none';
  const chosen = scene.attention.heads === 1 ? 'sinusoidal' : 'alibi';
  const questions = { sinusoidal: 'places', alibi: 'nearness' } as const;
  if (kind === 'none') return { id: questions[chosen], isOn: false, scene: choosePositions(scene, chosen, start) };
  const without = choosePositions(scene, 'none', start);
  const hadNone = (start.positions?.kind ?? 'none') === 'none';
  if (hadNone && (kind === 'sinusoidal' || kind === 'alibi'))
    return { id: questions[kind], isOn: true, scene: without };
  return { id: 'noPositions', isOn: false, scene: without };
}

/** The sentence without the word that is looked at most, or with it again. A word that looks at itself stays. */
function wordQuestion(scene: Scene, { query, key, tokens }: Reading, removed: RemovedWord | null): readonly Question[] {
  if (scene.encoder !== undefined) return [];
  if (removed !== null && scene.sentence === removed.without)
    return [
      { id: 'word', isOn: true, word: removed.word, key: removed.key, scene: typeSentence(scene, removed.sentence) },
    ];
  if (query === key || tokens.length < 3) return [];
  if (scene.embedding.kind !== 'table' && scene.embedding.kind !== 'random' && scene.embedding.kind !== 'wordVectors')
    return [];
  const typed = (scene.sentence ?? '').trim().split(/\s+/u);
  const words = typed.length === tokens.length ? typed : tokens;
  const sentence = words.filter((_, index) => index !== key).join(' ');
  return [{ id: 'word', isOn: false, word: tokens[key] ?? '', key, scene: typeSentence(scene, sentence) }];
}
