import { call } from '../code.ts';
import type { Language } from '../language.ts';
import { arraysOf } from './numpy.ts';

export const jax: Language = {
  ...arraysOf('jnp'),
  name: 'JAX',
  install: 'jax',
  exactness: 'JAX counts in float32, as the playground does: only the last digits of a number may differ.',
  imports: ['import jax', 'import jax.numpy as jnp'],
  settings: [
    '# Products in full float32, on a GPU or TPU too.',
    'jax.config.update("jax_default_matmul_precision", "highest")',
    'jnp.set_printoptions(precision=6, suppress=True, threshold=10**9, linewidth=120)',
  ],
  doubleSettings: ['# Decimals are counted in float64.', 'jax.config.update("jax_enable_x64", True)'],
  order: (x) => call('jnp.argsort', x, 'axis=-1'),
  positive: (x) => call('jax.nn.relu', x),
  softmax: (x) => call('jax.nn.softmax', x, 'axis=-1'),
  gelu: (x) => call('jax.nn.gelu', x, 'approximate=True'),
};
