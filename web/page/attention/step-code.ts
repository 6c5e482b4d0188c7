import { Layer } from '../../export/code/layer.ts';
import { numpy } from '../../export/code/libraries.ts';
import { Script } from '../../export/code/script.ts';
import { AttentionError } from '../../scene/error.ts';
import type { WholeResult } from '../../trace/scene-result.ts';

/** The lines of the exported NumPy program that compute a step of a layer. Null for a step before the layers, and for a scene that cannot be exported. */
export function codeOf(result: WholeResult, name: string, layer: number): string | null {
  try {
    const { scene, trace } = result;
    const script = new Script(numpy);
    new Layer(script, scene, trace, layer, 'x', scene.encoder === undefined ? undefined : 'x0_k').write();
    const block = script.take().find(({ steps }) => steps.some((step) => step.name === name && step.layer === layer));
    const lines = block?.lines.filter((line) => line.trim() !== '' && !/^\s*(#|show\()/.test(line)) ?? [];
    return lines.length === 0 ? null : lines.join('\n');
  } catch (thrown) {
    if (thrown instanceof AttentionError) return null;
    throw thrown;
  }
}
