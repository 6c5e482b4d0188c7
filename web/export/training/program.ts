/**
 * A training run as a program for NumPy or PyTorch. It prints the loss, its gradient with respect to every parameter, and the losses of
 * the first optimiser steps. The model has the steps of `pythonFor`.
 */
import type { Tensor, Trace } from '../../core/types.ts';
import { AttentionError } from '../../scene/error.ts';
import type { Rows, Scene } from '../../scene/types.ts';
import type { Loss } from '../../training/loss.ts';
import type { OptimizerOptions, Schedule } from '../../training/options.ts';
import { about } from '../code/about.ts';
import { wrapped } from '../code/expressions.ts';
import { Layer } from '../code/layer.ts';
import { type Language, numpy, pytorch } from '../code/libraries.ts';
import { embedded, section, show, sizes, words } from '../code/python.ts';
import { definitions, Script } from '../code/script.ts';
import { assigned, checkSize, inputs, matricesOf, parameters, tensorOf } from '../code/values.ts';
import { shared } from './names.ts';
import { numpyGradients } from './numpy-gradients.ts';
import { settings, steps } from './optimizers.ts';

/** The sequences of one step, as rows of E. A target is null where there is nothing to predict. */
export type DrawnBatch = readonly {
  readonly tokens: readonly number[];
  readonly targets: readonly (number | null)[];
}[];

/** The batches of a task. The loss of a batch is the mean cross-entropy of its targets. */
export interface TaskBatches {
  readonly kind: 'task';
  readonly batches: readonly DrawnBatch[];
  /** Evaluation sequences, whose loss is printed before the first step and after the last. */
  readonly evaluated: DrawnBatch;
  /** (d_model, V), or "tied" to the rows of E. */
  readonly unembedding: Tensor | 'tied';
}

export interface TrainingSource {
  /** For a task: one of its sequences as ids, and E with a row for every symbol. */
  readonly scene: Scene;
  /** The trace of the scene. */
  readonly trace: Trace;
  readonly learns: Loss | TaskBatches;
  /** Null for a program without optimiser steps. */
  readonly optimizer: OptimizerOptions | null;
  readonly schedule?: Schedule;
  /** Number of steps for a loss. A task has one step for each batch. */
  readonly steps?: number;
  /** Names of parameters that are not trained. */
  readonly fixed?: readonly string[];
}

export type TrainingLibrary = 'numpy' | 'pytorch';

const libraries: Readonly<Record<TrainingLibrary, Language>> = { numpy, pytorch };

const MOST_NUMBERS_DRAWN = 200_000;

/** Throws AttentionError `too-large` for too many numbers to write out. */
export function trainingCodeFor(library: TrainingLibrary, source: TrainingSource): string {
  const { scene, trace, learns, optimizer } = source;
  const l = libraries[library];
  checkSize(scene, trace);
  checkDrawn(learns);
  const { lines: matrices, listed } = parameters(l, trace, true);
  const given = new Script(l, undefined, false);
  const values = [
    ...(learns.kind === 'task' ? [] : words(given, scene, trace)),
    ...inputs(l, scene, trace),
    ...matrices,
  ];
  const model = modelOf(given, source, listed);
  return [
    ...[...about(scene, trace), summaries[learns.kind]].flatMap((paragraph) => wrapped(paragraph, '# ')),
    '#',
    ...wrapped(`Made by the self-attention playground. ${l.exactness}`, '# '),
    '#',
    `# To run it with ${l.name}:`,
    `#   pip install ${l.install}`,
    '#   python3 training.py',
    '',
    'import math',
    '',
    ...l.imports,
    '',
    ...l.settings,
    ...(l.printing === null ? [] : [l.printing]),
    ...definitions(l, given.helpers),
    '',
    '',
    ...show(l),
    ...(library === 'numpy' ? [...section('Gradients'), ...numpyGradients] : []),
    ...section('The sizes'),
    ...sizes(given, trace, listed),
    ...section('The initial values'),
    ...values,
    ...goalOf(l, source),
    ...section('The trained parameters'),
    ...trained(library, source, listed),
    ...section('The model'),
    ...model,
    ...section('The loss'),
    ...lossOf(library, source),
    ...gradients(library, source),
    ...(optimizer === null
      ? []
      : [
          ...section('Training'),
          ...settings(optimizer, source.schedule),
          ...steps(library, optimizer),
          ...measured(library, source, ' afterwards'),
          ...ends(library),
        ]),
    '',
  ].join('\n');
}

const summaries: Readonly<Record<Loss['kind'] | 'task', string>> = {
  task: 'It learns to predict the target symbols. The loss is the mean cross-entropy.',
  crossEntropy: 'It learns to predict the target symbols. The loss is the mean cross-entropy.',
  weights: 'It learns given weights. The loss is the divergence of the rows, KL(target ‖ weights).',
  output: 'It learns a given output. The loss is half the squared error.',
};

