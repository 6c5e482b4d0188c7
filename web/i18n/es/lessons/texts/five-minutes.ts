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
      title: `¿A qué se refiere ${own.it}?`,
      body: `Lee la frase: ${own.retold}. ¿Quién estaba cansado? Lo has sabido enseguida, porque has mirado atrás en la frase sin darte cuenta.\n\nUn programa que lee también tiene que mirar atrás. Eso es la [[self-attention|atención]]: cada palabra mira a todas las demás y se queda con un poco de cada una que importa. En unas páginas sabrás cómo ${own.it} encuentra al animal.`,
      onScreen: `La imagen muestra cuánto mira ${own.it} a cada palabra.`,
    },
    numbers: {
      title: 'Una palabra es una fila de números',
      body: `Un programa no puede mirar palabras, así que cada [[token|palabra]] se convierte en una fila de números, su [[embedding]]. Aquí una fila tiene dieciséis números, y cada número mide una cualidad. «animal» tiene 1 en animate y 1 en animal, ${own.street} tiene 1 en place y ${own.tired} tiene 1 en feeling.\n\nEn un modelo grande una fila tiene miles de números, y nadie les ha puesto nombre. ${own.made} La fila de ${own.it} solo dice que es un pronombre. A qué se refiere está por ver.`,
    },
    parts: {
      title: 'Consulta, clave y valor',
      body: `La fila de cada palabra se convierte en tres filas más cortas. La [[query|consulta]], \`q\`, dice qué busca la palabra. La [[key|clave]], \`k\`, dice por qué se la puede encontrar. El [[value|valor]], \`v\`, es lo que entrega.\n\nCada una de las tres es la fila por una tabla de números, los [[parameter|parámetros]]. Un modelo aprende esas tablas. Aquí se hicieron a mano.\n\nEn esta primera capa un pronombre pregunta: ¿qué palabra me describe? Las palabras que describen algo, como ${own.tired}, tienen una clave que encaja.`,
    },
    score: {
      title: '¿Cuánto encajan?',
      body: `Toma la consulta de una palabra y la clave de otra, multiplícalas número a número y suma. El resultado es su [[score|puntuación]], un [[dot-product|producto escalar]]. Si es grande, encajan.\n\nLa consulta de ${own.it} es 5 seguido de siete ceros, y la clave de ${own.tired} es 3 seguido de siete ceros. Así que solo hay un producto, y puedes hacerlo de cabeza. La clave de «animal» es negativa: no describe nada, así que esta capa la ignora.`,
      predict: {
        ask: `La consulta de ${own.it} empieza por 5 y la clave de ${own.tired} por 3. Todos los demás números son 0. ¿Cuál es su puntuación?`,
        reveal: `5 · 3, y siete veces 0 · 0. Ninguna otra palabra tiene una puntuación tan grande en la fila de ${own.it}.`,
      },
    },
    share: {
      title: 'Un cien por cien que repartir',
      body: `Las puntuaciones se convierten en porcentajes. Primero se dividen entre la raíz cuadrada de 8, porque una consulta tiene 8 números. Si no, los vectores más largos darían puntuaciones más grandes. Después el [[softmax]] convierte cada fila en [[weight|pesos]]: ninguno es negativo, y juntos suman 1, el cien por cien.\n\nEl softmax favorece al ganador: una puntuación algo mayor recibe un peso mucho mayor. En la fila de ${own.it} las puntuaciones son 0 para la mayoría de las palabras y muy bajas para algunas. Para ${own.tired} la puntuación es de unos 5 tras la división.`,
      predict: {
        ask: `¿Cuánta de su atención da ${own.it} a ${own.tired}?`,
        reveal: 'Casi toda. Las otras diez palabras se reparten lo que queda.',
      },
    },
    answer: {
      title: 'Ahora sabe qué buscar',
      body: `Ahora se suman los valores, cada uno por su peso, y ${own.it} se queda con casi todo lo que entrega ${own.tired}: un sentimiento. Eso se suma a su propia fila, que hasta ahora solo decía que es un pronombre.\n\nDespués todo ocurre otra vez, en una segunda capa: consultas, claves, puntuaciones, pesos. Ahora ${own.it} busca algo que pueda tener un sentimiento. La clave de un animal dice que puede. La de ${own.aStreet} dice que no, pero que tiene un tamaño.\n\nAsí que casi toda su atención va a «animal». Eso responde a la pregunta de la primera página, sin ninguna regla sobre animales cansados.`,
    },
    change: {
      title: 'Cambia una palabra',
      body: `Ahora la prueba. En ${own.ending} se habla ${own.ofStreet}: ${own.whyStreet}. Solo ha cambiado una palabra, y no es ninguna de aquellas a las que ${own.it} podría referirse.\n\nNada más es distinto, ni las cabezas ni la tabla de palabras. Los pesos de ${own.it} pasan ${own.toStreet}. En la capa 1 recibe ahora un tamaño en lugar de un sentimiento. Por eso en la capa 2 busca algo que tenga tamaño.`,
      do: `Sustituye ${own.tired} por ${own.wide} en la frase.`,
    },
  },
  challenges: {
    back: {
      title: 'De vuelta al animal',
      ask: `Ahora ${own.it} es ${own.theStreet}. Haz que vuelva a ser el animal, con un 90 por ciento o más, sin usar ${own.tired}.`,
      hint: `¿Qué palabras describen a un animal pero no ${own.aStreet}? Prueba ${own.others}.`,
      done: 'Las palabras de una misma clase tienen números parecidos, así que las mismas cabezas sirven para todas.',
    },
    deaf: {
      title: '¿Y si no puede mirar adelante?',
      ask: `Deja la frase como está, y haz que ${own.it} ignore por completo ${own.tired} en la primera capa.`,
      hint: `${own.tired} viene después de ${own.it}. Una [[mask|máscara]] puede ocultar lo que viene después.`,
      done: `Un modelo que escribe palabra por palabra tampoco puede mirar adelante. Aquí tendría que adivinar a qué se refiere ${own.it}.`,
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
