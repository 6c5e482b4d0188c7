import type { LessonText } from '../../../../lessons/types.ts';
import { lessonList } from '../list.ts';

export const text: LessonText = {
  ...lessonList['music-transformer'],
  credit:
    'Los tamaños, las fórmulas y la tabla de embeddings son los del cuaderno «Self-Attention Layer», que sigue el artículo «Music Transformer» (Huang et al. 2018). El cuaderno sortea sus otros números sin semilla. Aquí se sortean de nuevo, con semilla. El texto de aquí es nuestro.',
  pages: {
    notes: {
      title: 'Cuarenta notas',
      body: 'El cuaderno trabaja con el tamaño de un modelo real, aunque pequeño: L = 40 posiciones con D = 144 números cada una, sorteados entre −1 y 1. No tiene palabras para ellas. Nosotros las llamamos cuarenta notas, desde el do grave C2 hacia arriba, porque el artículo que sigue trata de música. Para la atención, una nota es una fila de `x0`, como cualquier palabra.\n\nLos parámetros se sortean entre 0 y 1, como en el cuaderno. Recuerda que todos son positivos. Va a importar. El sorteo tiene semilla, así que ves los mismos números que todo el mundo.',
    },
    'whole-q': {
      title: 'Q, antes de dividirla',
      body: 'Q = X · WQ es una sola matriz. Tiene una fila por cada una de las 40 notas y 144 columnas: la forma (40, 144) que imprime el cuaderno. K y V se hacen igual.\n\nEsta página tiene una sola [[head|cabeza]], así que `q` es esa matriz entera. Cada uno de sus 5760 números es una suma de 144 productos: una fila de X se encuentra con una columna de WQ.\n\nDespués el cuaderno corta Q, K y V en cabezas. Con eso no se calcula nada nuevo. Las doce cabezas tienen los mismos números, doce columnas cada una.',
      onScreen: 'Pulsa una celda para ver sus 144 productos.',
    },
    example: {
      title: 'np.split, con ocho números',
      body: 'Antes de dividir nada grande, el cuaderno prueba `np.split(a, 2, axis=1)` con dos filas de cuatro números. Aquí son `x0`, y los parámetros son identidades, así que `q` es la misma matriz, dividida para dos [[head|cabezas]].\n\nEl corte va por las columnas: cada fila deja su mitad derecha a la segunda cabeza. Así, la cabeza 1 tiene dos veces [1, 2] y la 2, dos veces [3, 4]. Ningún número cambia y ninguno está en las dos.\n\nCortar por el otro eje separaría las palabras, y una cabeza tiene que verlas todas.',
      onScreen: 'Elige arriba la cabeza para ver la otra.',
    },
    split: {
      title: 'Doce cabezas',
      body: 'Cada fila de `q`, `k` y `v` se divide en H = 12 trozos de D/H = 12 números, uno por [[head|cabeza]]. Los doce primeros números van a la primera cabeza; los doce siguientes, a la segunda. Cada cabeza compara y mezcla sus propios trozos, y al final los resultados se vuelven a juntar.\n\nEl cuaderno anota sobre D, en su único comentario en español: «Debe ser divisible por H». ¿Qué pasa si no lo es? La imagen conserva la última escena que funcionó, y el control dice qué está mal.',
      do: 'Pide 13 cabezas.',
    },
    scaled: {
      title: 'Puntuaciones, divididas entre √(D/H)',
      body: 'Las puntuaciones se dividen entre la raíz cuadrada de D/H, la anchura de una cabeza: √12, no √144. Lo que cuenta es cuántos productos se han sumado. `K[0].T` tiene la forma (12, 40).\n\nAun así son enormes, más de cien en casi la cuarta parte de las parejas. La culpa es de los parámetros positivos. Con ellos, cada número de `q` y `k` es más o menos la mitad de la suma de la fila de su nota. Por eso casi todos los productos de una puntuación tienen el mismo signo, 73 de cada 100 en promedio, y se acumulan.\n\nLa teoría de √[[d_k]] supone media 0.',
      onScreen:
        'Despliega «kᵀ» bajo las puntuaciones para ver `K[0].T`. Elige los parámetros Xavier y verás qué cambia con media 0.',
      predict: {
        ask: 'A partes iguales tocaría 1/40 = 0.025. ¿Cuánta atención le da C2 a D♯5, la última nota, en la primera cabeza?',
        reveal:
          'Toda, por lo que se alcanza a ver. Con puntuaciones así, el softmax deja que una clave se lo lleve todo.',
      },
    },
    'whole-matrix': {
      title: 'Un softmax para 1600 celdas',
      body: 'El `softmax` del cuaderno divide entre la suma de toda la matriz: 40 filas comparten un solo 1. Aquí el núcleo comete este error a propósito, cabeza por cabeza, con el resultado correcto al lado.\n\nCon estas puntuaciones el efecto es drástico. En la primera cabeza una celda, D♯5 mirándose a sí misma, tiene la mayor puntuación de las 1600 y se lo lleva todo. A las demás notas no les queda casi nada, y sus filas de `z` no se distinguen de cero. En el resultado correcto cada fila tiene su propio softmax y suma 1, hagan lo que hagan las otras.',
      do: 'Quita el error.',
    },
    distances: {
      title: '¿A qué distancia?',
      body: 'Hasta aquí una nota no sabe dónde está. Baraja las notas, y los pesos solo se barajan con ellas. En la música la distancia importa: un motivo vuelve unos tiempos después. La [[relative-attention|atención relativa]] aprende un vector por cada distancia, en cada cabeza: E_T, de forma (H, L, D/H), aquí las filas de `E_rel`.\n\nLa consulta de la nota i se multiplica por el vector de la distancia j − i, y sale una segunda puntuación, `relative`. Se suma a `scores` antes de escalar: `related`. Ahora la máscara es causal, porque la música se escribe de izquierda a derecha. Por eso bastan 40 distancias, de −39 a 0.',
    },
    skewing: {
      title: 'Desplazar las filas',
      body: 'La manera directa construye el vector de la distancia de cada pareja de notas: L × L × D/H números, demasiados para una pieza larga. El Music Transformer multiplica cada consulta por todas las distancias a la vez. El resultado es `qe`. Cada fila es correcta, pero está corrida: la distancia 0 queda en la última columna y no en la diagonal.\n\nEl [[skewing|desplazamiento]] pone las filas en su sitio. Añade delante una columna de ceros, vuelve a leer los mismos números, en orden, como L + 1 filas de L, y quita la primera fila. `skewed` y `relative` tienen entonces los mismos números donde una nota puede mirar. El cuaderno deja S_rel al azar, como la página siguiente. Aquí se calcula.',
    },
    's-rel': {
      title: 'S_rel como entrada',
      body: 'El cuaderno no calcula S_rel. Su `RelativeAttention(Q_h, K_h, V_h, S_rel)` recibe una matriz ya hecha, y la llama con `np.random.rand(L, L)`: 1600 números entre 0 y 1, uno por cada consulta y cada clave. Aquí se sortean con semilla y una cifra, iguales para todas las cabezas. El cuaderno no tiene máscara: S_rel incluye las notas posteriores.\n\nLos números se suman antes de dividir: num = Q·Kᵀ + S_rel, es decir, `related` = `scores` + `S_rel`. El resultado de una cabeza tiene la forma (40, 12), igual que sin S_rel.\n\nAl lado de puntuaciones de más de cien, unos números menores que 1 cambian poco. Con el softmax fila por fila, C2 sigue mirando solo a D♯5. Una S_rel aprendida puede ser tan grande como haga falta.',
      do: 'Edita S_rel: escribe en su primera celda un número tan grande que C2 se mire a sí misma en la primera cabeza.',
    },
    'relative-whole': {
      title: 'RelativeAttention, tal como está',
      body: 'La función `RelativeAttention` del cuaderno llama al mismo `softmax` que `attention`, el que divide entre la suma de toda la matriz. Aquí el núcleo comete ese error a propósito, con el resultado correcto al lado.\n\nLos números pequeños de S_rel no cambian nada. En la primera cabeza, la celda de D♯5 mirándose a sí misma vuelve a llevárselo todo. A las otras 39 notas no les queda casi nada, y sus filas de `z` no se distinguen de cero.\n\nCon un softmax para cada fila, cada nota tiene un resultado. Es lo que muestra la página anterior.',
      do: 'Quita el error.',
    },
    'feed-forward': {
      title: 'Y una capa feed-forward',
      body: 'El cuaderno acaba la capa con un comentario: FF(Z) = ReLU(Z·W_1 + b_1)·W_2 + b_2. Es la parte [[feed-forward]] de un bloque de transformer, y trabaja con cada nota por separado. `hidden` es la capa interior, aquí de 64 números, donde ReLU cambia por 0 todo número negativo. `y` es el resultado, otra vez con 144 números por nota.\n\nLa atención mezcla notas y deja cada número en su lugar. La parte feed-forward mezcla números y deja cada nota en su lugar. Esta escena sortea también sesgos, así que hay `b_1` y `b_2`.',
    },
    lookup: {
      title: 'De dónde salen los embeddings',
      body: 'Las últimas celdas hacen una tabla de 10 filas y 3 columnas y buscan palabras por su número: el id 4 recibe la fila 4, contando desde 0. No se calcula nada, así que `x0` es una copia de filas. En el entrenamiento la tabla se aprende como cualquier otro parámetro.\n\nEl cuaderno busca 1, 2, 4, 5 y después 4, 3, 2, 9, e imprime el resultado: el id 1 es −1.0822, −1.0538, 0.3082. Las filas de 0, 6, 7 y 8 no se imprimieron nunca, así que esas cuatro son nuestras. El mismo id recibe siempre la misma fila, esté donde esté.',
      do: 'Cambia los tokens por 4 3 2 9.',
    },
    batch: {
      title: 'Las dos secuencias a la vez',
      body: 'El cuaderno busca las dos secuencias en una sola llamada: entran ids de forma (2, 4) y salen vectores de forma (2, 4, 3). Un lote así es solo una pila. Aquí las dos secuencias van una tras otra. Las filas 1 a 4 de `x0` son la primera y las filas 5 a 8 la segunda: los 24 números que imprime el cuaderno.\n\nLa atención ocurre dentro de cada secuencia y nunca entre las dos. De eso se encarga una máscara: cada id ve solo su propia secuencia. Los programas hacen lo mismo cuando juntan varios textos en una fila.\n\nEl programa hace la búsqueda en PyTorch e imprime también la forma.',
    },
    padded: {
      title: 'Un lote y su relleno',
      body: 'Las dos secuencias del cuaderno tienen cuatro ids cada una, así que se pueden apilar tal como están. Casi todas las frases tienen longitudes distintas, y una pila necesita filas de la misma longitud. Las más cortas se rellenan. Esta página enseña una de ellas.\n\nAquí hay una secuencia de tres ids, 4, 3 y 2, rellenada hasta cuatro con el id 0. Ese id tiene una fila en la tabla como cualquier otro y recibiría atención. La máscara de relleno lo oculta: sea cual sea su puntuación, su peso es 0.',
      do: 'Quita la máscara y mira cuánto peso recibe el relleno.',
    },
  },
  challenges: {
    'wide-heads': {
      title: 'Dieciséis números por cabeza',
      ask: 'Haz que cada cabeza tenga 16 números de ancho.',
      hint: 'Los 144 números se reparten por igual. ¿A cuántas cabezas les tocan 16?',
      done: '9 · 16 = 144. Con menos cabezas, cada una es más ancha, y el número de parámetros no cambia.',
    },
    'only-itself': {
      title: 'Cada nota para sí',
      ask: 'Haz que cada nota se atienda solo a sí misma, en todas las cabezas.',
      hint: 'Con 40 notas y 12 cabezas, ningún parámetro lo conseguirá por suerte. ¿Qué máscara deja una clave por fila?',
      done: 'Una ventana de 0 hacia atrás y 0 hacia delante. `z` es entonces la propia `v`, y la atención no hace nada.',
    },
    'no-such-row': {
      title: 'Una fila que no existe',
      ask: 'Pídele a la tabla un id que no tiene y lee el mensaje.',
      hint: 'La tabla tiene 10 filas, y se cuentan desde 0.',
      done: 'El mensaje nombra el id y las filas de la tabla. La última imagen que funcionó se queda hasta que lo arregles.',
    },
  },
};
