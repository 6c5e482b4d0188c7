import {
  batchIn,
  type Choices,
  guessedChoices,
  haveAxes,
  haveHeadsSideBySide,
  inputsIn,
  kindsIn,
  layerLabel,
  mayBeSideBySide,
  parameterLayers,
  parametersIn,
  rowsOfView,
  textsOfView,
  viewLabel,
  viewsIn,
} from '../import/model/choices.ts';
import { layerIn } from '../import/model/names.ts';
import { isOutFirst } from '../import/model/parameters.ts';
import { areCells, type Guess, INPUT, isOfAttention, isParameter } from '../import/model/roles.ts';
import { headsOf, type Row, rowsOf, typedTokens } from '../import/model/rows.ts';
import type { UnreadTensor } from '../import/model/unread-tensors.ts';
import { tokensIn } from '../import/model-tokens.ts';
import type { ModelTensor, TextList } from '../import/types.ts';
import type { OpenOptions, Use } from './open-options.ts';
import { UsageError, words } from './options.ts';

interface Found {
  readonly tensors: readonly ModelTensor[];
  readonly refused: readonly UnreadTensor[];
  readonly texts: readonly TextList[];
}

/** What the file suggests, and what the options say in its place. Throws UsageError for a tensor or a layer that is not there. */
export function openChoices({ tensors, refused, texts }: Found, options: OpenOptions): Choices {
  const { uses } = options;
  for (const { name, why } of refused)
    if (uses.some((use) => use.name === name)) throw new UsageError(words.unread(name, why));
  const rows = withLayers(
    rowsOf(tensors, (guessed) => withRoles(guessed, tensors, uses)),
    uses,
  );
  const guessed = guessedChoices(rows, texts);
  const areParameters =
    options.parameters || uses.some(({ role }) => role !== null && (role === INPUT || isParameter(role)));
  if (areParameters && !kindsIn(rows).includes('parameters')) throw new UsageError(words.noParameters);
  const kind = areParameters ? 'parameters' : guessed.kind;
  const layer = options.layer === undefined || kind === 'attention' ? guessed.layer : layerNamed(rows, options.layer);
  const view = options.view === undefined ? guessed.view : viewNamed(rows, options.view);
  const isSideBySide = options.order === undefined ? guessed.isSideBySide : options.order === 'batch';
  const { queries, keys } = tokensIn(kind === 'attention' ? textsOfView({ rows, view }, texts) : texts);
  return {
    ...guessed,
    ...{ kind, layer, view },
    heads: options.heads ?? headsOf(rows, isSideBySide),
    headsFirst: options.order === undefined ? guessed.headsFirst : options.order === 'heads',
    isSideBySide,
    outFirst: options.matrices === undefined ? isOutFirst(parametersIn({ rows, layer })) : options.matrices === 'out',
    isBatch: options.sequence !== undefined || guessed.isBatch,
    sequence: options.sequence ?? guessed.sequence,
    tokens: options.tokens ?? typed(queries),
    keyTokens: options.keyTokens ?? typed(keys),
    leavesOutSpecial: options.leavesOutSpecial,
  };
}

const typed = (list: TextList | null): string => (list === null ? '' : typedTokens(list.texts));

/** The last option that names the tensor. */
const useOf = (uses: readonly Use[], name: string): Use | undefined => uses.findLast((use) => matches(use, name));

function matches(use: Use, name: string): boolean {
  const parts = use.name.split('*').map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 's').test(name);
}

/**
 * A named tensor takes its role from the tensors that were guessed to have it. Named q or k leave out guessed weights and scores, which
 * they would compute, and named weights or scores leave out guessed q and k.
 */
