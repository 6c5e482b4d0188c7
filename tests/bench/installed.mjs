// The libraries that the core is compared with: where they are, and whether.
import { existsSync, readFileSync } from 'node:fs';
import { step } from '../../src/toolchain/command.mjs';
import { inProject } from '../../src/toolchain/paths.mjs';
import { npm } from '../../src/toolchain/setup.mjs';

/** A folder of their own with a lock file of its own: only who compares downloads them. */
export const PEERS = inProject('tests/bench/peers');
const within = (path) => `${PEERS}/node_modules/${path}`;

/** Where each has its WebAssembly. */
export const wasmFolders = {
  onnx: within('onnxruntime-web/dist'),
  tensorflow: within('@tensorflow/tfjs-backend-wasm/dist'),
};

/** { name: version } of those that are installed; undefined where one is missing or of another version. */
export function installed() {
  const { dependencies } = JSON.parse(readFileSync(`${PEERS}/package.json`, 'utf8'));
  const there = ([name, version]) => {
    const file = within(`${name}/package.json`);
    return existsSync(file) && JSON.parse(readFileSync(file, 'utf8')).version === version;
  };
  return Object.entries(dependencies).every(there) ? dependencies : undefined;
}

/** Installs them as their lock file says, without the scripts that packages may bring. Throws CommandFailed. */
export async function install() {
  await step('installing the libraries to compare with', () =>
    npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: PEERS }),
  );
}
