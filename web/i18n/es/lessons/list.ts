import type { lessonList as english } from '../../en/lessons/list.ts';

export const lessonList: typeof english = {
  'five-minutes': {
    title: 'La atención en cinco minutos',
    summary: 'A qué se refiere «it», palabra por palabra. Para quien no ha visto nada de esto.',
  },
  'five-minutes-es': {
    title: 'La atención en cinco minutos',
    summary: 'A qué se refiere «se», palabra por palabra. Para quien no ha visto nada de esto.',
  },
  'meaning-from-company': {
    title: 'El significado sale de la compañía',
    summary:
      'Vectores de palabras de verdad: cómo «apple» se vuelve fruta o empresa, por qué hay consultas y claves, y dónde falla.',
  },
  'how-it-learns': {
    title: 'Cómo aprende',
    summary:
      'Parámetros al azar, un paso de gradiente, pesos que pintas y dos capas que encuentran lo que una no puede.',
  },
  masks: {
    title: 'Las máscaras y cómo fallan',
    summary:
      'tril y triu, True que deja ver u oculta, las dos esquinas, filas que no ven nada, relleno y secuencias empaquetadas.',
  },
  'decode-with-a-cache': {
    title: 'Decodificar con caché',
    summary:
      'Por qué una palabra nueva no cambia las filas anteriores, qué guarda y qué ahorra una caché KV y cómo se hace más pequeña.',
  },
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
    summary: 'Por qué se divide entre √dₖ, cómo −∞ oculta el futuro y un softmax que abarca demasiado.',
  },
  'keys-and-encoder': {
    title: 'Claves y estados del codificador',
    summary: 'Atender a otra secuencia, claves hechas a mano y dos productos por el eje equivocado.',
  },
  'music-transformer': {
    title: 'Cabezas y distancia relativa',
    summary:
      'Cuarenta notas, doce cabezas y el desplazamiento que le dice al Music Transformer a qué distancia están las notas.',
  },
  questions: {
    title: 'Preguntas que hace la gente',
    summary:
      'Veinticinco preguntas que se hacen una y otra vez, cada una con una predicción, una escena para probarla y una respuesta.',
  },
};
