// The second thread of a run: it learns the second shard of every batch, and follows.
import { parentPort, workerData } from 'node:worker_threads';
import { loadTraining } from 'self-attention/training';

const run = (await loadTraining()).train(workerData);

parentPort.on('message', (others) => {
  const own = run.learn(1);
  run.update([others]);
  parentPort.postMessage(own, [own.data.buffer]);
});
