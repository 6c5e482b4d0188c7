// How much memory the core holds: a scene computed only as far as it is asked, all of its outputs read, and one window of weights.
import { coreAndMemory } from '../node/support/memory.mjs';

const [D_MODEL, HEADS] = [64, 4];
const LENGTHS = [128, 512, 1024, 2048, 4096, 8192];
const WINDOW = 64;

/**
 * { dModel, heads, window, points: [{ T, bytes, whole }] }: the WebAssembly memory after outputs and one window of weights, and
 * (`whole`) after everything has been computed at once; null where there is none: too long for this core, over its limit, or
 * without lazy traces.
 */
export async function heap({ quick = false, report = () => {} }) {
  const points = [];
  for (const T of quick ? [16, 64] : LENGTHS) {
    report(`heap ${T}`);
    points.push({ T, bytes: await bytesAfter(lazily, T), whole: await bytesAfter(wholly, T) });
  }
  return { dModel: D_MODEL, heads: HEADS, window: WINDOW, points };
}

const sceneOf = (T) => ({
  version: 1,
  tokens: Array.from({ length: T }, (_, at) => `t${at}`),
  embedding: { kind: 'random', distribution: 'normal', seed: 1, dModel: D_MODEL },
  parameters: { kind: 'random', init: 'xavier', seed: 1 },
  attention: { heads: HEADS },
});

function lazily(core, T) {
  const trace = core.attend(sceneOf(T), { lazy: true });
  if (typeof trace.update !== 'function') return false;
  trace.tensor('output');
  const to = Math.min(T, WINDOW);
  const { shape, data } = trace.tensor('weights', { head: 0, rows: [0, to], columns: [0, to] });
  if (shape.join() !== `${to},${to}` || !data.every((weight) => weight >= 0 && weight <= 1))
    throw new Error(`the window of weights is (${shape})`);
  return true;
}

function wholly(core, T) {
  core.attend(sceneOf(T));
  return true;
}

async function bytesAfter(act, T) {
  // A core of its own, since memory never shrinks.
  const { core, memory } = await coreAndMemory();
  if (T > core.maxTokens) return null;
  try {
    return act(core, T) ? memory.buffer.byteLength : null;
  } catch (error) {
    // Over a limit, which the message names.
    if (error.code === 'too-large') return null;
    throw error;
  }
}
