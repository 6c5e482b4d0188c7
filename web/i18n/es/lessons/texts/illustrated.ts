import type { LessonText } from '../../../../lessons/types.ts';
import { lessonList } from '../list.ts';

export const text: LessonText = {
  ...lessonList.illustrated,
  credit:
    'Las entradas, los parámetros y los ocho pasos son los de un cuaderno de Manuel Romero, a partir del artículo «Illustrated: Self-Attention» de Raimi Karim (2019). El texto de aquí es nuestro.',
  pages: {
    why: {
      title: 'Lo que comparte la familia de BERT',
      body: 'BERT, RoBERTa, ALBERT, SpanBERT, DistilBERT, SesameBERT, SemBERT, MobileBERT, TinyBERT y CamemBERT: ¿qué tienen en común? Con esa pregunta empieza el cuaderno, y la respuesta no es «BERT». Todos usan la [[self-attention|autoatención]], porque todos son transformers.\n\nLas redes anteriores leían una frase palabra por palabra, y cada paso esperaba al anterior. Eso se llama recurrencia. Lo que dice la primera palabra tiene que sobrevivir a todos los pasos hasta que alguien lo necesite. Un transformer no tiene recurrencia. Cada palabra mira directamente a todas las demás, por lejos que estén, y todas lo hacen a la vez.\n\n¿Qué cuentas hay detrás? Las páginas siguientes las hacen paso a paso.',
    },
    what: {
      title: 'Paso 0: ¿Qué es la autoatención?',
      body: '¿Se parece la [[self-attention|autoatención]] a la atención? Sí: la idea es la misma, y casi toda la aritmética también.\n\nUn módulo de autoatención recibe unos vectores y devuelve otros tantos. Por el camino las entradas se encuentran entre sí, de ahí el «auto», y averiguan qué entradas importan más, que es la «atención». Cada salida es una mezcla de lo que llevan todas.\n\nLas páginas siguientes lo recorren en ocho pasos, desde las entradas hasta las salidas. Los pasos se llaman como en el cuaderno del que vienen los números.',
      onScreen: 'Pulsa cualquier celda y la página te muestra cómo se calculó su número.',
    },
    inputs: {
      title: 'Paso 1: Preparar las entradas',
      body: 'Hay tres entradas, llamadas Input 1, Input 2 e Input 3, con [[d_model]] = 4 números cada una. Son las filas de `x0`. No son palabras, así que puedes concentrarte en la aritmética.\n\nEl cuaderno escribe `dtype=torch.float32` detrás de sus números enteros, y le hace falta. Sin eso son enteros, que PyTorch multiplica pero que su softmax rechaza en el paso 5. Esta página calcula siempre en float32, escribas lo que escribas.',
    },
    parameters: {
      title: 'Paso 2: Iniciar los parámetros',
      body: 'Cada entrada tiene tres papeles: preguntar, ser encontrada y aportar. Para cada papel hay una matriz de 4 filas y 3 columnas: `w_q`, `w_k` y `w_v`.\n\nEl cuaderno llama pesos a estas matrices, como hace mucha gente. En esta página se llaman [[parameter|parámetros]], porque la palabra [[weight|peso]] significa otra cosa a partir del paso 5.\n\nEn un modelo entrenado se aprenden, y empiezan como números pequeños al azar. El cuaderno nombra las distribuciones gaussiana, de Xavier y de Kaiming. Aquí son enteros pequeños, para que puedas comprobar cada producto de cabeza.',
      onScreen: 'Las tres distribuciones están en los controles, en Parámetros.',
    },
    derive: {
      title: 'Paso 3: Obtener clave, consulta y valor',
      body: 'Multiplica cada entrada por cada matriz. `q = x0 · w_q` es la [[query|consulta]], lo que busca una entrada. `k = x0 · w_k` es la [[key|clave]], aquello por lo que se la encuentra. `v = x0 · w_v` es el [[value|valor]], lo que entrega.\n\nInput 1 es [1, 0, 1, 0], así que su clave es la primera fila de `w_k` más la tercera: [0, 0, 1] + [0, 1, 0] = [0, 1, 1]. En la práctica se puede sumar un [[bias|sesgo]] después del producto. Aquí no hay ninguno hasta la última página.\n\nLas claves son naranjas aquí y en los dibujos del cuaderno. Las consultas son rojas allí y azules aquí; los valores, morados allí y verdes aquí; las puntuaciones, azules allí y moradas aquí.',
      predict: {
        ask: 'Input 2 es [0, 2, 0, 2]. La primera columna de `w_k` es 0, 1, 0, 1. ¿Cuál es el primer número de su clave?',
        reveal: '0·0 + 2·1 + 0·0 + 2·1. La clave entera de Input 2 es [4, 4, 0].',
      },
    },
    scores: {
      title: 'Paso 4: Calcular las puntuaciones',
      body: 'Una [[score|puntuación]] dice cuánto encaja una consulta con una clave. Multiplica las dos número a número y suma: ese es su [[dot-product|producto escalar]]. La consulta de Input 1 se compara con las tres claves, también con la suya. Eso da la primera fila de `scores`.\n\nLos dibujos del cuaderno toman una consulta cada vez. Su código toma las tres de golpe, `querys @ keys.T`, como esta página: `scores` = `q` · `k`ᵀ. La aritmética es la misma.\n\nLa [[transpose|traspuesta]] convierte las claves en columnas, para que cada consulta se encuentre con cada clave. En el cuaderno sus filas son [0, 4, 2], [1, 4, 3] y [1, 0, 1].',
      onScreen: 'Despliega «kᵀ» bajo las puntuaciones para ver la traspuesta.',
      predict: {
        ask: 'La consulta de Input 1 es [1, 0, 2] y la clave de Input 3 es [2, 3, 1]. ¿Cuál es su puntuación?',
        reveal: '1·2 + 0·3 + 2·1. Con las tres claves, Input 1 tiene las puntuaciones 2, 4 y 4.',
      },
    },
    softmax: {
      title: 'Paso 5: Calcular el softmax',
      body: 'El [[softmax]] convierte cada fila de puntuaciones en [[weight|pesos]], que son positivos y suman 1. Toma la exponencial de cada puntuación y la divide entre la suma de la fila. Ganan las puntuaciones más grandes, y a puntuaciones iguales, pesos iguales.\n\nDespués el cuaderno redondea los pesos a un decimal «para que se lean mejor». La página siguiente lo hace, como un paso aparte.',
      onScreen: 'Esta página solo redondea si se lo pides.',
      predict: {
        ask: 'Las puntuaciones de Input 1 son 2, 4 y 4. ¿Qué peso le da a Input 2?',
        reveal:
          'Input 2 e Input 3 reciben 0.4683 cada una, e Input 1 se queda con 0.0634. El cuaderno escribe 0.5, 0.5 y 0.0.',
      },
    },
    multiply: {
      title: 'Paso 6: Multiplicar por los valores',
      body: 'El cuaderno escribe a mano los pesos redondeados: [0.0, 0.5, 0.5] para Input 1. Redondeado por separado, 0.0634 sería 0.1, y la fila sumaría 1.1.\n\nAquí el paso `rounded` mantiene la suma en 1. Recorta todos los pesos a décimas y da las décimas que faltan a los que más perdieron. Así salen los números del cuaderno en las tres filas.\n\nCada valor se multiplica por su peso. Cada consulta tiene así tres valores ponderados («alignment vectors»), T_q × T_k × d_v números en el paso `weighted`. Para Input 1 el primero es todo ceros: Input 1 ya no se atiende a sí misma, un efecto secundario del redondeo.',
      predict: {
        ask: 'El valor de Input 2 es [2, 8, 0], e Input 1 le da un peso redondeado de 0.5. ¿Cuál es el segundo número del valor ponderado?',
        reveal:
          'La mitad de 8. Los tres valores ponderados de Input 1 son [0.0, 0.0, 0.0], [1.0, 4.0, 0.0] y [1.0, 3.0, 1.5].',
      },
    },
    sum: {
      title: 'Paso 7: Sumar los valores ponderados',
      body: 'Suma los tres valores ponderados de una consulta y tienes su resultado: una fila de `z`. Casi todos los programas hacen los pasos 6 y 7 de una vez, como producto de la matriz de pesos y la de valores. Aquí están separados para que veas qué aporta cada entrada.\n\nCon una sola [[head|cabeza]] y sin más matrices, `z` es también `output`, la salida. Es tan ancha como un valor. Consultas y claves tienen que ser igual de anchas, porque se encuentran en un producto escalar. Los valores pueden tener cualquier ancho.\n\n(Los valores ponderados son amarillos en los dibujos del cuaderno y verdes aquí, como los valores. Las salidas son verde oscuro allí y verde azulado aquí, como los embeddings.)',
      predict: {
        ask: 'Suma [0.0, 0.0, 0.0], [1.0, 4.0, 0.0] y [1.0, 3.0, 1.5]. ¿Cuál es el segundo número?',
        reveal: 'La primera salida entera es [2.0, 7.0, 1.5], como en el cuaderno.',
      },
    },
    repeat: {
      title: 'Paso 8: Repetir con Input 2 e Input 3',
      body: 'Las otras dos filas funcionan igual. La segunda salida es [2.0, 8.0, 0.0], exactamente el valor de Input 2, porque sus pesos redondeados son 0, 1 y 0. La tercera es [2.0, 7.8, 0.3].\n\nEstos son los números que imprime el cuaderno. ¿Cuánto se apartan de las salidas de los pesos exactos del paso 5?',
      onScreen: 'Mira la primera fila de `z`, ahora [2.0, 7.0, 1.5], al desactivar el redondeo.',
      do: 'Desactiva el redondeo de los pesos.',
    },
    tensorflow: {
      title: 'De propina: lo mismo en TensorFlow 2',
      body: 'El cuaderno acaba con el mismo cálculo en TensorFlow. Los nombres se quedan y cambian las llamadas. `tf.matmul(querys, keys, transpose_b=True)` sustituye a `querys @ keys.T`, `tf.nn.softmax` usa `axis` en lugar de `dim`, y `tf.reduce_sum` sustituye a `.sum`. También aquí el softmax necesita `dtype=tf.float32`.\n\n`values[:, None] * tf.transpose(attn_scores_softmax)[:, :, None]` pone cada valor junto a su peso: primero va la clave y después la consulta. En esta página la consulta va primero en `weighted`. Los números son los mismos, y la suma también. Los pesos redondeados han vuelto.\n\nEste es el programa, con los números de la página.',
      onScreen: '«Compartir», «Código» escribe un programa así para cualquier escena.',
    },
    beyond: {
      title: 'Lo que el cuaderno solo nombra',
      body: 'El producto escalar es una manera de puntuar. El cuaderno nombra dos más, «scaled dot product and additive/concat». El producto escalar escalado divide entre √[[d_k]].\n\nLa atención [[additive-attention|aditiva]] multiplica la consulta y la clave por dos matrices, suma los resultados, les aplica tanh y los multiplica por un vector: `v_a` · tanh(`w_a`·q + `u_a`·k). Eso es también «concat»: consulta y clave, una tras otra, por una sola matriz con `w_a` a la izquierda y `u_a` a la derecha dan la misma suma.\n\nEsta escena es aditiva, con un sesgo `b_q` en las consultas. Su `w_v` tiene solo 2 columnas, así que cada valor, y con él `z`, es más estrecho que `q` y `k`. La primera salida tiene ahora dos números, elijas la puntuación que elijas.',
      do: 'Elige otra función de puntuación en los controles y compara los pesos.',
    },
  },
  challenges: {
    'only-itself': {
      title: 'Solo a sí misma',
      ask: 'Haz que cada entrada se atienda solo a sí misma: pesos 1 en la diagonal y 0 en lo demás.',
      hint: 'Una máscara puede ocultar claves. ¿Cuál deja una sola a cada consulta? Prueba una ventana que llegue 0 hacia atrás y 0 hacia delante, o pinta una máscara.',
      done: 'Con una sola clave en cada fila, el softmax no puede elegir: esa clave recibe todo el peso.',
    },
    'even-row': {
      title: 'Una fila pareja',
      ask: 'Haz que la fila 3 de los pesos sea pareja, con un margen de 0.01, sin tocar la máscara.',
      hint: 'El softmax mira las diferencias entre puntuaciones. ¿Qué hace que una diferencia de 8 parezca pequeña? Prueba una temperatura muy alta, o una consulta que sea toda ceros.',
      done: 'Si las puntuaciones apenas se distinguen, los pesos tampoco. El resultado es entonces la media de los valores.',
    },
    'self-first': {
      title: 'Hazla cambiar de idea',
      ask: 'Haz que Input 1 se quede con al menos la mitad de su atención editando los parámetros. Las entradas, la máscara y la función de puntuación se quedan como están.',
      hint: 'Input 1 tiene ceros en los lugares 2 y 4, donde las otras tienen números. Por eso las filas 2 y 4 de `w_k` cambian las claves de las otras, pero no la de Input 1.',
      done: 'Eso es lo que hace el entrenamiento: mueve los parámetros hasta que los pesos están donde ayudan.',
    },
  },
};
