import type { wordVectors as english } from '../en/word-vectors.ts';

export const wordVectors: typeof english = {
  title: (word) => `A qué se parece más «${word}»`,
  before: 'Antes de la atención',
  after: 'Después de la atención',
  missed:
    'No se ha podido cargar la lista de vectores de palabras, así que solo se compara con las palabras de esta frase.',
  otherWidth:
    'El resultado y una palabra no tienen el mismo número de columnas, así que no se puede comparar con palabras.',
  translated: 'Cada palabra española tiene el vector de GloVe de su traducción al inglés.',
  translation: (word, english) => `«${word}» tiene el vector de «${english}» y sus sentidos.`,
};
