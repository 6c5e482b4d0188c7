import type { LessonId } from './scenes.ts';
import type { Glossary, Lesson, LessonLanguage, LessonText } from './types.ts';

export { isLessonId, type LessonId, lessonIds } from './scenes.ts';

/**
 * What is known of the lessons before one is opened, and the ways to open one: each lesson, each of its texts and each
 * glossary is a module of its own, loaded when it is asked for.
 */
export interface Listed {
  readonly title: string;
  readonly summary: string;
}

/** By language and id; what is said of a lesson in a list. */
export const listed: Readonly<Record<LessonLanguage, Readonly<Record<LessonId, Listed>>>> = {
  en: {
    illustrated: {
      title: 'Illustrated self-attention',
      summary: 'Three inputs, small whole numbers, and eight steps small enough to do in your head.',
    },
    'its-snowing': {
      title: 'It’s snowing outside',
      summary: 'Three words in three dimensions, and the notebook’s last TODO done: weights, values, outputs.',
    },
    'scaling-and-masks': {
      title: 'Scaling and masks',
      summary: 'Why scores are divided by √d_k, how −∞ hides the future, and a softmax over too much.',
    },
    'keys-and-encoder': {
      title: 'Keys and encoder states',
      summary: 'Attention to another sequence, keys made by hand, and two products along the wrong axis.',
    },
    'music-transformer': {
      title: 'Heads and relative distance',
      summary: 'Forty notes, twelve heads, and the skewing that lets the Music Transformer hear distances.',
    },
  },
  es: {
    illustrated: {
      title: 'Autoatención ilustrada',
      summary: 'Tres entradas, números enteros pequeños y ocho pasos que caben en tu cabeza.',
    },
    'its-snowing': {
      title: 'Está nevando afuera',
      summary: 'Tres palabras en tres dimensiones, y el TODO del cuaderno terminado: pesos, valores y salidas.',
    },
    'scaling-and-masks': {
      title: 'Escalado y máscaras',
      summary: 'Por qué se divide entre √d_k, cómo −∞ esconde el futuro y un softmax que abarca demasiado.',
    },
    'keys-and-encoder': {
      title: 'Claves y estados del codificador',
      summary: 'Atender a otra secuencia, claves hechas a mano y dos productos por el eje equivocado.',
    },
    'music-transformer': {
      title: 'Cabezas y distancia relativa',
      summary: 'Cuarenta notas, doce cabezas y el desplazamiento con que el Music Transformer oye distancias.',
    },
  },
};

const lessonModules: Readonly<Record<LessonId, () => Promise<Lesson>>> = {
  illustrated: async () => (await import('./illustrated.ts')).illustrated,
  'its-snowing': async () => (await import('./its-snowing.ts')).itsSnowing,
  'scaling-and-masks': async () => (await import('./scaling-and-masks.ts')).scalingAndMasks,
  'keys-and-encoder': async () => (await import('./keys-and-encoder.ts')).keysAndEncoder,
  'music-transformer': async () => (await import('./music-transformer.ts')).musicTransformer,
};

const textModules: Readonly<Record<LessonLanguage, Readonly<Record<LessonId, () => Promise<LessonText>>>>> = {
  en: {
    illustrated: async () => (await import('./text/en/illustrated.ts')).text,
    'its-snowing': async () => (await import('./text/en/its-snowing.ts')).text,
    'scaling-and-masks': async () => (await import('./text/en/scaling-and-masks.ts')).text,
    'keys-and-encoder': async () => (await import('./text/en/keys-and-encoder.ts')).text,
    'music-transformer': async () => (await import('./text/en/music-transformer.ts')).text,
  },
  es: {
    illustrated: async () => (await import('./text/es/illustrated.ts')).text,
    'its-snowing': async () => (await import('./text/es/its-snowing.ts')).text,
    'scaling-and-masks': async () => (await import('./text/es/scaling-and-masks.ts')).text,
    'keys-and-encoder': async () => (await import('./text/es/keys-and-encoder.ts')).text,
    'music-transformer': async () => (await import('./text/es/music-transformer.ts')).text,
  },
};

/** Rejects when the module cannot be fetched, as every dynamic import does. */
export const loadLesson = (id: LessonId): Promise<Lesson> => lessonModules[id]();

export const loadText = (id: LessonId, language: LessonLanguage): Promise<LessonText> => textModules[language][id]();

export const loadGlossary = async (language: LessonLanguage): Promise<Glossary> =>
  language === 'es'
    ? (await import('./text/es/glossary.ts')).glossary
    : (await import('./text/en/glossary.ts')).glossary;
