// The second thread of a run: it computes the gradient of the second shard of every batch.
import { loadTraining } from 'self-attention/training';

let run;

globalThis.onmessage = async ({ data }) => {
  if ('begin' in data) run = (await loadTraining({ flavour: data.flavour })).train(data.begin);
  else run.update([data.learned]);
  const learned = run.learn(1, data.learned?.data);
  globalThis.postMessage(learned, [learned.data.buffer]);
};
