import type { overview as english } from '../en/overview.ts';

/** Lo que dice la vista de conjunto de muchos tokens. */
export const overview: typeof english = {
  measure: 'Cada píxel muestra',
  mean: 'la media',
  max: 'el máximo',
  nearer: 'Acercar',
  farther: 'Alejar',
  whole: 'Ver todo',
  logarithmic: 'logarítmica',
  help: 'Pulsa para colocar la lupa y muévela con las flechas. Acerca y aleja con + − 0, con Ctrl y la rueda o con dos dedos.',
  keys: 'Las flechas mueven la lupa, con Mayúsculas de token en token. Inicio, Fin y las teclas de página la llevan más lejos. Más, menos y 0 acercan y alejan.',
  lens: 'lupa sobre las consultas {firstQuery} ({from}) a {lastQuery} y las claves {firstKey} ({to}) a {lastKey}; en su centro:',
  pixel: 'consultas {queries}, claves {keys}:',
  numbers: 'media {mean}, máximo {max}',
  partly: '{percent} enmascarado',
};
