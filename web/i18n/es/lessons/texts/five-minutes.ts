import type { LessonText } from '../../../../lessons/types.ts';
import type { FiveMinutesWords } from '../../../lessons/five-minutes-words.ts';
import { lessonList } from '../list.ts';

type Text = Omit<LessonText, 'title' | 'summary'>;

interface SpanishWords extends FiveMinutesWords {
  readonly toStreet: string;
  readonly ofStreet: string;
}

export const textOn = (own: SpanishWords): Text => ({
  credit: own.credit,
  pages: {
    question: {
      title: `¿A quién se refiere ${own.it}?`,
      body: `Lee la frase: ${own.retold}. ¿Quién estaba cansado? Lo has sabido enseguida, sin notar que mirabas atrás en la frase para averiguarlo.\n\nUn programa que lee también tiene que mirar atrás. Eso es la [[self-attention|atención]]: cada palabra mira a todas las demás y se lleva algo de las que importan. La imagen muestra cuánto mira ${own.it} a cada una. En unas páginas habrás visto cómo ${own.it} encuentra al animal.`,
    },
    numbers: {
      title: 'Una palabra es una fila de números',
      body: `Un programa no puede mirar palabras, así que cada [[token|palabra]] se convierte en una fila de números, su [[embedding]]. Aquí tiene dieciséis, y cada uno dice cuánto hay de algo: «animal» tiene 1 en animate y 1 en animal, ${own.street} tiene 1 en place, ${own.tired} tiene 1 en feeling.\n\nEn un modelo grande hay miles de números, y nadie les ha puesto nombre. ${own.made} La fila de ${own.it} solo dice que es un pronombre: falta saber de quién.`,
    },
    parts: {
      title: 'Preguntar, ser hallada, dar',
      body: `De su fila, cada palabra saca tres más cortas. La [[query|consulta]], \`q\`, dice qué busca. La [[key|clave]], \`k\`, dice por qué se la puede encontrar. El [[value|valor]], \`v\`, es lo que entrega a quien la mira.\n\nCada una es su fila por una tabla de números, un [[parameter|parámetro]]; un modelo aprende esas tablas, aquí están hechas a mano. En esta primera capa un pronombre pregunta: ¿qué se dice de mí? Las palabras que dicen algo de otras, como ${own.tired}, tienen una clave que encaja.`,
    },
    score: {
      title: '¿Cuánto encajan?',
      body: `La consulta de una palabra se encuentra con la clave de otra: se multiplican número a número y se suma. Esa es su [[score|puntuación]], un [[dot-product|producto escalar]]. Si es grande, encajan.\n\nLa consulta de ${own.it} es 5 seguido de siete ceros, y la clave de ${own.tired} es 3 seguido de siete ceros. Así que solo hay un producto que hacer, y puedes hacerlo de cabeza. «animal» tiene una clave por debajo de cero: no dice nada de otras, y no es lo que se busca en esta capa.`,
      predict: {
        ask: `La consulta de ${own.it} empieza por 5 y la clave de ${own.tired} por 3; los demás números son todos 0. ¿Cuál es su puntuación?`,
        reveal: `5 · 3, y siete veces 0 · 0. Ninguna otra palabra tiene una puntuación tan grande en la fila de ${own.it}.`,
      },
    },
    share: {
      title: 'Cien por cien para repartir',
      body: `Las puntuaciones se convierten en partes. Primero se dividen entre la raíz de lo larga que es la consulta, para que no crezcan con ella. Después [[softmax]] convierte cada fila en [[weight|pesos]]: ninguno está por debajo de cero, y juntos suman 1, el cien por cien.\n\nSoftmax prefiere al mayor: una puntuación algo mayor recibe una parte bastante mayor. En la fila de ${own.it} las puntuaciones son 0 para la mayoría de las palabras, muy bajas para algunas y, tras la división, cerca de 5 para ${own.tired}.`,
      predict: {
        ask: `¿Cuánta de su atención da ${own.it} a ${own.tired}?`,
        reveal: 'Casi toda. Las otras diez palabras se reparten lo que queda.',
      },
    },
    answer: {
      title: 'Ahora sabe a quién buscar',
      body: `Con esas partes se suman los valores, y ${own.it} se lleva casi todo lo que entrega ${own.tired}: un sentimiento. Eso se suma a su propia fila, que hasta ahora solo decía que es un pronombre.\n\nDespués todo ocurre otra vez, en una segunda capa: consultas, claves, puntuaciones, partes. Ahora ${own.it} pregunta por algo que pueda tener un sentimiento. La clave de un animal dice que puede. La de ${own.aStreet} dice que no, pero que tiene un tamaño.`,
      predict: {
        ask: `¿Cuánto mira ${own.it} a «animal» en la segunda capa?`,
        reveal:
          'Es la respuesta a la pregunta de la primera página, hallada sin ninguna regla sobre animales cansados.',
      },
    },
    change: {
      title: 'Cambia una palabra',
      body: `Ahora la prueba. En ${own.ending} se habla ${own.ofStreet}: ${own.whyStreet}. Solo una palabra es otra, y no es ninguna de aquellas entre las que ${own.it} tiene que elegir.\n\nNada más cambia, ni las cabezas ni ningún número hecho a mano. Mira los porcentajes de ${own.it}: pasan ${own.toStreet}. En la primera capa recibe un tamaño en lugar de un sentimiento, y por eso en la segunda pregunta por algo que tenga tamaño.`,
      do: `En la frase, escribe ${own.wide} en lugar de ${own.tired}.`,
    },
  },
  challenges: {
    back: {
      title: 'De vuelta al animal',
      ask: `Ahora es ${own.theStreet}. Haz que ${own.it} vuelva al animal, con un 90 por ciento o más, con otra palabra que no sea ${own.tired}.`,
      hint: `¿Qué se puede decir de un animal y no de ${own.aStreet}? Prueba ${own.others}.`,
      done: 'Las palabras de una misma clase tienen números parecidos, así que las mismas cabezas sirven para todas.',
    },
    deaf: {
      title: '¿Y si no puede mirar adelante?',
      ask: `Deja la frase como está, y haz que ${own.it} no dé nada a ${own.tired} en la primera capa.`,
      hint: `${own.tired} viene después de ${own.it}. Una [[mask|máscara]] puede ocultar lo que viene después.`,
      done: `Un modelo que escribe palabra por palabra tampoco puede mirar adelante: aquí tendría que adivinar a quién se refiere ${own.it}.`,
    },
  },
});

export const text: LessonText = {
  ...lessonList['five-minutes'],
  ...textOn({
    it: '«it»',
    tired: '«tired»',
    wide: '«wide»',
    street: '«street»',
    theStreet: 'la calle',
    toStreet: 'a la calle',
    ofStreet: 'de la calle',
    aStreet: 'una calle',
    retold: 'el animal no cruzó la calle porque «it» estaba demasiado cansado (tired)',
    ending: '«because it was too wide» (demasiado ancho)',
    whyStreet: 'nadie dice de un animal que es demasiado ancho para cruzar',
    made: 'Estos se hicieron a mano para que puedas leerlos.',
    credit:
      'La frase es de Jakob Uszkoreit, de 2017. Los vectores de las palabras y las dos cabezas se hicieron a mano para esta página, para que se pueda leer cada número. El texto es nuestro.',
    others: 'sleepy, hungry o happy',
  }),
};
