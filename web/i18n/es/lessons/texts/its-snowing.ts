import type { LessonText } from '../../../../lessons/types.ts';
import { lessonList } from '../list.ts';

export const text: LessonText = {
  ...lessonList['its-snowing'],
  credit:
    'Los embeddings y los parámetros son los del cuaderno «Self attention with Numpy», que nombra como fuente «The Illustrated Transformer» de Jay Alammar (2018). El texto de aquí es nuestro.',
  pages: {
    words: {
      title: 'Tres palabras',
      body: 'La frase es «It’s snowing outside» («está nevando afuera»), dividida en tres [[token|tokens]]. Cada uno es un vector de [[d_model]] = 3 números, una fila de `x0`: su [[embedding]]. Los números son inventados, como dice el propio cuaderno. Con números que un modelo hubiera aprendido, todo lo que sigue se haría igual.\n\nEl cuaderno llega hasta las puntuaciones. Después viene una celda que dice TODO, «por hacer». Esta lección recorre los mismos números y hace lo que falta.',
    },
    queries: {
      title: 'Consultas y claves',
      body: 'Los parámetros `w_q`, `w_k` y `w_v` tienen 3 filas y 2 columnas, así que cada palabra recibe una [[query|consulta]], una [[key|clave]] y un [[value|valor]] de 2 números: d_k = d_v = 2. Multiplica una fila de `x0` por una columna de una matriz y suma.\n\nLa clase del cuaderno tiene el producto al revés, `w_q` por los tokens traspuestos. Con estas formas es imposible: 2 columnas se encontrarían con 3 filas. El ejemplo que hay debajo de la clase tiene el orden correcto, primero los tokens.',
      predict: {
        ask: '«It’s» es [0.3, 0.8, −0.3], y la primera columna de `w_q` es 0.27, 0.24, 0.56. ¿Cuál es el primer número de su consulta?',
        reveal: '0.3·0.27 + 0.8·0.24 − 0.3·0.56. La consulta entera es [0.105, −0.138].',
      },
    },
    scores: {
      title: 'Puntuaciones: aquí acaba el cuaderno',
      body: 'Cada consulta se compara con cada clave, `q` · `k`ᵀ, y salen 3 × 3 [[score|puntuaciones]]. La primera fila, la de «It’s», es −0.0913, 0.0810 y −0.0471. Una puntuación negativa no tiene nada de especial. Solo significa menos que una positiva.\n\nMira la columna de «snowing». Su clave, [−0.128, −0.684], apunta en sentido contrario a la consulta de «outside», [0.390, 0.374]. Su puntuación es la más baja de todas: −0.3057.',
      predict: {
        ask: 'La consulta de «snowing» es [−0.267, −0.135] y la clave de «outside» es [0.297, 0.567]. ¿Su puntuación está por debajo de cero, es cero o está por encima?',
        reveal: 'Los dos productos son negativos: −0.267·0.297 y −0.135·0.567.',
      },
    },
    scaled: {
      title: 'Empieza el TODO: dividir entre √dₖ',
      body: 'Cuanto más largos son los vectores, más grandes pueden ser sus productos, y un softmax de números grandes le da casi todo a una sola palabra. Por eso Vaswani et al. dividen cada puntuación entre √[[d_k]], aquí la raíz cuadrada de 2. Este paso se llama `scaled`.\n\nCon solo 2 números cambia poco. Para ver qué harían unas puntuaciones más grandes, baja la [[temperature|temperatura]]. Las puntuaciones escaladas se dividen entre ella antes del softmax, así que una temperatura de 0.1 las hace diez veces mayores.',
      do: 'Pon la temperatura en 0.1 o menos y mira los pesos.',
    },
    weights: {
      title: 'Después, los pesos',
      body: 'La temperatura vuelve a ser 1. El [[softmax]] convierte cada fila en [[weight|pesos]], que son positivos y suman 1. Las puntuaciones están cerca unas de otras, así que los pesos también: a ninguna palabra se la ignora y ninguna destaca. Unos parámetros que nadie ha entrenado todavía no tienen nada que decir.\n\nCada fila va por separado. Lo que «It’s» le da a «snowing» no tiene que ver con lo que «snowing» le da a «It’s». Lo uno está en la fila 1; lo otro, en la fila 2.',
      predict: {
        ask: 'Las puntuaciones escaladas de «It’s» son más o menos −0.065, 0.057 y −0.033. ¿Qué peso le da a «snowing»?',
        reveal: 'Un poco más de un tercio. La fila es 0.316, 0.357 y 0.326.',
      },
    },
    outputs: {
      title: 'Valores y salidas',
      body: 'Los valores son `v = x0 · w_v`, una fila de 2 números por palabra. Ahora cada palabra suma los tres valores, cada uno por su peso. «It’s» toma 0.316 de su propio valor, 0.357 del de «snowing» y 0.326 del de «outside». Eso da [0.183, 0.230], la primera fila de `z`.\n\nCon una sola [[head|cabeza]] y sin `w_o`, `z` es también la salida, `output`.\n\nCon eso el TODO está hecho. Aquí está la clase con su `forward` completo: primero los tokens y después paso a paso, como en esta página. Ejecútala e imprime las filas de `z`.',
      onScreen: 'Pulsa una celda de `z` para ver los tres productos de los que se compone.',
    },
    swapped: {
      title: '¿Y si q y k se intercambian?',
      body: 'Es un despiste pequeño y no da ningún error: `q` y `k` tienen la misma forma. Aquí el núcleo comete este error a propósito, con el resultado correcto al lado. Las puntuaciones son ahora la traspuesta de las correctas, con filas y columnas intercambiadas.\n\nLa fila de «It’s» debería tener lo que «It’s» le pregunta a cada palabra. Ahora tiene lo que cada palabra le pregunta a «It’s», y el softmax normaliza la fila equivocada. La imagen parece igual de buena; por eso conviene comprobar un número a mano.',
      do: 'Quita el error en los controles.',
    },
  },
  challenges: {
    'own-way': {
      title: 'Que se decida',
      ask: 'Haz que «outside» se dé a sí misma al menos 0.9 de su atención. Los embeddings, los parámetros y la máscara se quedan como están.',
      hint: 'Su puntuación consigo misma es la mayor de su fila, pero por poco. ¿Qué hace que cuenten las diferencias pequeñas?',
      done: 'Una temperatura baja convierte «un poco más» en «casi todo». En el límite solo queda la puntuación mayor.',
    },
    'no-future': {
      title: 'Sin mirar adelante',
      ask: 'Deja que cada palabra vea solo a sí misma y a las anteriores. La última sigue viendo las tres.',
      hint: 'Para esto hay una máscara. Su nombre tiene que ver con causas y efectos.',
      done: '«It’s» no tiene ninguna palabra antes y se lo queda todo. Así trabajan los modelos que escriben texto.',
    },
    'look-back': {
      title: 'Snowing mira atrás',
      ask: 'Haz que «snowing» mire sobre todo a «It’s» editando solo los embeddings.',
      hint: 'La consulta de «snowing» es negativa en sus dos números. Una clave también negativa le encajaría bien. ¿Qué haría negativa la clave de «It’s»?',
      done: 'Las claves salen de los embeddings. Al mover una palabra se mueve aquello que la encuentra, y también su consulta y su valor.',
    },
  },
};
