// Random scenes of attention with positions, biases, shared heads, blocks and layers.
/** A random scene that is valid: what adds up in one with every option, in all of them. */
export function randomBlockScene(random) {
  const pick = (list) => list[Math.floor(random() * list.length)];
  const yes = () => random() < 0.5;
  const words = (count) => Array.from({ length: count }, () => pick(['the', 'cat', 'saw', 'it', 'red']));
  const tokens = words(1 + Math.floor(random() * 6));
  const encoder = random() < 0.2 ? { tokens: words(1 + Math.floor(random() * 5)) } : undefined;
  const heads = pick([1, 2, 4]);
  const norm = pick(['none', 'layer', 'rms']);
  const rows = Array.from({ length: tokens.length }, () =>
    Array.from({ length: (encoder?.tokens ?? tokens).length }, () => random() * 2 - 1),
  );
  return {
    version: 1,
    tokens,
    embedding: { kind: 'random', distribution: pick(['uniform', 'normal']), seed: pick([1, 2, 3]), dModel: 8 },
    positions: pick([
      { kind: 'none' },
      { kind: 'sinusoidal' },
      { kind: 'sinusoidal', join: 'concat', width: 4 },
      { kind: 'learned' },
      { kind: 'rope', pairs: pick(['adjacent', 'halves']), base: 100 },
      { kind: 'alibi' },
      { kind: 'relative', clip: 2 },
      { kind: 'given', rows },
    ]),
    parameters: {
      kind: 'random',
      init: pick(['xavier', 'normal', 'uniform']),
      seed: Math.floor(random() * 1000),
      biases: yes(),
      output: yes(),
    },
    ...(encoder && { encoder }),
    attention: {
      heads,
      kvHeads: pick([1, heads]),
      score: pick(['dot', 'scaledDot', 'general', 'cosine', 'scaledDot', 'additive']),
      softcap: pick([0, 0, 3]),
      mask: pick([{ kind: 'none' }, { kind: 'causal' }]),
      ...(yes() && { roundWeights: 3 }),
      weightedValues: yes(),
    },
    block: {
      residual: yes(),
      norm,
      ...(norm !== 'none' && { place: pick(['pre', 'post']) }),
      ...(yes() && { feedForward: { width: 6, activation: pick(['relu', 'gelu']) } }),
    },
    layers: pick([1, 2, 3]),
  };
}
