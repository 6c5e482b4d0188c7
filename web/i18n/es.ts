import type { Messages } from './en.ts';
import { element } from './es/element.ts';
import { family } from './es/family.ts';
import { gallery } from './es/gallery.ts';
import { lesson } from './es/lesson.ts';
import { mistakes } from './es/mistakes.ts';
import { pictures } from './es/pictures.ts';
import { problems } from './es/problems.ts';
import { scale } from './es/scale.ts';
import { steps } from './es/steps.ts';
import { views } from './es/views.ts';
import { full, listed } from './sentences.ts';

/** La página en español. Los tensores se llaman como en la traza (`q`, `scores`, `w_q`): son nombres, no palabras. */
export const es: Messages = {
  lang: 'es',
  title: 'Autoatención, en vivo',
  tagline: 'A qué mira cada palabra de una frase, número a número.',
  description:
    'Un taller de autoatención: escribe una frase y mira consultas, claves, valores, puntuaciones y pesos, calculados en vivo por un núcleo de C++ en WebAssembly.',

  header: {
    lessons: 'Lecciones',
    undo: 'Deshacer',
    redo: 'Rehacer',
    reset: 'Empezar de nuevo',
    resetLesson: 'Empezar la lección de nuevo',
    copy: 'Copiar enlace',
    share: 'Compartir',
    noShare: 'No se ha podido cargar el diálogo de compartir.',
    copied: 'Enlace copiado',
    notCopied: 'El navegador no ha permitido copiar. El enlace está en la barra de direcciones.',
    skip: 'Ir a la imagen de la atención',
    actions: 'Esta escena',
    noLanguage: 'No se ha podido cargar ese idioma.',
  },

  sentence: {
    label: 'Frase',
    tokens: 'Tokens',
    missing: (words, table) =>
      words.length === 1
        ? `${list(words)} no está en la ${table}: tiene un vector al azar, marcado en su ficha.`
        : `${list(words)} no están en la ${table}: tienen vectores al azar, marcados en sus fichas.`,
    problem: (why) => `${full(why)} La imagen muestra todavía la última escena que funcionó.`,
  },

  picture: {
    label: 'Atención',
    head: 'Cabeza',
    headName: (number, name) => (name === '' ? `${number}` : `${number} · ${name}`),
    heatmap: 'Mapa de calor',
    lines: 'Líneas',
    view: 'Imagen',
    weights: (head, heads) => (heads === 1 ? 'pesos' : `pesos de la cabeza ${head}`),
    axes: 'Cada fila es un token que pregunta (una consulta); sus celdas dicen cuánto toma de cada token (una clave) y suman 1.',
    stale: 'Última escena que funcionó',
  },

  controls: {
    title: 'Controles',
    open: 'Controles',
    close: 'Cerrar',
    bar: 'Controles y lección',

    embedding: 'Embedding',
    embeddingKind: 'Vectores',
    embeddings: {
      table: 'Tabla de significados',
      oneHot: 'One-hot',
      normal: 'Al azar, normal',
      uniform: 'Al azar, uniforme',
      given: 'Los de esta escena',
    },
    lessonsOwn: 'Los de esta lección',
    tableName: (owner) =>
      owner === null ? 'tabla de significados' : `tabla propia de la ${owner === 'lesson' ? 'lección' : 'escena'}`,
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
      given: 'Los de esta escena',
    },
    parameterSeed: 'Semilla de los parámetros',
    biases: 'Sesgos',
    output: 'w_o',
    outputName: 'w_o, la proyección de salida',
    dK: 'd_k',
    dKName: 'd_k, ancho de una consulta y de una clave; vacío: d_model / H',
    dV: 'd_v',
    dVName: 'd_v, ancho de un valor; vacío: d_model / H',

    heads: 'Cabezas',
    headCount: 'H',
    headCountName: 'H, número de cabezas',
    kvHeads: 'Clave/valor',
    kvHeadsName: 'Cabezas de clave/valor, compartidas por grupos de cabezas',
    handmadeHeads: 'Cabezas hechas a mano',

    scores: 'Puntuaciones y pesos',
    scaled: '÷ √d_k',
    scaledName: '÷ √d_k: dividir las puntuaciones entre la raíz de d_k',
    byScale: '× escala',
    byScaleName: '× escala: multiplicar las puntuaciones por la escala',
    mask: 'Máscara',
    masks: { none: 'No', causal: 'Causal' },
    temperature: 'Temperatura',
    softcap: 'Softcap',
    softcapName: 'Softcap, 0 es desactivado',
    scale: 'Escala',
    scaleName: 'Escala en lugar de 1/√d_k; vacío: 1/√d_k',
    scaleDefault: '1/√d_k',

    display: 'Tokens y cifras',
    digits: 'Cifras',
    digitsName: 'Cifras tras el punto decimal',
    lowercase: 'Minúsculas',
    lowercaseName: 'Pasar las palabras a minúsculas',
    punctuation: 'Puntuación',
    punctuationName: 'Conservar los signos de puntuación como tokens',

    notNumber: (typed) => (typed.trim() === '' ? 'Escribe un número.' : `«${typed}» no es un número.`),
    notFinite: (typed) => `«${typed}» es demasiado grande para un número.`,
    decimalComma: (typed) => `«${typed}»: escribe un punto en lugar de la coma.`,
    less: (name) => `Menos: ${name}`,
    more: (name) => `Más: ${name}`,
  },

  steps: {
    title: 'Cómo se ha llegado ahí',
    intro:
      'Estos son los pasos del cálculo, en orden. Apunta a cualquier celda, o púlsala, para ver la aritmética que hay detrás.',
    nav: 'Pasos',
    reads: 'Lee',
    head: (head, heads) => `cabeza ${head} de ${heads}`,
    parameters: (names) => `Parámetros: ${names.join(', ')}`,
    arithmetic: 'Aritmética',
    hint: 'Apunta a una celda, o púlsala, para ver de dónde sale su número.',
    letGo: 'Soltar la celda',
    unknown: 'Un paso del cálculo.',
    formula: (name) => `Fórmula de ${name}`,
    scaledByScale: [
      'escaladas',
      'Las puntuaciones se multiplican por la escala de esta escena, que ocupa el lugar de 1/√d_k.',
    ],
    about: {
      tokens: ['tokens', 'La frase, cortada en palabras. A cada palabra se la conoce por su fila en el vocabulario.'],
      E: ['E', 'Los embeddings del vocabulario: una fila de números por palabra.'],
      x0: ['embeddings', 'Cada token pasa a ser su fila de números: lo que el modelo sabe de la palabra sola.'],
      q: ['consultas', 'Lo que busca cada token: su embedding, visto a través de los parámetros w_q.'],
      k: ['claves', 'Lo que ofrece cada token para que lo encuentren: su embedding, visto a través de w_k.'],
      v: ['valores', 'Lo que entrega cada token cuando lo miran: su embedding, visto a través de w_v.'],
      scores: [
        'puntuaciones',
        'Cuánto encaja cada consulta con cada clave: sus números multiplicados de dos en dos y sumados.',
      ],
      scaled: [
        'escaladas',
        'Los vectores más largos dan puntuaciones más grandes; por eso se dividen entre √d_k, que las mantiene a raya.',
      ],
      capped: ['limitadas', 'El softcap dobla las puntuaciones grandes para que ninguna pase de él.'],
      masked: ['enmascaradas', 'Lo que un token no puede ver recibe −∞, y el paso siguiente lo convierte en 0 exacto.'],
      weights: ['pesos', 'El softmax convierte cada fila de puntuaciones en partes que son positivas y suman 1.'],
      z: ['z', 'Cada token reúne los valores de todos los tokens, cada uno en proporción a su peso.'],
      output: [
        'salida',
        'Los resultados de las cabezas, uno al lado de otro, y mezclados por w_o donde lo hay: lo que pasa a la capa siguiente.',
      ],
      w_q: ['w_q', 'Los parámetros que hacen las consultas.'],
      w_k: ['w_k', 'Los parámetros que hacen las claves.'],
      w_v: ['w_v', 'Los parámetros que hacen los valores.'],
      w_o: ['w_o', 'Los parámetros que mezclan las cabezas.'],
      b_q: ['b_q', 'Lo que se suma a cada consulta.'],
      b_k: ['b_k', 'Lo que se suma a cada clave.'],
      b_v: ['b_v', 'Lo que se suma a cada valor.'],
      b_o: ['b_o', 'Lo que se suma a cada salida.'],
    },
  },

  lesson,
  gallery,
  pictures,

  link: {
    damaged: (why) =>
      `No se ha podido leer este enlace: ${full(why)} Aquí está la frase con la que empieza la página. La dirección se queda como está hasta que cambies algo.`,
    noHead: (head, heads) =>
      `Muestra la cabeza ${head}, contando desde 0, y ahí ${heads === 1 ? 'hay 1 cabeza' : `hay ${heads} cabezas`}.`,
    noToken: (token, tokens) =>
      `Mira al token ${token}, contando desde 0, y ahí ${tokens === 1 ? 'hay 1 token' : `hay ${tokens} tokens`}.`,
    dismiss: 'Descartar',
  },

  problems,

  edit: {
    button: 'Editar',
    name: (name) => `Editar ${name}`,
    links: 'Escribe, pega o abre tus propios números',
  },

  failure: {
    title: 'La parte viva no ha arrancado.',
    picture:
      'La imagen de esta página es verdadera: se calculó de antemano para esta frase. Ahora mismo no se puede cambiar.',
    noScript:
      'Esta página calcula la atención en tu navegador y para eso necesita JavaScript. Sin él, la imagen que hay aquí es verdadera: se calculó de antemano para esta frase.',
    noPicture: 'La explicación de abajo se puede leer de todos modos.',
    loading: 'Cargando la parte viva …',
  },

  about: {
    title: 'Qué es la autoatención',
    paragraphs: [
      'Una palabra sola significa poco. En “The animal didn’t cross the street because it was too tired” («El animal no cruzó la calle porque estaba demasiado cansado»), la palabra “it” es un hueco que otra palabra tiene que llenar. La autoatención es la manera en que lo llena un transformer: cada token mira a todos los tokens de la misma frase, también a sí mismo, y toma de cada uno una parte de lo que lleva.',
      'Para eso, el embedding de cada token se convierte en tres vectores. La consulta dice qué busca el token, la clave dice por qué se le puede encontrar y el valor es lo que entrega. Una consulta se compara con todas las claves; cada comparación da una puntuación. El softmax convierte las puntuaciones de un token en pesos, que son positivos y suman 1. El resultado del token es la suma de todos los valores, cada uno multiplicado por su peso.',
      'Varias cabezas hacen esto a la vez, cada una con sus propios parámetros, de modo que una puede buscar a qué se refiere un pronombre mientras otra mira la palabra anterior. Una máscara causal oculta las palabras que vienen después, como en los modelos que escriben texto de izquierda a derecha.',
    ],
    formula: 'attention(q, k, v) = softmax(q · kᵀ / √d_k) · v',
    tableTitle: 'Los pesos en números',
    tableCorner: 'consulta ↓ clave →',
  },

  footer: {
    what: 'Todos los números de esta página los ha calculado un solo núcleo de C++, compilado a WebAssembly SIMD; la página solo los dibuja.',
    version: (version) => `Versión ${version}`,
    licence: 'Licencia MIT',
    schema: 'JSON Schema de una escena',
    guides: 'Guías: insertarla',
    benchmarks: 'Lo rápido que es',
    flavour: (flavour) => `Núcleo en uso: ${flavour}.`,
  },

  mistakes,
  family,
  explained: steps,
  element,
  scale,
  views,
};

const list = (words: readonly string[]): string => listed(words, ['«', '»'], 'y', (left) => `${left} más`);
