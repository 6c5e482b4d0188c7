import type { page as english } from '../en/page.ts';
import { full } from '../sentences.ts';

export const page: typeof english = {
  title: 'Autoatención, en vivo',
  tagline: 'A qué mira cada palabra de una frase, número a número.',
  description:
    'Una aplicación de autoatención: escribe una frase y mira consultas, claves, valores, puntuaciones y pesos, calculados en vivo por un núcleo de C++ en WebAssembly.',

  header: {
    lessons: 'Lecciones',
    undo: 'Deshacer',
    redo: 'Rehacer',
    reset: 'Empezar de nuevo',
    resetLesson: 'Empezar la lección de nuevo',
    copy: 'Copiar enlace',
    share: 'Compartir',
    stage: 'Escenario',
    stageAbout: 'el camino de una palabra, paso a paso',
    workbench: 'Taller',
    workbenchAbout: 'cada matriz, cada control, lecciones',
    noScreen: 'No se pudo cargar esta parte de la página.',
    noShare: 'No se ha podido cargar el diálogo de compartir.',
    copied: 'Enlace copiado',
    notCopied: 'El navegador no ha permitido copiar. El enlace está en la barra de direcciones.',
    skip: 'Ir a la imagen de la atención',
    actions: 'Esta escena',
    noLanguage: 'No se ha podido cargar ese idioma.',
  },

  picture: {
    label: 'Atención',
    head: 'Cabeza',
    headName: (number, name) => (name === '' ? `${number}` : `${number} · ${name}`),
    allHeads: 'Todas las cabezas',
    pinned: {
      button: 'Fijar para comparar',
      title: 'Lo fijado y lo de ahora',
      first: (weights) => `A, fijado: ${weights}`,
      second: (weights) => `B, ahora: ${weights}`,
      letGo: 'Soltar A',
    },
    learn: 'Aprender…',
    learnElsewhere: 'La página en la web también entrena: gradiente, un paso, muchos pasos. En este archivo no cabe.',
    heatmap: 'Mapa de calor',
    lines: 'Líneas',
    view: 'Imagen',
    weights: (head, heads) => (heads === 1 ? 'pesos' : `pesos de la cabeza ${head}`),
    axes: 'Cada fila es un token que pregunta (una consulta); sus celdas dicen cuánto toma de cada token (una clave) y suman 1.',
    anyway: 'Calcular de todos modos',
    stale: 'Última escena que funcionó',
  },

  link: {
    damaged: (why) =>
      `No se ha podido leer este enlace: ${full(why)} Aquí está la frase con la que empieza la página. La dirección se queda como está hasta que cambies algo.`,
    noHead: (head, heads) =>
      `Muestra la cabeza ${head}, contando desde 0, y ahí ${heads === 1 ? 'hay 1 cabeza' : `hay ${heads} cabezas`}.`,
    noMoment: (at: number, chapters: number) =>
      `El enlace pide el momento ${at}, pero el escenario tiene ${chapters} capítulos. Usa de 0 a ${chapters}.`,
    noToken: (token, tokens) =>
      `Mira al token ${token}, contando desde 0, y ahí ${tokens === 1 ? 'hay 1 token' : `hay ${tokens} tokens`}.`,
    dismiss: 'Descartar',
    missingLesson: (name) =>
      `Esta es una página de «${name}», una lección propia. La página no guarda archivos: vuelve a abrir el archivo de la lección para seguir con ella. Aquí está solo su escena.`,
    withoutLesson: 'Seguir sin ella',
  },

  edit: {
    button: 'Editar',
    name: (name) => `Editar ${name}`,
    missed: 'No se ha podido traer el editor.',
    links: 'Escribe, pega o abre tus propios números',
  },

  failure: {
    late: 'La parte interactiva aún no ha llegado. Si no llega, recarga la página para intentarlo de nuevo.',
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
  },

  scale: {
    overview: (weights, queries, keys) => `vista general de los ${weights}: ${queries} consultas × ${keys} claves`,
    lens: 'Bajo la lupa',
    under: (weights) => `${weights} bajo la lupa`,
    numbers: 'Números',
    computing: 'Calculando …',
    noAnswer: 'lo que calcula las frases largas ya no responde; se vuelve a iniciar con el siguiente cambio',
    noWorker: 'no se pudo cargar lo que calcula las frases largas; se intenta de nuevo con el siguiente cambio',
    where: 'Consultas {firstQuery}–{lastQuery} de {queries}, claves {firstKey}–{lastKey} de {keys}.',
    excerpt: (where) =>
      `Hay demasiados tokens para dibujarlos todos. Cada paso muestra lo que está bajo la lupa: ${where}`,
    mistake: (name) => `Con un error, a propósito: ${name}. Con menos tokens está al lado de la manera correcta.`,
    computed: 'El último cambio calculó {keys} de {total} filas de k y v, y {queries} de z.',
    cached:
      'El último cambio calculó {keys} de {total} filas de k y v, y {queries} de z; las demás claves y valores son la caché.',
    kept: 'El último cambio calculó {keys} de {total} filas de k.',
  },
};
