// Figures of scenes, and the core's numbers for them.
import { loadCore } from 'self-attention/core';
import { bundle } from './bundle.mjs';

export const { figureOf, svgOf } = await bundle('web/export/index.ts');
export const core = await loadCore();

/** A figure of a scene, and its trace. */
export function drawn(scene, options) {
  const trace = core.attend(scene);
  const figure = figureOf(scene, trace, { pictures: ['heatmap'], ...options });
  const tensor = (name, window) => trace.tensor(name, window);
  return { figure, trace, tensor, texts: figure.items.filter(({ kind }) => kind === 'text') };
}

export const given = (tokens, attention = {}, view = {}) => ({
  version: 1,
  tokens,
  embedding: { kind: 'random', distribution: 'normal', seed: 5, dModel: 8 },
  parameters: { kind: 'random', init: 'xavier', seed: 2 },
  attention: { heads: 2, ...attention },
  view,
});
