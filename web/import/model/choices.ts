/** What is chosen of a file, in the dialog or by options of the command, and the scene that it makes. */

import type { SceneCore } from '../../core/types.ts';
import { importWords } from '../../i18n/import.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import { givenLimits } from '../../scene/given-tensors.ts';
import { givenLayers, packedLength } from '../../scene/layers.ts';
import { limits } from '../../scene/limits.ts';
import type { Scene } from '../../scene/types.ts';
import { tokensIn } from '../model-tokens.ts';
import { type ModelTensor, refuse, type TextList } from '../types.ts';
import { batchOf } from './batch.ts';
import { inputOf, type Present, parameterScene } from './parameter-scene.ts';
import { isOutFirst, layerParameters } from './parameters.ts';
import { areCells, INPUT, isOfAttention, isParameter, type TensorRole } from './roles.ts';
import { cellShapes, countOf, headsOf, type Row, tokensOf } from './rows.ts';
import { areSideBySide, type ModelChoices } from './scene.ts';
import { haveMask } from './score-mask.ts';
import { lackValues } from './scores-of-queries.ts';
import { hasSpecial, specialIn } from './special-tokens.ts';
import { type UnreadTensor, unreadOf } from './unread-tensors.ts';

/** What of a file is opened. A file may have both. */
export const kinds = ['attention', 'parameters'] as const;
export type Kind = (typeof kinds)[number];

export interface Choices {
  readonly rows: readonly Row[];
  readonly kind: Kind;
  /** As they are typed. */
  readonly heads: string;
  readonly tokens: string;
  readonly keyTokens: string;
  readonly leavesOutSpecial: boolean;
  readonly headsFirst: boolean;
  /** Three axes of q, k and v are (batch, tokens, heads · numbers). */
  readonly isSideBySide: boolean;
  /** Whether matrices are (out, in). */
  readonly outFirst: boolean;
  /** Whether four axes that may begin with layers begin with a batch. */
  readonly isBatch: boolean;
  /** The sequence of a batch, from 1, as it is typed. */
  readonly sequence: string;
  /** Of the parameters, as the row has it. */
  readonly layer: string;
  /** One of `viewsIn`. Empty: the file has no views. */
  readonly view: string;
}

const has = (rows: readonly Row[], isOfKind: (role: TensorRole) => boolean): boolean =>
  rows.some(({ role }) => role !== null && isOfKind(role));

/** Those that the tensors have. Attention first: parameters stand beside it in some files. */
export const kindsIn = (rows: readonly Row[]): readonly Kind[] =>
  kinds.filter((kind) => has(rows, kind === 'attention' ? isOfAttention : isParameter));

/** The layers that have parameters, as their rows have them. */
export const parameterLayers = (rows: readonly Row[]): readonly string[] => [
  ...new Set(rows.flatMap(({ role, layer }) => (role !== null && isParameter(role) ? [layer.trim()] : []))),
];

/** What the model calls the layer. */
export const layerLabel = (rows: readonly Row[], layer: string): string => rowOfLayer(rows, layer)?.layerName ?? layer;

const rowOfLayer = (rows: readonly Row[], layer: string): Row | undefined =>
  rows.find((row) => row.layer.trim() === layer && row.role !== null && isParameter(row.role));

/** What the names and shapes of the tensors suggest, and the number of the file's tokens. */
export function guessedChoices(
  rows: readonly Row[],
  texts: readonly TextList[],
): Omit<Choices, 'tokens' | 'keyTokens'> {
  const layer = parameterLayers(rows)[0] ?? '';
  const view = viewsIn(rows)[0] ?? '';
  const isSideBySide = areWide(rows);
  return {
    rows,
    kind: kindsIn(rows)[0] ?? 'attention',
    heads: headsOf(rows, isSideBySide),
    leavesOutSpecial: false,
    headsFirst: areHeadsFirst(rows, tokensIn(textsOfView({ rows, view }, texts)).queries?.texts.length),
    outFirst: isOutFirst(parametersIn({ rows, layer })),
    isSideBySide,
    isBatch: isLikeOthers(rows, isSideBySide),
    sequence: '1',
    layer,
    view,
  };
}

/**
 * Whether q, k and v begin with heads. Weights and scores beside them have their heads and tokens. Otherwise they do unless only the first
 * axis of q has as many numbers as the file has tokens.
 */
function areHeadsFirst(rows: readonly Row[], tokens: number | undefined): boolean {
  const [known] = cellShapes(rows).flatMap((cells) => areCompared(rows).flatMap((row) => headsFirstBeside(row, cells)));
  if (known !== undefined) return known;
  const q = rows.find(({ role, tensor }) => role === 'q' && tensor.shape.length > 2);
  const [first, second] = q?.tensor.shape.slice(-3) ?? [];
  return tokens === undefined || first !== tokens || second === tokens;
}

