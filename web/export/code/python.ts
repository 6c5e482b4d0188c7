/** A whole script for one of the libraries of Python. */

import type { Step, Trace } from '../../core/types.ts';
import { calledIn } from '../../lessons/document-names.ts';
import { withDefaults } from '../../scene/defaults.ts';
import type { Scene } from '../../scene/types.ts';
import { about } from './about.ts';
import { add, at, quoted, wrapped } from './expressions.ts';
import { Layer, sources } from './layer.ts';
import type { Language } from './libraries.ts';
import { renamed } from './rename.ts';
import { type Block, definitions, Script } from './script.ts';
import { assigned, checkSize, inputs, parameters, sized } from './values.ts';

/** A script in its parts, each of which begins with an empty line where one belongs before it. */
export interface Program {
  /** Paragraphs of prose: what it computes. */
  readonly about: readonly string[];
  /** A paragraph: who made it, and how exact it is. */
  readonly origin: string;
  /** Paragraphs: how to run it. */
  readonly install: readonly string[];
  /** Imports, settings and the functions that are used. */
  readonly definitions: readonly string[];
  readonly sizes: readonly string[];
  readonly values: readonly string[];
  /** The steps, in order. */
  readonly blocks: readonly Block[];
  /** What the document of a lesson calls its tensors, where the scene asks for that. */
  readonly names: Readonly<Record<string, string>>;
}

/** The script of a scene; `trace` is what the core made of it. Throws AttentionError `too-large`. */
export function pythonFor(language: Language, scene: Scene, trace: Trace): string {
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

/** The same in its parts. */
export function programOf(language: Language, scene: Scene, trace: Trace): Program {
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
    origin: `Made by the self-attention playground. The numbers are the scene's own, float32 in their shortest decimals; every step has the name that it has there${Object.keys(names).length > 0 ? ', or in the document of the lesson' : ''}. ${language.exactness}`,
    install: [`To run it with ${language.name}:`, `  pip install ${language.install}`, '  python3 attention.py'],
    definitions: [
      '',
      ...language.imports,
      '',
      ...language.settings,
      ...rounds,
      ...definitions(language, script.helpers),
      '',
      '',
      ...show(language),
    ],
    sizes: sizes(script, trace, listed),
    names,
    ...called([...tokens, ...values], blocks, names),
  };
}

