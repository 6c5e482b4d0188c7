import { AttentionError } from '../scene/error.ts';
import { keyTokens, resolveTokens } from '../scene/tokenize.ts';
import type { Scene } from '../scene/types.ts';
import { parseScene } from '../scene/validate.ts';
import { optionsArgument, tensorArgument } from './arguments.ts';
import { type CoreError, guarded, thrown } from './failure.ts';
import { PreparedLayer } from './layer.ts';
import type { MainModule } from './modules.ts';
import { packAttention, packScene } from './pack.ts';
import { CoreTrace } from './trace.ts';
import type { AttentionOptions, AttentionResult, Core, Flavour, Tensor } from './types.ts';

/** The contract around a module that has been instantiated. */
export function createCore(module: MainModule, flavour: Flavour): Core {
  return {
    flavour,
    maxTokens: module.maxTokens,

    attend(given: Scene) {
      const scene = parseScene(given);
      const tokens = resolveTokens(scene);
      const keys = scene.encoder === undefined ? tokens : keyTokens(scene);
      const inputs = packScene(scene, tokens, keys);
      const attended = guarded(() => module.attend(...inputs));
      const error = attended.error();
      if (error === undefined) return new CoreTrace(tokens, keys, scene.layers ?? 1, attended);
      attended.delete();
      throw thrown(inTermsOf(scene, error));
    },

    scaledDotProductAttention(q: Tensor, k: Tensor, v: Tensor, options: AttentionOptions = {}): AttentionResult {
      const call = {
        ...{ q: tensorArgument('q', q), k: tensorArgument('k', k), v: tensorArgument('v', v) },
        ...optionsArgument(options),
      };
      const inputs = packAttention(call);
      const { error, output, weights, ...kept } = guarded(() => module.scaledDotProductAttention(...inputs));
      if (error !== undefined) throw thrown(error);
      if (output === undefined || weights === undefined)
        throw new AttentionError('internal', 'the core gave no output');
      return { output, weights, ...kept };
    },

    multiHeadAttention: (matrices, options) => new PreparedLayer(module, matrices, options),
  };
}

// The core knows tokens only; the person typed a sentence.
function inTermsOf(scene: Scene, error: CoreError): CoreError {
  if (error.path === '/tokens' && scene.tokens === undefined) return { ...error, path: '/sentence' };
  const encoded = error.path === '/encoder/tokens' && scene.encoder?.tokens === undefined;
  return encoded ? { ...error, path: '/encoder/sentence' } : error;
}
