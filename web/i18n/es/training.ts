import type { training as english } from '../en/training.ts';

export const training: typeof english = {
  what: 'Qué entrenar',
  aTask: 'Un modelo en una tarea',
  ownSentence: 'La atención que pintes',
  inside: 'Mirar dentro de un paso',
  title: 'Aprender por descenso de gradiente',
  intro:
    'Nadie escribe los parámetros. Se aprenden. Elige un objetivo, mira el error y mira hacia dónde debería moverse cada número.',
  close: 'Cerrar',
  waiting: 'Calculando el gradiente …',
  noWorker: 'El proceso que calcula los gradientes se ha detenido.',
  covered: 'Responde a la pregunta de la lección para volver a ver este panel.',
  where: (head, layer) => `Es la cabeza ${head} de la capa ${layer}.`,

  target: {
    title: 'Cómo deberían ser los pesos',
    kind: 'Objetivo',
    cell: 'Un peso',
    painted: 'Pesos pintados',
    query: 'Consulta (fila)',
    key: 'Clave (columna)',
    row: (index, token) => `${index + 1} · ${token}`,
    wanted: 'Peso',
    wantedName: 'El peso que debería tener esta celda',
    notBetween: (value) => `Un peso está entre 0 y 1, pero este es ${value}.`,
    hidden: (query, key) =>
      `La máscara oculta ${key} a ${query}, así que su peso es 0 sean cuales sean los parámetros.`,
    now: (weight) => `Ahora es ${weight}. Los demás pesos de la fila conservan sus proporciones:`,
    label: 'Objetivo',
  },

  painter: {
    label: 'Objetivos enteros',
    itself: 'El propio token',
    previous: 'El token anterior',
    first: 'El primer token',
    clear: 'Nada',
    grid: 'Pesos deseados: las filas son consultas, las columnas claves',
    corner: 'Consulta ↓, clave →',
    keys: 'Pulsa celdas o arrastra sobre ellas. Con el teclado: las flechas mueven, el espacio pinta o borra, Mayúsculas y flecha siguen pintando, del 2 al 9 da esas partes. Las partes de una fila sumarán 1.',
    cell: (query, key, share) => `${query} → ${key}: ${share}`,
    none: 'Aún no hay ninguna fila pintada. Pinta una celda para decir a qué debería mirar su fila.',
    counted: (count, of) =>
      count === of
        ? 'Cuentan todas las filas.'
        : `${count === 1 ? 'Cuenta' : 'Cuentan'} ${count} de ${of} filas. Una fila de ceros no tiene objetivo y no cuenta.`,
    hidden: (query, key, more) =>
      `${query} debería mirar a ${key}, que la máscara le oculta${more > 0 ? ` (y ${more} celdas más)` : ''}. Borra la celda o cambia la máscara. Un peso oculto es 0 sean cuales sean los parámetros.`,
  },

  loss: {
    title: 'Cuánto les falta: la pérdida',
    about:
      'La pérdida es la divergencia de Kullback–Leibler de cada fila que cuenta, sumada. Es 0 cuando los pesos son los del objetivo, y crece cuanto más difieren.',
    value: (value) => `pérdida = ${value}`,
  },

  gradient: {
    title: 'El gradiente, hasta los parámetros',
    about:
      'Cuánto crece la pérdida con cada número, calculado hacia atrás a través de los pasos con la regla de la cadena. Un paso de descenso de gradiente mueve cada parámetro en contra de su gradiente. Pulsa una celda para ver su aritmética.',
    of: (name) => `∂pérdida / ∂${name}`,
    formula: (name) => `Fórmula de ∂pérdida / ∂${name}`,
    cell: (name, place, value) => `∂pérdida / ∂${name}[${place}] = ${value}`,
    meaning: (grows, name) => `un ${name} mayor aquí hace la pérdida ${grows ? 'mayor' : 'menor'}`,
    none: 'En primer orden, un número mayor o menor aquí no cambia la pérdida.',
    arithmetic: 'Aritmética del gradiente',
    letGo: 'Deseleccionar el gradiente',
    noGradient:
      'El redondeo y los errores a propósito tienen saltos en lugar de pendientes. Quítalos en los controles para tener un gradiente.',
    flat: 'El gradiente de todos los parámetros es 0, así que un paso no cambia nada.',
    noParameters: 'Los pesos de esta escena no dependen de ningún parámetro, así que no hay nada que aprender.',
  },

  jacobian: {
    title: (token) => `La jacobiana de softmax de la fila de «${token}»`,
    about:
      'La celda (j, j′) dice cuánto crece el peso j con la puntuación de la clave j′ que recibe el softmax. [j = j′] es 1 en la diagonal y 0 fuera de ella. Cada fila y cada columna suma 0, porque lo que gana una clave lo pierden las demás. Pulsa una celda para ver su cálculo.',
    label: (token) => `Jacobiana de softmax de la fila de ${token}`,
    formula: 'Fórmula de la jacobiana de softmax',
    press: (i, j, value) => `∂peso(${i}) / ∂puntuación(${j}) = ${value}`,
  },

  step: {
    title: 'Un paso',
    rate: 'Tasa de aprendizaje',
    rateName: 'Tasa de aprendizaje: el factor del gradiente antes de restarlo',
    before: 'Antes',
    after: 'Después de un paso',
    loss: (before, after) => `pérdida ${before} → ${after}`,
    smaller: 'menor',
    larger: 'mayor: el paso ha sido demasiado largo',
    same: 'la misma',
    keep: 'Quedarse con este paso',
    kept: 'La escena tiene ahora los parámetros de después del paso. «Deshacer» vuelve atrás.',
    stale: 'Del último paso que funcionó:',
  },

  run: {
    title: 'Muchos pasos: entrenar',
    about: (goal) =>
      `Entrena paso a paso hasta que la pérdida sea menor que ${goal} o deje de bajar. Trabaja en segundo plano y se detiene cuando sales de la pestaña o cierras este panel.`,
    optimizer: 'Optimizador',
    optimizers: { adam: 'Adam', adamw: 'AdamW', sgd: 'Descenso de gradiente (SGD)' },
    rate: 'Tasa de aprendizaje',
    rateName: 'Tasa de aprendizaje del entrenamiento',
    play: 'Entrenar',
    resume: 'Seguir',
    pause: 'Pausa',
    once: 'Un paso',
    restart: 'Empezar de nuevo',
    keep: 'Quedarse con lo aprendido',
    kept: 'La escena tiene ahora los parámetros aprendidos. «Deshacer» vuelve atrás.',
    addPositions: 'Añadir posiciones',
    playWithPositions: 'Añadir posiciones y entrenar',
    positionsAdded:
      'La escena tiene ahora vectores al azar de 32 números, con posiciones, y una cabeza. Ahora puede aprenderlo. «Deshacer» vuelve atrás.',
    loading: 'Cargando el entrenamiento …',
    steps: 'Pasos',
    loss: 'Pérdida',
    speed: 'Pasos por segundo',
    elapsed: 'Tiempo',
    left: 'Tiempo restante, estimado',
    seconds: (seconds) => `${seconds} s`,
    unknown: 'desconocido',
    wanted: 'Objetivo',
    now: 'Pesos actuales',
    curve: 'Pérdida después de cada paso, en escala logarítmica',
    curveValue: (step, loss) => `paso ${step}: pérdida ${loss}`,
    running: 'Entrenando.',
    paused: 'En pausa.',
    hidden: 'En pausa, porque has salido de la pestaña.',
    reached: (goal) => `Hecho: la pérdida es menor que ${goal}.`,
    stuck: 'Detenido: la pérdida ya no baja.',
    notFinite:
      'Detenido: la pérdida ya no es un número, porque los pasos eran demasiado largos. Ves el último estado bueno. Prueba con una tasa de aprendizaje menor.',
    lost: 'El navegador terminó el entrenamiento. Ves el último estado guardado. «Seguir» continúa desde ahí.',
    changed: 'La escena o el objetivo ha cambiado. «Entrenar» empieza desde el estado actual.',
  },

  files: {
    title: 'Descargar el resultado',
    about: (steps) =>
      `Los números aprendidos, o un programa que imprime la misma pérdida, los mismos gradientes y las mismas pérdidas de los primeros ${steps} pasos. En una tarea, los gradientes son los del lote siguiente.`,
    label: 'Archivo',
    kinds: {
      npz: 'Números entrenados (.npz)',
      'loss-numpy': 'La pérdida de ahora, para NumPy (.py)',
      'loss-pytorch': 'La pérdida de ahora, para PyTorch (.py)',
      'steps-numpy': 'Los primeros pasos, para NumPy (.py)',
      'steps-pytorch': 'Los primeros pasos, para PyTorch (.py)',
    },
    make: 'Descargar',
  },

  stuck: {
    title: 'Posibles motivos:',
    same: (tokens) =>
      `«${tokens}» aparece más de una vez. Sin posiciones, la misma palabra tiene la misma consulta y la misma clave, así que sus filas y columnas no pueden diferir. Añade posiciones.`,
    narrow: (dK) =>
      `d_k es ${dK}, así que las puntuaciones son productos de vectores de ${dK} ${dK === 1 ? 'número' : 'números'}. Son muy pocos para un patrón tan libre. Aumenta d_k.`,
    rate: 'La pérdida salta arriba y abajo. Puede que la tasa de aprendizaje sea demasiado grande.',
    slow: 'La pérdida baja tan despacio que tardaría muchísimo. Prueba con una tasa de aprendizaje mayor.',
    other:
      'Está en un punto desde el que ninguna dirección lleva cuesta abajo. Con otros parámetros iniciales (otra semilla) puede llegar más lejos.',
  },
};
