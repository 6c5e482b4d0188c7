import type { LessonText } from '../../../../lessons/types.ts';
import { lessonList } from '../list.ts';
import { textOn } from './five-minutes.ts';

export const text: LessonText = {
  ...lessonList['five-minutes-es'],
  ...textOn({
    it: '«se»',
    tired: '«cansado»',
    wide: '«estrecho»',
    street: '«puente»',
    theStreet: 'el puente',
    toStreet: 'al puente',
    ofStreet: 'del puente',
    aStreet: 'un puente',
    retold: 'el animal no cruzó el puente porque se veía demasiado cansado',
    ending: '«se veía demasiado estrecho»',
    whyStreet: 'nadie dice de un animal que es demasiado estrecho para cruzarlo',
    made: 'Estos se aprendieron de vectores como esos y se redondearon para que puedas leerlos, y por eso las fichas de las palabras llevan ≈.',
    credit:
      'La idea de la frase es de Jakob Uszkoreit, de 2017. Las filas de las palabras se aprendieron de vectores de palabras publicados, y las dos cabezas se hicieron a mano para esta página, para que se pueda leer cada número. El texto es nuestro.',
    others: 'hambriento, triste o feliz',
  }),
};
