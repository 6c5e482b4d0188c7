// One set-up at a time. The lock is a file that names its holder; the holder touches it while it works, so that a lock left
// behind by a killed process, or by another machine that shares the folder, is recognised and taken over.

import { link, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './progress.mjs';

const BEAT = 2_000;
const SILENT = 30_000;

/**
 * Runs `work` while holding the lock `file`. Waits as long as another living process holds it, and says so once.
 * Returns what `work` returns.
 */
export async function withLock(file, work) {
  await mkdir(dirname(file), { recursive: true });
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), since: new Date().toISOString() });
  let said = false;
  while (!(await take(file, mine))) {
    const holder = await readFile(file, 'utf8').catch(() => undefined);
    if (holder === undefined) continue;
    if (await abandoned(file, holder)) {
      await remove(file, holder);
    } else {
      if (!said) say(`  another set-up is at work (${inWords(holder)}); waiting for it`);
      said = true;
      await sleep(300);
    }
  }
  const beat = setInterval(() => utimes(file, new Date(), new Date()).catch(() => {}), BEAT);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await remove(file, mine);
  }
}

async function take(file, mine) {
  // Written aside and linked into place: nobody ever reads a lock that does not name its holder yet.
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, mine);
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function abandoned(file, holder) {
  const info = await stat(file).catch(() => undefined);
  if (!info) return false;
  if (Date.now() - info.mtimeMs > SILENT) return true;
  const { pid, host } = parse(holder);
  return host === hostname() && !alive(pid);
}

// Moved away before it is deleted: of two that find the same abandoned lock only one may remove it, and a lock that was
// taken anew in between is put back.
async function remove(file, holder) {
  const aside = `${file}.${process.pid}.old`;
  try {
    await rename(file, aside);
    if ((await readFile(aside, 'utf8')) !== holder) await link(aside, file).catch(() => {});
    await rm(aside, { force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function parse(holder) {
  try {
    return JSON.parse(holder);
  } catch {
    return {};
  }
}

const inWords = (holder) => {
  const { pid, host, since } = parse(holder);
  return `process ${pid} on ${host}, since ${since}`;
};
