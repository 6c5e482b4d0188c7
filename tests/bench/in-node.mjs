// The process that measures in Node: it is sent what to measure, and sends what came of it.
import { measure } from './inside.mjs';

// Whoever asked is gone: nobody waits for an answer.
process.once('disconnect', () => process.exit(1));

process.once('message', async (asked) => {
  const report = (line) => process.send({ line });
  let answer;
  try {
    answer = { result: await measure({ ...asked, report }) };
  } catch (error) {
    answer = { error: error.stack };
  }
  process.send(answer, () => process.exit(0));
});
