import type { Messages } from '../en.ts';

/** Lo que dice el elemento y no la página. */
export const element: Messages['element'] = {
  label: (sentence) => `Autoatención: ${sentence}`,
  weights: (head, heads) => (heads === 1 ? 'pesos' : `pesos de la cabeza ${head}`),
  stale: 'Última escena que funcionó',
};
