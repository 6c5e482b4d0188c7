/**
 * A model and what it learns from as a program for NumPy or PyTorch: it prints the loss, its gradient with respect to every
 * parameter, and the losses of the first steps of an optimiser. The steps of the model are those of `pythonFor`.
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

/** Sequences that a step learns from, as rows of E; null where nothing is to be said. */
export type DrawnBatch = readonly {
  readonly tokens: readonly number[];
  readonly targets: readonly (number | null)[];
}[];

/** Batches of a task: each loss is the mean cross-entropy of its targets. */
export interface TaskBatches {
  readonly kind: 'task';
  readonly batches: readonly DrawnBatch[];
  /** Sequences that nothing is learned from: their loss is the one that is printed first, and after the last step. */
  readonly evaluated: DrawnBatch;
  /** (d_model, V); "tied": the rows of E. */
  readonly unembedding: Tensor | 'tied';
}

export interface TrainingSource {
  /** A task's is of ids: any of its sequences, and E with a row for every symbol. */
  readonly scene: Scene;
  /** What the core made of the scene. */
  readonly trace: Trace;
  readonly learns: Loss | TaskBatches;
  /** Null: the loss and its gradient alone. */
  readonly optimizer: OptimizerOptions | null;
  readonly schedule?: Schedule;
  /** Of a loss; a task has as many as there are batches. */
  readonly steps?: number;
  /** Names of parameters that stay as they are. */
  readonly fixed?: readonly string[];
}

export type TrainingLibrary = 'numpy' | 'pytorch';

const libraries: Readonly<Record<TrainingLibrary, Language>> = { numpy, pytorch };

const MOST_NUMBERS_DRAWN = 200_000;

/** Throws AttentionError `too-large` where the program would have more numbers than one is good for. */
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
    ...definitions(l, given.helpers),
    '',
    '',
    ...show(l),
    ...(library === 'numpy' ? [...section('Gradients'), ...numpyGradients] : []),
    ...section('The sizes'),
    ...sizes(given, trace, listed),
    ...section('The numbers that it begins with'),
    ...values,
    ...goalOf(l, source),
    ...section('What is trained'),
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
  task: 'It learns to say the right symbol where there is a target: the loss is the mean cross-entropy.',
  crossEntropy: 'It learns to say the right symbol where there is a target: the loss is the mean cross-entropy.',
  weights: 'It learns weights that are given: the loss is the divergence of the rows, KL(target ‖ weights).',
  output: 'It learns an output that is given: the loss is half the squared error.',
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

/** `model(tokens)`: what the last layer gives, and the weights of every layer. */
function modelOf(script: Script, { scene, trace }: TrainingSource, listed: readonly string[]): readonly string[] {
  const [x, encoded] = embedded(script, scene, trace);
  if (trace.layers === 1) {
    const last = new Layer(script, scene, trace, 0, x, encoded).write();
    script.write('', `return ${last}, [weights]`);
  } else {
    const body = new Script(script.language, script.helpers, false);
    body.write(...listed.map((name) => `${name} = own["${name}"]`));
    const last = new Layer(body, scene, trace, 1, 'x', encoded).write();
    body.write('', '# The next layer reads what this one gave.', 'all_weights.append(weights)', `x = ${last}`);
    script.write('', '# What a layer reads is x.', ...(x === 'x' ? [] : [`x = ${x}`]), 'all_weights = []');
    script.write('for own in layers:');
    script.include(body, '    ');
    script.write('', 'return x, all_weights');
  }
  return ['', '', 'def model(tokens):', ...indented(script.take().flatMap(({ lines }) => lines)).slice(1)];
}

