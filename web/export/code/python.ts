/** Writes a complete script for a Python library. */

import type { Step } from '../../core/types.ts';
import { calledIn } from '../../lessons/document-names.ts';
import { withDefaults } from '../../scene/defaults.ts';
import type { Scene } from '../../scene/types.ts';
import type { TraceLike } from '../trace-like.ts';
import { about } from './about.ts';
import { add, indexed, quoted, wrapped } from './expressions.ts';
import { Layer, sources } from './layer.ts';
import type { Language } from './libraries.ts';
import { renamed } from './rename.ts';
import { definitions, Script, type ScriptBlock } from './script.ts';
import { assigned, checkSize, inputs, parameters, sized } from './values.ts';

/** The parts of a script. A part that needs an empty line before it starts with one. */
export interface Program {
  /** Paragraphs that say what it computes. */
  readonly about: readonly string[];
  /** A paragraph about its origin and precision. */
  readonly origin: string;
  /** Lines that say how to run it. */
  readonly install: readonly string[];
  /** Imports, settings and the helper functions. */
  readonly definitions: readonly string[];
  readonly sizes: readonly string[];
  readonly values: readonly string[];
  /** The steps, in order. */
  readonly blocks: readonly ScriptBlock[];
  /** The names of tensors in a lesson's document, if the scene uses them. */
  readonly names: Readonly<Record<string, string>>;
}

/** The script of a scene and its trace. Throws AttentionError `too-large`. */
export function pythonFor(language: Language, scene: Scene, trace: TraceLike): string {
  const {
    about: prose,
    origin,
    install,
    definitions: functions,
    sizes: symbols,
    values,
    blocks,
  } = programOf(language, scene, trace);
  return [
    ...prose.flatMap((paragraph) => wrapped(paragraph, '# ')),
    '#',
    ...wrapped(origin, '# '),
    '#',
    ...install.map((line) => `# ${line}`),
    ...functions,
    ...section('The sizes'),
    ...symbols,
    ...section('The scene'),
    ...values,
    ...section('The steps'),
    ...blocks.flatMap(({ lines }) => lines),
    '',
  ].join('\n');
}

/** The parts of `pythonFor`. */
export function programOf(language: Language, scene: Scene, trace: TraceLike): Program {
  checkSize(scene, trace);
  const script = new Script(language);
  const { lines: matrices, listed } = parameters(language, trace);
  const tokens = words(script, scene, trace);
  const values = [...inputs(language, scene, trace), ...matrices];
  script.write(...tokenPrints(trace));
  script.end(trace.steps.filter(({ name, layer }) => layer === 0 && /^tokens(_k)?$/.test(name)));
  const [x, encoded] = embedded(script, scene, trace);
  if (trace.layers === 1) {
    new Layer(script, scene, trace, 0, x, encoded).write();
  } else {
    loop(script, scene, trace, x, encoded, listed);
  }
  const { names } = calledIn(scene);
  const blocks = script.take();
  const rounds = script.helpers.has('round_rows') ? language.doubleSettings : [];
  return {
    about: about(scene, trace),
    origin: `Made by the self-attention playground. The numbers are those of the scene: float32, as the shortest decimals. Every step has its name from there${Object.keys(names).length > 0 ? ', or from the document of the lesson' : ''}. ${language.exactness}`,
    install: [`To run it with ${language.name}:`, `  pip install ${language.install}`, '  python3 attention.py'],
    definitions: [
      '',
      ...language.imports,
      '',
      ...language.settings,
      ...(language.printing === null ? [] : [language.printing]),
      ...rounds,
      ...definitions(language, script.helpers),
      '',
      '',
      ...show(language),
    ],
    sizes: sizes(script, trace, listed),
    names,
    ...withDocumentNames([...tokens, ...values], blocks, names),
  };
}

/** Renames variables to the names in a lesson's document. */
function withDocumentNames(
  values: readonly string[],
  blocks: Program['blocks'],
  names: Readonly<Record<string, string>>,
): Pick<Program, 'values' | 'blocks'> {
  if (Object.keys(names).length === 0) return { values, blocks };
  // Rename all parts together, so that a name that is taken in one part is taken in all.
  const lines = renamed([...values, ...blocks.flatMap((block) => block.lines)], names);
  const starts = blocks.map((_, index) =>
    blocks.slice(0, index).reduce((sum, block) => sum + block.lines.length, values.length),
  );
  return {
    values: lines.slice(0, values.length),
    blocks: blocks.map((block, index) => {
      const start = starts[index] ?? 0;
      return { ...block, lines: lines.slice(start, start + block.lines.length) };
    }),
  };
}

export const section = (title: string): readonly string[] => [
  '',
  '',
  `# ---- ${title} ${'-'.repeat(72 - title.length)}`,
];

export const show = (language: Language): readonly string[] => [
  'def show(name, tensor):',
  '    print(f"{name} {tuple(tensor.shape)}")',
  `    print(${language.printed('tensor').text})`,
  '    print()',
];

