import { parseArgs } from 'node:util';
import { parameterRoles } from '../import/model/parameter-roles.ts';
import { axisOrders, INPUT, roles, type TensorRole, tensorRoles } from '../import/model/roles.ts';
import { UsageError, words } from './options.ts';

/** The help of `self-attention open`. */
export const openHelp = `Usage: self-attention open [OPTION]... FILE

Shows the attention of your own model in the playground, on this computer.
FILE is .safetensors, .npz, .npy, .json (also of BertViz) or .csv with q, k
and v, weights, scores, or the parameters of a layer. It may also be a scene.
The command lists its tensors, says what it takes each for, prints the address
of the page, and serves it until Ctrl+C. Nothing leaves this computer.

  --port N              the port on 127.0.0.1 (default: any free one)

In place of a guess:
  --use ROLE=NAME       what a tensor is: ${[...roles].join(', ')},
                        ${[INPUT, ...parameterRoles.slice(0, 5)].join(', ')}, ${parameterRoles.slice(5).join(', ')}
                        or none. NAME may have * for any letters, and ROLE@3
                        means layer 3, counted from 1. Can be repeated
  --heads N             heads whose numbers stand side by side in q
  --order heads|tokens|batch
                        which axis of q, k and v comes first
  --sequence N          the first axis is a batch; shows this sequence of it,
                        counted from 1
  --tokens TEXT         the tokens, with spaces between, or as a JSON list
  --key-tokens TEXT     those of the keys, if different
  --view NAME           the view of a file that BertViz wrote with several
  --without-special     leaves out special tokens such as [CLS]
  --parameters          opens parameters where the file also has attention
  --layer NAME          the layer whose parameters are opened
  --matrices out|in     whether W is (output, input) or (input, output)

  -h, --help            show this help

Exit status: 0 after Ctrl+C, 1 if the file cannot be shown, 2 if the options
make no sense.

Examples:
  self-attention open attention.safetensors
  self-attention open qkv.npz --heads 12 --port 4173
  self-attention open trace.npz --use 'q=*.query' --use 'k=*.key' --use 'v=*.value'
`;

/** What a tensor is, whatever its name suggests. */
export interface Use {
  readonly role: TensorRole | null;
  /** Layer from 1; null: as the name counts. */
  readonly layer: number | null;
  /** With * for any letters. */
  readonly name: string;
}

export interface OpenOptions {
  readonly help: boolean;
  readonly file: string;
  readonly port: number;
  readonly uses: readonly Use[];
  readonly heads: string | undefined;
  readonly order: (typeof axisOrders)[number] | undefined;
  readonly sequence: string | undefined;
  readonly tokens: string | undefined;
  readonly keyTokens: string | undefined;
  readonly leavesOutSpecial: boolean;
  readonly parameters: boolean;
  readonly layer: string | undefined;
  readonly view: string | undefined;
  readonly matrices: 'out' | 'in' | undefined;
}

const MOST_PORT = 65_535;

const string = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const declared = {
  help: { ...flag, short: 'h' },
  port: string,
  use: { ...string, multiple: true },
  heads: string,
  order: string,
  sequence: string,
  tokens: string,
  'key-tokens': string,
  'without-special': flag,
  parameters: flag,
  layer: string,
  view: string,
  matrices: string,
} as const;

/** Throws UsageError. */
export function parseOpenOptions(argv: readonly string[]): OpenOptions {
  const { values, positionals } = parsed(argv);
  const { help = false, port, use = [], heads, sequence, tokens, layer, view, parameters = false } = values;
  if (positionals.length !== 1 && !help) throw new UsageError(words.oneFile(positionals));
  return {
    help,
    file: positionals[0] ?? '',
    port: port === undefined ? 0 : portOf(port),
    uses: use.map(useOf),
    ...{ heads, sequence, tokens, layer, view, parameters },
    order: oneOf('order', values.order, axisOrders),
    keyTokens: values['key-tokens'],
    leavesOutSpecial: values['without-special'] ?? false,
    matrices: oneOf('matrices', values.matrices, ['out', 'in']),
  };
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: declared, allowPositionals: true, strict: true });
  } catch (why) {
    throw new UsageError(words.wrongArguments(why));
  }
}

function portOf(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= MOST_PORT) return port;
  throw new UsageError(words.notPort(text, MOST_PORT));
}

const useForm = /^(\w+)(?:@([1-9]\d*))?=(.+)$/s;

function useOf(text: string): Use {
  const [, role = '', layer, name = ''] = useForm.exec(text) ?? [];
  const known = tensorRoles.find((one) => one === role);
  if (name === '' || (known === undefined && role !== 'none'))
    throw new UsageError(words.notUse(text, [...tensorRoles, 'none']));
  return { role: known ?? null, layer: layer === undefined ? null : Number(layer), name };
}

function oneOf<Known extends string>(
  option: string,
  value: string | undefined,
  known: readonly Known[],
): Known | undefined {
  if (value === undefined) return undefined;
  const found = known.find((one) => one === value);
  if (found === undefined) throw new UsageError(words.unknown(option, value, known));
  return found;
}