/** Its variables under the names of a document. */
function called(
  values: readonly string[],
  blocks: Program['blocks'],
  names: Readonly<Record<string, string>>,
): Pick<Program, 'values' | 'blocks'> {
  if (Object.keys(names).length === 0) return { values, blocks };
  // What is taken in one part is taken in all of them.
  const lines = renamed([...values, ...blocks.flatMap((block) => block.lines)], names);
  const starts = blocks.map((_, at) =>
    blocks.slice(0, at).reduce((sum, block) => sum + block.lines.length, values.length),
  );
  return {
    values: lines.slice(0, values.length),
    blocks: blocks.map((block, at) => {
      const start = starts[at] ?? 0;
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

/** The symbols that the code speaks of, each with its value. A list of layers says itself how many there are. */
export function sizes({ code }: Script, trace: Trace, listed: readonly string[]): readonly string[] {
  const spoken = code.join('\n').replaceAll(/"[^"]*"/g, '');
  const used = Object.entries(trace.symbols).filter(([name]) => new RegExp(`\\b${name}\\b`).test(spoken));
  const lines = used
    .filter(([name]) => name !== 'layers' || listed.length === 0)
    .map(([name, value]) => {
      const most = trace.tokens.length + trace.keyTokens.length;
      const isBeyond = (name === 'before' || name === 'after') && value > most;
      const why = isBeyond ? `farther than there are tokens; the scene has ${value}` : sizeComments[name];
      return `${name} = ${isBeyond ? most : value}${why === undefined ? '' : `  # ${why}`}`;
    });
  return ['', ...lines];
}

const sizeComments: Readonly<Record<string, string>> = {
  T_q: 'queries: tokens that look',
  T_k: 'keys: tokens that are looked at',
  d_model: 'numbers of a token',
  H: 'heads',
  H_kv: 'heads of keys and values',
  group: 'query heads that share a key/value head',
  d_k: 'numbers of a query and of a key',
  d_v: 'numbers of a value',
  R: 'distances',
};

/** The words and the row of E that each takes. */
export function words({ language }: Script, { embedding }: Scene, trace: Trace): readonly string[] {
  const [open, close] = language.array;
  const list = (tokens: readonly string[]): string => `[${tokens.map(quoted).join(', ')}]`;
  const sides = sidesOf(trace);
  if (embedding.kind === 'ids') {
    const rows = sides.map(
      ({ suffix, tokens }) => `tokens${suffix} = ${open}[${tokens.map(Number).join(', ')}]${close}`,
    );
    return ['', '# Every token is the number of its row.', ...rows];
  }
  const given = embedding.kind === 'given' ? sides : [];
  return [
    '',
    '# The words, and the distinct ones among them: a token is the place of its word there.',
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

const tokenPrints = (trace: Trace): readonly string[] => [
  '',
  ...sidesOf(trace).map(({ suffix }) => `show("tokens${suffix}", tokens${suffix})`),
];

const sidesOf = (trace: Trace): readonly { readonly suffix: string; readonly tokens: readonly string[] }[] => [
  { suffix: '', tokens: trace.tokens },
  ...(stepOf(trace, 'tokens_k') === undefined ? [] : [{ suffix: '_k', tokens: trace.keyTokens }]),
];

const stepOf = (trace: Trace, name: string): Step | undefined =>
  trace.steps.find((step) => step.name === name && step.layer === 0);

/** From the tokens to what the first layer reads; the names of that. */
export function embedded(script: Script, scene: Scene, trace: Trace): readonly [string, string | undefined] {
  const { language: l } = script;
  const { positions } = withDefaults(scene);
  let names: [string, string | undefined] = ['x0', undefined];
  for (const step of trace.steps.filter(({ name, layer }) => layer === 0 && sources.has(name))) {
    const keys = step.name.endsWith('_k');
    const of = (name: string): string => (keys ? `${name}_k` : name);
    const places = keys ? 'T_k' : 'T_q';
    switch (step.name.replace('_k', '')) {
      case 'x0':
        if (scene.embedding.kind === 'given') {
          script.given(step, 'the rows that the scene gives');
        } else {
          script.step(step, l.rows('E', of('tokens')), 'each token takes its row of E');
        }
        names = keys ? [names[0], step.name] : [step.name, names[1]];
        break;
      case 'p':
        script.step(step, script.own('sinusoids', places, 'd_p', 'base'), 'where each token stands, as waves');
        break;
      case 'x': {
        const place = positions.kind === 'learned' ? at('P', `:${places}`) : of('p');
        const beside = positions.kind === 'sinusoidal' && positions.join === 'concat';
        const value = beside ? l.concat(of('x0'), place) : add(of('x0'), place);
        script.step(step, value, beside ? 'the place beside the word' : 'the place added to the word');
        names = keys ? [names[0], step.name] : [step.name, names[1]];
        break;
      }
    }
  }
  return names;
}

/** Layers are one piece of code gone through several times. */
function loop(
  script: Script,
  scene: Scene,
  trace: Trace,
  x: string,
  encoded: string | undefined,
  listed: readonly string[],
): void {
  const body = new Script(script.language, script.helpers);
  // All layers have the same steps, but for x: the first layer reads what was just computed.
  const given = new Layer(body, scene, trace, 1, 'x', encoded).write();
  if (x !== 'x') script.write('', '# What a layer reads is x.', `x = ${x}`);
  const [each, count] =
    listed.length > 0
      ? ['number, own in enumerate(layers, start=1)', 'len(layers)']
      : ['number in range(1, layers + 1)', 'layers'];
  body.write('', '# The next layer reads what this one gave.', `x = ${given}`);
  script.write('', `for ${each}:`, `    print(f"==== layer {number} of {${count}} ====\\n")`);
  script.write(...listed.map((name) => `    ${name} = own["${name}"]`));
  script.write('    show("x", x)');
  script.include(body, '    ');
}
