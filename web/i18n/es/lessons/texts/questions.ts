import type { LessonText } from '../../../../lessons/types.ts';
import { lessonList } from '../list.ts';

export const text: LessonText = {
  ...lessonList.questions,
  credit:
    'Las preguntas son las que más hacen quienes aprenden, en Stack Exchange, GitHub y foros. Cada página dice dónde. Las escenas y las respuestas son nuestras.',
  pages: {
    'what-are-qkv': {
      title: '¿Qué son Q, K y V, y por qué se llaman así?',
      body: 'Los nombres vienen de buscar algo. Llegas con una consulta ([[query]]), se compara con la clave ([[key]]) de cada entrada y te llevas el valor ([[value]]) de las que encajan.\n\nAquí la consulta de «cat» es [4, 0]. Las claves son [3, 0] para «cat», [2, 0] para «dog» y [0, 3] para «car». Cambia un número de `q` o de `k` y mira adónde atiende «cat».',
      predict: {
        ask: '¿Cuánta atención se da «cat» a sí misma?',
        reveal:
          'La consulta encaja mejor con la clave de «cat», así que esa entrada aporta casi todo su valor. Una base de datos devuelve una entrada, pero la atención devuelve una mezcla de todas, según lo bien que encajan. En un modelo las tres salen de la misma palabra con tres matrices aprendidas, así que una palabra puede buscar una cosa, ser encontrada por otra y transmitir una tercera.',
      },
    },
    'why-scale': {
      title: '¿Por qué dividir por √dₖ y no por dₖ?',
      body: 'Aquí cada consulta ([[query]]) y cada clave ([[key]]) tiene 64 números aleatorios, y las puntuaciones no se dividen por nada. Nadie ha entrenado esta escena, así que ninguna palabra debería estar segura de nada. Dividir por dₖ sería una escala de 1/64.',
      onScreen: 'Después de responder, elige «Producto escalar ÷ √d_k» en los controles y compara.',
      predict: {
        ask: '¿Cuánta atención da «read» a «We»?',
        reveal:
          'Una puntuación suma 64 productos, y la suma de 64 números aleatorios suele ser √64 = 8 veces mayor que uno de ellos. La softmax de puntuaciones tan grandes se lo da casi todo a una palabra, donde su gradiente es casi cero y el entrenamiento se atasca. Dividir por √dₖ devuelve las puntuaciones al tamaño de un producto, mientras que dividir por dₖ las haría tan pequeñas que todas las palabras recibirían lo mismo.',
      },
    },
    'two-matrices': {
      title: '¿Por qué dos matrices, si solo importa W_Q·W_Kᵀ?',
      body: 'Una puntuación ([[score]]) es una fila de `x0` por `w_q` por `w_k`ᵀ por otra fila. Así que una sola matriz, el producto de las dos, daría las mismas puntuaciones.\n\nLa puntuación de «It’s» para «snowing» es 0.081. Mira las dos direcciones en `scores`.',
      predict: {
        ask: '¿Cuál es la puntuación de «snowing» para «It’s»?',
        reveal:
          'El producto de dos matrices distintas permite que A atienda a B sin que B atienda a A. Con W_Q = W_K cada puntuación sería igual en las dos direcciones, como una semejanza. Además, dos matrices estrechas cuestan menos que su producto, porque d_model números se quedan en dₖ, y la clave de cada token se calcula una vez para todas las consultas.',
      },
    },
    'where-from': {
      title: '¿Quién dice adónde mirar, si no hay etiquetas?',
      body: 'Nadie le dice a un modelo a qué palabra debe atender cada palabra. Sus parámetros ([[parameter]]) empiezan como números aleatorios, igual que aquí, y por tanto también sus pesos ([[weight]]).',
      onScreen:
        'Después de responder, pulsa «Aprender…» encima de la imagen, elige un peso y entrénalo. Fíjate en qué números se mueven.',
      predict: {
        ask: '¿Cuánto da «book» a «We» antes de entrenar?',
        reveal:
          'Los pesos empiezan siendo casi arbitrarios, porque las consultas y las claves salen de matrices aleatorias. El modelo se entrena para predecir otra cosa, como la palabra siguiente, y el error vuelve a través de los valores, los pesos y las puntuaciones hasta `w_q` y `w_k`. Los pesos que ayudan a predecir crecen, así que el modelo aprende adónde mirar sin que nadie le señale el lugar correcto.',
      },
    },
    'one-word': {
      title: '¿Qué puede decir una consulta que ve una palabra?',
      body: 'En la primera capa, la consulta ([[query]]) de «it» se calcula solo con «it», y la clave ([[key]]) de «animal» solo con «animal». Ninguna conoce la frase.\n\nEsta es la primera de dos capas, con números hechos a mano. Responde, cambia a la capa 2 y mira la misma fila.',
      predict: {
        ask: '¿Cuánto da «it» a «animal» en la primera capa?',
        reveal:
          'En la primera capa una palabra solo puede hacer una pregunta general, así que «it» busca una palabra que describa algo y encuentra «tired». Lo que encuentra se suma a su propio vector, y la consulta de la segunda capa se calcula con las dos cosas. Ahora busca algo que pueda estar cansado, y por eso los modelos tienen muchas capas.',
      },
    },
    'many-heads': {
      title: '¿Por qué muchas cabezas y no una grande?',
      body: 'Cada cabeza ([[head]]) tiene una fila de pesos por palabra, y cada fila suma 1. Así que una cabeza que se lo da todo a una palabra no tiene nada para otra.\n\nAquí hay dos cabezas hechas a mano. En la cabeza 1, «tired» mira a la palabra anterior. Responde qué hace en la 2 y luego pulsa la segunda miniatura.',
      predict: {
        ask: '¿Cuánto da «tired» a «The» en la cabeza 2?',
        reveal:
          'Una cabeza solo puede mezclar lo que mira, así que dos palabras a las que atiende llegan como su promedio. Dos cabezas las mantienen separadas, porque cada una tiene su softmax y escribe su parte del resultado. Las cabezas se reparten la anchura del modelo, dₖ = d_model / H, así que muchas pequeñas cuestan más o menos lo mismo que una grande.',
      },
    },
    'split-or-project': {
      title: '¿Se reparte el embedding entre las cabezas?',
      body: 'Aquí cada palabra tiene dos números y hay dos cabezas ([[head]]) de un número cada una. Sería fácil dar el primer número a la cabeza 1 y el segundo a la 2.\n\nLa fila de «dog» es [1, 2]. La primera columna de `w_q` es 1, 1 y pertenece a la cabeza 1.',
      predict: {
        ask: '¿Cuál es la consulta de «dog» en la cabeza 1?',
        reveal:
          'Cada cabeza proyecta la fila entera, 1·1 + 2·1, así que puede usar todos los números de la palabra. Solo se divide el resultado: las primeras dₖ columnas de `q` son la cabeza 1, las siguientes la 2, etcétera. En código es un view y un transpose, y un view directo a (cabezas, tokens, dₖ) mezcla las palabras sin dar ningún error.',
      },
    },
    'what-v-adds': {
      title: '¿Qué aporta multiplicar por V?',
      body: 'Los pesos ([[weight]]) dicen adónde mirar. No dicen qué tomar de allí. Eso está en los valores ([[value]]), una fila por palabra.\n\nAquí «dog» da el mismo peso a las dos palabras. El valor de «dog» es 8 y el de «cat» es 2. Cambia un valor y verás que ningún peso cambia.',
      predict: {
        ask: '¿Cuál es el resultado `z` de «dog»?',
        reveal:
          'El resultado es el promedio de los valores, ponderado por la atención: la mitad de 8 y la mitad de 2. Sin V el resultado sería una mezcla de los propios embeddings, con todo lo que contienen. Una `w_v` aprendida elige qué transmite una palabra, aparte de lo que sirve para encontrarla.',
      },
    },
    'why-wo': {
      title: '¿Para qué sirve W_O?',
      body: 'Tras la atención, cada cabeza ([[head]]) tiene su resultado, y los resultados están uno al lado del otro. La cabeza 1 no sabe nada de la 2.\n\nAquí hay una sola palabra, así que las dos cabezas devuelven su valor: 3 la cabeza 1 y 5 la cabeza 2. La primera columna de `w_o` es 1, 1.',
      predict: {
        ask: '¿Cuál es el primer número de la salida?',
        reveal:
          'Cada columna de `w_o` suma las cabezas con sus propios factores, aquí 3·1 + 5·1. Es el único paso de la atención en el que las cabezas se encuentran. También devuelve d_model números, para que el resultado se pueda sumar al vector de la palabra y pasar a la capa siguiente.',
      },
    },
    'softmax-axis': {
      title: '¿Sobre qué eje va la softmax?',
      body: 'En el código es un número pequeño, dim=-1 o axis=1, y uno equivocado no da error. Aquí las puntuaciones de «We» son 0 y todas las demás son 9. El núcleo comete un error a propósito: su [[softmax]] recorre la matriz entera.\n\nEl resultado correcto está debajo. Compara las sumas de las filas.',
      predict: {
        ask: '¿Qué peso se da «We» a sí misma con el error?',
        reveal:
          'Las filas con puntuaciones de 9 se llevan casi todo, aunque cada fila debería sumar 1 por separado. La softmax recorre las claves, el último eje de `scores`, porque cada consulta reparte su propia atención. Para comprobar tu código, suma los pesos sobre el último eje: tienen que salir unos.',
      },
    },
    'minus-infinity': {
      title: '¿Por qué −∞ antes de softmax y no ×0 después?',
      body: 'Las dos cosas ocultan las palabras posteriores y las dos son fáciles de escribir. Aquí las puntuaciones de «We» son todas 0, y la máscara causal ([[mask]]) solo le deja verse a sí misma.\n\nEl núcleo comete el error a propósito: primero calcula los pesos de las tres palabras y luego pone a 0 los ocultos. El resultado correcto está debajo.',
      predict: {
        ask: '¿Qué peso se da «We» a sí misma con el error?',
        reveal:
          'El peso se repartió entre tres palabras antes de poner dos a 0, así que la fila ya no suma 1. Con −∞ antes de softmax las palabras ocultas reciben e^−∞ = 0, y las visibles se reparten el total. Multiplicar por 0 después también deja que las palabras ocultas cambien los pesos visibles, así que el futuro se filtra.',
      },
    },
    'which-mask': {
      title: '¿attn_mask o key_padding_mask? ¿Con qué forma?',
      body: 'PyTorch tiene dos máscaras. key_padding_mask tiene la forma (lote, claves): qué claves son relleno. attn_mask tiene la forma (consultas, claves): qué consulta puede ver qué clave, como una máscara causal ([[mask]]).\n\nEsta escena oculta dos tokens de relleno de cuatro, y las puntuaciones de «We» son todas 0. Mira el paso `mask`, que reúne las dos formas en una matriz.',
      predict: {
        ask: '¿Qué peso da «We» a «read»?',
        reveal:
          'La máscara de relleno oculta las mismas columnas a todas las consultas, así que las dos palabras reales se reparten el peso. Usa key_padding_mask para lo que depende de la secuencia y attn_mask para lo que depende del par de posiciones. Las dos acaban sumadas a las puntuaciones como una matriz de ceros y −∞, con la forma (lote, cabezas, consultas, claves).',
      },
    },
    'padding-rows': {
      title: 'Relleno: ¿ocultar solo columnas o también filas?',
      body: 'Las frases de un lote se rellenan hasta la misma longitud con tokens de relleno. Una máscara ([[mask]]) oculta la columna de «[PAD]», así que ninguna palabra lo mira.\n\nPero «[PAD]» también tiene una fila y pregunta como cualquier palabra. Sus puntuaciones son todas 0.',
      predict: {
        ask: '¿Cuánto da «[PAD]» a «We»?',
        reveal:
          'El token de relleno sigue mirando a las tres palabras reales, y nadie usa nunca su resultado. Su fila cuesta algo de tiempo y no hace daño, porque su columna está oculta en todas las capas y la pérdida se la salta. Ocultar también la fila dejaría una fila entera de −∞, que muchos programas convierten en NaN.',
      },
    },
    'true-or-false': {
      title: 'En una máscara, ¿True muestra u oculta?',
      body: 'Depende de la función. Aquí 1 significa que la consulta ve la clave, y la diagonal está pintada con 0. Las puntuaciones de «We» son todas 0.\n\nPinta una celda de la máscara ([[mask]]) en los controles y mira la fila.',
      predict: {
        ask: '¿Qué peso da «We» a «read»?',
        reveal:
          '«We» ve dos palabras, así que cada una recibe la mitad. En scaled_dot_product_attention de PyTorch un True muestra la celda, y en nn.MultiheadAttention de la misma biblioteca True la oculta. Una máscara equivocada casi nunca da error, así que imprime una fila de pesos y busca los ceros donde los esperas.',
      },
    },
    'tril-or-triu': {
      title: 'tril o triu: ¿cuál es la máscara causal?',
      body: 'tril conserva el triángulo inferior de una matriz y triu el superior. En `scores` las filas son consultas ([[query]]) y las columnas claves ([[key]]), en el orden de la frase.\n\nLa máscara causal ([[mask]]) está puesta y todas las puntuaciones son 0. Busca la diagonal en el mapa de calor.',
      predict: {
        ask: '¿Qué peso da «read», la segunda palabra, a «We»?',
        reveal:
          'La segunda fila tiene dos celdas visibles, así que cada una recibe la mitad, y las celdas visibles de todas las filas forman el triángulo inferior. tril(ones) marca lo que se puede ver, y triu(ones, diagonal=1) marca lo que hay que ocultar. Las dos son correctas, siempre que el código que sigue trate los unos como lo que significan.',
      },
    },
    'rectangular-causal': {
      title: 'Máscara causal con menos consultas que claves: ¿qué esquina?',
      body: 'Dos consultas ([[query]]) se encuentran con cinco claves ([[key]]). El triángulo de la máscara causal ([[mask]]) puede empezar arriba a la izquierda, donde la consulta i ve las claves hasta i, o acabar abajo a la derecha, donde la última consulta ve todas las claves.\n\nTodas las puntuaciones son 0. Esta escena empieza arriba a la izquierda, como is_causal de PyTorch.',
      predict: {
        ask: '¿Qué peso da la primera consulta a la primera clave?',
        reveal:
          'Desde arriba a la izquierda, la primera consulta ve una sola clave, que se lo lleva todo. Generar texto con una caché necesita la esquina de abajo a la derecha, porque las consultas nuevas son los últimos lugares de la secuencia y tienen que ver todo lo anterior. FlashAttention cambió de una a otra en la versión 2.1, así que comprueba cuál usa tu función.',
      },
    },
    'nothing-to-see': {
      title: 'Una fila del todo oculta da NaN. ¿Qué es lo correcto?',
      body: 'La máscara pintada ([[mask]]) oculta las tres claves ([[key]]) a «read». Todas las puntuaciones de la fila pasan a −∞, así que la [[softmax]] dividiría 0 entre 0, que en muchos programas es NaN. Un NaN se extiende luego a todos los números siguientes.\n\nAquí el núcleo tiene una regla para esas filas.',
      predict: {
        ask: '¿Qué peso da «read» a «We»?',
        reveal:
          'La fila es toda de ceros, así que la palabra no toma nada de nadie y su resultado es 0. Los kernels más nuevos hacen lo mismo, y el código más antiguo suele poner un número negativo grande en lugar de −∞, que reparte la fila por igual. Ninguna de las dos cosas es la verdad, así que conviene preguntarse por qué una consulta no ve nada: casi siempre es relleno.',
      },
    },
    'in-parallel': {
      title: '¿Se entrena en paralelo o token a token?',
      body: 'Un modelo de lenguaje aprende a predecir cada palabra siguiente. Lee la frase entera de una vez, con las palabras posteriores ocultas por la máscara causal ([[mask]]).\n\nAquí las puntuaciones ocultas son 9 y las demás son 0. Quita la última palabra y mira qué filas cambian.',
      predict: {
        ask: '¿Qué peso se da «We» a sí misma?',
        reveal:
          'Las puntuaciones grandes de las palabras posteriores no cuentan, porque la máscara las oculta. Así que cada fila es lo que el modelo calcularía si la frase acabara allí, y todas las predicciones de una frase se entrenan en una pasada. Solo al generar se va token a token, porque hay que conocer cada palabra nueva antes de pedir la siguiente.',
      },
    },
    'cache-k-v': {
      title: '¿Por qué guardar K y V, y no Q?',
      body: 'Un modelo que escribe texto añade una palabra cada vez. Supón que «books» es la más nueva. Su consulta ([[query]]) se compara con las claves ([[key]]) de todas las palabras y recoge sus valores ([[value]]).\n\nLa máscara causal ([[mask]]) está puesta. Piensa si las palabras anteriores tienen que volver a mirar.',
      predict: {
        ask: '¿Cuánto da «We» a la palabra nueva, «books»?',
        reveal:
          'Las palabras anteriores no ven la nueva, así que sus filas y sus resultados no cambian. Sus claves y valores vuelven a hacer falta para cada palabra nueva, y sus consultas nunca. Guardar K y V ahorra trabajo y cuesta memoria, y por eso varias cabezas de consulta comparten a menudo un solo par.',
      },
    },
    'add-positions': {
      title: '¿Por qué sumar las posiciones y no añadirlas al lado?',
      body: 'Sin posiciones la atención no conoce el orden de las palabras. Las dos palabras «dog» tienen el mismo [[embedding]], así que tienen la misma fila de pesos.\n\nDespués de responder, elige posiciones sinusoidales en los controles, primero sumadas y luego unidas, y compara las dos filas.',
      predict: {
        ask: '¿Cuánto da la última «dog» a «bites»?',
        reveal:
          'Sin posiciones las dos «dog» le dan lo mismo, y «bites dog dog» no sería otra frase. Ponerlas al lado también funciona, pero ensancha todos los vectores y matrices, mientras que una suma conserva la anchura y una proyección aprendida puede distinguir las dos partes. Muchos modelos más nuevos no hacen ninguna de las dos cosas y giran las consultas y las claves, de modo que las puntuaciones dependen de la distancia.',
      },
    },
    'any-length': {
      title: '¿Tiene la atención una longitud fija?',
      body: 'Los parámetros ([[parameter]]) de la atención tienen d_model filas y dₖ columnas. El número de palabras no está en ninguno.\n\nAquí hay ocho palabras, y las puntuaciones de «one» son todas 0. La fila de pesos ([[weight]]) es tan larga como la frase y suma 1 sea cual sea su longitud.',
      predict: {
        ask: '¿Qué peso se da «one» a sí misma?',
        reveal:
          'Ocho palabras se reparten 1 por igual, y con nueve cada una recibiría un noveno, con los mismos parámetros. Así que la atención en sí acepta cualquier longitud, con un coste que crece con su cuadrado. Los modelos tienen un límite de todos modos, por la memoria y porque nunca vieron posiciones más allá de las de su entrenamiento.',
      },
    },
    'dense-layer': {
      title: '¿En qué se diferencia de una capa densa?',
      body: 'Una capa densa multiplica cada entrada por un número que fijó el entrenamiento. La atención también hace una suma ponderada, pero calcula sus pesos ([[weight]]) a partir de las palabras.\n\nCon «tired» como última palabra, la segunda capa da 0.92 a «animal». Ahora la última palabra es «wide» y los parámetros son los mismos.',
      predict: {
        ask: '¿Cuánto da «it» a «animal» ahora?',
        reveal:
          'Cambió una palabra y los pesos pasaron de «animal» a «street», aunque no cambió ningún parámetro. En una capa densa el mismo cambio movería las entradas y dejaría todos los pesos como están. La atención además trata igual todos los lugares, así que los mismos parámetros sirven para cualquier lugar y longitud.',
      },
    },
    'how-much-work': {
      title: '¿Cuánto cuesta: n²·d o también n·d²?',
      body: 'Cuatro palabras tienen 4 · 4 = 16 puntuaciones ([[score]]), y cada una suma dₖ productos. Obtener `q`, `k` y `v` es otro trabajo: por cada palabra, d_model números por d_model columnas.\n\nEl doble de palabras da el doble de filas en `q`. Mira qué pasa con `scores`. Las puntuaciones y el resultado cuestan unas n²·d operaciones, y las cuatro proyecciones n·d². Así que en frases más cortas que la anchura de los vectores cuestan más las proyecciones. A partir de ahí gana el cuadrado de la longitud, y por eso los textos largos son caros.',
      do: 'Escribe una frase de ocho palabras o más.',
    },
    'first-token': {
      title: '¿Por qué todos miran al primer token?',
      body: 'En los modelos de lenguaje entrenados muchas cabezas ([[head]]) dan casi toda su atención al primer token, sea cual sea. Esta escena imita una de ellas a mano: para «me» la primera clave ([[key]]) tiene una puntuación de 6, y las demás 0.\n\nEl valor ([[value]]) de «The» es 0. Mira qué toma «me» de él.',
      predict: {
        ask: '¿Cuánto da «me» a «The»?',
        reveal:
          'La softmax tiene que repartir un 1 entero, aunque una cabeza no encuentre nada de lo que busca. Todas las palabras ven el primer token, así que los modelos aprenden a dejar allí el peso que sobra, con un valor que es casi 0. Ese lugar se llama sumidero de atención, y un 1 más en el divisor de la softmax permitiría a una cabeza no mirar nada.',
      },
    },
    'do-weights-explain': {
      title: '¿Explican los pesos la respuesta?',
      body: 'Un peso ([[weight]]) grande parece un motivo. Aquí «the» se da 0.90 a sí misma y solo 0.10 a «cat».\n\nPero el valor ([[value]]) de «the» es 0 y el de «cat» es 10. Mira `z` y cambia los dos valores.',
      predict: {
        ask: '¿Cuál es el resultado `z` de «the»?',
        reveal:
          'Todo el resultado viene de «cat», que tiene una décima parte del peso, porque un peso solo cuenta multiplicado por su valor. Lo que importa más adelante depende también de `w_o`, de las otras cabezas y de lo que se sumó sin pasar por la atención. Los pesos muestran adónde mira una cabeza, y para saber de qué depende una respuesta hay que cambiar algo y volver a calcular.',
      },
    },
  },
  challenges: {},
};
