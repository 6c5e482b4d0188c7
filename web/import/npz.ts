import { words } from '../i18n/words.ts';
import { ImportError, refuse } from './error.ts';
import { importLimits } from './limits.ts';
import { matricesOf } from './matrices.ts';
import { readNpy } from './npy.ts';
import { quoted } from './number.ts';
import type { Imported, Matrix, ReadOptions } from './types.ts';
import { contentsOf, type Entry, entriesOf } from './zip.ts';

/**
 * The arrays of an .npz, stored or deflated, by name. One that cannot be read does not take the others along: it is
 * among `refused`. Throws where none can be read, for a damaged archive, and `too-large` for one that would inflate
 * beyond all bounds, before it is inflated.
 */
export function readNpz(bytes: Uint8Array, options: ReadOptions): Imported {
  const matrices: Matrix[] = [];
  const refused: { name: string; why: string }[] = [];
  let first: ImportError | null = null;
  for (const entry of arraysOf(bytes)) {
    const name = entry.name.replace(/\.npy$/, '');
    try {
      matrices.push(...matricesOf(readNpy(contentsOf(bytes, entry), name), options));
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      first ??= error;
      refused.push({ name, why: error.message });
    }
  }
  if (matrices.length === 0) throw first ?? new ImportError('empty', words.numbers.problems.noArrays);
  return { matrices, refused };
}

function arraysOf(bytes: Uint8Array): readonly Entry[] {
  const { problems } = words.numbers;
  const entries = entriesOf(bytes).filter(({ name }) => name.endsWith('.npy'));
  if (entries.length > importLimits.arrays) refuse('too-large', problems.manyArrays(importLimits.arrays));
  const names = new Set<string>();
  for (const { name } of entries) {
    if (names.has(name)) refuse('scene-form', problems.twice(quoted(name)));
    names.add(name);
  }
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > importLimits.inflated) refuse('too-large', problems.inflates(total, importLimits.inflated));
  return entries;
}
