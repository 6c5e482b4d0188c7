// The two threads of a run, both workers as in the page: the first is asked for steps, and starts this script once more for the second,
// which computes the gradient of the second shard of every batch.
import { loadTraining } from 'self-attention/training';

let run;
/** Of the first thread: takes so many steps, and gives the loss of the last. */
let steps;

globalThis.onmessage = async ({ data }) => {
  if ('begin' in data) {
    run = (await loadTraining({ flavour: data.flavour })).train(data.begin);
    if (data.isFirst) steps = await stepsOf(run, data);
    else tell();
    if (data.isFirst) globalThis.postMessage({ ready: true });
  } else if ('steps' in data) globalThis.postMessage({ loss: await steps(data.steps) });
  else if ('parameters' in data) globalThis.postMessage({ tensors: run.tensors() });
  else {
    run.update([data.learned]);
    tell(data.learned.data);
  }
};

/** The second thread's part of the next step; `into` what came from the first: nothing is allocated. */
function tell(into) {
  const learned = run.learn(1, into);
  globalThis.postMessage(learned, [learned.data.buffer]);
}

async function stepsOf(first, { begin, flavour }) {
  const worker = new Worker(globalThis.location.href, { type: 'module' });
  const come = [];
  let waiting;
  worker.onmessage = ({ data }) => {
    if (waiting === undefined) come.push(data);
    else waiting(data);
    waiting = undefined;
  };
  const others = async () =>
    come.shift() ??
    new Promise((resolve) => {
      waiting = resolve;
    });
  worker.postMessage({ begin, flavour });
  come.push(await others());
  let free = new Float32Array(first.size);
  return async (count) => {
    let loss;
    for (let step = 0; step < count; step += 1) {
      const learned = first.learn(0, free);
      worker.postMessage({ learned }, [learned.data.buffer]);
      const other = await others();
      free = other.data;
      loss = first.update([other]).loss;
    }
    return loss;
  };
}
