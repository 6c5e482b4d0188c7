import { type UnzipFileInfo, unzipSync } from 'fflate';
import { ownNumbers } from '../i18n/own-numbers.ts';
import { ImportError, refuse } from './error.ts';
import { importLimits } from './limits.ts';
import { matricesOf } from './matrices.ts';
import { readNpy } from './npy.ts';
import { quoted } from './number.ts';
import type { Imported, Matrix, ReadOptions } from './types.ts';

/** A zip archive, by its first bytes; an empty one has the second form. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);

/**
 * The arrays of an .npz, stored or deflated, by name. One that cannot be read does not take the others along: it is
 * among `refused`. Throws where none can be read, for a damaged archive, and `too-large` for one that would inflate
 * beyond all bounds, before it is inflated.
 */
export function readNpz(bytes: Uint8Array, options: ReadOptions): Imported {
  const matrices: Matrix[] = [];
  const refused: { name: string; why: string }[] = [];
  let first: ImportError | null = null;
  for (const [file, contents] of Object.entries(unzipped(bytes))) {
    const name = file.replace(/\.npy$/, '');
    try {
      matrices.push(...matricesOf(readNpy(contents, name), options));
    } catch (error) {
      if (!(error instanceof ImportError)) throw error;
      first ??= error;
      refused.push({ name, why: error.message });
    }
  }
  if (matrices.length === 0) throw first ?? new ImportError('empty', ownNumbers().problems.noArrays);
  return { matrices, refused };
}

function unzipped(bytes: Uint8Array): Readonly<Record<string, Uint8Array>> {
  const { problems } = ownNumbers();
  let total = 0;
  const filter = ({ name, originalSize, compression }: UnzipFileInfo): boolean => {
    if (!name.endsWith('.npy')) return false;
    if (compression !== 0 && compression !== 8) refuse('scene-form', problems.compression(quoted(name), compression));
    total += originalSize;
    if (total > importLimits.inflated) refuse('too-large', problems.inflates(total, importLimits.inflated));
    return true;
  };
  try {
    return unzipSync(bytes, { filter });
  } catch (error) {
    if (error instanceof ImportError) throw error;
    return refuse('scene-form', problems.zip(error instanceof Error ? error.message : String(error)));
  }
}
