import type { notebook as english } from '../en/notebook.ts';

export const notebook: typeof english = {
  setup: 'Preparación',
  sizes: 'Los tamaños',
  scene: 'La escena',
  steps: 'Los pasos',
  otherwise: 'en otro caso',
  answer: 'Respuesta',
  task: 'Por hacer',
  challenges: 'Retos',
  hint: 'Pista',
  withoutCode: (why) => `Esta página no tiene código: ${why}.`,
  about: 'El mismo programa como cuaderno de Jupyter, con texto, fórmulas y código en celdas.',
  lesson: (title) => `Guardar «${title}» como cuaderno`,
  library: 'para',
};
