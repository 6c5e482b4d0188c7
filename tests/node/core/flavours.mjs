// Both flavours on the same scenes and calls, in an engine that has both: prints by how much each tensor differs.
import { loadCore } from 'self-attention/core';
import { lessons } from 'self-attention/lessons';
import { defaultScene } from 'self-attention/scene';
import { difference, sizeOf, tensor } from '../support/oracle.mjs';
import { generator } from '../support/scenes.mjs';

const plain = await loadCore({ flavour: 'simd' });
const relaxed = await loadCore({ flavour: 'relaxed-simd' });
const flavours = [plain.flavour, relaxed.flavour, (await loadCore()).flavour];
const differences = {};

const scenes = Object.entries(lessons).map(([name, { scene }]) => [name, scene]);
for (const [name, scene] of [...scenes, ['default', defaultScene]]) {
  const [one, other] = [plain.attend(scene), relaxed.attend(scene)];
  // Softmax makes a ratio of a difference: from the weights on, a score's last bits count as often as the score is large.
  let growth = 1;
  let last = null;
  for (const step of one.steps) {
    if (step.name === 'weights')
      growth = Math.max(1, ...last.data.map((score) => (score > -Infinity ? Math.abs(score) : 0)));
    const tensor = one.tensor(step.name);
    differences[`${name} ${step.name}`] = difference(other.tensor(step.name), tensor) / growth;
    if (tensor.shape.length === 3) last = tensor;
  }
}

const random = generator(5);
const filled = (...shape) =>
  tensor(
    shape,
    Array.from({ length: sizeOf(shape) }, () => random() * 2 - 1),
  );
for (let made = 0; made < 40; made += 1) {
  const [T, d] = [1 + Math.floor(random() * 20), 1 + Math.floor(random() * 40)];
  const call = [filled(2, T, d), filled(2, T, d), filled(2, T, d), { causal: made % 2 === 0, softcap: made % 3 }];
  const { output } = plain.scaledDotProductAttention(...call);
  differences[`call ${made}`] = difference(relaxed.scaledDotProductAttention(...call).output, output);
}
console.log(JSON.stringify({ flavours, differences }));
