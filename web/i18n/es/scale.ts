import type { Messages } from '../en.ts';

/** Lo que se dice donde hay demasiados tokens para dibujarlos todos. */
export const scale: Messages['scale'] = {
  overview: (weights, queries, keys) => `vista general de los ${weights}: ${queries} consultas × ${keys} claves`,
  lens: 'Bajo la lupa',
  under: (weights) => `${weights} bajo la lupa`,
  numbers: 'Números',
  computing: 'Calculando …',
  noWorker: 'no se pudo cargar lo que calcula las frases largas; se intenta de nuevo con el siguiente cambio',
  where: 'Consultas {firstQuery}–{lastQuery} de {queries}, claves {firstKey}–{lastKey} de {keys}.',
  excerpt: (where) =>
    `Hay demasiados tokens para dibujarlos todos. Cada paso muestra lo que está bajo la lupa: ${where}`,
  mistake: (name) => `Con un error, a propósito: ${name}. Con menos tokens está al lado de la manera correcta.`,
  computed: 'El último cambio calculó {keys} de {total} filas de k y v, y {queries} de z.',
  cached:
    'El último cambio calculó {keys} de {total} filas de k y v, y {queries} de z; las demás claves y valores son la caché.',
  kept: 'El último cambio calculó {keys} de {total} filas de k.',
};

export const tokens: Messages['pictures']['tokens'] = {
  earlier: '← {count} antes',
  later: '{count} después →',
};

export const overview: Messages['pictures']['overview'] = {
  measure: 'Un píxel es',
  mean: 'la media',
  max: 'el máximo',
  nearer: 'Más cerca',
  farther: 'Más lejos',
  whole: 'Todo',
  logarithmic: 'logarítmica',
  help: 'Pulsa para poner ahí la lupa. Las flechas la mueven; + − 0, Ctrl con la rueda y dos dedos cambian el aumento.',
  keys: 'Las flechas mueven la lupa, con Mayúsculas de token en token; Inicio, Fin y las teclas de página llevan más lejos; más, menos y 0 cambian el aumento.',
  lens: 'lupa sobre las consultas {firstQuery} ({from}) a {lastQuery} y las claves {firstKey} ({to}) a {lastKey}; en su centro:',
  pixel: 'consultas {queries}, claves {keys}:',
  numbers: 'media {mean}, máximo {max}',
  partly: '{percent} enmascarado',
};
