import type { LessonText } from '../../../../lessons/types.ts';
import { lessonList } from '../list.ts';

export const text: LessonText = {
  ...lessonList['how-it-learns'],
  credit:
    'Las cabezas de inducción las encontraron y nombraron Catherine Olsson y otros (2022). Los números se sortean y se entrenan aquí, ante ti; el texto es nuestro.',
  pages: {
    drawn: {
      title: 'Nadie ha escrito estos números',
      body: 'En las otras lecciones alguien hizo `w_q` y `w_k` a mano. Los modelos de verdad tienen miles de millones de números así, y nadie escribe ni uno. Empiezan al azar: aquí cada [[parameter|parámetro]] salió de un sombrero.\n\nPor eso los [[weight|pesos]] de esta escena no significan nada. Cada fila sigue sumando el cien por cien, porque de eso se ocupa [[softmax]], y «book» mira a unas palabras más que a otras. Pero no hay ninguna razón para ello. Esta lección trata de dónde sale la razón.',
      predict: {
        ask: 'Los parámetros son puro azar. ¿Cuánto mira «book» a «we»?',
        reveal: 'Más o menos un tercio, por azar. Con otra semilla sería otra cosa.',
      },
    },
    'one-weight': {
      title: 'Un peso, a mano',
      body: 'Digamos que «book» debería mirar a «we». Cuánto falta lo dice un solo número, la pérdida: es 0 cuando los pesos son los que quieres, y mayor cuanto más lejos están.\n\nCada número de `w_q` y `w_k` tiene su parte en ella. El gradiente dice hacia dónde: cuánto crece la pérdida cuando ese número crece un poco. Así que da un paso pequeño hacia el otro lado, con todos a la vez. Eso es el descenso de gradiente. Aprender no es más que eso, hecho muchísimas veces.',
      do: 'Pulsa «Aprender…», elige book como consulta y we como clave, y quédate con pasos hasta que el peso pase de la mitad.',
    },
    paint: {
      title: 'Pinta lo que quieres',
      body: 'Un peso fue fácil. Pide ahora todos: cada palabra debería mirar a la anterior, como si leyera hacia atrás.\n\nNadie le dice al modelo cómo. Tú pintas la imagen, y el descenso de gradiente busca una `w_q` y una `w_k` que la den, paso tras paso, desde las [[query|consultas]] y las [[key|claves]] que dejó el azar. Mira la pérdida: baja deprisa y luego despacio. La curva tiene escala logarítmica, así que una línea recta significa que cada paso quita la misma parte de lo que queda.',
      do: 'Pinta «El token anterior» en «Pesos pintados», entrena y quédate con lo aprendido.',
    },
    stuck: {
      title: 'Lo que no puede aprender',
      body: 'En esta frase la palabra «a» está dos veces. Pide lo mismo otra vez, y el entrenamiento se atasca. Las dos tienen la misma fila de números, así que tienen la misma consulta y la misma clave; sean cuales sean los parámetros, sus filas de pesos son iguales.\n\nNi la paciencia ni otra [[head|cabeza]] ayudarían. Lo que falta es un número que diga dónde está una palabra. Para eso son las posiciones: con ellas las dos ya no son iguales, y el mismo entrenamiento encuentra el camino.',
      do: 'Dale posiciones a la escena, aprendidas o sinusoidales, pinta otra vez «El token anterior», entrena y quédate con lo aprendido.',
    },
    'one-layer': {
      title: 'Una capa fracasa',
      body: 'Pintar imágenes es un juego; los modelos aprenden de tareas. En «Inducción» vienen unas letras, luego otra vez las mismas, y el modelo tiene que decir qué vino después la última vez: tras A B … A debería decir B. La pérdida dice cuánto le sorprendió la respuesta correcta: su entropía cruzada.\n\nCon una capa no se puede. Un token puede encontrar una A anterior, pero la clave de esa A no sabe nada de la B que la sigue. Mira los aciertos: suben un poco y ahí se quedan.',
      do: 'En «Entrenar una tarea» elige Inducción y 1 capa, y entrénala 300 pasos o más.',
    },
    'two-layers': {
      title: 'Dos capas lo encuentran',
      body: 'Ahora con dos capas, y sin cambiar nada más. Durante un rato no va mejor. Después la pérdida cae por un barranco: algo se ha encontrado.\n\nMira las cabezas. En la primera capa una mira al token anterior, y así cada token aprende qué tenía delante. En la segunda capa una [[head|cabeza]] pregunta: ¿quién tiene mi letra justo antes? Es el token que sigue a la A anterior, y esa es la respuesta. A una pareja así se le llama cabeza de inducción. Nadie la puso ahí.',
      do: 'Elige 2 capas y entrena hasta que los aciertos lleguen al 95 por ciento o más.',
    },
    'no-mask': {
      title: 'Quita la máscara',
      body: 'Volvamos a una capa, que fracasó. Quita la [[mask|máscara]], de modo que cada token vea también los que vienen después, y entrena otra vez. De repente basta con una capa.\n\nNo te alegres demasiado pronto. En esta tarea la respuesta correcta es casi siempre el token siguiente de la secuencia, y sin máscara el modelo simplemente mira ahí. Ha aprendido a copiar la solución de la página. Cuando un texto se escribe palabra por palabra todavía no hay palabra siguiente, y este modelo estaría perdido. Para eso es la máscara.',
      do: 'Elige 1 capa y la máscara «Ninguna», y entrena hasta que los aciertos lleguen al 90 por ciento o más.',
    },
    'no-positions': {
      title: 'Quita las posiciones',
      body: 'Dos capas, otra vez con la máscara, pero sin posiciones. Ahora un token no sabe dónde está. Ve los anteriores como un montón sin orden ninguno.\n\nLa primera de las dos cabezas ya no se puede construir: para mirar al token anterior hay que saber cuál es. La máscara deja escapar un poco, porque el primer token ve uno y el último ve muchos, y por eso los aciertos son mejores que el azar. Pero tarda muchísimo más, y el barranco no llega.',
      do: 'Elige 2 capas, la máscara «Causal» y posiciones «Ninguna», y entrena 300 pasos o más.',
    },
  },
  challenges: {
    fewest: {
      title: 'Con los menos números',
      ask: 'Entrena «Token anterior» hasta el 95 por ciento o más con un modelo de 500 números como mucho. La página dice cuántos tiene un modelo antes de empezar.',
      hint: 'Las capas, d_model y lo que piden las posiciones: todo cuenta. ¿Qué ancho necesita una fila para distinguir ocho letras?',
      done: 'Basta un modelo pequeño donde la tarea es de las que la atención sabe hacer.',
    },
    'first-token': {
      title: 'Todos miran al primero',
      ask: 'Haz que cada palabra mire a la primera, al 95 por ciento o más, solo entrenando: sin tocar la frase, el embedding ni nada de la atención.',
      hint: 'Pinta «El primer token» como objetivo y entrena. Si todavía no basta, sigue entrenando o da pasos mayores.',
      done: 'Los modelos grandes hacen esto por su cuenta cuando una cabeza no tiene nada mejor que mirar: el primer token es su lugar de descanso.',
    },
  },
};
