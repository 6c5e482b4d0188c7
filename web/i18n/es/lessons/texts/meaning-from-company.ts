import type { LessonText } from '../../../../lessons/types.ts';
import { lessonList } from '../list.ts';

export const text: LessonText = {
  ...lessonList['meaning-from-company'],
  credit:
    'Los vectores de palabras son los de GloVe, que publicaron Jeffrey Pennington, Richard Socher y Christopher Manning (2014) en el dominio público. Aquí cada uno se ha reducido de 100 números a 64. Las escenas y el texto son nuestros.',
  pages: {
    similar: {
      title: 'Palabras con números parecidos',
      body: 'Nadie ha elegido estos números. Un programa leyó miles de millones de palabras en inglés (por eso las de esta lección son inglesas) y dio a cada una una fila de números, su [[embedding]]. Las palabras que aparecen en compañía parecida recibieron filas parecidas. Aquí una fila tiene 64 números.\n\n¿Cuánto se parecen dos filas? Multiplícalas número a número y suma. Este [[dot-product|producto escalar]] es la [[score|puntuación]] de las dos palabras. Todavía no hay [[parameter|parámetros]] aprendidos: `q` y `k` son las propias filas. «apple» (manzana) tiene una puntuación de 16 con «pear» (pera), otra fruta, y de 2 con «and».',
      predict: {
        ask: '¿Qué puntuación tiene «apple» consigo misma?',
        reveal:
          'La mayor de la fila: nada se parece más a «apple» que «apple». Después viene «software» con 19, antes que «pear». En los textos que leyó el programa, Apple es casi siempre una empresa.',
      },
    },
    shares: {
      title: 'De puntuaciones a pesos',
      body: 'Cada puntuación se divide por √64 = 8. Después, [[softmax]] convierte la fila en [[weight|pesos]], que nunca son negativos y suman el cien por cien.\n\nSoftmax convierte diferencias en proporciones. «apple» saca 9 puntos a «software», o 1.1 tras la división. Así que su peso es e elevado a 1.1, el triple. Da igual lo grandes que sean las puntuaciones: solo cuentan las diferencias.',
      predict: {
        ask: '¿Cuánta atención se queda «apple» para sí misma?',
        reveal: 'Más de la mitad. «software» recibe un tercio de eso, y «and» casi nada.',
      },
    },
    moves: {
      title: 'La media se mueve',
      body: 'Ahora «apple» está en una frase: «Comí una manzana madura con un plátano y una pera». Su resultado es una media: la fila de cada palabra por su peso. Así que el resultado queda entre «apple» y su compañía.\n\nPor sí sola, «apple» se parece sobre todo a «microsoft». Aquí su compañía es fruta: tras la atención se parece sobre todo a «pear» (pera), aunque se queda más de la mitad de su atención. Una [[temperature|temperatura]] más alta divide más las puntuaciones, y los pesos se vuelven más parejos.',
      onScreen: 'Un panel dice a cuáles de 19 500 palabras se parece más «apple», antes y después de la atención.',
      do: 'Sube la temperatura hasta que «apple» se quede menos del 30 por ciento. ¿Qué palabra encabeza entonces la lista de después de la atención?',
    },
    'both-ways': {
      title: 'Por qué una consulta y una clave',
      body: 'Con otra compañía («Apple vende teléfonos y ordenadores»), «apple» se mueve hacia el otro lado: tras la atención, «software» encabeza su lista, con 0.73 en lugar de 0.66.\n\nAun así falta algo. Cada palabra se mira sobre todo a sí misma, porque nada se parece más a una fila que esa misma fila. Y un producto escalar no sabe quién pregunta. «apple» tiene una puntuación de 14 con «computers».',
      predict: {
        ask: 'Ahora pregunta «computers». ¿Qué puntuación tiene con «apple»?',
        reveal:
          'La misma. Pero las palabras se necesitan de maneras distintas: «ripe» (madura) dice algo de «apple», y no al revés. Por eso cada palabra tiene una [[query|consulta]], lo que busca, y una [[key|clave]], lo que ofrece.',
      },
    },
    learned: {
      title: 'Lo que añade aprender',
      body: '«bank» puede ser un banco o una orilla. ¿Qué es aquí, en «la orilla del río»? Para «bank», la mejor pista es «river» (río). Pero si solo cuenta el parecido, «river» recibe el 5 por ciento y «bank» se queda más del 80. Los textos hablaban de dinero, y eso apenas cambia.\n\nUn modelo no tiene que conformarse con el parecido. Multiplica cada fila por `w_q` para obtener la consulta y por `w_k` para obtener la clave, y aprende las dos matrices. Pueden convertir «bank» en una pregunta a la que «river» responde. Míralo con el descenso de gradiente.',
      onScreen: 'Después vuelve a mirar el panel: ¿a qué se parece más «bank» ahora?',
      do: 'Pulsa «Aprender…», elige bank como consulta y river como clave, y pon la tasa de aprendizaje en 0.05. Después pulsa «Quedarse con este paso» hasta que el peso pase de 0.5.',
    },
    order: {
      title: 'Dónde falla',
      body: 'Una media no tiene orden. En «dog bites man» (el perro muerde al hombre), «dog» da el 14 por ciento de su atención a «man». Aquí muerde el hombre.\n\nDos límites más: una palabra tiene una sola fila, por muchos significados que tenga, así que la atención solo puede elegir entre la compañía que hay en la frase. Y «good» y «bad» aparecen en la misma compañía, así que sus filas se parecen. Los modelos añaden lo que falta: posiciones, más [[head|cabezas]], más capas.',
      predict: {
        ask: '¿Cuánta atención da «dog» a «man» en «man bites dog»?',
        reveal:
          'Exactamente la misma que antes, y «dog» acaba en el mismo sitio. Sin posiciones, una frase es una bolsa de palabras.',
      },
    },
  },
  challenges: {
    'no-company': {
      title: 'Una manzana sola',
      ask: 'Haz que «apple» se quede el 99 por ciento de su atención, con las mismas palabras y sin máscara.',
      hint: 'Antes hiciste el reparto más parejo. Ahora hazlo menos parejo.',
      done: 'A temperatura baja, softmax es casi un máximo. Entonces la atención no mueve nada, porque la fila más parecida es siempre la propia.',
    },
    'two-articles': {
      title: 'Dos artículos',
      ask: '«the» está dos veces, y las dos tienen la misma fila. Haz que la primera «the» se mire a sí misma más que a cualquier otra palabra, también más que a la segunda «the». Deja las palabras como están y no uses máscara.',
      hint: '¿Qué puede distinguir dos palabras iguales?',
      done: 'Con una posición sumada a cada fila, las dos «the» ya no son iguales, y cada una se parece más a sí misma.',
    },
  },
};
