// The parts of scores and outputs, against NumPy in double precision: from the embeddings, places and parameters alone.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadCore } from 'self-attention/core';
import { numpyPython, runAll } from './python.mjs';

const { python, reason } = await numpyPython();
const core = await loadCore();

const parameters = ['w_q', 'b_q', 'w_k', 'b_k', 'w_v', 'b_v', 'w_o', 'b_o'];
const scene = (seed) => ({
  version: 1,
  tokens: ['the', 'cat', 'saw', 'the', 'dog'].slice(0, 2 + (seed % 4)),
  embedding: { kind: 'random', distribution: 'normal', seed, dModel: 6 },
  positions: { kind: 'learned', seed: seed + 1 },
  parameters: { kind: 'random', init: 'normal', seed: seed + 2, std: 0.5, biases: true, output: true },
  attention: { heads: 2, score: seed % 2 ? 'dot' : 'scaledDot', mask: { kind: seed % 3 ? 'causal' : 'none' } },
  block: { residual: true },
  layers: 2,
});

const rowsOf = ({ shape, data }) =>
  shape.length === 1
    ? Array.from(data)
    : Array.from({ length: shape[0] }, (_, row) => Array.from(data.slice(row * shape[1], (row + 1) * shape[1])));

/** Every part by the names of its two sides. */
const script = (given) => `
import json
import numpy as np

given = json.loads(${JSON.stringify(JSON.stringify(given))})
x0, p = np.array(given["x0"]), np.array(given["p"])
layers = [{name: np.array(rows) for name, rows in layer.items()} for layer in given["layers"]]
query, key, head, heads = given["query"], given["key"], given["head"], 2
d = layers[0]["w_q"].shape[1] // heads
own = slice(head * d, (head + 1) * d)

def attention(x, w):
    z, parts = [], []
    for h in range(heads):
        s = slice(h * d, (h + 1) * d)
        q, k, v = ((x @ w["w_" + n] + w["b_" + n])[:, s] for n in "qkv")
        scores = q @ k.T * (d ** -0.5 if given["scaled"] else 1)
        if given["causal"]:
            scores = np.where(np.tri(len(x)) == 1, scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights /= weights.sum(axis=1, keepdims=True)
        z.append(weights @ v @ w["w_o"][s])
        parts.append(weights[:, :, None] * (v @ w["w_o"][s])[None])
    return z, parts

def pairs(of_query, of_key, w):
    q = {name: row @ w["w_q"][:, own] for name, row in of_query.items()}
    k = {name: row @ w["w_k"][:, own] for name, row in of_key.items()}
    q["bias"] = q.get("bias", 0) + w["b_q"][own]
    k["bias"] = k.get("bias", 0) + w["b_k"][own]
    return {a + " x " + b: float(q[a] @ k[b]) for a in q for b in k}

def features(row):
    return {f"feature {m}": np.eye(len(row))[m] * row[m] for m in range(len(row))}

first, second = layers
x = x0 + p
z, parts = attention(x, first)
sources = [dict([("own", x[t]), ("bias", first["b_o"])] + [(f"head {h}", z[h][t]) for h in range(heads)]) for t in (query, key)]
print(json.dumps({
    "dimensions": {f"dimension {c} x dimension {c}": float(value) for c, value in enumerate(
        (x[query] @ first["w_q"] + first["b_q"])[own] * (x[key] @ first["w_k"] + first["b_k"])[own])},
    "features": pairs(features(x[query]), features(x[key]), first),
    "places": pairs({"word": x0[query], "place": p[query]}, {"word": x0[key], "place": p[key]}, first),
    "sources": pairs(sources[0], sources[1], second),
    "output": sum(parts)[query].tolist(),
}))
`;

it('NumPy finds the same parts of scores and outputs', { skip: reason ?? false }, async () => {
  const cases = Array.from({ length: 24 }, (_, seed) => {
    const own = scene(seed);
    const trace = core.attend(own);
    const query = own.tokens.length - 1;
    const pair = { query, key: seed % own.tokens.length, head: seed % 2 };
    const layers = [0, 1].map((layer) =>
      Object.fromEntries(parameters.map((name) => [name, rowsOf(trace.tensor(name, { layer }))])),
    );
    const [x0, p] = ['x0', 'P'].map((name) => rowsOf(trace.tensor(name, { layer: 0 })));
    const { score, mask } = own.attention;
    const given = { ...pair, x0, p, layers, scaled: score === 'scaledDot', causal: mask.kind === 'causal' };
    return { trace, pair, text: script(given) };
  });
  const printed = await runAll(
    python,
    cases.map(({ text }) => text),
  );
  for (const [index, { trace, pair }] of cases.entries()) {
    const expected = JSON.parse(printed[index]);
    for (const by of ['dimensions', 'features', 'places', 'sources']) {
      const { parts } = trace.explain({ ...pair, layer: by === 'sources' ? 1 : 0, by });
      const nameOf = (origin) => (origin.index === null ? origin.kind : `${origin.kind} ${origin.index}`);
      const found = Object.fromEntries(
        parts.map((part) => [`${nameOf(part.query)} x ${nameOf(part.key)}`, part.value]),
      );
      assert.deepEqual(Object.keys(found).sort(), Object.keys(expected[by]).sort(), by);
      for (const [name, value] of Object.entries(expected[by]))
        assert.ok(
          Math.abs(found[name] - value) <= 1e-5 * Math.max(1, Math.abs(value)),
          `${by} ${name} of scene ${index}: ${found[name]}, ${value}`,
        );
    }
    const { parts } = trace.explainOutput({ layer: 0, query: pair.query });
    const numbers = expected.output.flat();
    assert.equal(parts.data.length, numbers.length);
    for (const [cell, value] of numbers.entries())
      assert.ok(
        Math.abs(parts.data[cell] - value) <= 1e-5 * Math.max(1, Math.abs(value)),
        `output ${cell} of ${index}`,
      );
    trace.dispose();
  }
});