function withRoles(guesses: readonly Guess[], tensors: readonly ModelTensor[], uses: readonly Use[]): readonly Guess[] {
  for (const use of uses)
    if (!tensors.some(({ name }) => matches(use, name)))
      throw new UsageError(
        words.noTensor(
          use.name,
          tensors.map(({ name }) => name),
        ),
      );
  const named = new Set(uses.map(({ role }) => role));
  const hasCells = named.has('weights') || named.has('scores');
  const isComputed = named.has('q') || named.has('k');
  return guesses.map((guess, index) => {
    const name = tensors[index]?.name ?? '';
    const use = useOf(uses, name);
    const { role } = guess;
    if (use !== undefined) return { role: use.role, layer: layerIn(name)?.number ?? null };
    const isReplaced =
      (role !== null && named.has(role)) ||
      (hasCells && (role === 'q' || role === 'k' || areCells(role))) ||
      (isComputed && areCells(role));
    return isReplaced ? { ...guess, role: null } : guess;
  });
}

const withLayers = (rows: readonly Row[], uses: readonly Use[]): readonly Row[] =>
  rows.map((row) => {
    const layer = useOf(uses, row.tensor.name)?.layer ?? null;
    return layer === null ? row : { ...row, layer: String(layer), layerName: undefined };
  });

/** The layer that the model calls so, or whose number it is. */
function layerNamed(rows: readonly Row[], name: string): string {
  const layers = parameterLayers(rows).map((layer) => ({ layer, label: layerLabel(rows, layer) }));
  const found = layers.find(({ label }) => label === name) ?? layers.find(({ label }) => label.endsWith(`.${name}`));
  if (found === undefined)
    throw new UsageError(
      words.noLayer(
        name,
        layers.map(({ label }) => label),
      ),
    );
  return found.layer;
}

/** The view that BertViz calls so. Without views, the option has no effect, which `refuseOthers` says. */
function viewNamed(rows: readonly Row[], name: string): string {
  const views = viewsIn(rows);
  const found = views.find((view) => viewLabel(view) === name);
  if (found === undefined && views.length > 0) throw new UsageError(words.noView(name, views.map(viewLabel)));
  return found ?? '';
}

/** Whether a tensor is part of what is opened. */
export function isUsed(choices: Choices, row: Row): boolean {
  const { role, layer } = row;
  if (role === null) return false;
  if (choices.kind === 'attention') return isOfAttention(role) && rowsOfView(choices).includes(row);
  return role === INPUT ? inputsIn(choices).includes(row.tensor) : isParameter(role) && layer.trim() === choices.layer;
}

/** Throws UsageError for an option that would change nothing. Null: the file is a scene, for which only the port is chosen. */
export function refuseOthers(options: OpenOptions, choices: Choices | null): void {
  const { uses, heads, order, sequence, tokens, keyTokens, leavesOutSpecial, parameters, layer, view, matrices } =
    options;
  const ofAttention = {
    order,
    sequence,
    view,
    'key-tokens': keyTokens,
    'without-special': leavesOutSpecial || undefined,
  };
  const ofParameters = { layer, matrices };
  const ofAll = { use: uses[0], heads, tokens, parameters: parameters || undefined };
  const refuse = (given: Readonly<Record<string, unknown>>, what: string): void => {
    const option = Object.entries(given).find(([, value]) => value !== undefined)?.[0];
    if (option !== undefined) throw new UsageError(words.noEffect(option, what));
  };
  if (choices === null) refuse({ ...ofAll, ...ofAttention, ...ofParameters }, words.ofScene);
  else if (choices.kind === 'parameters') refuse(ofAttention, words.ofParameters);
  else {
    refuse(ofParameters, words.ofAttention);
    const rows = rowsOfView(choices);
    const isSideBySide = choices.isSideBySide && mayBeSideBySide(rows);
    if (batchIn(rows, isSideBySide) === null) refuse({ sequence }, words.withoutBatch);
    if (!haveAxes(rows)) refuse({ order }, words.withoutOrder);
    if (order === 'batch' && !isSideBySide) refuse({ order }, words.withoutBatchOrder);
    if (!haveHeadsSideBySide(rows, isSideBySide)) refuse({ heads }, words.withoutHeads);
    if (viewsIn(choices.rows).length === 0) refuse({ view }, words.withoutViews);
  }
}
