import { html, nothing, type TemplateResult } from 'lit';
import { importWords } from '../../i18n/import.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import {
  asksForSequence,
  batchIn,
  type Choices,
  type FileBatch,
  haveAxes,
  haveHeadsSideBySide,
  kinds,
  kindsIn,
  layerLabel,
  mayBeSideBySide,
  parameterLayers,
  rowsOfView,
  viewLabel,
  viewsIn,
} from '../../import/model/choices.ts';
import { axisOrders } from '../../import/model/roles.ts';
import { choiceField, countField } from './fields.ts';

type Change = (change: Partial<Omit<Choices, 'rows' | 'tokens' | 'keyTokens'>>) => void;

/** What else the reader may choose for the tensors of a file. */
export function choiceFields(language: LanguageCode, choices: Choices, change: Change): TemplateResult {
  const words = importWords(language).model;
  const { kind, heads, rows, isSideBySide } = choices;
  const heading = countField(words.headCount, words.headCountName, heads, (typed) => change({ heads: typed }));
  const kindChoice =
    kindsIn(rows).length > 1
      ? choiceField(words.kind, kinds, words.kinds, kind, (chosen) => change({ kind: chosen }))
      : nothing;
  if (kind === 'parameters')
    return html`${kindChoice} ${layerField(language, choices, change)} ${heading} ${layoutField(language, choices, change)}`;
  const used = rowsOfView(choices);
  const batch = batchIn(used, isSideBySide);
  return html`${kindChoice} ${viewField(language, choices, change)} ${haveHeadsSideBySide(used, isSideBySide && mayBeSideBySide(used)) ? heading : nothing}
  ${haveAxes(used) ? orderField(language, choices, mayBeSideBySide(used), change) : nothing}
  ${batch === null ? nothing : batchFields(language, choices, batch, change)}`;
}

function viewField(language: LanguageCode, { rows, view }: Choices, change: Change): TemplateResult | typeof nothing {
  const views = viewsIn(rows);
  if (views.length === 0) return nothing;
  const labels = Object.fromEntries(views.map((one) => [one, viewLabel(one)]));
  return choiceField(importWords(language).model.view, views, labels, view, (chosen) => change({ view: chosen }));
}

function layerField(language: LanguageCode, { rows, layer }: Choices, change: Change): TemplateResult {
  const words = importWords(language).model;
  const layers = parameterLayers(rows);
  const labels = Object.fromEntries(layers.map((one) => [one, layerLabel(rows, one) || words.onlyLayer]));
  return choiceField(words.whichLayer, layers, labels, layer, (chosen) => change({ layer: chosen }));
}

function layoutField(language: LanguageCode, { outFirst }: Choices, change: Change): TemplateResult {
  const words = importWords(language).model;
  return choiceField(words.layout, ['out', 'in'], words.layouts, outFirst ? 'out' : 'in', (layout) =>
    change({ outFirst: layout === 'out' }),
  );
}

function orderField(
  language: LanguageCode,
  { headsFirst, isSideBySide }: Choices,
  mayBeBatch: boolean,
  change: Change,
): TemplateResult {
  const words = importWords(language).model;
  const orders = mayBeBatch ? axisOrders : axisOrders.filter((order) => order !== 'batch');
  const chosen = isSideBySide && mayBeBatch ? 'batch' : headsFirst ? 'heads' : 'tokens';
  return choiceField(words.order, orders, words.orders, chosen, (order) =>
    change({ isSideBySide: order === 'batch', headsFirst: order === 'heads' }),
  );
}

/** Whether the first axis is layers or a batch, and which sequence of it is opened. */
function batchFields(language: LanguageCode, choices: Choices, batch: FileBatch, change: Change): TemplateResult {
  const words = importWords(language).model;
  const { size, mayBeLayers, isCertain } = batch;
  const { isBatch } = choices;
  const axis = choiceField(
    isCertain ? words.otherFirstAxis : words.firstAxis,
    ['layers', 'batch'],
    words.firstAxes,
    isBatch ? 'batch' : 'layers',
    (is) => change({ isBatch: is === 'batch' }),
  );
  const label = words.sequence(size);
  const sequence = countField(label, label, choices.sequence, (typed) => change({ sequence: typed }));
  return html`${mayBeLayers ? axis : nothing} ${asksForSequence(batch, isBatch) ? sequence : nothing}`;
}