function checkDrawn(learns: TrainingSource['learns']): void {
  if (learns.kind !== 'task') return;
  const count = [...learns.batches, learns.evaluated]
    .flat()
    .reduce((sum, { tokens, targets }) => sum + tokens.length + targets.length, 0);
  if (count > MOST_NUMBERS_DRAWN)
    throw new AttentionError(
      'too-large',
      `as code these sequences have ${count} numbers to write out; the limit is ${MOST_NUMBERS_DRAWN}`,
    );
}

const indented = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => (line === '' ? '' : `    ${line}`));

/** Writes `model(tokens)`, which returns the output of the last layer and the weights of every layer. */
function modelOf(script: Script, { scene, trace }: TrainingSource, listed: readonly string[]): readonly string[] {
  const [x, encoded] = embedded(script, scene, trace);
  if (trace.layers === 1) {
    const last = new Layer(script, scene, trace, 0, x, encoded).write();
    script.write('', `return ${last}, [weights]`);
  } else {
    const body = new Script(script.language, script.helpers, false);
    body.write(...listed.map((name) => `${name} = own["${name}"]`));
    const last = new Layer(body, scene, trace, 1, 'x', encoded).write();
    body.write('', '# The output is the input of the next layer.', 'all_weights.append(weights)', `x = ${last}`);
    script.write('', '# x is the input of a layer.', ...(x === 'x' ? [] : [`x = ${x}`]), 'all_weights = []');
    script.write('for own in layers:');
    script.include(body, '    ');
    script.write('', 'return x, all_weights');
  }
  return ['', '', 'def model(tokens):', ...indented(script.take().flatMap(({ lines }) => lines)).slice(1)];
}

/** Writes what the model learns from: batches or a target. */
function goalOf(l: Language, { learns, steps: count = 1 }: TrainingSource): readonly string[] {
  const target = (rows: Rows, why: string): readonly string[] => assigned(l, 'target', tensorOf(rows), why);
  const list = (items: readonly (number | null)[]): string => `[${items.map((item) => item ?? 'None').join(', ')}]`;
  const again = ['', '# The same for every step.', `batches = [None] * ${count}`];
  const drawn = (batch: DrawnBatch, indent: string): readonly string[] =>
    batch.map(({ tokens, targets }) => `${indent}(${list(tokens)}, ${list(targets)}),`);
  const unembedding = (tensor: Tensor | 'tied'): readonly string[] =>
    tensor === 'tied' ? [] : assigned(l, 'unembedding', tensor, '(d_model, V): one column for each symbol');
  switch (learns.kind) {
    case 'task':
      return [
        ...unembedding(learns.unembedding),
        '',
        '# The sequences of each step: tokens, and the target at each (None: no target).',
        'batches = [',
        ...learns.batches.flatMap((batch) => ['    [', ...drawn(batch, '        '), '    ],']),
        ']',
        '',
        '# Evaluation sequences, which the model does not learn from.',
        'evaluated = [',
        ...drawn(learns.evaluated, '    '),
        ']',
      ];
    case 'crossEntropy':
      return [
        ...unembedding(learns.unembedding === 'tied' ? 'tied' : tensorOf(learns.unembedding)),
        '',
        '# The target at each token (None: no target).',
        `targets = ${list(learns.targets)}`,
        ...again,
      ];
    case 'weights':
      return [...target(learns.target, '(T_q, T_k): the target weights; rows of zeros are ignored'), ...again];
    case 'output':
      return [...target(learns.target, 'the target output'), ...again];
  }
}

/** Writes `trained`: every trained parameter by its name. */
function trained(library: TrainingLibrary, source: TrainingSource, listed: readonly string[]): readonly string[] {
  const { scene, trace, learns, fixed = [] } = source;
  const stays = new Set([...fixed, ...(scene.embedding.kind === 'zero' ? ['E'] : [])]);
  const variable = (name: string): string => (library === 'numpy' ? `Traced(${name})` : `${name}.requires_grad_()`);
  const common = [...shared].filter((name) => trace.parameters.some((one) => one.name === name));
  const learnsWords = learns.kind === 'task' && learns.unembedding !== 'tied';
  const single = [
    ...common,
    ...(listed.length > 0 ? [] : matricesOf(trace, 0).map(({ name }) => name)),
    ...(learnsWords ? ['unembedding'] : []),
  ].filter((name) => !stays.has(name));
  const ofLayers = Array.from({ length: listed.length > 0 ? trace.layers : 0 }, (_, layer) =>
    matricesOf(trace, layer)
      .filter(({ name }) => !stays.has(name))
      .map(({ name }) => ({ place: `layers[${layer}]["${name}"]`, key: `layer ${layer + 1}, ${name}` })),
  ).flat();
  return [
    '',
    ...single.map((name) => `${name} = ${variable(name)}`),
    ...ofLayers.map(({ place }) => `${place} = ${variable(place)}`),
    'trained = {',
    ...single.map((name) => `    "${name}": ${name},`),
    ...ofLayers.map(({ place, key }) => `    "${key}": ${place},`),
    '}',
  ];
}

