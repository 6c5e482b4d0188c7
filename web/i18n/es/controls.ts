import type { Mask } from '../../scene/types.ts';
import type * as english from '../en/controls.ts';
import { full, listed } from '../sentences.ts';

export const sentence: typeof english.sentence = {
  label: 'Frase',
  tokens: 'Tokens',
  ofModel: 'Tokens del modelo',
  missing: (words, table) =>
    words.length === 1
      ? `${list(words)} no está en la ${table}, así que tiene un vector al azar. Su ficha está marcada.`
      : `${list(words)} no están en la ${table}, así que tienen vectores al azar. Sus fichas están marcadas.`,
  learned: (words) =>
    words.length === 1
      ? `La fila de ${list(words)} se aprendió de vectores de palabras, no se escribió a mano. Su ficha lleva ≈.`
      : `Las filas de ${list(words)} se aprendieron de vectores de palabras, no se escribieron a mano. Sus fichas llevan ≈.`,
  missed:
    'No se ha podido cargar la lista de palabras, así que las que no están en la tabla tienen vectores al azar. Sigue escribiendo para intentarlo de nuevo.',
  byCharacter:
    'Tu navegador no tiene diccionario para esta escritura, así que cada carácter es un token. Los espacios separan palabras.',
  problem: (why) => `${full(why)} La imagen muestra todavía la última escena que funcionó.`,
};

