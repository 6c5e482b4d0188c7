import type { task as english } from '../../en/training/task.ts';

export const task: typeof english = {
  title: 'Entrenar una tarea',
  about:
    'Un modelo aparte empieza con parámetros al azar y aprende una tarea con secuencias que se sortean mientras entrena. Mira en qué se convierte cada cabeza. Trabaja en segundo plano y se pausa cuando sales de la pestaña.',

  tasks: {
    copy: { name: 'Copiar', about: 'Lee unas letras y repítelas después del >.' },
    reverse: { name: 'Invertir', about: 'Lee unas letras y repítelas al revés después del >.' },
    previous: { name: 'Token anterior', about: 'En cada token, predice el anterior.' },
    induction: {
      name: 'Inducción',
      about: 'La secuencia se repite: predice la letra que vino después la última vez (A B … A → B).',
    },
    sort: { name: 'Ordenar', about: 'Lee unas letras y repítelas en orden alfabético después del >.' },
    count: { name: 'Contar', about: 'En cada letra, cuenta cuántas veces ha salido hasta ahora.' },
    brackets: {
      name: 'Paréntesis',
      about: 'En cada paréntesis, predice el que cierra el que está abierto, o un punto si no hay ninguno.',
    },
    modularAddition: {
      name: 'Suma modular',
      about: 'Lee dos números y súmalos. Después del mayor se vuelve a empezar en 0.',
    },
    recall: { name: 'Recordar', about: 'Lee parejas de letra y número, y luego una de las letras. Predice su número.' },
    text: { name: 'Texto', about: 'En cada carácter de un texto que pegues, predice el siguiente.' },
  },
  text: 'el gato está en la mesa. el perro está en la puerta. el gato mira al perro, y el perro mira al gato. ',

  choices: {
    label: (run) => `Entrenamiento ${run}`,
    task: 'Tarea',
    length: {
      letters: 'Letras',
      tokens: 'Tokens (T)',
      pairs: 'Parejas',
      characters: 'Caracteres (T)',
    },
    lengthName: (makes) => `Longitud: una secuencia tiene ${makes} tokens`,
    vocabulary: { letters: 'Letras distintas', kinds: 'Tipos de paréntesis', modulus: 'Módulo' },
    text: 'Tu texto',
    textName: 'El texto cuyos caracteres se aprenden: hasta 100 000',
    layers: 'Capas',
    heads: 'Cabezas',
    dModel: 'd_model',
    dModelName: 'd_model: números de un token',
    feedForward: 'd_ff',
    feedForwardName: 'd_ff: anchura de la red feed-forward; 0 para ninguna',
    norm: 'Norma',
    norms: { none: 'Ninguna', layer: 'Layer norm', rms: 'RMS norm' },
    positions: 'Posiciones',
    positionKinds: {
      learned: 'Aprendidas',
      sinusoidal: 'Sinusoidales',
      rope: 'RoPE',
      alibi: 'ALiBi',
      relative: 'Relativas',
      none: 'Ninguna',
    },
    mask: 'Máscara',
    masks: { causal: 'Causal', none: 'Ninguna' },
    optimizer: 'Optimizador',
    optimizers: { adamw: 'AdamW', adam: 'Adam', sgd: 'SGD con momento' },
    learningRate: 'Tasa de aprendizaje',
    momentum: 'Momento',
    weightDecay: 'Decaimiento de pesos',
    batch: 'Lote',
    batchName: 'Lote: secuencias de un paso',
    seed: 'Semilla',
    steps: 'Pasos',
    stepsName: 'Número de pasos tras los que se detiene',
    stepsWrong: (value, most) => `Pasos es ${value}; tiene que ser un número entero entre 1 y ${most}`,
    warmupWrong: (value, steps) =>
      `Pasos de calentamiento es ${value}; con descenso en coseno debe ser menor que Pasos, que es ${steps}`,
    more: 'Más ajustes',
    warmup: 'Pasos de calentamiento',
    cosine: 'Descenso de coseno',
    cosineName: 'Descenso de coseno: la tasa de aprendizaje sigue un coseno hasta 0 en el último paso',
    clip: 'Recortar el gradiente a',
    clipName: 'Recortar el gradiente a esta longitud, la de todos los parámetros juntos; vacío para no limitarlo',
    noClip: 'sin límite',
    example: 'Por ejemplo:',
    says: (tokens, targets) => `${tokens} – se espera: ${targets}`,
    nothing: '·',
    takes: (numbers, memory, snapshots, each) =>
      `${numbers} números que entrenar, unos ${memory} de memoria. Se guardan hasta ${snapshots} estados del entrenamiento, de ${each} cada uno.`,
    checking: 'Estimando el tamaño …',
    changed: 'Los controles han cambiado. «Reiniciar» los aplica.',
  },

  link: {
    title: 'Un enlace a este entrenamiento',
    about: 'Abre la página aquí con estas opciones. La misma semilla aprende los mismos números.',
    make: 'Crear un enlace',
    name: 'Enlace al entrenamiento',
    wrong: {
      noTask: (run, known) =>
        `El entrenamiento del enlace, «${run}», no nombra ninguna tarea. Las tareas son: ${known}. La página usa las opciones predeterminadas.`,
      unknown: (key, known) =>
        `El entrenamiento del enlace tiene la opción desconocida «${key}». Las opciones son: ${known}. La página usa las opciones predeterminadas.`,
      twice: (key, value) =>
        `El entrenamiento del enlace tiene «${key}» dos veces, la segunda como «${value}». La página usa las opciones predeterminadas.`,
      value: (key, value) =>
        `El entrenamiento del enlace tiene «${value}» en ${key}, que no es válido. La página usa las opciones predeterminadas.`,
    },
  },

  compare: {
    second: 'Comparar con otro entrenamiento',
    alone: 'Solo un entrenamiento',
    copies: 'Hacer el entrenamiento B igual que el A, pero',
    noPositions: 'sin posiciones',
    oneLayer: 'con una capa',
    noMask: 'sin máscara',
  },

  buttons: {
    play: 'Entrenar la tarea',
    resume: 'Seguir',
    more: (steps) => `${steps} pasos más`,
    pause: 'Pausa',
    once: 'Un paso',
    restart: 'Reiniciar',
    seed: 'Otra semilla',
    pace: 'Velocidad',
    paces: {
      full: 'Lo más rápido posible',
      hundred: '100 pasos/segundo',
      ten: '10 pasos/segundo',
      one: '1 paso/segundo',
    },
    again: 'Intentar de nuevo',
    open: (run) => `Abrir el modelo ${run} en la página`,
    keep: 'Guardar o enlazar',
    openOnly: 'Abrir el modelo en la página',
    opened:
      'El modelo es ahora la escena de la página, con los parámetros que aprendió. «Deshacer» vuelve a antes del entrenamiento.',
  },

  phases: {
    loading: 'Cargando el entrenamiento …',
    running: 'Entrenando.',
    paused: 'En pausa.',
    hidden: 'En pausa, porque saliste de la pestaña.',
    done: (steps) => (steps === '1' ? 'Hecho: 1 paso.' : `Hecho: ${steps} pasos.`),
    notFinite: (why) =>
      `Detenido: ${why}. Ves el último estado bueno. Prueba una tasa de aprendizaje menor, o vuelve atrás.`,
    lost: 'El navegador terminó el entrenamiento. Ves el último estado guardado. «Seguir» continúa desde ahí.',
  },

  facts: {
    run: 'Entrenamiento',
    step: 'Paso',
    of: (step, steps) => `${step} de ${steps}`,
    loss: 'Pérdida',
    accuracy: 'Acierto',
    speed: 'Pasos por segundo',
    time: 'Tiempo',
    left: 'Tiempo restante, estimado',
    seconds: (seconds) => `${seconds} s`,
    unknown: '–',
    progress: (run) => `Progreso del entrenamiento ${run}`,
  },

  curves: {
    title: 'Curvas',
    loss: 'Pérdida',
    accuracy: 'Acierto',
    about: 'Medido con secuencias que el modelo no ha visto. La pérdida tiene escala logarítmica.',
    label: (title) => `${title} tras cada paso. Las flechas recorren los pasos`,
    at: (step) => `paso ${step}`,
    value: (step, values) => `paso ${step}: ${values}`,
    run: (run) => `entrenamiento ${run}`,
    without: (heads) => `sin ${heads}`,
    formed: (step, head, pattern) => `Paso ${step}: la cabeza ${head} pasa a ser «${pattern}».`,
    none: '–',
  },

  history: {
    title: 'Volver atrás en el entrenamiento',
    at: 'Estado tras el paso',
    text: (step) => `paso ${step}`,
    about: (count, memory) =>
      `Se guardan ${count} estados, ${memory} en total. Cuanto más dura el entrenamiento, más separados están. Continuar desde uno anterior descarta los posteriores.`,
  },

  heads: {
    title: 'A qué mira cada cabeza',
    about:
      'Las filas son consultas; las columnas, claves. Cuanto más intenso es el color, más mira ahí una cabeza. Cada cabeza se llama «capa.cabeza», y también por su papel en cuanto está claro. Pulsa una para seguirla en las curvas.',
    layer: (layer) => `Capa ${layer}`,
    layerChoice: 'Capa',
    name: (head, what) => `${head} ${what}`,
    off: (name) => `${name}, apagada`,
    measure: (name, share) => `${name} ${share}`,
    tooMany: 'Hay demasiados pesos para dibujarlos mientras entrena. Usa secuencias más cortas o menos cabezas.',
  },

  example: {
    title: 'Una secuencia y sus predicciones',
    box: 'Tokens de la secuencia',
    boxName: 'Tokens de la secuencia: escribe los tuyos, con espacios entre ellos si alguno tiene más de una letra',
    draw: 'Sortear otra',
    list: 'Predicciones, token a token',
    right: 'bien',
    wrong: 'mal',
    open: 'no se espera respuesta',
    unasked: 'La tarea no espera respuestas para esta secuencia. Solo ves predicciones.',
    says: (token, symbol, share, verdict) => `${token}: ${symbol}, ${share}, ${verdict}`,
    score: (right, of) => `${right} de ${of} bien.`,
    allHeads: 'Aquí cuentan todas las cabezas.',
    instead: (symbol, target) => `${symbol}, ${target} es lo correcto`,
  },

  ablation: {
    title: 'Apagar',
    about: 'Mide el mismo modelo sin esta cabeza. El entrenamiento sigue con todas.',
    without: (head) => `Medir sin la cabeza ${head}`,
  },

  measures: {
    title: 'En qué se han convertido las cabezas',
    about:
      'Medias sobre secuencias, de 0 a 1. Inducción es cuánto mira una cabeza a lo que siguió a su propio token la última vez, con tokens al azar que vienen dos veces (prefix matching, arXiv 2209.11895). Mismo token es cuánto mira allí a su propio token (duplicate token head, arXiv 2211.00593).',
    previousToken: 'Token anterior',
    induction: 'Inducción',
    sameToken: 'Mismo token',
    firstToken: 'Primer token',
    short: { previousToken: 'anterior', induction: 'inducción', sameToken: 'mismo token', firstToken: 'primero' },
    head: (head) => `cabeza ${head}`,
    none: 'Las secuencias de menos de cuatro tokens no tienen esta medida.',
  },
};
