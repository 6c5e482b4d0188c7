import { full } from '../sentences.ts';

const y = (parts: readonly string[]): string => new Intl.ListFormat('es').format(parts);

/** El escenario: el camino de una palabra por la atención, capítulo por capítulo. */
export const stage = {
  label: (word: string) => `El camino de «${word}» por la atención`,
  keys: 'Las flechas izquierda y derecha cambian de capítulo, arriba y abajo cambian de número, Intro muestra la aritmética y la barra espaciadora reproduce.',

  promise: 'Mira cómo {word} averigua qué significa',
  turn: { from: 'cansado', to: 'estrecho' },
  challenge: (from: string, to: string) => `Cambia una palabra: ${from} → ${to}`,
  challengeBack: (from: string, to: string) => `Vuelve a cambiarla: ${from} → ${to}`,

  present: {
    open: 'Presentar',
    about: 'El escenario en toda la pantalla, con cifras grandes',
    title: 'Presentación',
    close: 'Terminar la presentación',
    light: 'Claro',
    dark: 'Oscuro',
    blank: 'La pantalla está en negro; pulsa B para seguir.',
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
  noMoment: (at: number, chapters: number) =>
    `at es ${at}, pero el escenario tiene ${chapters} capítulos; usa de 0 a ${chapters}`,
  layer: (layer: number) => `Capa ${layer}`,
  numberBack: 'Atrás',
  numbersBack: 'Volver al capítulo',

  titles: {
    first: 'Números',
    projections: 'q, k, v',
    scores: 'Puntuaciones',
    weights: 'Softmax',
    mix: 'Resultado',
  },

  first: (word: string, size: number, parts: readonly string[]) =>
    parts.length === 0
      ? `«${word}» se convierte en ${size} números.`
      : `«${word}» se convierte en ${size} números. Lo que el modelo sabe de la palabra sola: ${y(parts)}.`,
  projections: (word: string, product: string) =>
    `Tres vistas de «${word}»: qué busca (q), por qué se la encuentra (k), qué entrega (v). Fila por columna: ${product}.`,
  projectionsCrossed: (word: string, key: string, product: string) =>
    `«${word}» busca algo (q); a cada palabra de la otra frase, aquí «${key}», se la encuentra por su clave (k) y entrega su valor (v). Fila por columna: ${product}.`,
  fits: (best: string, next: string, alike: number) =>
    alike === 0
      ? `La que mejor encaja es «${best}»`
      : alike === 1
        ? `Las que mejor encajan son «${best}» y «${next}», por igual`
        : `Las que mejor encajan son «${best}» y otras ${alike}, por igual`,
  scores: (word: string, fits: string, value: string) =>
    `La consulta de «${word}» se encuentra con cada clave: se multiplica número por número y se suma. ${fits}: ${value}.`,
  scaled: (word: string, fits: string, value: string, scaled: string) =>
    `La consulta de «${word}» se encuentra con cada clave: se multiplica número por número y se suma. ${fits}: ${value}, escalado ${scaled}.`,
  hiddenAll: (word: string) => `Todas las claves están ocultas para «${word}».`,
  covered: (word: string) => `Uno de estos números de «${word}» te toca predecirlo antes.`,
  notNumbers: (word: string) => `Lo que «${word}» recibe aquí no son números (NaN).`,
  compare: (about: string, best: string, before: string, after: string) =>
    `${full(about)} Para «${best}»: ${before} pasa a ${after}.`,
  poster: (reading: string) =>
    reading === ''
      ? 'Pulsa Reproducir para ver cómo ocurre.'
      : `Al final, ${full(reading)} Pulsa Reproducir para ver cómo ocurre.`,
  weights: (reading: string) => `Softmax vierte el 100\u202f% en la fila: ${full(reading)}`,
  otherWeights: (about: string, reading: string) => `${full(about)} ${full(reading)}`,
  mix: (word: string, parts: readonly string[]) =>
    parts.length === 0
      ? `Los valores fluyen según estas partes, y «${word}» no recibe nada: todos sus números son 0.`
      : `Los valores fluyen según estas partes. «${word}» lleva ahora: ${y(parts)}.`,
  made: (about: string, parts: readonly string[]) =>
    parts.length === 0 ? full(about) : `${full(about)} Ahora: ${y(parts)}.`,
  madeOf: (about: string, key: string, parts: readonly string[]) =>
    parts.length === 0 ? full(about) : `${full(about)} De «${key}»: ${y(parts)}.`,

  mistake: {
    title: 'Error',
    right: 'correcto',
    wrong: 'con error',
    seen: (
      title: string,
      word: string,
      { name, label, right, wrong }: { name: string; label: string; right: string; wrong: string },
      differ: number,
      all: number,
    ) =>
      `Hecho a propósito: ${title}. En ${name} de «${word}» cambia ${differ} de ${all} números; el de «${label}» pasa de ${right}, que es lo correcto, a ${wrong}.`,
    unseen: (title: string, word: string) =>
      `Hecho a propósito: ${title}. Aquí no cambia ninguno de los números de «${word}»; en otras palabras puede verse.`,
    note: (title: string) => `Con un error, a propósito: ${title}.`,
  },

  leftKeys: (word: string, shown: number, all: number) => `${shown} de ${all} palabras: las que rodean a «${word}».`,
  leftZeros: (name: string, shown: number, all: number) => `${name}: ${shown} de ${all} números; los demás son 0.`,
  leftNumbers: (name: string, shown: number, all: number) => `${name}: los ${shown} mayores de ${all} números.`,
};
