import type { benchmarks as english, guides as englishGuides, notFound as englishNotFound } from '../en/docs.ts';
import { guideTables } from './guide-tables.ts';

export const benchmarks: typeof english = {
  lang: 'es',
  title: 'Qué velocidad tiene',
  description: 'El núcleo de atención medido frente a las bibliotecas que una página web puede cargar para lo mismo.',
  back: 'Autoatención, en vivo',
  skip: 'Ir a las figuras',
  intro:
    'Todo lo que hay aquí se midió en una sola máquina, con la prueba de rendimiento de las fuentes. Los tiempos son medianas. Cada respuesta se comparó con otra en doble precisión antes de cronometrarla.',
  measured: (date, processor, cores) =>
    `Medido el ${date}: ${processor}, ${cores} ${cores === 1 ? 'núcleo' : 'núcleos'}.`,
  versions: (list) => `Versiones: ${list}.`,
  again: 'Para medirlo otra vez en tu máquina:',
  numbers: 'Los números',
  hosts: { node: 'Node', chromium: 'Chromium' },
  notThere: 'falta',

  names: {
    core: 'núcleo',
    'core, fresh arrays': 'núcleo, arreglos nuevos',
    'core: attend': 'núcleo: attend',
    'core: update': 'núcleo: update',
    'blocked JavaScript': 'JavaScript en bloques de 4×4',
    'plain JavaScript': 'bucles de JavaScript',
  },

  attention: {
    title: 'Una capa de atención',
    about:
      'Proyecciones, puntuaciones, softmax y mezcla de T tokens; la salida y todos los pesos se devuelven como arrays de JavaScript. Un hilo, float32. De cada biblioteca se muestra la más rápida de varias maneras de expresar la capa.',
    speed: (host) => `Velocidad frente a la mejor de las otras bibliotecas, ${host}`,
    axis: 'veces más rápido que la mejor de las otras (logarítmico)',
    size: 'T, d_model, H',
    plain: 'sin máscara',
    causal: 'máscara causal',
    rate: (host) => `Trabajo por segundo, ${host}, sin máscara`,
    rateAxis: 'GFLOP/s de los productos de matrices',
    tokens: 'tokens T (logarítmico)',
    peak: 'máximo de la máquina',
    ofPeak: 'del máximo',
  },
  calls: {
    title: 'Atención con q, k y v dados',
    about:
      'H cabezas de T tokens, con d números cada una. La salida llega con todos los pesos o sin ellos: entonces no se guarda ninguna matriz de pesos. El último tamaño también pide cifras de cada fila, como su mayor peso. Un hilo, float32, arrays nuevos en cada llamada. De cada biblioteca se muestra la más rápida de varias maneras de expresar la llamada.',
    speed: (host) => `Velocidad frente a la mejor de las otras bibliotecas, con q, k y v dados, ${host}`,
    size: 'H, T, d',
    masked: 'máscara',
    withWeights: 'con pesos',
    without: 'sin pesos',
    statistics: 'cifras de las filas en su lugar',
  },
  training: {
    title: 'Un paso de entrenamiento',
    about: ({ layers, dModel, heads, dFf, T, batch }, parameters) =>
      `Ida, vuelta y AdamW de ${layers} capas: d_model ${dModel}, ${heads} cabezas, d_ff ${dFf}, T ${T}, lotes de ${batch}, ${parameters} parámetros. Un hilo, float32. Antes se compararon la pérdida y todos los parámetros tras tres pasos. El trabajo se cuenta como 6 × parámetros × tokens, más la atención. De cada biblioteca se muestra la más rápida de varias maneras de expresar el paso.`,
    step: (host) => `Un paso de entrenamiento, ${host}`,
    axis: 'milisegundos',
    by: 'con',
    median: 'mediana',
    work: 'trabajo hecho',
    ahead: 'veces más rápido que la mejor de las otras',
  },
  keys: {
    title: 'De la tecla a la imagen',
    about:
      'Una pulsación añade o quita un token. El reloj se para al acabar el fotograma que muestra los pesos nuevos. d_model 64, cuatro cabezas, en una ventana de 1280 × 800.',
    axis: 'milisegundos (logarítmico)',
    median: 'mediana',
    high: 'percentil 95',
    goal: 'objetivo, mediana',
  },
  load: {
    title: 'De la dirección a la página interactiva',
    about: (visits) =>
      `Una primera visita sin nada en caché, desde la misma máquina y por tanto sin red: mediana de ${visits} visitas.`,
    painted: 'primera imagen en pantalla',
    interactive: 'la página es interactiva',
    axis: 'milisegundos',
  },
  bytes: {
    title: 'Lo que descarga una primera visita',
    about: (total, later) =>
      `${total} en total, comprimido con brotli. El resto del sitio, ${later}, se pide cuando hace falta.`,
    axis: 'kB, brotli',
    scripts: 'scripts',
    wasm: 'WebAssembly',
    styles: 'hojas de estilo',
    rest: 'página e icono',
  },
  heap: {
    title: 'La memoria según el número de tokens',
    about: (window) =>
      `Memoria de WebAssembly del núcleo tras leer todas las salidas y una ventana de ${window} × ${window} pesos, y tras calcularlo todo de una vez y guardar lo que cabe. d_model 64, cuatro cabezas.`,
    axis: 'MiB (logarítmico)',
    lazy: 'salidas y una ventana',
    whole: 'todo calculado de una vez',
    goal: 'objetivo con T = 8192',
  },
  edits: {
    title: 'Lo que cuesta un cambio',
    about:
      'La escena entera calculada de nuevo, frente a actualizar la misma traza tras cambiar un token o tras añadir un token bajo una máscara causal. Una actualización calcula todo lo que cambia (cada peso, pues cada fila de pesos suma 1) o solo lo que se lee: las filas de pesos y de salida de ese token. Todo da los mismos bits. d_model 64, cuatro cabezas.',
    axis: 'milisegundos (logarítmico)',
    whole: (power) => `escena entera, T^${power}`,
    edit: (power) => `un token cambiado, T^${power}`,
    look: (power) => `un token cambiado, se leen sus filas, T^${power}`,
    append: (power) => `un token añadido, se leen sus filas, T^${power}`,
    cheaper: 'veces más barato',
  },
};

export const notFound: typeof englishNotFound = {
  lang: 'es',
  skip: 'Ir al texto',
  title: 'Página no encontrada',
  description: 'Ninguna página de la aplicación tiene esta dirección.',
  text: 'Ninguna página tiene esta dirección.',
  playground: 'Ir a la aplicación',
};

export const guides: typeof englishGuides = {
  skip: 'Ir al texto',
  index: 'Guías',
  questions: { open: 'Pruébalo' },
  plan: {
    lesson: 'Lección',
    about: 'De qué trata',
    pages: 'Páginas',
    challenges: 'Retos',
    minutes: 'Minutos',
    from: 'Desde el minuto',
    page: 'Página',
    what: 'Qué hace la clase',
    read: 'leer',
    guess: 'adivinar y descubrir',
    act: 'hacer',
    solve: 'resolver en parejas',
  },
  tables: {
    errors: ['Código', 'Qué significa'],
    linkKeys: ['Clave', 'En la escena', 'Qué es'],
    attributes: ['Atributo', 'Qué es', 'Tipo', 'Por defecto'],
    members: ['Método o propiedad', 'Qué es'],
    events: ['Evento', 'Qué es'],
    parts: ['::part()', 'Qué es'],
    properties: ['Propiedad CSS', 'Qué es', 'Por defecto'],
  },
  described: guideTables,
};
