/** What the command says. It speaks English, as the core's messages do; pictures speak the language of --lang. */
export const help = `Usage: self-attention [OPTION]... [SCENE.json | -]

Computes a scene of the self-attention playground and writes one of its
tensors, or a picture of it, to standard output.

Where the scene comes from (standard input where it is piped and nothing
else is said):
  SCENE.json, -         a file, or standard input
  --lesson NAME         the scene of a lesson
  --link TEXT           the scene of a link: all after its #, or all of it

What is written:
  --tensor NAME         a tensor of the computation (default: weights)
  --head N              one head, counted from 0; all for every one
                        (default: tables have all, pictures the scene's)
  --layer N             counted from 0 (default: tables have the last that
                        has the tensor, pictures the scene's)
  --list                the names of all tensors, with their shapes, as text

How it is written:
  --format FORMAT       csv, npy, json, svg or text (default: by the ending
                        of FILE, text where it has none or .txt)
  --show NAMES          svg: heatmap, arcs or tensors, in this order
  --theme THEME         svg, and colours on a terminal: light or dark
  --lang LANG           svg and text: en or es
  --width N             svg: px, 240 to 4096; text: characters, from 40
  --caption TEXT        svg: in place of the sentence; empty for none
  -o, --output FILE     to a file

  -h, --help            this
  -V, --version         the version

Exit status: 0 all went well; 1 the scene is wrong, or something could not
be read or written; 2 the command was not understood.

Examples:
  self-attention --lesson its-snowing
  self-attention scene.json --tensor scores --format csv > scores.csv
  self-attention scene.json --show 'heatmap arcs' -o picture.svg
  jq '.attention.mask = {kind: "causal"}' scene.json | self-attention --list
`;

const list = (names: readonly string[]): string => names.join(', ');

export const words = {
  tryHelp: "Try 'self-attention --help'.",
  manyFiles: (names: readonly string[]) => `one scene at a time; there are ${names.length}: ${list(names)}`,
  manySources: (sources: readonly string[]) => `the scene comes from one place; there are ${list(sources)}`,
  noScene: 'no scene: name a file, a --lesson or a --link, or pipe one in',
  unknown: (option: string, value: string, known: readonly string[]) =>
    `--${option} is '${value}'; it must be ${known.slice(0, -1).join(', ')} or ${known.at(-1)}`,
  notWhole: (option: string, value: string, from: number) =>
    `--${option} is '${value}'; it must be a whole number from ${from}`,
  notFor: (option: string, format: string, formats: readonly string[]) =>
    `--${option} says nothing to ${format}; it goes with ${list(formats)}`,
  notForList: (option: string) => `--${option} says nothing to --list: it has every tensor, and writes no numbers`,
  unknownEnding: (file: string, formats: readonly string[]) =>
    `'${file}' has an ending that names no format: end it in one of ${list(formats)}, or say --format`,
  allHeads: (format: string) => `--head all says nothing to ${format}: without --head it has all heads`,
  manyPictures: '--show and --tensor both say what to draw; give one of them',
  binary: 'npy is binary and would upset the terminal; say -o FILE, or pipe it on',
  noLesson: (name: string, known: readonly string[]) => `there is no lesson '${name}'; there are: ${list(known)}`,
  tooLong: (name: string, limit: number) => `${name} has more than ${limit} bytes, the limit of a scene`,
  notText: (name: string) => `${name} is not text in UTF-8`,
  empty: (name: string) => `${name} is empty`,
  directory: (name: string) => `${name} is a directory`,
  missing: (name: string) => `${name}: there is no such file`,
  denied: (name: string) => `${name}: permission denied`,
  failed: (name: string, why: string) => `${name}: ${why}`,
  stdin: 'standard input',
  stdout: 'standard output',
  link: 'the link',
  listed: { layer: 'layer', name: 'name', shape: 'shape', axes: 'axes', step: 'step', parameter: 'parameter' },
};