/** The sizes that the code uses, with their values. The number of layers is left out if there is a list of layers. */
export function sizes({ code }: Script, trace: TraceLike, listed: readonly string[]): readonly string[] {
  const withoutStrings = code.join('\n').replaceAll(/"[^"]*"/g, '');
  const used = Object.entries(trace.symbols).filter(([name]) => new RegExp(`\\b${name}\\b`).test(withoutStrings));
  const lines = used
    .filter(([name]) => name !== 'layers' || listed.length === 0)
    .map(([name, value]) => {
      const most = trace.tokens.length + trace.keyTokens.length;
      const isBeyond = ['before', 'after', 'sinks'].includes(name) && value > most;
      const why = isBeyond ? `reaches beyond all tokens; the scene has ${value}` : sizeComments[name];
      return `${name} = ${isBeyond ? most : value}${why === undefined ? '' : `  # ${why}`}`;
    });
  return ['', ...lines];
}

const sizeComments: Readonly<Record<string, string>> = {
  T_q: 'number of queries',
  T_k: 'number of keys',
  d_model: 'width of a token',
  H: 'heads',
  H_kv: 'key/value heads',
  H_2: 'the largest power of two up to H',
  group: 'query heads that share a key/value head',
  d_k: 'width of a query and of a key',
  d_v: 'width of a value',
  R: 'distances',
};

/** The words, and the row of E for each. */
export function words({ language }: Script, { embedding }: Scene, trace: TraceLike): readonly string[] {
  const [open, close] = language.array;
  const list = (tokens: readonly string[]): string => `[${tokens.map(quoted).join(', ')}]`;
  const sides = sidesOf(trace);
  if (embedding.kind === 'ids') {
    const rows = sides.map(
      ({ suffix, tokens }) => `tokens${suffix} = ${open}[${tokens.map(Number).join(', ')}]${close}`,
    );
    return ['', '# Every token is the index of its row.', ...rows];
  }
  const given = embedding.kind === 'given' ? sides : [];
  return [
    '',
    '# The words, and the vocabulary: a token is the index of its word in the vocabulary.',
    `vocabulary = ${list(trace.vocabulary)}`,
    ...sides.flatMap(({ suffix, tokens }) => [
      `words${suffix} = ${list(tokens)}`,
      `tokens${suffix} = ${open}[vocabulary.index(word) for word in words${suffix}]${close}`,
    ]),
    ...given.flatMap(({ suffix, tokens }) => {
      const step = stepOf(trace, `x0${suffix}`);
      if (step === undefined) return [];
      return assigned(language, step.name, trace.tensor(step.name), `${sized(step)}: a row a token`, tokens);
    }),
  ];
}

const tokenPrints = (trace: TraceLike): readonly string[] => [
  '',
  ...sidesOf(trace).map(({ suffix }) => `show("tokens${suffix}", tokens${suffix})`),
];

const sidesOf = (trace: TraceLike): readonly { readonly suffix: string; readonly tokens: readonly string[] }[] => [
  { suffix: '', tokens: trace.tokens },
  ...(stepOf(trace, 'tokens_k') === undefined ? [] : [{ suffix: '_k', tokens: trace.keyTokens }]),
];

const stepOf = (trace: TraceLike, name: string): Step | undefined =>
  trace.steps.find((step) => step.name === name && step.layer === 0);

/** Writes the steps before the first layer. Returns the names of its input and of the encoder's output. */
export function embedded(script: Script, scene: Scene, trace: TraceLike): readonly [string, string | undefined] {
  const { language: l } = script;
  const { positions } = withDefaults(scene);
  let names: [string, string | undefined] = ['x0', undefined];
  for (const step of trace.steps.filter(({ name, layer }) => layer === 0 && sources.has(name))) {
    const keys = step.name.endsWith('_k');
    const of = (name: string): string => (keys ? `${name}_k` : name);
    const length = keys ? 'T_k' : 'T_q';
    switch (step.name.replace('_k', '')) {
      case 'x0':
        if (scene.embedding.kind === 'given') {
          script.given(step, 'the rows of the scene');
        } else {
          script.step(step, l.rows('E', of('tokens')), 'the row of E for each token');
        }
        names = keys ? [names[0], step.name] : [step.name, names[1]];
        break;
      case 'p':
        script.step(step, script.own('sinusoids', length, 'd_p', 'base'), 'the position of each token, as waves');
        break;
      case 'x': {
        const position = positions.kind === 'learned' ? indexed('P', `:${length}`) : of('p');
        const beside = positions.kind === 'sinusoidal' && positions.join === 'concat';
        const value = beside ? l.concat(of('x0'), position) : add(of('x0'), position);
        script.step(step, value, beside ? 'the position beside the word' : 'the position added to the word');
        names = keys ? [names[0], step.name] : [step.name, names[1]];
        break;
      }
    }
  }
  return names;
}

/** Writes all layers as one loop. */
function loop(
  script: Script,
  scene: Scene,
  trace: TraceLike,
  x: string,
  encoded: string | undefined,
  listed: readonly string[],
): void {
  const body = new Script(script.language, script.helpers);
  // All layers have the same steps. The first one reads a tensor that has its own name, so x is assigned before the loop.
  const given = new Layer(body, scene, trace, 1, 'x', encoded).write();
  if (x !== 'x') script.write('', '# x is the input of a layer.', `x = ${x}`);
  const [each, count] =
    listed.length > 0
      ? ['number, own in enumerate(layers, start=1)', 'len(layers)']
      : ['number in range(1, layers + 1)', 'layers'];
  body.write('', '# The output is the input of the next layer.', `x = ${given}`);
  script.write('', `for ${each}:`, `    print(f"==== layer {number} of {${count}} ====\\n")`);
  script.write(...listed.map((name) => `    ${name} = own["${name}"]`));
  script.write('    show("x", x)');
  script.include(body, '    ');
}
