import type { element as english } from '../en/element.ts';
import { full } from '../sentences.ts';

export const element: typeof english = {
  label: (sentence) => `Autoatención: ${sentence}`,
  weights: (head, heads) => (heads === 1 ? 'pesos' : `pesos de la cabeza ${head}`),
  head: 'Cabeza',
  tokens: 'tokens',
  controls: 'Controles',
  empty: 'scene está vacío; dale JSON, el texto de un enlace desde su #, o una dirección, o quita el atributo',
  off: (step) => `Esta escena no tiene el paso ${step}.`,
  stale: (why) => `${full(why)} La imagen muestra todavía la última escena que funcionó.`,
  unknown: (attribute, value, all) => `${attribute} nombra ${value}; hay: ${all.join(', ')}`,
  both: 'se dan lesson y scene a la vez; da solo uno de los dos',
  anyway: 'Calcular de todos modos',
  tooMany: (most) => `esta escena tiene más de ${most} tokens, demasiados para una imagen dentro de una página`,
  fetch: (address, why) => `no se ha podido obtener la escena de ${address}: ${why}`,
  fetchScheme: (scheme) => `${scheme} no sirve para obtenerla; sirven http: y https:`,
  fetchLong: (most) => `tiene más de ${most} caracteres`,
  imageGone: 'el elemento no está en ningún documento, así que no tiene imagen',
  imageFormat: (format) => `format es ${format}; tiene que ser svg o png`,
  imageScale: (scale) => `scale es ${scale}; tiene que ser 1, 2 o 4`,
  imageNone: (shown) => `show solo tiene ${shown.join(', ')}, de lo que no hay imagen; añade heatmap, arcs o un paso`,
};