/** What is learned from: batches, or a target. */
function goalOf(l: Language, { learns, steps: count = 1 }: TrainingSource): readonly string[] {
  const target = (rows: Rows, why: string): readonly string[] => assigned(l, 'target', tensorOf(rows), why);
  const list = (items: readonly (number | null)[]): string => `[${items.map((item) => item ?? 'None').join(', ')}]`;
  const again = ['', '# The same for every step.', `batches = [None] * ${count}`];
  const drawn = (batch: DrawnBatch, indent: string): readonly string[] =>
    batch.map(({ tokens, targets }) => `${indent}(${list(tokens)}, ${list(targets)}),`);
  const unembedding = (tensor: Tensor | 'tied'): readonly string[] =>
    tensor === 'tied' ? [] : assigned(l, 'unembedding', tensor, '(d_model, V): a column a symbol');
  switch (learns.kind) {
    case 'task':
      return [
        ...unembedding(learns.unembedding),
        '',
        '# The sequences of each step: tokens, and what is to be said at each (None: nothing).',
        'batches = [',
        ...learns.batches.flatMap((batch) => ['    [', ...drawn(batch, '        '), '    ],']),
        ']',
        '',
        '# Sequences that are not learned from: the model is measured on these.',
        'evaluated = [',
        ...drawn(learns.evaluated, '    '),
        ']',
      ];
    case 'crossEntropy':
      return [
        ...unembedding(learns.unembedding === 'tied' ? 'tied' : tensorOf(learns.unembedding)),
        '',
        '# What is to be said at each token (None: nothing).',
        `targets = ${list(learns.targets)}`,
        ...again,
      ];
    case 'weights':
      return [
        ...target(learns.target, '(T_q, T_k): the weights that are wanted; a row of zeros does not count'),
        ...again,
      ];
    case 'output':
      return [...target(learns.target, 'what the model is to give'), ...again];
  }
}

/** `trained`: every parameter that is, by its name, told where it came from. */
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

/** `loss_of(batch)` */
function lossOf(library: TrainingLibrary, { learns, trace }: TrainingSource): readonly string[] {
  const own = library === 'numpy' ? 'np' : 'torch';
  const entropy = (unembedding: unknown): readonly string[] => {
    const logits = unembedding === 'tied' ? libraries[library].transpose('E').text : 'unembedding';
    return [
      '',
      '',
      'def entropies(tokens, targets):',
      '    """The cross-entropy of every target, added up."""',
      '    told = [place for place, target in enumerate(targets) if target is not None]',
      '    symbols = [targets[place] for place in told]',
      '    y, _ = model(tokens)',
      `    logits = (y @ ${logits})[told]`,
      ...(library === 'numpy'
        ? [
            '    # log(sum(exp(x))) - x of the target; the largest taken away changes nothing, and nothing overflows.',
            '    below = logits - logits.max(axis=-1, keepdims=True)',
            '    return (np.log(np.exp(below).sum(axis=-1)) - below[range(len(told)), symbols]).sum()',
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

const numbersOf = (library: TrainingLibrary): string => (library === 'numpy' ? 'value' : 'detach()');

/** Prints the loss of what is not learned from. */
const measured = (library: TrainingLibrary, { learns }: TrainingSource, when: string): readonly string[] => {
  if (learns.kind !== 'task') return [];
  if (library === 'numpy') return [`print(f"loss${when} {float(value_of(loss_of(evaluated))):.6f}")`];
  return ['with torch.no_grad():', `    print(f"loss${when} {float(loss_of(evaluated)):.6f}")`];
};

/** `learned_from(batch)`, and what it gives for the first batch. */
const gradients = (library: TrainingLibrary, source: TrainingSource): readonly string[] => [
  '',
  '',
  'def learned_from(batch):',
  '    """The loss; the gradient of each parameter is then its grad."""',
  '    for one in trained.values():',
  `        one.grad = ${library === 'numpy' ? 'np.zeros(one.shape)' : 'torch.zeros_like(one)'}`,
  '    loss = loss_of(batch)',
  ...(library === 'numpy'
    ? ['    if isinstance(loss, Traced):  # else no parameter has a say in it', '        loss.backward()']
    : ['    if loss.requires_grad:  # else no parameter has a say in it', '        loss.backward()']),
  `    return float(${library === 'numpy' ? 'value_of(loss)' : 'loss.detach()'})`,
  '',
  '',
  ...measured(library, source, ''),
  `print(f"loss${source.learns.kind === 'task' ? ' of the next batch' : ''} {learned_from(batches[0]):.6f}\\n")`,
  'for name, one in trained.items():',
  '    show(f"gradient of {name}", one.grad)',
];

/** The parameters afterwards. */
const ends = (library: TrainingLibrary): readonly string[] => [
  '',
  'print()',
  'for name, one in trained.items():',
  `    show(name, one.${numbersOf(library)})`,
];
