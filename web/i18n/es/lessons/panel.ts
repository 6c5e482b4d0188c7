import type { lesson as english } from '../../en/lessons/panel.ts';

export const lesson: typeof english = {
  label: 'Lección',
  open: 'Lección',
  close: 'Cerrar la lección',
  loading: 'Abriendo la lección …',
  failed: 'No se ha podido cargar la lección.',
  again: 'Volver a intentarlo',

  page: (page, pages) => `Página ${page} de ${pages}`,
  challenge: (challenge, challenges) => `Reto ${challenge} de ${challenges}`,
  contents: 'Páginas de la lección',
  toPage: (page, title) => `Página ${page}: ${title}`,
  toChallenge: (challenge, title) => `Reto ${challenge}: ${title}`,
  isDone: 'hecha',
  isSolved: 'resuelto',
  next: 'Siguiente',
  back: 'Atrás',
  nextLesson: 'Lección siguiente:',
  noPage: (page, pages) => `El enlace pide la página ${page}, contando desde 0; esta lección tiene ${pages}.`,
  toFirst: 'A la primera página',
  reset: 'Volver a como empezaba esta página',
  resetChallenge: 'Empezar este reto de nuevo',

  todo: 'Te toca:',
  done: 'Hecho.',
  doneSaid: (title) => `Hecho: ${title}. Sigue cuando quieras.`,

  leadTo: (what) => `Ir a: ${what}`,
  here: 'aquí',
  control: 'el control',
  step: (name) => `el paso ${name}`,
  cell: (name) => `la celda de ${name}`,

  guess: 'Tu predicción',
  choices: '¿Qué crees?',
  reveal: 'Descubrir',
  noGuess: 'Muéstralo sin más',
  guessAgain: 'Predecir otra vez',
  answer: 'Es',
  said: (guess) => `Dijiste ${guess}.`,
  right: 'Eso es.',
  elsewhere: (answer) => `El número era ${answer} cuando hiciste tu predicción; la escena ha cambiado desde entonces.`,
  noNumber: 'La escena, tal como está ahora, no tiene ese número.',
  coveredRow: (query) => `${query} mira a … eso te toca predecirlo antes.`,

  hint: 'Pista',
  unsolved: 'Todavía no está resuelto. Cambia lo que quieras; se comprueba sobre la marcha.',
  solved: 'Resuelto.',
  solvedSaid: (title) => `Reto resuelto: ${title}`,

  term: 'Glosario',
  closeTerm: 'Cerrar',
  noTerm: 'No se ha podido cargar el glosario.',

  source: 'Fuente',
  licence: (licence) => `El texto de esta lección se puede reutilizar bajo ${licence}.`,

  progress: (read, of, done) => (done === 0 ? `${read} de ${of} leídas` : `${read} de ${of} leídas, ${done} hechas`),
  kept: 'Hasta dónde has llegado se guarda en este navegador, y en ningún otro sitio.',
  forget: 'Olvidarlo',
  forgotten: 'Se ha olvidado hasta dónde habías llegado.',
};
