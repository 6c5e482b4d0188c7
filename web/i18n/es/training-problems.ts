/** Lo que los gradientes y el entrenamiento dicen, en inglés, de lo que no puede ser, y cómo se dice aquí. */
export const trainingProblems: Readonly<Record<string, string>> = {
  'this gradient was disposed of; read its tensors before that':
    'este gradiente ya se ha liberado; lee antes sus tensores',
  'the core ran out of memory and was replaced, so this gradient is lost; compute it again':
    'el núcleo se quedó sin memoria y se sustituyó, así que este gradiente se ha perdido; calcúlalo de nuevo',
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
  names: 'nombres',
  'a run needs an object: { scene, task, optimizer }':
    'un entrenamiento necesita un objeto: { scene, task, optimizer }',
  'a whole number from 1 to {}': 'un número entero entre 1 y {}',
  'an array of symbols': 'un array de símbolos',
  'a whole number from 1': 'un número entero a partir de 1',
  'a mask without a matrix': 'una máscara sin matriz',
  'temperature is {}; it must be 0 (greedy), or from {} to {}':
    'la temperatura es {}; tiene que ser 0 (el más probable), o estar entre {} y {}',
  'top-k is {}; there are {} symbols': 'top-k es {}; hay {} símbolos',
  'an array of heads': 'un array de cabezas',
  'the task has no symbol {}': 'la tarea no tiene ningún símbolo {}',
  'this run was disposed of': 'este entrenamiento ya se ha liberado',
  'the core ran out of memory and was replaced, so this run is lost; start another and restore a snapshot':
    'el núcleo se quedó sin memoria y se sustituyó, así que este entrenamiento se ha perdido; empieza otro y recupera una copia',
  '{} is {}; it must be from {} to {}': '{} es {}; tiene que estar entre {} y {}',
  '{} is {}; it must be from 0 and less than 1': '{} es {}; tiene que ser desde 0 y menor que 1',
  'the learning rate is {}; it must be greater than 0 and at most {}':
    'la tasa de aprendizaje es {}; tiene que ser mayor que 0 y como mucho {}',
  'clip is {}; it must be a number greater than 0': 'clip es {}; tiene que ser un número mayor que 0',
  'a task has sequences of one kind: there can be no encoder':
    'una tarea tiene secuencias de una sola clase: no puede haber codificador',
  'a task has tokens of its own: the embedding must have a row for each':
    'una tarea tiene sus propios tokens: el embedding tiene que tener una fila para cada uno',
  'there are {} rows for {} symbols': 'hay {} filas para {} símbolos',
  'there is no parameter {}': 'no hay ningún parámetro {}',
  'head {} of layer {}; there are {} heads in {} layers': 'cabeza {} de la capa {}; hay {} cabezas en {} capas',
  'there is no w_o, so no head can be left out': 'no hay w_o, así que no se puede quitar ninguna cabeza',
  'there is nothing to train': 'no hay nada que entrenar',
  'after step {} the loss is no number; the learning rate is {}: a smaller one may go on':
    'tras el paso {} la pérdida no es un número; la tasa de aprendizaje es {}: con una menor quizá siga',
  'there is no task whose symbols could be predicted': 'no hay ninguna tarea cuyos símbolos se puedan predecir',
  'there is no task that could say what is right': 'no hay ninguna tarea que pueda decir qué es lo correcto',
  'token {}; the task has {} symbols': 'token {}; la tarea tiene {} símbolos',
  'unembedding is given, but only a task has one; a loss brings its own':
    'se da unembedding, pero solo lo tiene una tarea; una pérdida trae el suyo',
  '{} is given, but only a task draws sequences; with a loss, leave it out':
    'se da {}, pero solo una tarea genera secuencias; con una pérdida, quítalo',
  'least is {}, but nothing falls to it without decay': 'least es {}, pero sin decay nada baja hasta ahí',
  '{} more steps after {}; the limit is {}': '{} pasos más después de {}; el límite es {}',
  'step is {}; the limit is {}': 'step es {}; el límite es {}',
  'a mean of squared gradients is {}; it must be at least 0':
    'una media de gradientes al cuadrado es {}; tiene que ser al menos 0',
  'the snapshot is of a run whose {} is {}; here it is {}': 'la copia es de un entrenamiento cuyo {} es {}; aquí es {}',
  'the snapshot has {} numbers; this run has {}': 'la copia tiene {} números; este entrenamiento tiene {}',
  'a number of the snapshot is not finite': 'un número de la copia no es finito',
  'there is no such task': 'no hay tal tarea',
  'length {} makes {} tokens; the limit is {}': 'la longitud {} da {} tokens; el límite es {}',
  'length is {}; it must be at least {}': 'la longitud es {}; tiene que ser al menos {}',
  'vocabulary is {}; it must be at least {}': 'el vocabulario es {}; tiene que ser al menos {}',
  'there are {} kinds of brackets; vocabulary is {}': 'hay {} clases de paréntesis; el vocabulario es {}',
  'length {} repeats up to {} different symbols; vocabulary is {}':
    'la longitud {} repite hasta {} símbolos distintos; el vocabulario es {}',
  '{} pairs need as many different keys; vocabulary is {}':
    '{} pares necesitan otras tantas claves distintas; el vocabulario es {}',
  'the text has {} characters; length {} needs at least {}':
    'el texto tiene {} caracteres; la longitud {} necesita al menos {}',
  'the text has {} different characters; the limit is {}': 'el texto tiene {} caracteres distintos; el límite es {}',
};
