import type { element as english } from '../../en/element/element.ts';
import { full } from '../../sentences.ts';

export const element: typeof english = {
  label: (sentence) => `Autoatención: ${sentence}`,
  weights: (head, heads) => (heads === 1 ? 'pesos' : `pesos de la cabeza ${head}`),
  head: 'Cabeza',
  tokens: 'tokens',
  controls: 'Controles',
  off: (step) => `Esta escena no tiene el paso ${step}.`,
  stale: (why) => `${full(why)} La imagen muestra todavía la última escena que funcionó.`,
  unknown: (attribute, value, all) => `${attribute} nombra ${value}; usa uno de: ${all.join(', ')}`,
  leftovers: {
    missing: (attribute, value) => `${attribute} es ${value}, el texto de un valor que falta; quita el atributo`,
    object: (attribute, value) =>
      `${attribute} es ${value}, el texto de un objeto; da el valor a la propiedad ${attribute} en un script, o escribe JSON`,
    placeholder: (attribute, value) => `${attribute} es ${value}, un hueco que ninguna plantilla ha rellenado`,
    code: (attribute, value) => `${attribute} es ${value}, el texto de una función; llámala y da su resultado`,
  },
  notReadonly: (value) => `readonly es ${value}, pero con cualquier valor nadie puede cambiar nada; quita el atributo`,
  both: 'se dan lesson y scene a la vez; da solo uno',
  anyway: 'Calcular de todos modos',
  noTraining: 'Esta copia es un solo script y no puede entrenar. Usa el módulo.',
  tooMany: (most) => `esta escena tiene más de ${most} tokens, demasiados para una imagen dentro de una página`,
  imageGone: 'el elemento no está en ningún documento, así que no tiene imagen',
};
