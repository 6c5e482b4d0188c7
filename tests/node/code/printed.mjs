// Compares the output of a program of web/export/code with the trace of its scene.
import assert from 'node:assert/strict';

/** [{ layer, name, shape, numbers }] of the output: a line `name (2, 3)`, the numbers below it, and a blank line after each head. */
export function printed(text) {
  const tensors = [];
  let layer = 0;
  for (const line of text.split('\n')) {
    const heading = /^==== layer (\d+) of \d+ ====$/.exec(line);
    const title = /^([A-Za-z]\w*) \(([\d, ]*)\)$/.exec(line);
    if (heading) layer = Number(heading[1]) - 1;
    else if (title)
      tensors.push({ layer, name: title[1], shape: (title[2].match(/\d+/g) ?? []).map(Number), numbers: [] });
    else
      tensors
        .at(-1)
        ?.numbers.push(
          ...(line.replace(/tensor\(|dtype=.*/g, '').match(/-?inf|nan|-?\d[\d.]*(e[-+]?\d+)?/gi) ?? []).map(asNumber),
        );
  }
  return tensors;
}

const asNumber = (text) => (/inf/i.test(text) ? (text.startsWith('-') ? -Infinity : Infinity) : Number(text));

/**
 * Every step of the trace is printed, in its order and shape, and every number of it is the core's to `bound`, counted in the
 * largest of the tensor where that is more than 1. `bound`: of a layer, from 0.
 */
export function compare(trace, text, bound = () => 1e-5) {
  // Where no layer reads another, the program has the last one alone, which the scene shows.
  const only = trace.steps.some(({ name, layer }) => layer > 0 && name === 'x') ? null : trace.layers - 1;
  const isOfTokens = ({ name }) => name.startsWith('tokens');
  const found = printed(text).map((one) => ({ ...one, layer: only === null || isOfTokens(one) ? one.layer : only }));
  const wanted = trace.steps
    .map(({ name, layer, shape }) => ({ name, layer, shape }))
    .filter((step) => only === null || step.layer === only || isOfTokens(step));
  // In a loop over the layers the program prints the first layer's x again.
  const shown = found.filter(
    ({ name, layer }, index) =>
      !(name === 'x' && layer === 0 && found.findIndex((one) => one.name === 'x') !== index) &&
      (name !== 'x' || wanted.some((step) => step.name === 'x' && step.layer === layer)),
  );
  assert.deepEqual(
    shown.map(({ name, layer }) => `${layer} ${name}`).sort(),
    wanted.map(({ name, layer }) => `${layer} ${name}`).sort(),
  );
  for (const { name, layer, shape, numbers } of shown) {
    const tensor = trace.tensor(name, { layer });
    assert.deepEqual(shape, [...tensor.shape], name);
    assert.equal(numbers.length, tensor.data.length, name);
    const largest = tensor.data.reduce(
      (most, number) => (Number.isFinite(number) ? Math.max(most, Math.abs(number)) : most),
      1,
    );
    for (const [index, number] of tensor.data.entries()) {
      const same = Object.is(number, numbers[index]) || Math.abs(number - numbers[index]) <= bound(layer) * largest;
      assert.ok(same, `layer ${layer}, ${name}[${index}] is ${number}, the program has ${numbers[index]}`);
    }
  }
}
