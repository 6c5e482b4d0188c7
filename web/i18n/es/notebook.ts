import type { notebook as english } from '../en/notebook.ts';

export const notebook: typeof english = {
  setup: 'Preparación',
  sizes: 'Los tamaños',
  scene: 'La escena',
  steps: 'Los pasos',
  otherwise: 'en otro caso',
  answer: 'Respuesta',
  task: 'Por hacer en la página',
  open: 'Abrir esta página en el playground',
  stored:
    'Las salidas guardadas son números del playground, que calcula en float32. Cuando ejecutes las celdas, tu biblioteca los volverá a calcular, y las últimas cifras pueden variar.',
  challenges: 'Retos',
  hint: 'Pista',
  withoutCode: (why) => `Esta página no tiene código: ${why}.`,
  about: 'El mismo programa como cuaderno de Jupyter, con texto, fórmulas y código en celdas.',
  lesson: (title) => `Guardar «${title}» como cuaderno`,
  library: 'para',
};
