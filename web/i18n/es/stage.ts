import { full } from '../sentences.ts';

const y = (parts: readonly string[]): string => new Intl.ListFormat('es').format(parts);

/** El escenario: el camino de una palabra por la atención, capítulo por capítulo. */
export const stage = {
  label: (word: string) => `La atención de «${word}», paso a paso`,
  keys: 'Izquierda y Derecha cambian de capítulo; Arriba y Abajo, de número. Intro muestra la aritmética. La barra espaciadora reproduce.',

  promise: '¿A qué presta atención «{word}»?',
  riddle: '¿Cómo sabe «{word}» a qué se refiere?',
  swap: { from: 'cansado', to: 'estrecho' },
  challenge: (from: string, to: string) => `Cambia una palabra: ${from} → ${to}`,
  challengeBack: (from: string, to: string) => `Vuelve a cambiarla: ${from} → ${to}`,

  edit: { text: 'Editar', label: 'Editar la frase' },

  certainty: {
    clear: {
      badge: 'Modelo hecho a mano',
      about: (layers: number) =>
        `Las palabras y las cabezas se hicieron a mano para que se pueda leer cada número: ${layers === 1 ? '1 capa' : `${layers} capas`}, 16 rasgos con nombre. Sirven para unas pocas clases de frases y pueden equivocarse con otras. Un modelo entrenado los habría aprendido.`,
    },
    unclear: {
      badge: 'Sin respuesta clara',
      about: () =>
        'Ninguna palabra recibe tres quintas partes del peso. Estas cabezas no saben qué debe buscar esta palabra.',
    },
    guess: {
      badge: '≈ Una suposición',
      about: () =>
        'Una palabra de aquí no está en la tabla hecha a mano, así que sus rasgos se estimaron a partir de vectores de palabras o se sortearon. La respuesta puede ser incorrecta.',
    },
    noise: {
      badge: '∗ Ruido',
      about: () =>
        'Aquí deciden números al azar, así que el resultado no significa nada. Otra semilla da otro resultado.',
    },
    notANumber: {
      badge: 'No es un número',
      about: () => 'El cálculo se desbordó o dividió 0 entre 0, así que no hay pesos que mostrar.',
    },
  },

  present: {
    open: 'Presentar',
    about: 'Mostrar el escenario a pantalla completa, con cifras grandes',
    title: 'Presentación',
    close: 'Terminar la presentación',
    light: 'Claro',
    dark: 'Oscuro',
    blank: 'La pantalla está en negro. Pulsa B para continuar.',
  },

  play: 'Reproducir',
  pause: 'Pausa',
  again: 'Otra vez',
  back: 'Capítulo anterior',
  forward: 'Capítulo siguiente',
  moment: 'Momento',
  speed: 'Velocidad',
  times: (speed: number) => `${speed}×`,
  chapters: 'Capítulos',
  at: (chapter: number, chapters: number, title: string) => `capítulo ${chapter} de ${chapters}: ${title}`,
  before: 'antes del primer capítulo',
  noMoment: (time: number, chapters: number) =>
    `at es ${time}, pero el escenario tiene ${chapters} capítulos; usa de 0 a ${chapters}`,
  layer: (layer: number) => `Capa ${layer}`,
  numberBack: 'Atrás',
  numbersBack: 'Volver al capítulo',

  groups: { numbers: 'Números', ask: 'Preguntar y ofrecer', match: 'Comparar', weigh: 'Ponderar', collect: 'Reunir' },

  moreZeros: (count: number) => (count === 1 ? '1 cero más' : `${count} ceros más`),
  moreNumbers: (count: number) => (count === 1 ? '1 número menor' : `${count} números menores`),
  moreWords: (count: number) => (count === 1 ? '+ 1 palabra' : `+ ${count} palabras`),

  titles: {
    first: 'Números',
    projections: 'q, k, v',
    scores: 'Puntuaciones',
    weights: 'Softmax',
    mix: 'Resultado',
  },

  payoff: {
    means: (word: string, best: string) => `Así que «${word}» se refiere a «${best}».`,
    guesses: (word: string, best: string) => `Así que «${word}» puede referirse a «${best}».`,
    looks: (word: string, best: string, weight: string) => `Así que «${word}» mira sobre todo a «${best}» (${weight}).`,
    looksAtItself: (word: string, weight: string) => `Así que «${word}» se mira sobre todo a sí misma (${weight}).`,
    alone: (word: string) => `«${word}» es la única palabra, así que se mira a sí misma.`,
    unclear: (word: string) => `«${word}» no encuentra aquí una respuesta clara.`,
    noise: (word: string) => `La respuesta de «${word}» no significa nada: deciden números al azar.`,
    notANumber: (word: string) => `No hay respuesta para «${word}»: algunos de sus pesos no son números.`,
    nearest: (words: readonly string[]) =>
      `Ahora lleva números parecidos sobre todo a los de ${y(words.map((one) => `«${one}»`))}.`,
    next: (from: string, to: string) => `Ahora cambia ${from} por ${to}`,
  },

  first: (word: string, size: number, parts: readonly string[]) =>
    parts.length === 0
      ? `«${word}» empieza siendo ${size} números.`
      : `«${word}» empieza siendo ${size} números. Los mayores: ${y(parts)}.`,
  projections: (word: string, product: string) =>
    `«${word}» recibe tres vectores: qué busca (q), por qué se la encuentra (k) y qué entrega (v). Cada número es una fila por una columna: ${product}.`,
  projectionsCrossed: (word: string, key: string, product: string) =>
    `«${word}» busca algo (q). Cada palabra de la otra frase, como «${key}», tiene una clave por la que se la encuentra (k) y un valor que entrega (v). Cada número es una fila por una columna: ${product}.`,
  fits: (best: string, next: string, alike: number) =>
    alike === 0
      ? `La que mejor encaja es «${best}»`
      : alike === 1
        ? `Las que mejor encajan, por igual, son «${best}» y «${next}»`
        : `Las que mejor encajan, por igual, son «${best}» y otras ${alike}`,
  scores: (word: string, fits: string, value: string) =>
    `La consulta de «${word}» se compara con cada clave: se multiplica número por número y se suma. ${fits}: ${value}.`,
  scaled: (word: string, fits: string, value: string, scaled: string) =>
    `La consulta de «${word}» se compara con cada clave: se multiplica número por número y se suma. ${fits}: ${value}, que escalado es ${scaled}.`,
  hiddenAll: (word: string) => `Todas las claves están ocultas para «${word}».`,
  covered: (word: string) => `La lección pregunta un número oculto de «${word}».`,
  notNumbers: (word: string) => `Los resultados de «${word}» no son números aquí (NaN).`,
  compare: (about: string, best: string, before: string, after: string) =>
    `${full(about)} Para «${best}»: ${before} pasa a ${after}.`,
  lead: (word: string, best: string, weight: string) => `«${word}» → ${best} ${weight}`,
  leadGuess: (word: string, best: string, weight: string) => `Una suposición: «${word}» → ${best} ${weight}`,
  itself: 'sí misma',
  poster: (reading: string) =>
    reading === '' ? 'Pulsa Reproducir para ver por qué.' : `${full(reading)} Pulsa Reproducir para ver por qué.`,
  weights: (reading: string) => `Se reparte el 100\u202f% entre las claves: ${full(reading)}`,
  otherWeights: (about: string, reading: string) => `${full(about)} ${full(reading)}`,
  mix: (word: string, parts: readonly string[]) =>
    parts.length === 0
      ? `Se suman los valores, cada uno por su peso. «${word}» no recibe nada: todos sus números son 0.`
      : `Se suman los valores, cada uno por su peso. «${word}» lleva ahora ${y(parts)}.`,
  made: (about: string, parts: readonly string[]) =>
    parts.length === 0 ? full(about) : `${full(about)} Ahora: ${y(parts)}.`,
  madeOf: (about: string, key: string, parts: readonly string[]) =>
    parts.length === 0 ? full(about) : `${full(about)} «${key}» lleva ${y(parts)}.`,

  mistake: {
    title: 'Error',
    correct: 'correcto',
    wrong: 'incorrecto',
    seen: (
      title: string,
      word: string,
      { name, label, correct, wrong }: { name: string; label: string; correct: string; wrong: string },
      differ: number,
      all: number,
    ) =>
      `${title}, a propósito. Cambia ${differ} de ${all} números en ${name} de «${word}». El de «${label}» debería ser ${correct}, pero sale ${wrong}.`,
    unseen: (title: string, word: string) =>
      `${title}, a propósito. No cambia ninguno de los números de «${word}». Puede verse en otras palabras.`,
    note: (title: string) => `Error a propósito: ${title}.`,
  },

  leftKeys: (word: string, shown: number, all: number) =>
    `Solo se muestran ${shown} de ${all} palabras: las que rodean a «${word}» y las de mayor peso.`,
  leftZeros: (name: string, shown: number, all: number) => `${name}: ${shown} de ${all} números. Los demás son 0.`,
  leftNumbers: (name: string, shown: number, all: number) => `${name}: los ${shown} mayores de ${all} números.`,
};
