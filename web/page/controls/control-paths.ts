import type { Scene } from '../../scene/types.ts';

/** The places of a scene that have a control now; a problem elsewhere is shown under the sentence. */
export function controlPaths(scene: Scene): readonly string[] {
  const { attention, embedding, parameters, positions, encoder, block } = scene;
  const drawn = parameters.kind === 'random';
  const free = drawn || parameters.kind === 'identity';
  const score = attention.score ?? 'scaledDot';
  const wide = embedding.kind === 'random' || embedding.kind === 'zero';
  return [
    'sentence',
    ...(encoder === undefined ? [] : ['encoder']),
    'embedding',
    ...(wide ? ['embedding.dModel'] : []),
    ...(embedding.kind === 'random' ? ['embedding.seed'] : []),
    'parameters',
    ...(drawn ? ['parameters.seed'] : []),
    ...(free ? ['parameters.dK', 'parameters.dV'] : []),
    ...(free && score === 'additive' ? ['parameters.dA'] : []),
    'attention.heads',
    ...(parameters.kind === 'handmade' ? [] : ['attention.kvHeads']),
    'attention.score',
    ...(score === 'given' ? ['attention.scores'] : []),
    ...(attention.scale === undefined ? [] : ['attention.scale']),
    'attention.mask',
    ...maskPaths(scene),
    'attention.temperature',
    'attention.softcap',
    'attention.normalizer',
    'attention.roundWeights',
    'attention.weightedValues',
    'positions',
    ...(positions === undefined ? [] : positionPaths(positions.kind).map((key) => `positions.${key}`)),
    'block',
    ...(block?.feedForward === undefined ? [] : ['block.feedForward.width']),
    'layers',
    'mistake',
    'view.digits',
  ];
}

function maskPaths({ attention }: Scene): readonly string[] {
  switch (attention.mask?.kind) {
    case 'padding':
    case 'prefix':
      return ['attention.mask.length'];
    case 'window':
      return ['attention.mask.before', 'attention.mask.after'];
    default:
      return [];
  }
}

function positionPaths(kind: string): readonly string[] {
  switch (kind) {
    case 'sinusoidal':
      return ['base', 'width'];
    case 'rope':
      return ['base'];
    case 'learned':
      return ['seed', 'std'];
    case 'relative':
      return ['seed', 'std', 'clip'];
    default:
      return [];
  }
}
