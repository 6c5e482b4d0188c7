import type { causalAlign as english } from '../en/causal-align.ts';

export const causalAlign: typeof english = {
  label: 'Alineación',
  name: 'Alineación de la máscara causal, si hay más consultas que claves o al revés',
  kinds: { topLeft: 'Arriba a la izquierda', bottomRight: 'Abajo a la derecha' },
};
