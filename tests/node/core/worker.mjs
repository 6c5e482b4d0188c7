// A worker thread that computes a lesson and sends its weights.
import { parentPort } from 'node:worker_threads';
import { loadCore } from 'self-attention/core';
import { lessons } from 'self-attention/lessons';

const core = await loadCore();
const { data } = core.attend(lessons.illustrated.scene).tensor('weights');
parentPort.postMessage(data, [data.buffer]);
