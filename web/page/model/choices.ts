/** What is chosen in the dialog, and the scene that it makes. */

import type { SceneCore } from '../../core/types.ts';
import { importWords } from '../../i18n/import.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import { type Batch, batchOf } from '../../import/model-batch.ts';
import { layerParameters } from '../../import/model-parameters.ts';
import { isOfAttention, isParameter, type TensorRole } from '../../import/model-roles.ts';
import type { ModelChoices } from '../../import/model-scene.ts';
import { type Present, parameterScene } from '../../import/parameter-scene.ts';
import { specialIn } from '../../import/special-tokens.ts';
import { givenLimits } from '../../scene/given-tensors.ts';
import { givenLayers, packedLength } from '../../scene/layers.ts';
import { limits } from '../../scene/limits.ts';
import type { Scene } from '../../scene/types.ts';
import { countOf, type Row, tokensOf } from './rows.ts';

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
  /** Whether matrices are (out, in). */
  readonly outFirst: boolean;
  /** Whether four axes begin with a batch. */
  readonly isBatch: boolean;
  /** The sequence of a batch, from 1, as it is typed. */
  readonly sequence: string;
  /** Of the parameters, as the row has it. */
  readonly layer: string;
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
export const layerLabel = (rows: readonly Row[], layer: string): string =>
  rows.find((row) => row.layer.trim() === layer && row.role !== null && isParameter(row.role))?.layerName ?? layer;

/** The batch that the tensors have, or may have. One that can only be a batch decides for all. */
export function batchIn(rows: readonly Row[]): Batch | null {
  const found = rows.flatMap(({ tensor, role, layer }) =>
    role !== null && isOfAttention(role) ? (batchOf(tensor, layer.trim() !== '') ?? []) : [],
  );
  return found.find(({ mayBeLayers }) => !mayBeLayers) ?? found[0] ?? null;
}

/** The parameters of the layer. */
export const parametersIn = ({ rows, layer }: Pick<Choices, 'rows' | 'layer'>) =>
  rows.flatMap(({ tensor, role, layer: own }) =>
    role !== null && isParameter(role) && own.trim() === layer ? [{ tensor, role }] : [],
  );

/** The scene on the page with the chosen parameters. Throws ImportError. */
export function withParameters(choices: Choices, present: Present): Scene {
  const heads = countOf(choices.heads, limits.heads);
  const { outFirst } = choices;
  const parameters = layerParameters(parametersIn(choices), { heads, outFirst });
  return parameterScene(present, parameters, { heads, tokens: tokensOf(choices.tokens) });
}

/** The chosen attention. Throws ImportError. */
export function chosenAttention(choices: Choices): ModelChoices {
  const heads = countOf(choices.heads, limits.heads);
  const tokens = tokensOf(choices.tokens);
  const assigned = choices.rows.flatMap(({ tensor, role, layer, layerName }) => {
    if (role === null || !isOfAttention(role)) return [];
    const place = layer.trim() === '' ? null : countOf(layer, givenLimits.layers) - 1;
    return [{ tensor, role, layer: place, layerName: place === null ? undefined : layerName }];
  });
  const { headsFirst, leavesOutSpecial } = choices;
  const found = batchIn(choices.rows);
  const isBatch = found !== null && (choices.isBatch || !found.mayBeLayers);
  const batch = isBatch ? countOf(choices.sequence, found.size) - 1 : null;
  return { assigned, heads, headsFirst, batch, tokens, keyTokens: tokensOf(choices.keyTokens), leavesOutSpecial };
}

/** The special tokens that are typed. None while what is typed cannot be read. */
export function typedSpecial({ tokens, keyTokens }: Pick<Choices, 'tokens' | 'keyTokens'>): readonly string[] {
  try {
    return specialIn([...tokensOf(tokens), ...tokensOf(keyTokens)]);
  } catch {
    return [];
  }
}

/** What was opened. It says if the scene is too long for a link. */
export function openedText(
  language: LanguageCode,
  core: SceneCore,
  scene: Scene,
  choices: Choices & { readonly file: string },
): string {
  const words = importWords(language).model;
  const { file, kind, rows, layer } = choices;
  const { heads } = scene.attention;
  const { dModel } = core.describe(scene);
  const areParameters = kind === 'parameters';
  const opened = areParameters
    ? words.openedParameters(file, layerLabel(rows, layer), dModel, heads)
    : words.opened(file, givenLayers(scene.embedding).length, heads, scene.tokens?.length ?? 0);
  const isShorter = !areParameters && choices.leavesOutSpecial && typedSpecial(choices).length > 0;
  // A link has at least four letters for a number.
  const length = packedLength(scene) + (areParameters ? 4 * dModel * dModel : 0);
  return [opened, isShorter ? words.withoutSpecial : '', length > limits.link ? words.noLink : '']
    .filter((part) => part !== '')
    .join(' ');
}
