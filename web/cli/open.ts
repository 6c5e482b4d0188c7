import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadCore } from '../core/index.ts';
import type { SceneCore } from '../core/types.ts';
import { oneFileWith } from '../export/snippets.ts';
import { sourceLanguage } from '../i18n/language.ts';
import { importTensors } from '../import/index.ts';
import {
  type Choices,
  chosenAttention,
  whatWasOpened,
  withChosenTokens,
  withParameters,
} from '../import/model/choices.ts';
import { modelScene } from '../import/model/scene.ts';
import { withScores } from '../import/model/scores-of-queries.ts';
import { leaveOutSpecial } from '../import/model/special-tokens.ts';
import type { UnreadTensor } from '../import/model/unread-tensors.ts';
import { sceneInFile } from '../import/scene-file.ts';
import { modelLimits } from '../import/types.ts';
import { defaultScene } from '../scene/defaults.ts';
import { AttentionError } from '../scene/error.ts';
import type { Scene } from '../scene/types.ts';
import { openChoices, refuseOthers } from './open-choices.ts';
import { type OpenOptions, openHelp, parseOpenOptions } from './open-options.ts';
import { openReport } from './open-report.ts';
import { words } from './options.ts';
import { FileError, fileProblem } from './scene-source.ts';
import { servePage } from './serve-page.ts';
import { escapedLine } from './terminal.ts';

/** The page in one file, beside this module in the package. */
const PAGE = './playground.html';

/** Serves the page with the attention of a file until `stopped`. Throws UsageError, FileError and AttentionError. */
export async function open(
  argv: readonly string[],
  say: (text: string) => Promise<void>,
  stopped: () => Promise<void>,
): Promise<void> {
  const options = parseOpenOptions(argv);
  if (options.help) return say(openHelp);
  const scene = await sceneOf(options, say);
  const page = await playground();
  const { url, close } = await servePage(
    new TextEncoder().encode(oneFileWith(page, scene)),
    policyOf(page),
    options.port,
  ).catch((why: unknown) => {
    throw new FileError(words.noPort(options.port, why));
  });
  // Begins before the address is printed, because a reader of the address may stop the command at once.
  const stop = stopped();
  await say(words.served(url));
  await stop;
  await close();
}

/** The scene of a file. Says what is in the file, and what was guessed. */
async function sceneOf(options: OpenOptions, say: (text: string) => Promise<void>): Promise<Scene> {
  const name = basename(options.file);
  const file = await fileOf(options.file, name);
  try {
    const core = await loadCore();
    const given = await sceneInFile(file);
    if (given !== null) refuseOthers(options, null);
    const { scene, text } =
      given === null ? await modelOf(file, options, core, say) : { scene: given, text: words.scene(name) };
    const { problem } = core.describe(scene);
    if (problem !== null) throw problem;
    await say(`${escapedLine(text)}\n`);
    return scene;
  } catch (why) {
    throw why instanceof AttentionError ? new FileError(escapedLine(words.inFile(name, why.message))) : why;
  }
}

async function modelOf(
  file: ReadFile,
  options: OpenOptions,
  core: SceneCore,
  say: (text: string) => Promise<void>,
): Promise<{ readonly scene: Scene; readonly text: string }> {
  const present = { scene: defaultScene, dModel: core.describe(defaultScene).dModel };
  const found = await importTensors(file);
  const choices = openChoices(found, options);
  refuseOthers(options, choices);
  await say(openReport(file.name, { found, choices, options, present }));
  const scene =
    choices.kind === 'parameters'
      ? withParameters(choices, present, found.refused)
      : attentionOf(choices, core, found.refused);
  return { scene, text: whatWasOpened(sourceLanguage, { core, scene, choices: { ...choices, file: file.name } }) };
}

function attentionOf(choices: Choices, core: SceneCore, unread: readonly UnreadTensor[]): Scene {
  const whole = withScores(core, modelScene({ ...chosenAttention(choices), leavesOutSpecial: false, unread }));
  return withChosenTokens(core, whole, choices, leaveOutSpecial);
}

type ReadFile = Parameters<typeof importTensors>[0];

/** A file that is too large is not read: its size is enough to refuse it. */
async function fileOf(path: string, name: string): Promise<ReadFile> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) throw new FileError(words.directory(path));
    const bytes = found.size > modelLimits.bytes ? new Uint8Array() : await readFile(path);
    // A device has no size before it is read.
    const size = Math.max(found.size, bytes.length);
    const contents = new Blob([new Uint8Array(bytes)]);
    return { name, size, arrayBuffer: () => contents.arrayBuffer(), stream: () => contents.stream() };
  } catch (why) {
    throw why instanceof FileError ? why : new FileError(fileProblem(path, why));
  }
}

async function playground(): Promise<string> {
  const path = fileURLToPath(new URL(PAGE, import.meta.url));
  try {
    return await readFile(path, 'utf8');
  } catch (why) {
    throw new FileError(fileProblem(path, why));
  }
}

/** The policy that the page itself has, as a header. */
function policyOf(page: string): string {
  const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1];
  if (policy === undefined) throw new FileError(words.noPolicy);
  return policy;
}
