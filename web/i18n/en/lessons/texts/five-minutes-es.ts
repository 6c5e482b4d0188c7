import type { LessonText } from '../../../../lessons/types.ts';
import { lessonList } from '../list.ts';
import { textOn } from './five-minutes.ts';

export const text: LessonText = {
  ...lessonList['five-minutes-es'],
  ...textOn({
    it: '“se”',
    tired: '“cansado”',
    wide: '“estrecho”',
    street: '“puente”',
    theStreet: 'the bridge',
    aStreet: 'a bridge',
    retold: 'the animal did not cross the bridge because it (“se”) looked too tired (“cansado”)',
    ending: '“se veía demasiado estrecho” (it looked too narrow)',
    whyStreet: 'you would not call an animal too narrow to cross',
    made: 'These were learned from vectors like those and rounded so that you can read them, which is why the words’ chips say ≈.',
    credit:
      'The idea of the sentence is Jakob Uszkoreit’s, of 2017. The words’ rows were learned from published word vectors, and the two heads were made by hand for this page, so that every number can be read. The text is our own.',
    others: 'hambriento (hungry), triste (sad) or feliz (happy)',
  }),
};