/** Writes `loss_of(batch)`. */
function lossOf(library: TrainingLibrary, { learns, trace }: TrainingSource): readonly string[] {
  const own = library === 'numpy' ? 'np' : 'torch';
  const entropy = (unembedding: unknown): readonly string[] => {
    const logits = unembedding === 'tied' ? libraries[library].transpose('E').text : 'unembedding';
    return [
      '',
      '',
      'def entropies(tokens, targets):',
      '    """The sum of the cross-entropies of all targets."""',
      '    scored = [index for index, target in enumerate(targets) if target is not None]',
      '    symbols = [targets[index] for index in scored]',
      '    y, _ = model(tokens)',
      `    logits = (y @ ${logits})[scored]`,
      ...(library === 'numpy'
        ? [
            '    # log(sum(exp(x))) - x of the target. Subtracting the largest changes nothing and avoids overflow.',
            '    below = logits - logits.max(axis=-1, keepdims=True)',
            '    return (np.log(np.exp(below).sum(axis=-1)) - below[range(len(scored)), symbols]).sum()',
          ]
        : ['    return torch.nn.functional.cross_entropy(logits, torch.tensor(symbols), reduction="sum")']),
    ];
  };
  switch (learns.kind) {
    case 'task':
      return [
        ...entropy(learns.unembedding),
        '',
        '',
        'def loss_of(batch):',
        '    count = sum(target is not None for _, targets in batch for target in targets)',
        '    return sum(entropies(tokens, targets) for tokens, targets in batch) / count',
      ];
    case 'crossEntropy':
      return [
        ...entropy(learns.unembedding),
        '',
        '',
        'def loss_of(_):',
        '    return entropies(tokens, targets) / sum(target is not None for target in targets)',
      ];
    case 'weights':
      return [
        '',
        '',
        'def loss_of(_):',
        '    _, all_weights = model(tokens)',
        '    counted = target > 0',
        `    weights = all_weights[${learns.layer ?? trace.layers - 1}][${learns.head ?? 0}]`,
        `    return (target[counted] * (${own}.log(target[counted]) - ${own}.log(weights[counted]))).sum()`,
      ];
    case 'output':
      return ['', '', 'def loss_of(_):', '    y, _ = model(tokens)', '    return ((y - target) ** 2).sum() / 2'];
  }
}

const dataAttribute = (library: TrainingLibrary): string => (library === 'numpy' ? 'value' : 'detach()');

/** Prints the loss of the evaluation sequences. */
const measured = (library: TrainingLibrary, { learns }: TrainingSource, when: string): readonly string[] => {
  if (learns.kind !== 'task') return [];
  if (library === 'numpy') return [`print(f"loss${when} {float(value_of(loss_of(evaluated))):.6f}")`];
  return ['with torch.no_grad():', `    print(f"loss${when} {float(loss_of(evaluated)):.6f}")`];
};

/** Writes `learned_from(batch)`, and prints its loss and gradients for the first batch. */
const gradients = (library: TrainingLibrary, source: TrainingSource): readonly string[] => [
  '',
  '',
  'def learned_from(batch):',
  '    """Returns the loss and sets the grad of each parameter."""',
  '    for one in trained.values():',
  `        one.grad = ${library === 'numpy' ? 'np.zeros(one.shape)' : 'torch.zeros_like(one)'}`,
  '    loss = loss_of(batch)',
  ...(library === 'numpy'
    ? ['    if isinstance(loss, Traced):  # otherwise it depends on no parameter', '        loss.backward()']
    : ['    if loss.requires_grad:  # otherwise it depends on no parameter', '        loss.backward()']),
  `    return float(${library === 'numpy' ? 'value_of(loss)' : 'loss.detach()'})`,
  '',
  '',
  ...measured(library, source, ''),
  `print(f"loss${source.learns.kind === 'task' ? ' of the next batch' : ''} {learned_from(batches[0]):.6f}\\n")`,
  'for name, one in trained.items():',
  '    show(f"gradient of {name}", one.grad)',
];

/** Prints the trained parameters. */
const ends = (library: TrainingLibrary): readonly string[] => [
  '',
  'print()',
  'for name, one in trained.items():',
  `    show(name, one.${dataAttribute(library)})`,
];
