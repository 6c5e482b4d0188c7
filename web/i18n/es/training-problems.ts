/** Lo que los gradientes y el entrenamiento dicen, en inglés, de lo que no puede ser, y cómo se dice aquí. */
export const trainingProblems: Readonly<Record<string, string>> = {
  'this gradient was disposed of; ask for its tensors before that':
    'este gradiente ya se ha liberado; pide sus tensores antes',
  'the core ran out of memory and was replaced, and this gradient is gone; ask for it again':
    'el núcleo se quedó sin memoria y se sustituyó, y este gradiente se ha perdido; pídelo de nuevo',
  'row is {}; {} has rows 0 to {}': 'row es {}; {} tiene filas de la 0 a la {}',
  targets: 'objetivos',
  'the loss is no number': 'la pérdida no es un número',
  'target[{},{}] is {}; a weight is 0 or more': 'target[{},{}] es {}; un peso es 0 o más',
  'row {} of the target adds up to {}; it must be 1, or 0 where it does not count':
    'la fila {} del objetivo suma {}; tiene que sumar 1, o 0 donde no cuenta',
  'every row of the target is zeros: no row counts': 'todas las filas del objetivo son ceros: no cuenta ninguna',
  'target[{},{}] is {}, where the weight is 0: no step leads there':
    'target[{},{}] es {}, donde el peso es 0: ningún paso lleva ahí',
  'there are {} targets for {} rows': 'hay {} objetivos para {} filas',
  'target {} of row {} is outside the {} columns of the unembedding':
    'el objetivo {} de la fila {} está fuera de las {} columnas del unembedding',
  'there is no E to be tied to: rows of x are given': 'no hay ninguna E a la que atarlo: las filas de x vienen dadas',
  'E is {} wide and the last tensor {}: they cannot be tied':
    'E tiene {} columnas y el último tensor {}: no se pueden atar',
  'the unembedding has {} rows; the last tensor is {} wide':
    'el unembedding tiene {} filas; el último tensor tiene {} columnas',
  'no row has a target': 'ninguna fila tiene objetivo',
  'layer {} of {}: the first is 0': 'capa {} de {}: la primera es la 0',
  'head {} of {}: the first is 0': 'cabeza {} de {}: la primera es la 0',
  'the weights are too large to be kept, as a gradient needs them':
    'los pesos son demasiado grandes para guardarlos, como necesita un gradiente',
  '{} is nothing to differentiate by': 'no se puede derivar respecto a {}',
  '{} has no gradient in this scene': '{} no tiene gradiente en esta escena',
  '{} is too large to be kept, as a gradient needs it':
    '{} es demasiado grande para guardarlo, como necesita un gradiente',
  'the gradient of {} is too large': 'el gradiente de {} es demasiado grande',
};
