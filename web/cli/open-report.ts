import { importWords } from '../i18n/import.ts';
import { sourceLanguage } from '../i18n/language.ts';
import type { ImportedTensors } from '../import/index.ts';
import {
  asksForSequence,
  batchIn,
  type Choices,
  haveAxes,
  haveHeadsSideBySide,
  inputsIn,
  kindsIn,
  layerLabel,
  mayBeSideBySide,
  parameterLayers,
  parametersIn,
  textsOfView,
  typedSpecial,
  viewLabel,
  viewsIn,
} from '../import/model/choices.ts';
import { needsRows, type Present } from '../import/model/parameter-scene.ts';
import { modelWidth } from '../import/model/parameters.ts';
import { isOfAttention, whyNoWeights } from '../import/model/roles.ts';
import { givenAgain, type Row } from '../import/model/rows.ts';
import { haveMask } from '../import/model/score-mask.ts';
import { lackValues } from '../import/model/scores-of-queries.ts';
import { tokensIn } from '../import/model-tokens.ts';
import { isUsed } from './open-choices.ts';
import type { OpenOptions } from './open-options.ts';
import { escapedLine, padded } from './terminal.ts';

/** Longer lists end with a count. */
const MOST_LINES = 60;
const LONGEST_NAME = 60;

interface Report {
  readonly found: ImportedTensors;
  readonly choices: Choices;
  readonly options: OpenOptions;
  readonly present: Present;
}

const model = importWords(sourceLanguage).model;

/** The tensors of a file with their roles, and what was guessed. */
export function openReport(file: string, report: Report): string {
  const { found, choices } = report;
  const { rows } = choices;
  const names = rows.map(({ tensor }) => escapedLine(tensor.name));
  const shapes = rows.map(({ tensor, shapeInFile }) => (shapeInFile ?? tensor.shape).join('×'));
  const [name, shape] = [names, shapes].map((texts) =>
    Math.min(LONGEST_NAME, Math.max(...texts.map((one) => one.length))),
  );
  const lines = rows.map((row, index) =>
    [padded(names[index] ?? '', name ?? 0), padded(shapes[index] ?? '', shape ?? 0), roleText(choices, row)].join('  '),
  );
  const left = lines.length - MOST_LINES;
  return [
    `${escapedLine(file)}: ${rows.length} ${rows.length === 1 ? 'tensor' : 'tensors'}`,
    ...lines.slice(0, MOST_LINES).map((line) => `  ${line}`),
    ...(left > 0 ? [`  … and ${left} more`] : []),
    ...found.refused.map((one) => `  ${escapedLine(model.refused(one.name, one.why))}`),
    ...(choices.kind === 'parameters' ? parameterNotes(report) : attentionNotes(report)),
    '',
  ].join('\n');
}

function roleText(choices: Choices, row: Row): string {
  const { role, layer } = row;
  if (role === null) {
    const why = whyNoWeights(importWords(sourceLanguage), row.tensor);
    return why === null ? model.unused : `${model.unused}. ${why}`;
  }
  const text = isOfAttention(role) ? model.roles[role] : model.parameterRoles[role];
  const place = layer === '' || !isOfAttention(role) ? '' : `, layer ${layer}`;
  return isUsed(choices, row) ? `${text}${place}` : `${text}, ${model.unused}`;
}

/** What is true of attention, with the option that changes it. */
function attentionNotes({ found, choices, options }: Report): readonly string[] {
  const { rows, heads } = choices;
  const used = rows.filter((row) => isUsed(choices, row));
  const isSideBySide = choices.isSideBySide && mayBeSideBySide(used);
  const batch = batchIn(used, isSideBySide);
  const views = viewsIn(rows).map((view) => escapedLine(viewLabel(view)));
  const again = givenAgain(rows);
  const order = isSideBySide ? 'batch' : choices.headsFirst ? 'heads' : 'tokens';
  return [
    ...(views.length > 0
      ? [`View: ${escapedLine(viewLabel(choices.view))}. The file has ${views.join(', ')}. Change it with --view.`]
      : []),
    ...(haveHeadsSideBySide(used, isSideBySide)
      ? [`Heads: ${heads}${guessed(options.heads)}, side by side in q. Change it with --heads.`]
      : []),
    ...(haveAxes(used)
      ? [`Axes of q, k and v: ${model.orders[order]}${guessed(options.order)}. Change it with --order.`]
      : []),
    ...(batch === null
      ? []
      : asksForSequence(batch, choices.isBatch)
        ? [
            `First axis: a batch of ${batch.size}, of which sequence ${choices.sequence} is shown. Change it with --sequence.`,
          ]
        : [`First axis: ${batch.size} layers (guessed). If it is a batch, use --sequence.`]),
    ...(again.length === 0 ? [] : [`${model.givenAgain(again.map(escapedLine).join(', '))} Choose with --use.`]),
    ...(haveMask(used) ? [model.masked] : []),
    ...(lackValues(used) ? [model.noValues] : []),
    ...tokenNotes({ ...found, texts: textsOfView(choices, found.texts) }, options, 'they are numbered'),
    ...specialNotes(choices),
    ...(kindsIn(rows).includes('parameters')
      ? ['The file also has parameters of a layer. Open them with --parameters.']
      : []),
  ];
}

const guessed = (given: string | undefined): string => (given === undefined ? ' (guessed)' : '');

function tokenNotes(found: ImportedTensors, { tokens }: OpenOptions, otherwise: string): readonly string[] {
  const { queries } = tokensIn(found.texts);
  if (tokens !== undefined) return [];
  if (queries === null) return [`Tokens: none in the file, so ${otherwise}. Name them with --tokens.`];
  return [`Tokens: ${queries.texts.length} from “${escapedLine(queries.name)}”.`];
}

function specialNotes(choices: Choices): readonly string[] {
  const special = typedSpecial(choices);
  if (special.length === 0) return [];
  const names = escapedLine(special.join(' '));
  return [
    `Special tokens: ${names}${choices.leavesOutSpecial ? ', left out.' : '. Leave them out with --without-special.'}`,
  ];
}

function parameterNotes({ found, choices, options, present }: Report): readonly string[] {
  const { rows, layer, heads, outFirst } = choices;
  const labels = parameterLayers(rows).map((one) => escapedLine(layerLabel(rows, one)));
  const reads = modelWidth(parametersIn({ rows, layer }), outFirst);
  const [input] = inputsIn(choices);
  return [
    ...(labels.length > 1
      ? [`Layer: ${escapedLine(layerLabel(rows, layer))}. The file has ${labels.join(', ')}. Change it with --layer.`]
      : []),
    `Heads: ${heads}${guessed(options.heads)}. Change it with --heads.`,
    `Rows and columns of W: ${model.layouts[outFirst ? 'out' : 'in']}${guessed(options.matrices)}. Change it with --matrices.`,
    ...tokenNotes(found, options, input === undefined ? 'those of the first scene stay' : 'they are numbered'),
    ...(input !== undefined
      ? [escapedLine(model.fillsInput(input.name))]
      : reads !== null && needsRows(present, reads)
        ? [`Each token gets ${reads} random numbers (seed 1).`]
        : []),
  ];
}
