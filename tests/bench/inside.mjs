// What runs inside the engine that is measured: Node, or a page of a browser.
import { attention, contenders } from './attention.mjs';
import { calls } from './calls.mjs';
import { edits } from './edits.mjs';
import { explanation } from './explanation.mjs';
import { heap } from './heap.mjs';
import { music } from './music.mjs';
import { training } from './training.mjs';

/**
 * Measures one section. `peers` is { onnx, tensorflow, gradients }: the folders of the libraries' own files and the module of
 * peers/gradients.mjs, undefined where they are found, or nothing when they are not installed; `peak` is peak.wasm. `report` is called with a line before each part.
 */
export async function measure({ section, peers, peak, names, quick, report }) {
  const others = { edits, explanation, heap, music };
  if (section in others) return others[section]({ quick, report });
  if (section === 'training')
    return training({ libraries: peers === undefined ? [] : await trainers(peers), peak, quick, report });
  const wanted = (name) => names === undefined || names.includes(name);
  if (section === 'calls')
    return calls({ libraries: peers === undefined ? [] : await callers(peers), wanted, quick, report });
  const all = await contenders(peers === undefined ? [] : await libraries(peers));
  return attention({ all, wanted, peak, quick, report });
}

async function libraries(peers) {
  const [{ onnx }, { tensorflow }] = await Promise.all([import('./peers/onnx.mjs'), import('./peers/tensorflow.mjs')]);
  return [...onnx(peers.onnx), ...(await tensorflow(peers.tensorflow))];
}

async function callers({ onnx }) {
  const [{ onnxCalls }, { jaxCalls }] = await Promise.all([
    import('./peers/onnx-calls.mjs'),
    import('./peers/jax-calls.mjs'),
  ]);
  return [...onnxCalls(onnx), ...(await jaxCalls())];
}

async function trainers({ tensorflow: wasm, gradients }) {
  const [jax, tensorflow] = await Promise.all([
    import('./peers/training-jax.mjs'),
    import('./peers/training-tensorflow.mjs'),
  ]);
  return [...(await jax.trainers()), ...(await tensorflow.trainers({ wasm, gradients }))];
}
