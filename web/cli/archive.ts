import type { Trace } from '../core/types.ts';
import { npzOf, safetensorsOf, tensorsOf } from '../export/index.ts';
import type { archiveFormats, Options } from './options.ts';

/** Tensors of all layers, or of one, in one file. Throws as `tensorsOf` does. */
export function archiveOf(
  format: (typeof archiveFormats)[number],
  { tensor, head, layer }: Options,
  trace: Trace,
): Uint8Array {
  const names = tensor?.split(/[\s,]+/).filter((name) => name !== '');
  const tensors = tensorsOf(trace, {
    ...(names === undefined ? {} : { tensors: names }),
    ...(typeof head === 'number' ? { head } : {}),
    ...(layer === null ? {} : { layer }),
  });
  if (format === 'npz') return npzOf(tensors);
  const { tokens, keyTokens } = trace;
  return safetensorsOf(tensors, { tokens: JSON.stringify(tokens), keyTokens: JSON.stringify(keyTokens) });
}