export const controls: typeof english.controls = {
  title: 'Controles',
  whatIf: {
    title: '¿Y si…?',
    settings: 'Todos los ajustes',
    hint: 'Pulsa una pregunta para probarla. Púlsala otra vez para volver.',
    now: 'Ahora',
    after: 'Después',
    again: 'Al pulsarla otra vez',
    tooLong: 'Esta frase es demasiado larga para mostrar una vista previa. Pulsa la pregunta para probarla.',
    questions: {
      mask: () => '¿las palabras posteriores estuvieran ocultas?',
      noMask: () => '¿no hubiera ninguna palabra oculta?',
      temperature: () => '¿tuviera que decidirse más?',
      nearness: () => '¿las palabras cercanas contaran más?',
      places: () => '¿contara también el lugar de cada palabra?',
      noPositions: () => '¿el orden no importara?',
      heads: () => '¿miraran cuatro cabezas a la vez?',
      score: () => '¿solo contara la dirección, no la longitud?',
      word: (word) => `¿faltara «${word}»?`,
      mistake: () => '¿softmax abarcara toda la matriz por error?',
    },
  },
  open: 'Controles',
  close: 'Cerrar',
  bar: 'Controles y lección',

  embedding: 'Embedding',
  embeddingKind: 'Vectores',
  embeddings: {
    table: 'Tabla de significados',
    wordVectors: 'Vectores de palabras (GloVe)',
    oneHot: 'One-hot',
    normal: 'Al azar, normal',
    uniform: 'Al azar, uniforme',
    given: 'De esta escena',
    zero: 'Solo posición (ceros)',
    ids: 'Filas por número',
    qkv: 'q, k y v dadas',
  },
  lessonsOwn: 'De esta lección',
  tableName: (owner) =>
    owner === null
      ? 'tabla de significados'
      : owner === 'vectors'
        ? 'lista de vectores de palabras'
        : `tabla de esta ${owner === 'lesson' ? 'lección' : 'escena'}`,
  embeddingSeed: 'Semilla de los vectores',
  seed: 'Semilla',
  reroll: 'Sortear',
  rerollEmbedding: 'Sortear los vectores de nuevo',
  rerollParameters: 'Sortear los parámetros de nuevo',
  dModel: 'd_model',
  dModelName: 'd_model, números de un vector',

  parameters: 'Parámetros',
  parameterKind: 'Origen',
  parameterKinds: {
    handmade: 'Hechos a mano',
    identity: 'Identidad',
    xavier: 'Xavier',
    kaiming: 'Kaiming',
    normal: 'Normal',
    uniform: 'Uniforme',
    given: 'De esta escena',
    none: 'Ninguno',
  },
  parameterSeed: 'Semilla de los parámetros',
  biases: 'Sesgos',
  output: 'w_o',
  outputName: 'w_o, la proyección de salida',
  dK: 'd_k',
  dKName: 'd_k, anchura de una consulta y de una clave; vacía: d_model / H',
  dV: 'd_v',
  dVName: 'd_v, anchura de un valor; vacía: d_model / H',

  heads: 'Cabezas',
  headCount: 'Número',
  headCountName: 'Número de cabezas, H',
  kvHeads: 'K/V',
  kvHeadsName: 'K/V: cabezas de clave y valor, cada una compartida por un grupo de cabezas',
  handmadeHeads: 'Cabezas hechas a mano',

  scoresTitle: 'Puntuaciones y pesos',
  byScale: 'Producto escalar × escala',
  mask: 'Máscara',
  maskLab: 'Laboratorio de máscaras …',
  temperature: 'Temperatura',
  softcap: 'Softcap',
  softcapName: 'Softcap; 0 lo desactiva',
  scale: 'Escala',
  scaleName: 'Escala en lugar de 1/√d_k; vacío: 1/√d_k',
  scaleDefault: '1/√d_k',

  display: 'Tokens y cifras',
  digits: 'Cifras',
  digitsName: 'Cifras tras el punto decimal',
  scientific: 'Científica',
  scientificName: 'Notación científica: cada número con una potencia de diez, 0.063 como 6.3e−2',
  lowercase: 'Minúsculas',
  lowercaseName: 'Pasar las palabras a minúsculas',
  punctuation: 'Puntuación',
  punctuationName: 'Conservar los signos de puntuación como tokens',

  notNumber: (typed) => (typed.trim() === '' ? 'Escribe un número.' : `«${typed}» no es un número.`),
  notFinite: (typed) => `«${typed}» es demasiado grande. Escribe un número menor.`,
  decimalComma: (typed) => `«${typed}» lleva coma. Escribe un punto.`,
  less: (name) => `Reducir: ${name}`,
  more: (name) => `Aumentar: ${name}`,
  off: 'no',
  on: 'sí',
  none: 'ninguna',

  score: 'Puntuación',
  scoreName: 'Función de puntuación: cómo se compara una consulta con una clave',
  scores: {
    scaledDot: 'Producto escalar ÷ √d_k',
    dot: 'Producto escalar',
    additive: 'Aditiva',
    general: 'General',
    cosine: 'Coseno',
    given: 'Puntuaciones dadas',
    weights: 'Pesos dados',
  },
  onlyGiven: 'no hay q ni k que comparar',
  givenWeights: 'Los pesos vienen dados, así que no hay puntuaciones, máscara ni temperatura.',
  factor: 'Escala',
  factorName: 'Escala que multiplica las puntuaciones; vacía: sin escala',
  noFactor: 'sin',

  masks: {
    none: 'Ninguna',
    causal: 'Causal',
    padding: 'Relleno',
    window: 'Ventana',
    prefix: 'Prefijo',
    painted: 'Pintada',
  },
  /** Los números de cada tipo de máscara: un rótulo, y un nombre accesible que no depende de su lugar. */
  maskNumbers: {
    'padding.length': { label: 'Longitud', name: 'Longitud sin relleno: las claves a partir de aquí quedan ocultas' },
    'prefix.length': { label: 'Longitud', name: 'Longitud del prefijo que ven todas las consultas' },
    'window.before': { label: 'Antes', name: 'Cuántos tokens anteriores al suyo ve una consulta' },
    'window.after': { label: 'Después', name: 'Cuántos tokens posteriores al suyo ve una consulta' },
    'window.sinks': { label: 'Sumideros', name: 'Cuántos de los primeros tokens ve toda consulta posterior' },
  },
  loading: 'Cargando …',
  missed: 'No se han podido cargar estos controles.',

  weights: 'Normalización y redondeo',
  normalizer: 'Normalización',
  normalizers: { softmax: 'Softmax', sparsemax: 'Sparsemax' },
  round: 'Redondear pesos',
  roundName: 'Redondear los pesos antes de usarlos, cifras tras el punto',
  roundOff: 'No',
  weighted: 'Valores ponderados',
  weightedName: 'Valores ponderados: mostrar cada valor por su peso como un paso aparte',
  dA: 'd_a',
  dAName: 'd_a, anchura de la puntuación aditiva; vacía: d_k',

  positions: 'Posiciones',
  position: 'Tipo',
  positionName: 'Tipo de posiciones',
  kinds: {
    none: 'Ninguna',
    sinusoidal: 'Sinusoidal',
    learned: 'Aprendida',
    rope: 'RoPE (rotatoria)',
    alibi: 'ALiBi',
    relative: 'Relativa',
    given: 'Una matriz',
  },
  lacks: {
    words: 'no hay embeddings a los que sumarla',
    queries: 'no hay q ni k',
    even: 'd_k tiene que ser par',
    computed: 'los pesos vienen dados',
  },
  base: 'Base',
  baseName: 'Base de las longitudes de onda; vacía: 10000',
  join: 'Unir',
  joins: { add: 'Sumar', concat: 'Concatenar' },
  pairs: {
    label: 'Pares',
    kinds: { adjacent: 'Contiguos', halves: 'Mitades' },
    note: 'El artículo gira juntos los números vecinos. Llama y Hugging Face emparejan la primera mitad con la segunda.',
  },
  slopes: {
    label: 'Pendientes',
    kinds: { geometric: 'Texto del artículo', reference: 'Código del artículo' },
    note: 'Solo se diferencian si el número de cabezas no es una potencia de dos.',
  },
  width: 'Anchura',
  widthName: 'Anchura de los vectores de posición; vacía: como las palabras',
  widthDefault: 'd_word',
  positionSeed: 'Semilla de las posiciones',
  rerollPositions: 'Volver a sortear las posiciones',
  std: 'Dispersión',
  stdName: 'Desviación típica de las posiciones sorteadas; vacía: 0.5',
  clip: 'Límite',
  clipName: 'Límite: las distancias mayores comparten una fila; vacío: cada distancia tiene la suya',
  clipOff: 'sin',

  encoder: 'Segunda frase',
  encoderOn: 'Atención cruzada',
  encoderOnName: 'Atención cruzada: claves y valores vienen de una segunda frase',
  encoderLabel: 'Segunda frase, para claves y valores',
  encoderFixed: 'Esta escena da q, k y v directamente, así que no admite una segunda frase.',

  block: 'Bloque y capas',
  residual: 'Residual',
  residualName: 'Residual: la entrada se suma a la salida',
  norm: 'Norma',
  norms: { none: 'Ninguna', layer: 'Layer', rms: 'RMS' },
  place: 'Lugar',
  places: { post: 'Después', pre: 'Antes' },
  feedForward: 'Red feed-forward',
  feedForwardName: 'Red feed-forward después de la atención',
  dFf: 'd_ff',
  dFfName: 'd_ff, anchura de la red feed-forward',
  activation: 'Activación',
  activations: { relu: 'ReLU', gelu: 'GELU' },
  layers: 'Capas',
  layersName: 'Capas, de 1 a 6',
  needsInput:
    'Esta escena da q, k y v directamente, así que no hay entrada que sumar, normalizar ni pasar a otra capa.',

  mistakes: 'Errores a propósito',
  mistake: 'Error',
  mistakeName: 'Error que se comete a propósito',
  noMistake: 'Ninguno',
  cannot: (title, why) => `${title} (${why})`,
  needs: {
    softmax: 'necesita softmax',
    computedWeights: 'necesita pesos calculados',
    scale: 'necesita ÷ √d_k',
    embeddings: 'necesita embeddings: no hay d_model',
    mask: 'necesita una máscara',
    dot: 'necesita un producto escalar',
    asManyQueries: 'necesita tantas consultas como claves',
    keysAsWide: 'necesita tantas claves como d_k',
    valuesAsWide: 'necesita tantas claves como d_v',
  },
  compare: {
    title: (name) => `Bien y mal: ${name}`,
    note: (name) => `Error a propósito: ${name}. Con él se ve el resultado correcto.`,
    right: 'correcto',
    wrong: 'con el error',
    of: (tensor, which) => `${tensor}, ${which}`,
    sums: (tensor) => `Sumas de las filas de ${tensor}`,
    back: 'Deshacer el error',
  },

  layer: 'Capa',
  noLayer: (layer, layers) =>
    `No hay capa ${layer}. La escena tiene ${layers === 1 ? '1 capa' : `${layers} capas`}, contando desde 0.`,
  previousLayer: (name, layer) => `${name} de la capa ${layer}`,

  variance: {
    title: 'Por qué se dividen las puntuaciones',
    text: 'Cada puntuación es una suma de d_k productos, así que su varianza crece con d_k. Dividir entre √d_k divide la varianza entre d_k.',
    of: 'varianza de',
    measured: 'medida',
    theory: 'en teoría',
    count: 'productos sumados',
    table: 'Las curvas en una tabla',
    expects:
      'En teoría, la varianza de las puntuaciones es el número de productos sumados, por la varianza de q, por la varianza de k. Eso supone números independientes de media 0.',
  },

  examples: 'Elige un ejemplo …',
};

const list = (words: readonly string[]): string => listed(words, 'es', ['«', '»'], (left) => `${left} más`);

export function maskCaption(mask: Mask): string {
  switch (mask.kind) {
    case 'none':
      return 'sin máscara';
    case 'causal':
      return mask.align === 'bottomRight' ? 'máscara causal desde abajo a la derecha' : 'máscara causal';
    case 'padding':
      return `máscara de relleno de ${mask.length}`;
    case 'window':
      return `máscara de ventana, ${mask.before} antes y ${mask.after} después${mask.sinks ? `, ${mask.sinks} sumideros` : ''}`;
    case 'prefix':
      return `máscara de prefijo de ${mask.length}`;
    case 'painted':
      return 'máscara pintada';
  }
}
