import type { training as english } from '../en/training.ts';

export const training: typeof english = {
  title: 'Aprender por descenso de gradiente',
  intro:
    'Los parámetros casi nunca se escriben: se aprenden. Di cómo deberían ser los pesos y mira cuánto les falta y hacia dónde tiene que cambiar cada número.',
  close: 'Cerrar',
  waiting: 'Se está calculando el gradiente …',
  noWorker: 'Lo que calcula los gradientes se ha detenido.',
  covered: 'Se te está preguntando un número: el panel vuelve cuando respondas.',
  where: (head, layer) => `Es la cabeza ${head} de la capa ${layer}.`,

  target: {
    title: '1. Cómo deberían ser los pesos',
    kind: 'Objetivo',
    cell: 'Un peso',
    painted: 'Pesos pintados',
    query: 'Consulta (fila)',
    key: 'Clave (columna)',
    row: (at, token) => `${at + 1} · ${token}`,
    wanted: 'Peso',
    wantedName: 'El peso que debería tener esta celda',
    notBetween: (value) => `Un peso está entre 0 y 1; ${value} no lo está.`,
    hidden: (query, key) => `La máscara oculta ${key} a ${query}: su peso es 0 sean cuales sean los parámetros.`,
    now: (weight) => `Ahora es ${weight}. Los demás pesos de la fila conservan sus proporciones:`,
    label: 'Objetivo',
  },

  painter: {
    label: 'Objetivos enteros',
    itself: 'Ella misma',
    previous: 'La anterior',
    first: 'La primera',
    clear: 'Nada',
    grid: 'Pesos deseados: las filas son consultas, las columnas claves',
    corner: 'Consulta ↓, clave →',
    keys: 'Pulsa celdas o arrastra sobre ellas. Con el teclado: las flechas mueven, el espacio pinta o borra, Mayús con una flecha sigue pintando y una cifra del 2 al 9 da a la celda esas partes. Las partes de una fila se dividen para que sumen 1.',
    cell: (query, key, share) => `${query} → ${key}: ${share}`,
    none: 'Aún no hay ninguna fila pintada: pinta una celda para decir a qué debería mirar su fila.',
    counted: (count, of) =>
      count === of
        ? 'Cuentan todas las filas.'
        : `${count === 1 ? 'Cuenta' : 'Cuentan'} ${count} de ${of} filas. Una fila de ceros no dice nada y no cuenta.`,
    hidden: (query, key, more) =>
      `${query} debería mirar a ${key}, que la máscara le oculta${more > 0 ? ` (y ${more} celdas más)` : ''}. Borra la celda o cambia la máscara: un peso oculto es 0 sean cuales sean los parámetros.`,
  },

  loss: {
    title: '2. Cuánto les falta: la pérdida',
    about:
      'La divergencia de Kullback–Leibler de cada fila que cuenta, sumada: 0 donde los pesos son el objetivo, mayor cuanto más difieren.',
    value: (value) => `pérdida = ${value}`,
  },

  gradient: {
    title: '3. El gradiente, hasta los parámetros',
    about:
      'Cuánto crece la pérdida con cada número, hallado hacia atrás a través de los pasos (la regla de la cadena). Un paso de descenso de gradiente cambia cada parámetro en contra de su gradiente. Pulsa una celda para ver su aritmética.',
    of: (name) => `∂pérdida / ∂${name}`,
    formula: (name) => `Fórmula de ∂pérdida / ∂${name}`,
    cell: (name, place, value) => `∂pérdida / ∂${name}[${place}] = ${value}`,
    meaning: (grows, name) => `un ${name} mayor aquí hace la pérdida ${grows ? 'mayor' : 'menor'}`,
    none: 'Un número mayor o menor aquí no cambia la pérdida, en primer orden.',
    arithmetic: 'Aritmética del gradiente',
    letGo: 'Soltar el gradiente',
    noGradient:
      'Un redondeo, o un error hecho a propósito, tiene saltos en lugar de pendiente. Quítalo en los controles para tener un gradiente.',
    flat: 'El gradiente de todos los parámetros es 0: un paso no cambia nada.',
    noParameters: 'Esta escena no tiene parámetros con los que se hagan sus pesos: no hay nada que aprender.',
  },

  jacobian: {
    title: (token) => `La jacobiana de softmax de la fila de «${token}»`,
    about:
      'Celda (j, j′): cuánto cambia el peso j con la puntuación de la clave j′ que recibe softmax; [j = j′] es 1 en la diagonal y 0 fuera de ella. Cada fila y cada columna suma 0: lo que gana una clave lo pierden las demás. Pulsa una celda para ver su cálculo.',
    label: (token) => `Jacobiana de softmax de la fila de ${token}`,
    formula: 'Fórmula de la jacobiana de softmax',
    press: (i, j, value) => `∂peso(${i}) / ∂puntuación(${j}) = ${value}`,
  },

  step: {
    title: '4. Un paso',
    rate: 'Tasa de aprendizaje',
    rateName: 'Tasa de aprendizaje: por cuánto se multiplica el gradiente antes de restarlo',
    before: 'Antes',
    after: 'Después de un paso',
    loss: (before, after) => `pérdida ${before} → ${after}`,
    smaller: 'menor',
    larger: 'mayor: el paso ha sido demasiado largo',
    same: 'la misma',
    keep: 'Quedarse con este paso',
    kept: 'Los parámetros de después del paso son ahora los de la escena. «Deshacer» vuelve atrás.',
    stale: 'Del último paso que funcionó:',
  },

  run: {
    title: '5. Muchos pasos: entrenar',
    about: (goal) =>
      `Paso tras paso hasta que la pérdida sea menor que ${goal} o deje de bajar. Corre aparte de la página y se detiene cuando sales de la pestaña o cierras este panel.`,
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
    kept: 'Los parámetros aprendidos son ahora los de la escena. «Deshacer» vuelve a lo de antes.',
    loading: 'Se está cargando lo que entrena …',
    steps: 'Pasos',
    loss: 'Pérdida',
    speed: 'Pasos por segundo',
    elapsed: 'Tiempo',
    left: 'Tiempo restante, estimado',
    seconds: (seconds) => `${seconds} s`,
    unknown: 'no se sabe',
    wanted: 'Objetivo',
    now: 'Pesos ahora',
    curve: 'Pérdida después de cada paso, en escala logarítmica',
    curveValue: (step, loss) => `paso ${step}: pérdida ${loss}`,
    running: 'Entrenando.',
    paused: 'En pausa.',
    hidden: 'En pausa, porque has salido de la pestaña.',
    reached: (goal) => `Hecho: la pérdida es menor que ${goal}.`,
    stuck: 'Detenido: la pérdida ya no baja.',
    notFinite:
      'Detenido: la pérdida ya no es un número, los pasos eran demasiado largos. Lo que ves es el último estado que estaba bien. Prueba con una tasa de aprendizaje menor.',
    lost: 'El navegador terminó lo que entrenaba. Lo que ves es el último estado guardado: «Seguir» continúa desde ahí.',
    changed: 'La escena o el objetivo ha cambiado: «Entrenar» empieza desde lo que hay ahora.',
  },

  files: {
    title: 'Llevártelo',
    about: (steps) =>
      `Lo aprendido como números, o como un programa tuyo: escribe la misma pérdida, sus gradientes (de una tarea, los del lote que viene) y, de los primeros ${steps} pasos, las mismas pérdidas.`,
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
    title: 'Por qué puede que no siga:',
    same: (tokens) =>
      `«${tokens}» está más de una vez y, sin posiciones, la misma palabra tiene la misma consulta y la misma clave: sus filas y columnas no pueden diferir. Añade posiciones.`,
    narrow: (dK) =>
      `d_k es ${dK}: las puntuaciones son productos de vectores de ${dK} ${dK === 1 ? 'número' : 'números'}, muy pocos para un patrón tan libre como este. Haz d_k mayor.`,
    rate: 'La pérdida salta arriba y abajo: puede que la tasa de aprendizaje sea demasiado grande.',
    slow: 'La pérdida baja tan despacio que tardaría muchísimo: prueba con una tasa de aprendizaje mayor.',
    other:
      'Ha llegado a un lugar desde el que ninguna dirección lleva cuesta abajo. Con otros parámetros iniciales (otra semilla) puede llegar a otro sitio.',
  },
};
