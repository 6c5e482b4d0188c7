import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pythonWith } from '../../node/code/python.mjs';
import { runPython, wheel } from '../../node/notebook/python.mjs';

export { pythonWith };

type Python = NonNullable<Awaited<ReturnType<typeof pythonWith>>>;

/** What a program in Python prints. It finds the wheel. */
export const printed = async (python: Python, code: string): Promise<string> =>
  (await runPython(python, ['-c', code])).stdout;

/** The text of a notebook file with these cells. */
export function notebookOf(cells: readonly string[]): string {
  const cell = (source: string): object => ({
    ...{ cell_type: 'code', execution_count: null, metadata: {}, outputs: [] },
    source: source.split(/^/m),
  });
  const kernelspec = { name: 'python3', display_name: 'Python 3', language: 'python' };
  return JSON.stringify({ cells: cells.map(cell), metadata: { kernelspec }, nbformat: 4, nbformat_minor: 4 });
}

export interface NotebookServer {
  readonly url: string;
  close(): Promise<void>;
}

/** A Jupyter Notebook with these files, whose kernels find the wheel. It leaves nothing behind. */
export async function serveNotebooks(python: Python, files: Readonly<Record<string, string>>): Promise<NotebookServer> {
  const folder = await mkdtemp(join(tmpdir(), 'self-attention-notebooks-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const port = await freePort();
  const settings = {
    ...{ ip: '127.0.0.1', port, port_retries: 0, token: '', password: '', open_browser: 'False' },
    ...{ allow_root: 'True', notebook_dir: folder },
  };
  const args = Object.entries(settings).map(([name, value]) => `--NotebookApp.${name}=${value}`);
  const own = join(folder, '.own');
  const server = spawn(python.program, ['-m', 'notebook', ...args], {
    cwd: folder,
    env: {
      ...process.env,
      ...python.env,
      ...{ HOME: own, IPYTHONDIR: own, JUPYTER_CONFIG_DIR: own, JUPYTER_DATA_DIR: own, JUPYTER_RUNTIME_DIR: own },
      PYTHONPATH: [wheel, python.env['PYTHONPATH']].filter(Boolean).join(':'),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await isListening(server);
  return {
    url: `http://127.0.0.1:${port}/`,
    close: async () => {
      const closed = once(server, 'close');
      server.kill('SIGTERM');
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Rejects with what the server printed if it ends. */
function isListening(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = '';
    server.stderr?.on('data', (part: Buffer) => {
      text += part.toString();
      if (/is running at/.test(text)) resolve();
    });
    server.on('close', (code) => reject(new Error(`the notebook ended with ${code}: ${text}`)));
    server.on('error', reject);
  });
}