/** What weights or scores say of the axes of q, k or v. Empty if these fit both orders, or neither. */
function headsFirstBeside({ role, tensor: { shape } }: Row, cells: readonly number[]): readonly boolean[] {
  if (shape.length < 3) return [];
  const [first = 1, second = 1] = shape.slice(-3);
  const [heads = 1, queries, keys] = [...(cells.length < 3 ? [1] : []), ...cells].slice(-3);
  const tokens = role === 'q' ? queries : keys;
  // Several heads of q may share one of k and v.
  const fits = (ownHeads: number, ownTokens: number): boolean =>
    ownTokens === tokens && (role === 'q' ? ownHeads === heads : heads % ownHeads === 0);
  const [isFirst, isSecond] = [fits(first, second), fits(second, first)];
  return isFirst === isSecond ? [] : [isFirst];
}

/** No head of a model known so far has more numbers: wider ones are those of all heads. */
const WIDEST_HEAD = 256;

const areWide = (rows: readonly Row[]): boolean =>
  mayBeSideBySide(rows) &&
  areCompared(rows).some(({ role, tensor }) => role === 'q' && (tensor.shape.at(-1) ?? 0) > WIDEST_HEAD);

/** Whether an axis that may be layers has as many entries as a batch beside it. */
function isLikeOthers(rows: readonly Row[], isSideBySide: boolean): boolean {
  const found = batchesIn(rows, isSideBySide);
  const certain = found.find(({ mayBeLayers }) => !mayBeLayers);
  return certain !== undefined && found.some(({ mayBeLayers, size }) => mayBeLayers && size === certain.size);
}

/**
 * The views that BertViz writes of one model, such as Encoder, Decoder and Cross, by what stands before `.attn` in their names. None if there are not
 * several.
 */
export function viewsIn(rows: readonly Row[]): readonly string[] {
  const views = new Set(
    rows.flatMap(({ tensor, role, layer }) =>
      role === 'weights' && layer.trim() === '' ? (/^(.+)\.attn$/.exec(tensor.name)?.[1] ?? []) : [],
    ),
  );
  return views.size > 1 ? [...views] : [];
}

/** As BertViz calls it. */
export const viewLabel = (view: string): string => view.replace(/^attention\./, '');

/** The tensors without those of other views. */
export function rowsOfView({ rows, view }: Pick<Choices, 'rows' | 'view'>): readonly Row[] {
  const others = viewsIn(rows).filter((one) => one !== view);
  return view === '' ? rows : rows.filter(({ tensor }) => !others.some((one) => tensor.name.startsWith(`${one}.`)));
}

/** The lists of text without those of other views. */
export const textsOfView = ({ rows, view }: Pick<Choices, 'rows' | 'view'>, texts: readonly TextList[]) =>
  view === '' || !viewsIn(rows).includes(view) ? texts : texts.filter(({ name }) => name.startsWith(`${view}.`));

const areCompared = (rows: readonly Row[]): readonly Row[] =>
  rows.filter(({ role }) => role === 'q' || role === 'k' || role === 'v');

/** Whether somebody has to say how many heads stand side by side in q. */
export const haveHeadsSideBySide = (rows: readonly Row[], isSideBySide: boolean): boolean =>
  rows.some(({ role, tensor }) => role === 'q' && areSideBySide(tensor, isSideBySide));

/** Whether q, k and v may be (batch, tokens, heads · numbers), as projections give them. */
export function mayBeSideBySide(rows: readonly Row[]): boolean {
  const compared = areCompared(rows);
  const [first] = compared;
  return (
    compared.some(({ role }) => role === 'q') &&
    compared.every(({ tensor: { shape } }) => shape.length === 3 && shape[0] === first?.tensor.shape[0])
  );
}

/** Whether q, k or v has an axis for heads. */
export const haveAxes = (rows: readonly Row[]): boolean =>
  areCompared(rows).some(({ tensor }) => tensor.shape.length > 2);

/** The batch of the tensors of a file. */
export interface FileBatch {
  readonly size: number;
  /** An axis of some may be layers as well. */
  readonly mayBeLayers: boolean;
  /** An axis of some can only be a batch. */
  readonly isCertain: boolean;
}

const batchesIn = (rows: readonly Row[], isSideBySide: boolean) =>
  rows.flatMap(({ tensor, role, layer }) => {
    if (role === null || !isOfAttention(role)) return [];
    return batchOf(tensor, { isOfLayer: layer.trim() !== '', isSideBySide: isSideBySide && !areCells(role) }) ?? [];
  });

/** The batch that the tensors have, or may have. */
export function batchIn(rows: readonly Row[], isSideBySide: boolean): FileBatch | null {
  const found = batchesIn(rows, isSideBySide && mayBeSideBySide(rows));
  const certain = found.find(({ mayBeLayers }) => !mayBeLayers);
  const [first] = found;
  if (first === undefined) return null;
  const { size } = certain ?? first;
  return { size, mayBeLayers: found.some(({ mayBeLayers }) => mayBeLayers), isCertain: certain !== undefined };
}

/** Whether the reader chooses a sequence. */
export const asksForSequence = ({ isCertain }: FileBatch, isBatch: boolean): boolean => isCertain || isBatch;

/** The parameters of the layer. */
export const parametersIn = ({ rows, layer }: Pick<Choices, 'rows' | 'layer'>) =>
  rows.flatMap(({ tensor, role, layer: own }) =>
    role !== null && isParameter(role) && own.trim() === layer ? [{ tensor, role }] : [],
  );

