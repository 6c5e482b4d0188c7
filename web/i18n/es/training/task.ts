import type { task as english } from '../../en/training/task.ts';

export const task: typeof english = {
  title: '6. Entrenar una tarea',
  about:
    'Un modelo propio, cuyos parámetros empiezan como ruido, aprende una tarea con secuencias que se sortean sobre la marcha: mira en qué se convierte cada cabeza. Trabaja junto a la página y se pausa cuando sales de la pestaña.',

  tasks: {
    copy: { name: 'Copiar', about: 'Lee unas letras y repítelas después del >.' },
    reverse: { name: 'Invertir', about: 'Lee unas letras y dilas al revés después del >.' },
    previous: { name: 'Token anterior', about: 'En cada token, di el anterior.' },
    induction: {
      name: 'Inducción',
      about: 'Las letras se repiten una y otra vez: di qué vino después de esta letra la última vez (A B … A → B).',
    },
    sort: { name: 'Ordenar', about: 'Lee unas letras y dilas en orden alfabético después del >.' },
    count: { name: 'Contar', about: 'En cada letra, di cuántas veces ha salido hasta ahora.' },
    brackets: {
      name: 'Paréntesis',
      about: 'En cada paréntesis, di cuál cierra lo que está abierto; un punto si no hay nada.',
    },
    modularAddition: {
      name: 'Suma modular',
      about: 'Lee dos números y di su suma, que vuelve a empezar en 0 después del mayor.',
    },
    recall: { name: 'Recordar', about: 'Lee parejas de letra y número, y luego una de las letras: di su número.' },
    text: { name: 'Texto', about: 'En cada carácter de un texto que pegues, di el siguiente.' },
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
    stepsName: 'Pasos tras los que se detiene',
    stepsWrong: (value, most) => `Pasos es ${value}; tiene que ser un número entero entre 1 y ${most}`,
    warmupWrong: (value, steps) =>
      `Pasos de calentamiento es ${value}; con descenso en coseno debe ser menor que Pasos, que es ${steps}`,
    more: 'Más',
    warmup: 'Pasos de calentamiento',
    cosine: 'Descenso de coseno',
    cosineName: 'La tasa de aprendizaje baja por un coseno, hasta nada en el último paso',
    clip: 'Recortar el gradiente a',
    clipName: 'Lo más largo que puede ser el gradiente de todos los parámetros juntos; vacío para no limitarlo',
    noClip: 'sin límite',
    example: 'Por ejemplo:',
    says: (tokens, targets) => `${tokens} – hay que decir: ${targets}`,
    nothing: '·',
    takes: (numbers, memory, snapshots, each) =>
      `${numbers} números que entrenar, unos ${memory} de memoria; se guardan hasta ${snapshots} estados del entrenamiento, de ${each} cada uno.`,
    checking: 'Se está calculando lo que ocupa …',
    changed: 'Los controles han cambiado: «Reiniciar» empieza con lo que dicen ahora.',
  },

  link: {
    title: 'Un enlace a este entrenamiento',
    about:
      'Quien lo abra encuentra la página aquí, con estas opciones: la misma semilla aprende lo mismo, número a número.',
    make: 'Crear un enlace',
    name: 'Enlace al entrenamiento',
    wrong: {
      noTask: (run, known) =>
        `El entrenamiento del enlace, «${run}», no nombra ninguna tarea; las hay: ${known}. Estas son las opciones habituales.`,
      unknown: (key, known) =>
        `El entrenamiento del enlace tiene «${key}», que no es ninguna opción; las hay: ${known}. Estas son las opciones habituales.`,
      twice: (key, value) =>
        `El entrenamiento del enlace tiene «${key}» por segunda vez, como «${value}». Estas son las opciones habituales.`,
      value: (key, value) =>
        `El entrenamiento del enlace tiene «${value}» en ${key}, que no puede ser. Estas son las opciones habituales.`,
    },
  },

  compare: {
    second: 'Comparar con un segundo entrenamiento',
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
      hundred: '100 pasos por segundo',
      ten: '10 pasos por segundo',
      one: '1 paso por segundo',
    },
    again: 'Intentar de nuevo',
    open: (run) => `Abrir el modelo ${run} en la página`,
    openOnly: 'Abrir el modelo en la página',
    opened:
      'El modelo es ahora la escena de la página: sus parámetros son los que se aprendieron. «Deshacer» vuelve a antes del entrenamiento.',
  },

  phases: {
    loading: 'Se está cargando lo que entrena …',
    running: 'Entrenando.',
    paused: 'En pausa.',
    hidden: 'En pausa, porque saliste de la pestaña.',
    done: (steps) => (steps === '1' ? 'Hecho: 1 paso.' : `Hecho: ${steps} pasos.`),
    notFinite: (why) =>
      `Detenido: ${why}. Lo que ves es el último estado bueno. Prueba una tasa de aprendizaje menor, o vuelve atrás.`,
    lost: 'El navegador terminó lo que entrenaba. Lo que ves es el último estado guardado: «Seguir» continúa desde ahí.',
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
    loss: 'Pérdida',
    accuracy: 'Acierto',
    about: 'Con secuencias de las que no aprendió. La pérdida tiene escala logarítmica.',
    label: (title) => `${title} tras cada paso. Las flechas recorren los pasos`,
    at: (step) => `paso ${step}`,
    value: (step, values) => `paso ${step}: ${values}`,
    run: (run) => `entrenamiento ${run}`,
    none: '–',
  },

  history: {
    title: 'Volver atrás en el entrenamiento',
    at: 'Estado tras el paso',
    text: (step) => `paso ${step}`,
    about: (count, memory) =>
      `Se guardan ${count} estados, ${memory} en total: cada tantos pasos, más separados cuanto más dura. Seguir desde uno anterior descarta lo que vino después.`,
  },

  heads: {
    title: 'A qué mira cada cabeza',
    about:
      'Las filas son consultas, las columnas claves; cuanto más intenso el color, más mira ahí una cabeza. Una cabeza se llama «capa.cabeza», y en qué se ha convertido en cuanto está claro. Pulsa una para seguirla en las curvas de abajo.',
    layer: (layer) => `Capa ${layer}`,
    layerChoice: 'Capa',
    name: (head, what) => `${head} ${what}`,
    measure: (name, share) => `${name} ${share}`,
    tooMany: 'Son más pesos de los que se pueden dibujar sobre la marcha: acorta las secuencias o pon menos cabezas.',
  },

  example: {
    title: 'Una secuencia, y lo que se predice',
    box: 'Tokens de la secuencia',
    boxName: 'Tokens de la secuencia: escribe los tuyos, con espacios entre ellos si alguno tiene más de una letra',
    draw: 'Sortear otra',
    list: 'Predicciones, token a token',
    right: 'bien',
    wrong: 'mal',
    open: 'nada que decir',
    unasked: 'La tarea no dice nada de esta secuencia: lo que ves son solo las predicciones.',
    says: (token, symbol, share, verdict) => `${token}: ${symbol}, ${share}, ${verdict}`,
    score: (right, of) => `${right} de ${of} bien.`,
    instead: (symbol, target) => `${symbol}, ${target} sería lo correcto`,
  },

  measures: {
    title: 'En qué se han convertido las cabezas',
    about:
      'Medias sobre secuencias, de 0 a 1. Inducción es cuánto mira una cabeza a lo que vino después de su propio token la última vez, cuando los tokens sorteados vienen dos veces (prefix matching, arXiv 2209.11895).',
    previousToken: 'Token anterior',
    induction: 'Inducción',
    firstToken: 'Primer token',
    short: { previousToken: 'anterior', induction: 'inducción', firstToken: 'primero' },
    head: (head) => `cabeza ${head}`,
    none: 'Las secuencias de menos de cuatro tokens no tienen esta medida.',
  },
};
