import type { LessonText } from '../../../../lessons/types.ts';
import { lessonList } from '../list.ts';

export const text: LessonText = {
  ...lessonList['how-it-learns'],
  credit:
    'Las cabezas de inducción las encontraron y nombraron Catherine Olsson y otros (2022). Los números se sortean y se entrenan aquí, ante ti. El texto es nuestro.',
  pages: {
    drawn: {
      title: 'Nadie ha escrito estos números',
      body: 'En las otras lecciones alguien hizo `w_q` y `w_k` a mano. Los modelos de verdad tienen miles de millones de números así, y nadie los escribe. Empiezan al azar: aquí cada [[parameter|parámetro]] empezó siendo un número al azar.\n\nPor eso los [[weight|pesos]] de esta escena no significan nada. Cada fila sigue sumando el cien por cien, porque de eso se ocupa el [[softmax]]. En «We read a book» (leemos un libro), la misma frase en todos los idiomas, «book» mira a unas palabras más que a otras, pero sin ninguna razón. Esta lección trata de dónde sale la razón.',
      predict: {
        ask: 'Los parámetros están al azar. ¿Cuánto mira «book» a «we»?',
        reveal: 'Más o menos un tercio, por azar. Con otra semilla sería distinto.',
      },
    },
    'one-weight': {
      title: 'Un peso, a mano',
      body: 'Digamos que «book» debería mirar a «we». Un solo número, la pérdida, dice cuánto falta. Es 0 cuando los pesos son los que quieres, y crece cuanto más lejos están.\n\nCada número de `w_q` y `w_k` influye en la pérdida. El gradiente dice cómo: cuánto crece la pérdida cuando ese número crece un poco. Así que da un paso pequeño hacia el otro lado, con todos los números a la vez.\n\nEso es el descenso de gradiente. Aprender no es más que eso, hecho muchísimas veces.',
      do: 'Pulsa «Aprender…» y elige book como consulta y we como clave. Después pulsa «Quedarse con este paso» hasta que el peso pase de 0.5.',
    },
    paint: {
      title: 'Pinta lo que quieres',
      body: 'Un peso fue fácil. Pide ahora todos: cada palabra debería mirar a la anterior, como si leyera hacia atrás.\n\nNadie le dice al modelo cómo. El descenso de gradiente busca una `w_q` y una `w_k` que den los pesos deseados. Va paso a paso, desde unas [[query|consultas]] y unas [[key|claves]] al azar.',
      onScreen:
        'Mira la pérdida: baja deprisa y luego despacio. La curva tiene escala logarítmica, así que una línea recta significa que cada paso quita la misma fracción de la pérdida que queda.',
      do: 'Pinta «El token anterior» en «Pesos pintados», entrena y quédate con lo aprendido.',
    },
    stuck: {
      title: 'Lo que no puede aprender',
      body: 'En esta frase la palabra «a» está dos veces. Con el mismo objetivo, el entrenamiento se atasca. Las dos tienen la misma fila de números, así que tienen la misma consulta y la misma clave. Sean cuales sean los parámetros, sus filas de pesos son iguales.\n\nNo ayudarían ni más pasos ni más [[head|cabezas]]. Lo que falta es un número que diga dónde está una palabra. Para eso son las posiciones. Con ellas las dos palabras son distintas, y el mismo entrenamiento funciona.',
      do: 'Dale posiciones a la escena, aprendidas o sinusoidales. Pinta otra vez «El token anterior», entrena y quédate con lo aprendido.',
    },
    'one-layer': {
      title: 'Una capa fracasa',
      body: 'Los modelos no aprenden de pesos pintados, sino de tareas. En la tarea de inducción la secuencia se repite, y el modelo tiene que predecir la letra que vino después la última vez: tras A B … A debería decir B. La pérdida, su entropía cruzada, dice cuánto le sorprendió la respuesta correcta.\n\nUna capa no puede hacerlo. Un token puede encontrar una A anterior, pero la clave de esa A no sabe nada de la B que la sigue. Los aciertos suben un poco y ahí se quedan.',
      do: 'Elige la tarea Inducción y 1 capa, y entrena 300 pasos o más.',
    },
    'two-layers': {
      title: 'Dos capas lo encuentran',
      body: 'Con dos capas, y sin cambiar nada más, durante un rato no va mejor. Después la pérdida cae de golpe: el modelo ha encontrado algo.\n\nEn la primera capa una cabeza mira al token anterior, así que cada token aprende qué tenía delante. En la segunda capa una [[head|cabeza]] pregunta: ¿qué token viene después de una letra como la mía? Es el que sigue a la A anterior, y esa es la respuesta.\n\nA una pareja así se la llama cabeza de inducción. Nadie la puso ahí.',
      onScreen: 'Busca las dos cabezas: cada una lleva el nombre de lo que ha llegado a ser.',
      do: 'Elige 2 capas y entrena hasta que los aciertos lleguen al 95 por ciento o más.',
    },
    'no-mask': {
      title: 'Quita la máscara',
      body: 'Una capa fracasó. Sin la [[mask|máscara]] cada token ve también los que vienen después, y de repente basta con una capa.\n\nNo tan deprisa. En esta tarea la respuesta correcta es casi siempre el token siguiente de la secuencia, y sin máscara el modelo simplemente mira ahí. Ha aprendido a copiar la respuesta.\n\nCuando un texto se escribe palabra por palabra todavía no hay palabra siguiente, y este modelo estaría perdido. Para eso es la máscara.',
      do: 'Elige 1 capa y, en «Más ajustes», la máscara «Ninguna». Entrena hasta que los aciertos lleguen al 90 por ciento o más.',
    },
    'no-positions': {
      title: 'Quita las posiciones',
      body: 'Dos capas tienen otra vez la máscara, pero no hay posiciones. Ahora un token no sabe dónde está. Ve los anteriores como un montón desordenado.\n\nLa primera de las dos cabezas ya no es posible: para mirar al token anterior hay que saber cuál es. La máscara deja escapar algo de información sobre la posición, porque el primer token ve uno y el último ve muchos. Por eso los aciertos son mejores que el azar. Pero tarda muchísimo más, y la caída brusca no llega.',
      do: 'Elige 2 capas y, en «Más ajustes», la máscara «Causal» y posiciones «Ninguna». Entrena 300 pasos o más.',
    },
  },
  challenges: {
    fewest: {
      title: 'Con los menos números',
      ask: 'Entrena «Token anterior» hasta el 95 por ciento o más con un modelo de 500 números como mucho. «Más ajustes» muestra cuántos números tiene un modelo.',
      hint: 'Las capas, d_model y lo que piden las posiciones: todo cuenta. ¿Qué ancho necesita una fila para distinguir ocho letras?',
      done: 'Un modelo pequeño basta para una tarea que la atención sabe hacer.',
    },
    'first-token': {
      title: 'Todos miran al primero',
      ask: 'Haz que cada palabra mire a la primera, al 95 por ciento o más, solo entrenando. No toques la frase, el embedding ni los ajustes de la atención.',
      hint: 'Pinta «El primer token» como objetivo y entrena. Si todavía no basta, sigue entrenando o da pasos mayores.',
      done: 'Los modelos grandes hacen esto por su cuenta cuando una cabeza no tiene nada mejor que mirar. El primer token es su lugar de descanso.',
    },
  },
};
