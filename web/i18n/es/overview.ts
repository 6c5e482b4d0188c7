import type { overview as english } from '../en/overview.ts';

/** Lo que dice la vista de conjunto de muchos tokens. */
export const overview: typeof english = {
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
