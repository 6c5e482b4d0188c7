import type { page as english } from '../en/page.ts';
import { full } from '../sentences.ts';

export const page: typeof english = {
  title: 'Autoatención, en vivo',
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
    screens: 'Pantallas',
    watch: 'Ver',
    watchAbout: 'Sigue una palabra, paso a paso',
    experiment: 'Probar',
    experimentAbout: 'Cambia lo que quieras y mira cada matriz',
    train: 'Entrenar',
    trainAbout: 'Deja que las cabezas aprendan una tarea',
    more: 'Más',
    guides: 'Guías',
    model: 'Abrir la atención de tu modelo',
    noScreen: 'No se pudo cargar esta parte de la página.',
    noDialog: 'No se ha podido cargar el diálogo.',
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
    headNumber: (number) => `cabeza ${number}`,
    allHeads: 'Todas las cabezas',
    why: '¿Por qué este peso?',
    decode: 'Decodificar con caché …',
    allLayers: 'Todas las capas y cabezas',
    layerName: (layer, head) => (head === '' ? `Capa ${layer}` : `Capa ${layer} · ${head}`),
    pinned: {
      button: 'Fijar para comparar',
      title: 'Lo fijado y lo actual',
      first: (weights) => `A, fijado: ${weights}`,
      second: (weights) => `B, ahora: ${weights}`,
      letGo: 'Dejar de fijar A',
      ofFile: (weights, file) => `${weights} de ${file}`,
      tooLong: (tokens) => `Las cabezas de más de ${tokens} tokens no se pueden fijar para comparar.`,
    },
    change: { label: 'Último cambio', now: 'Ahora', before: 'Antes', difference: 'Diferencia' },
    learn: 'Aprender…',
    learnElsewhere:
      'La página en línea también entrena: gradientes, un paso, muchos pasos. Este archivo no lo incluye para ocupar poco.',
    heatmap: 'Mapa de calor',
    lines: 'Líneas',
    view: 'Imagen',
    weights: (head, heads) => (heads === 1 ? 'pesos' : `pesos de la cabeza ${head}`),
    axes: 'Cada fila es la consulta de un token. Sus celdas muestran cuánto toma de cada clave, y suman 1.',
    anyway: 'Calcular de todos modos',
    stale: 'Última escena que funcionó',
  },

  link: {
    damaged: (why) =>
      `No se ha podido leer este enlace: ${full(why)} La página muestra su primera frase. La dirección no cambia hasta que cambies algo.`,
    noHead: (head, heads) =>
      `No hay cabeza ${head}. La escena tiene ${heads === 1 ? '1 cabeza' : `${heads} cabezas`}, contando desde 0.`,
    noMoment: (time: number, chapters: number) =>
      `El enlace pide el momento ${time}, pero el escenario tiene ${chapters} capítulos. Usa de 0 a ${chapters}.`,
    noToken: (token, tokens) =>
      `No hay token ${token}. La escena tiene ${tokens === 1 ? '1 token' : `${tokens} tokens`}, contando desde 0.`,
    dismiss: 'Descartar',
    missingLesson: (name) =>
      `Esta es una página de «${name}», una lección que viene de un archivo. La página no guarda archivos. Vuelve a abrirlo para continuar la lección; mientras tanto solo ves su escena.`,
    withoutLesson: 'Continuar sin ella',
  },

  edit: {
    button: 'Editar',
    matrices: 'Editar números',
    name: (name) => `Editar ${name}`,
    missed: 'No se ha podido cargar el editor.',
    links: 'Escribe, pega o abre tus propios números',
  },

  failure: {
    late: 'La página interactiva aún se está cargando. Si no aparece, recarga.',
    title: 'La página interactiva no ha arrancado.',
    picture:
      'La imagen que ves se calculó de antemano para esta frase. Sus números son correctos, pero no puedes cambiarla.',
    noScript:
      'Esta página calcula la atención en tu navegador, así que necesita JavaScript. Sin él ves una imagen calculada de antemano para esta frase.',
    noPicture: 'Aun así puedes leer la explicación de abajo.',
    loading: 'Cargando la página interactiva …',
  },

  about: {
    title: 'Qué es la autoatención',
    paragraphs: [
      'Una palabra sola significa poco. En “The animal didn’t cross the street because it was too tired” («El animal no cruzó la calle porque estaba demasiado cansado»), la palabra “it” podría referirse a varias cosas. La autoatención es la manera en que un transformer averigua a cuál. Cada token mira a todos los tokens de la frase, también a sí mismo, y toma una parte de lo que lleva cada uno.',
      'El embedding de cada token se convierte en tres vectores. La consulta dice qué busca el token, la clave dice por qué se le puede encontrar y el valor es lo que entrega. Una consulta se compara con todas las claves, y cada comparación da una puntuación. El softmax convierte las puntuaciones de un token en pesos, que son positivos y suman 1. El resultado del token es la suma de todos los valores, cada uno multiplicado por su peso.',
      'Varias cabezas hacen esto a la vez, cada una con sus propios parámetros. Una puede buscar a qué se refiere un pronombre mientras otra mira la palabra anterior. Una máscara causal oculta las palabras que vienen después, como en los modelos que escriben texto de izquierda a derecha.',
    ],
    formula: 'attention(q, k, v) = softmax(q · kᵀ / √dₖ) · v',
    tableTitle: 'Los pesos en números',
    tableCorner: 'consulta ↓ clave →',
  },

  footer: {
    what: 'Un núcleo de C++, compilado a WebAssembly SIMD, calcula todos los números de esta página. La página solo los dibuja.',
    version: (version) => `Versión ${version}`,
    licence: 'Licencia MIT',
    schema: 'JSON Schema de una escena',
    guides: 'Guías',
    benchmarks: 'Qué velocidad tiene',
  },

  scale: {
    overview: (weights, queries, keys) => `vista general de los ${weights}: ${queries} consultas × ${keys} claves`,
    lens: 'Bajo la lupa',
    under: (weights) => `${weights} bajo la lupa`,
    numbers: 'Números',
    computing: 'Calculando …',
    where: 'Consultas {firstQuery}–{lastQuery} de {queries}, claves {firstKey}–{lastKey} de {keys}.',
    excerpt: (where) =>
      `Hay demasiados tokens para dibujarlos todos. Cada paso muestra la parte que está bajo la lupa: ${where}`,
    mistake: (name) => `Error a propósito: ${name}. Con menos tokens se ve al lado el resultado correcto.`,
    computed: 'El último cambio calculó {keys} de {total} filas de k y v, y {queries} de z.',
    cached:
      'El último cambio calculó {keys} de {total} filas de k y v, y {queries} de z. Las demás claves y valores salieron de la caché.',
    kept: 'El último cambio calculó {keys} de {total} filas de k.',
  },
};
