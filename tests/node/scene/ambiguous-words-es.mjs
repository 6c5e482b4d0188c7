/**
 * Spanish words with two meanings, as in ambiguous-words.mjs. Of several, the English translation has only one of them. No
 * sentence was changed after its result was known. Some words that the sentences need were added to the list before.
 */
export const ambiguousWords = [
  [
    'ratón',
    'el gato persiguió al ratón por el jardín',
    'animal',
    'conecta el ratón y el teclado al ordenador',
    'pantalla',
  ],
  ['planta', 'regué la planta del jardín con agua', 'flor', 'la planta produce coches y acero', 'fábrica'],
  [
    'estrella',
    'la estrella y la luna brillan en el cielo',
    'sol',
    'la estrella de la película ganó un premio',
    'actor',
  ],
  ['virus', 'el virus causa fiebre y tos', 'enfermedad', 'el virus del ordenador borra archivos', 'software'],
  ['banco', 'pidió un préstamo al banco con interés', 'dinero', 'se sentó en un banco del parque', 'silla'],
  ['hoja', 'la hoja verde cayó del árbol', 'rama', 'escribe el texto en una hoja', 'papel'],
  ['manzana', 'comí una manzana con una pera', 'fruta', 'la policía buscó en cada casa de la manzana', 'calle'],
  ['carta', 'escribió una larga carta a su madre', 'mensaje', 'la carta del restaurante tiene sopa y carne', 'comida'],
  ['red', 'el pescador sacó la red del mar', 'pesca', 'la red conecta los ordenadores', 'internet'],
  ['papa', 'la papa y la cebolla en la sopa', 'verdura', 'el papa habló en la iglesia de roma', 'obispo'],
  ['pluma', 'escribe con una pluma en papel', 'lápiz', 'el pájaro perdió una pluma del ala', 'pato'],
  ['muñeca', 'la niña juega con su muñeca', 'juguete', 'le duele la muñeca y el brazo', 'codo'],
  ['bolsa', 'lleva la bolsa de la tienda', 'maleta', 'la bolsa subió y los inversores ganaron dinero', 'acción'],
  ['capital', 'madrid es la capital de españa', 'ciudad', 'el banco invirtió su capital', 'dinero'],
  ['partido', 'el partido ganó las elecciones', 'gobierno', 'el equipo ganó el partido de fútbol', 'torneo'],
];