/** The rows that the parameters of the layer read: one tensor, or several that somebody chose. */
export const inputsIn = ({ rows, layer }: Pick<Choices, 'rows' | 'layer'>): readonly ModelTensor[] =>
  rows.flatMap(({ tensor, role, layer: own }) =>
    role === INPUT && (own.trim() === '' || own.trim() === layer) ? [tensor] : [],
  );

/** The scene on the page with the chosen parameters. Throws ImportError. */
export function withParameters(choices: Choices, present: Present, unread: readonly UnreadTensor[] = []): Scene {
  const heads = countOf(choices.heads, limits.heads);
  const { outFirst, rows, layer } = choices;
  const layerName = rowOfLayer(rows, layer)?.layerName;
  const unreadIn = (roles: readonly TensorRole[]) => unreadOf(unread, (role) => roles.includes(role), layerName);
  const parameters = layerParameters(parametersIn(choices), { heads, outFirst, unreadOf: unreadIn });
  const x = inputOf(inputsIn(choices), parameters);
  return parameterScene(present, parameters, { heads, tokens: tokensOf(choices.tokens), x });
}

/** The chosen attention. Throws ImportError. */
export function chosenAttention(choices: Choices): ModelChoices {
  const heads = countOf(choices.heads, limits.heads);
  const tokens = tokensOf(choices.tokens);
  const rows = rowsOfView(choices);
  const assigned = rows.flatMap(({ tensor, role, layer, layerName }) => {
    if (role === null || !isOfAttention(role)) return [];
    const place = layer.trim() === '' ? null : countOf(layer, givenLimits.layers) - 1;
    return [{ tensor, role, layer: place, layerName: place === null ? undefined : layerName }];
  });
  const { headsFirst, leavesOutSpecial } = choices;
  const isSideBySide = choices.isSideBySide && mayBeSideBySide(rows);
  const found = batchIn(rows, isSideBySide);
  const isBatch = found !== null && asksForSequence(found, choices.isBatch);
  const batch = isBatch ? countOf(choices.sequence, found.size) - 1 : null;
  return {
    ...{ assigned, heads, headsFirst, isSideBySide, batch, tokens, leavesOutSpecial },
    areLayers: !choices.isBatch,
    keyTokens: tokensOf(choices.keyTokens),
  };
}

/** The special tokens that are typed. None while what is typed cannot be read. */
export function typedSpecial({ tokens, keyTokens }: Pick<Choices, 'tokens' | 'keyTokens'>): readonly string[] {
  try {
    return specialIn([...tokensOf(tokens), ...tokensOf(keyTokens)]);
  } catch {
    return [];
  }
}

/**
 * The attention without its special tokens, if the reader leaves them out. The whole one is checked first, because dividing the rows would hide
 * that they are no weights. Throws ImportError and AttentionError.
 */
export function withChosenTokens(
  core: SceneCore,
  whole: Scene,
  choices: Choices,
  leaveOut: (scene: Scene) => Scene,
): Scene {
  if (!choices.leavesOutSpecial || typedSpecial(choices).length === 0) return whole;
  const { problem } = core.describe(whole);
  if (problem !== null) throw problem;
  if (!hasSpecial(whole)) refuse('empty', (words) => words.model.onlySpecial);
  return leaveOut(whole);
}

/** A scene, and the choices that made it. */
export interface Opened {
  readonly core: SceneCore;
  readonly scene: Scene;
  readonly choices: Choices & { readonly file: string };
}

/** What was opened. It says if the scene is too long for a link. */
export function openedText(language: LanguageCode, opened: Opened): string {
  const { core, scene, choices } = opened;
  const { dModel } = core.describe(scene);
  const rows = scene.embedding.kind === 'given' ? scene.embedding.x.length : 0;
  // A link has at least four letters for a number.
  const length = packedLength(scene) + (choices.kind === 'parameters' ? 4 * dModel * (dModel + rows) : 0);
  const text = whatWasOpened(language, opened);
  return length > limits.link ? `${text} ${importWords(language).model.noLink}` : text;
}

/** The same without a word about links. */
export function whatWasOpened(language: LanguageCode, { core, scene, choices }: Opened): string {
  const words = importWords(language).model;
  const { file, kind, layer } = choices;
  const rows = kind === 'attention' ? rowsOfView(choices) : choices.rows;
  const { heads } = scene.attention;
  if (kind === 'parameters')
    return words.openedParameters(file, layerLabel(rows, layer), core.describe(scene).dModel, heads);
  const opened = words.opened(file, givenLayers(scene.embedding).length, heads, scene.tokens?.length ?? 0);
  const isShorter = choices.leavesOutSpecial && typedSpecial(choices).length > 0;
  const notes = [
    ...(isShorter ? [words.withoutSpecial] : []),
    ...(haveMask(rows) ? [words.wasMasked] : []),
    ...(lackValues(rows) ? [words.noValues] : []),
  ];
  return [opened, ...notes].join(' ');
}
