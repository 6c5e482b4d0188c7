import type { LessonText } from '../../../../lessons/types.ts';
import { lessonList } from '../list.ts';

export const text: LessonText = {
  ...lessonList['keys-and-encoder'],
  credit:
    'Los estados del codificador, las puntuaciones, los vectores y los parámetros son los de un cuaderno llamado «Attention»; sus números enteros vienen del artículo «Illustrated: Self-Attention» de Raimi Karim (2019). El texto de aquí es nuestro.',
  pages: {
    states: {
      title: 'Mirar a otra secuencia',
      body: 'En la traducción, una red lee una frase y otra escribe su traducción. La que lee, el [[encoder|codificador]], produce un vector, un estado, por cada palabra leída. La que escribe mira esos estados cada vez que escribe una palabra.\n\nEso es [[cross-attention|atención cruzada]]: la [[query|consulta]] viene de una secuencia, y las [[key|claves]] y los [[value|valores]], de otra. Aquí hay tres estados de 3 números, las filas de `v`, y una sola fila de puntuaciones. Por eso la imagen de los pesos tiene una fila y tres columnas: T_q = 1, T_k = 3.',
    },
    shares: {
      title: 'De las puntuaciones a los pesos',
      body: 'El cuaderno no dice de dónde salen sus puntuaciones. Simplemente las da: 13, 9 y 9. Por eso esta escena también las da, y no hay `q` ni `k`.\n\nEl [[softmax]] solo ve diferencias. La primera puntuación es 4 mayor que las otras. Que sean 13 y 9 o 4 y 0 da exactamente igual. Una ventaja de 4 vale un factor de e⁴, casi 55.',
      predict: {
        ask: '¿Qué peso recibe el primer estado?',
        reveal: 'Casi todo. Los otros dos reciben 0.0177 cada uno.',
      },
    },
    blend: {
      title: 'Una mezcla de estados',
      body: 'Ahora cada estado se multiplica por su [[weight|peso]], la fila entera por un solo número, y las filas se suman. El paso `weighted` muestra las tres filas antes de sumarlas, y `z` es su suma.\n\nLa mezcla queda cerca del primer estado, que tiene casi todo el peso. Su primer número es 0.3321, y el del estado, 0.21. El segundo número muestra lo que aún puede un peso pequeño: 0.0177 de −41.3 basta para volverlo negativo, −0.2374.',
    },
    'wrong-axis': {
      title: 'Pesos por el eje equivocado',
      body: 'El cuaderno escribe `softmax_scores * encoder_hidden_states`. En PyTorch y NumPy, un vector de 3 por una matriz de 3 × 3 se alinea con las columnas, lo que se llama [[broadcasting]]. Así que el primer número de cada estado se multiplica por el peso del primer estado, y el segundo, por el del segundo.\n\nAquí el núcleo comete este error a propósito. La primera fila es 0.2026, 0.0090 y 0.0221, y las sumas de las filas, 0.2337, 3.2598 y 3.2541, están en `z`. Un peso debe multiplicar un estado entero, así que el vector tiene que ser una columna, 3 × 1.',
      do: 'Quita el error y compara z.',
    },
    'compute-keys': {
      title: 'compute_keys',
      body: 'El segundo ejemplo hace claves desde cero. Tres palabras son vectores de números enteros, `v_1`, `v_2` y `v_3`, y hay tres columnas de parámetros. Apila los vectores como filas, pon las columnas una al lado de otra y multiplica: `k = x0 · w_k`. Es todo lo que hace la función `compute_keys` del cuaderno.\n\nLa clave de `v_1` es la fila 1 del producto, [0, 1, 1]. Cada uno de sus números sale de una columna de `w_k`, no de una palabra. El cuaderno confunde columnas con palabras en dos lugares: `W_k`, con las de `v1`, `v2` y `v3`, y `w_key[:, 0]`, como los pesos de `v[0]`.',
      predict: {
        ask: '`v_3` es [1, 1, 1, 1], y la segunda columna de `w_k` es 0, 1, 1, 1. ¿Cuál es el segundo número de su clave?',
        reveal: 'Las claves son [0, 1, 1], [4, 4, 0] y [2, 3, 1].',
      },
    },
    'one-query': {
      title: 'Una consulta, todas las claves',
      body: 'La consulta de `v_1` es [1, 0, 2]. El cuaderno escribe `queries[0] @ keys.t()`: multiplicar y sumar, por cada clave. Eso da 2, 4 y 4.\n\nLa `@` es un producto de matrices, y la [[transpose|traspuesta]] `.t()` convierte cada clave en una columna. La fila 1 de `scores` es la de esta consulta. Las otras filas son las de las otras consultas, todo en un solo producto.\n\nEl softmax recibe `attention_score.float()`, y las puntuaciones del primer ejemplo tienen `dtype=torch.float`. PyTorch rechaza un softmax de enteros.',
      predict: {
        ask: '¿Cuál es el primer peso en el softmax de 2, 4 y 4?',
        reveal: 'La fila es 0.0634, 0.4683 y 0.4683, como la imprime el cuaderno.',
      },
    },
    star: {
      title: 'Un asterisco en lugar de @',
      body: 'Antes de eso el cuaderno prueba `queries[0] * keys.t()`. `keys.t()` es [0, 4, 2], [1, 4, 3], [1, 0, 1], con una clave en cada columna. El asterisco va número a número, y el [[broadcasting]] alinea la consulta con las columnas: la primera clave por 1, la segunda por 0 y la tercera por 2.\n\nEl resultado no tiene puntuaciones. Cada fila suma números de tres claves distintas: 4, 7 y 3. Con la consulta en columna, cada columna sumaría una puntuación.\n\n`queries[0][1] * keys[0]` multiplica un número de la consulta por una clave entera. Así tampoco sale ninguna puntuación. La página siguiente calcula los dos productos.',
      onScreen: 'Despliega «kᵀ» bajo las puntuaciones para ver `keys.t()`.',
      predict: {
        ask: 'Ahora el producto correcto: la consulta de `v_1` es [1, 0, 2] y la clave de `v_2` es [4, 4, 0]. Multiplica número a número y suma.',
        reveal: '1·4 + 0·4 + 2·0: el segundo número de la primera fila de `scores`.',
      },
    },
    broadcast: {
      title: 'El asterisco, calculado',
      body: 'Un asterisco con una fila es también un producto de matrices, con la fila en la diagonal de la otra matriz. Por eso aquí las filas de `x0` son las de `keys.t()`, y `w_q` tiene en su diagonal la primera consulta: 1, 0 y 2. El producto `q` es entonces `queries[0] * keys.t()`. De los tres productos de una celda, solo uno no lleva un cero.\n\nLa otra secuencia es para `queries[0][1] * keys[0]`. Las filas de `x0_k` son las claves, y `w_k` tiene en su diagonal el segundo número de la consulta, 0. La primera fila de `k` es [0, 0, 0].',
      onScreen:
        'Pulsa una celda para ver sus productos, o escribe otra consulta en `w_q`. Los pasos que siguen a `k` no significan nada aquí.',
      predict: {
        ask: 'La segunda fila de `keys.t()` es [1, 4, 3], y la consulta es [1, 0, 2]. ¿Cuál es el tercer número de la segunda fila después del asterisco?',
        reveal: '3·2. Las tres filas son [0, 0, 4], [1, 0, 6] y [1, 0, 2].',
      },
    },
    transpose: {
      title: 'Sin la traspuesta',
      body: 'La última celda del cuaderno dice `queries @ keys`, sin la traspuesta. Obtiene las filas 4, 7, 3, luego 12, 16, 4 y luego 10, 15, 5. Su primera fila tiene las sumas de las filas de la matriz del asterisco: el mismo error, ya sumado. No aparece ningún error de forma, porque hay tantas claves como números en una clave: 3 y 3.\n\nCada número es ahora una consulta por una columna de `k`: los primeros números de todas las claves, una mezcla de tres palabras. No es la puntuación de ninguna. Con cuatro palabras el programa habría fallado enseguida. Una matriz cuadrada oculta muchos errores, así que prueba con formas que sean distintas.',
      do: 'Quita el error y mira otra vez las puntuaciones.',
    },
    cross: {
      title: 'Atención al codificador, con claves',
      body: 'Ahora junta las dos mitades. Preguntan dos palabras nuestras, `u_1` y `u_2`, y responden las tres del cuaderno. Las [[query|consultas]] salen de `x0`. Las claves y los valores salen de `x0_k`, el lado del codificador, con las mismas `w_q`, `w_k` y `w_v`.\n\nLas puntuaciones son 2 × 3, una fila por consulta y una columna por estado. Aquí T_q no es T_k, así que una traspuesta olvidada o un eje equivocado darían un error. Las salidas son dos, tantas como consultas.',
    },
  },
  challenges: {
    'equal-shares': {
      title: 'Pesos iguales',
      ask: 'Dale un tercio a cada uno de los tres estados, con un margen de 0.01. Las puntuaciones se quedan en 13, 9 y 9.',
      hint: 'La ventaja de 4 tiene que contar poco. ¿Entre qué se dividen las puntuaciones antes del softmax?',
      done: 'Con una temperatura alta se derrite toda ventaja, y la consulta recibe la media de los estados.',
    },
    'all-in': {
      title: 'Todo para el primero',
      ask: 'Dale al primer estado al menos 0.999. Las puntuaciones se quedan en 13, 9 y 9.',
      hint: 'Ahora la ventaja tiene que contar más.',
      done: 'Con la mitad de temperatura la ventaja es el doble, y eso eleva la proporción al cuadrado: de casi 55 a casi 3000.',
    },
    'a-key': {
      title: 'Una clave a medida',
      ask: 'Dale a la primera palabra la clave [1, 1, 1] editando w_k. Los embeddings se quedan como están.',
      hint: 'La palabra es [1, 0, 1, 0], así que su clave es la fila 1 de `w_k` más la fila 3.',
      done: 'Cada palabra con un número en ese lugar tiene también una clave nueva, porque todas comparten los parámetros.',
    },
  },
};
