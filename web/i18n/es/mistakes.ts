import type { mistakes as english } from '../en/mistakes.ts';

export const mistakes: typeof english = {
  'whole-matrix-softmax': 'Softmax de toda la matriz',
  'wrong-axis-values': 'Pesos por valores en el eje equivocado',
  'no-transpose': 'queries @ keys sin la traspuesta',
  'no-scale': 'Puntuaciones sin ÷ √d_k',
  'model-scale': '÷ √d_model en lugar de ÷ √d_k',
  'zero-mask': 'Ocultar con 0 en lugar de −∞',
  'mask-after-softmax': 'Enmascarar después del softmax',
  'overflow-softmax': 'Softmax sin restar el máximo',
  'swapped-qk': 'q y k intercambiadas',
};
