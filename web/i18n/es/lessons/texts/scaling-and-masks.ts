import type { LessonText } from '../../../../lessons/types.ts';
import { lessonList } from '../list.ts';

export const text: LessonText = {
  ...lessonList['scaling-and-masks'],
  credit:
    'q y k son los números al azar que imprimió el cuaderno «Self Attention in Transformers». Su v está cortada en la impresión y se ha calculado a partir de la salida impresa. El texto de aquí es nuestro.',
  pages: {
    process: {
      title: 'El proceso, en cuatro pasos',
      body: 'El cuaderno cuenta en cuatro pasos el camino de «The cat sat on the mat» («el gato se sentó en la alfombra»).\n\nPrimero, la frase se divide en palabras, sus [[token|tokens]]. Segundo, cada palabra se convierte en un vector, su [[embedding]].\n\nTercero, cada vector se multiplica por tres matrices. Su [[query|consulta]] representa a la palabra en la que te fijas, su [[key|clave]] dice cuánto se parece a otra palabra y su [[value|valor]] lleva su contenido.\n\nCuarto, la consulta de cada palabra se compara con las claves de todas. De ahí salen [[score|puntuaciones]], que el softmax convierte en [[weight|pesos]]. Con esos pesos se promedian los valores, y el promedio es la salida de esa palabra.\n\nEl código del cuaderno empieza a mitad del tercer paso, con consultas, claves y valores.',
    },
    given: {
      title: 'Consultas, claves y valores, dados',
      body: 'La frase tiene seis palabras, pero el código del cuaderno no saca de ellas [[query|consultas]], [[key|claves]] ni [[value|valores]]. Sortea cuatro de cada, de 8 números, y no les da nombre. Por eso aquí no hay `x0` ni parámetros, y los nombres de los [[token|tokens]], The, cat, sat, on, son nuestros.\n\nLos números son los que imprimió el cuaderno. Las dos últimas de ocho cifras pueden ser distintas, porque NumPy calcula con 64 bits y esta página con 32.',
      onScreen:
        'Si pones 8 cifras y la notación científica en los controles, verás tantas cifras como imprime NumPy. La fila de «cat» está en foco. Elige otro token si prefieres seguirlo a él.',
    },
    scores: {
      title: 'Puntuaciones',
      body: 'Cada [[score|puntuación]] es un [[dot-product|producto escalar]]: ocho productos de un número de la consulta por uno de la clave, sumados. Cuatro consultas y cuatro claves dan 4 × 4 puntuaciones, `q` · `k`ᵀ.\n\nAl sumar ocho productos pueden salir números mucho más grandes que los de partida. En la de «sat» con «on» casi todos los ocho son positivos, y se acumulan.',
      onScreen: 'Pulsa la puntuación de «sat» con «on» para ver los ocho productos.',
      predict: {
        ask: '¿Cuál de estas es la puntuación de «sat» (consulta) con «on» (clave), la mayor de las dieciséis?',
        reveal: 'La siguiente, «sat» con «The», es solo 1.9622.',
      },
    },
    variance: {
      title: 'Por qué se dispersan',
      body: 'La [[variance|varianza]] mide cuánto se separan unos números. La de esta `q` es 1.0634, la de `k` 0.6293 y la de las puntuaciones 2.9059.\n\nLa teoría: si los números de `q` y `k` son independientes y de media 0, cada producto tiene la varianza de `q` por la de `k`. Una suma de [[d_k]] productos tiene d_k veces eso.',
      onScreen:
        'El gráfico que hay bajo el paso siguiente, `scaled`, lo dibuja como una línea. Al lado se ve lo que hacen estos números cuando se suman solo los primeros 1, 2, 3 … de los 8. Con tan pocos números va a saltos, pero sube.',
    },
    scaled: {
      title: 'Dividir entre √dₖ',
      body: 'Si divides unos números entre algo, su varianza se divide entre el cuadrado. Así que dividir las puntuaciones entre √[[d_k]], la raíz cuadrada de 8, divide su varianza entre 8: de 2.9059 a 0.3632. Por largos que sean los vectores, la varianza se queda entonces como la de un solo producto.\n\n¿Por qué importa? El softmax convierte diferencias en proporciones. Donde las puntuaciones están muy separadas, un peso es casi 1 y los demás casi 0. Un modelo que se entrena apenas recibe señal de una fila así.',
      predict: {
        ask: 'La puntuación mayor es 4.8614. ¿Qué queda de ella al dividirla entre √8?',
        reveal: 'La raíz de 8 es un poco menos de 3, así que queda más o menos un tercio.',
      },
    },
    mask: {
      title: 'Una máscara oculta el futuro',
      body: 'Un modelo que escribe texto no debe mirar palabras que aún no están escritas. El cuaderno hace una matriz con 1 por encima de la diagonal, donde la clave viene después de la consulta: el paso `blocked`. Luego cambia cada 1 por −∞ y deja los ceros: la [[mask|máscara]]. Sumada a las puntuaciones escaladas, deja como están las de la diagonal y las de debajo, y convierte las otras en −∞. De esas no queda nada después del softmax.',
      onScreen: 'En la página esas celdas van rayadas.',
      do: 'Elige la máscara causal en los controles.',
    },
    encoder: {
      title: 'Dónde va la máscara, y dónde no',
      body: '«Not required in the encoders, but required in the decoders», dice el cuaderno: en los codificadores no hace falta, en los decodificadores sí. Un [[encoder|codificador]] lee una frase completa, así que cada palabra puede mirar a los dos lados. Un decodificador escribe la palabra siguiente, que no puede depender de lo que viene después.\n\nEl ejemplo del cuaderno necesita las dos direcciones: para «cat», el modelo podría mirar a «the», que va antes, y a «sat», que va después. Aquí dos cabezas hechas a mano hacen justo eso, sin máscara. La cabeza 1 mira una palabra atrás; la 2, una adelante.',
      onScreen:
        '«cat» está en foco y se ve la cabeza 2. Mira qué queda de «sat» cuando esto se convierte en un decodificador.',
      do: 'Elige la máscara causal en los controles.',
    },
    rows: {
      title: 'Softmax, fila a fila',
      body: 'El [[softmax]] trabaja con una fila cada vez. La exponencial de −∞ es exactamente 0, así que una clave oculta no recibe nada, y las claves visibles se reparten el resto. Cada fila suma 1 por sí sola.\n\n«cat» ve a «The» y a sí misma, con las puntuaciones escaladas 0.6738 y 0.4546. Eso da los pesos 0.5546 y 0.4454. El último token, «on», ve los cuatro.',
      predict: {
        ask: 'Con la máscara causal «The» solo se ve a sí misma. ¿Qué peso se da?',
        reveal: 'No tiene otra clave que mirar, así que se lo da todo, sea cual sea la puntuación.',
      },
    },
    'whole-matrix': {
      title: 'Un softmax que abarca demasiado',
      body: 'El primer softmax del cuaderno divide entre `exp_x.sum()`, la suma de toda la matriz. En NumPy, una suma sin eje lo suma todo, así que todas las filas comparten un solo 1. Aquí el núcleo comete este error a propósito, con el resultado correcto al lado. «The» se da 0.0404 en lugar de 1, y todo lo que «cat» puede dar es 0.1449 y 0.1164.\n\nDentro de una fila las proporciones siguen bien, y por eso parece creíble. Pero un token con puntuaciones bajas ya casi no recibe nada, y las puntuaciones de otros tokens deciden cuánto.',
    },
    'new-v': {
      title: 'Los valores nuevos y una v cortada',
      body: 'La mezcla de valores se llama aquí `z`, y new_V en el cuaderno. Con el error activado son justo los números que imprime: la primera fila empieza con 0.0403, 0.0631, 0.0121.\n\nSu v está cortada en la impresión, pero puedes recuperarla. Los pesos enmascarados forman un triángulo, así que la primera fila de `z` es 0.0404 por la primera fila de `v`. Divide y ya la tienes. La segunda fila tiene solo una incógnita más, y así hasta abajo.\n\nLa parte impresa de v coincide: empieza con 0.9976, 1.5617.',
    },
    function: {
      title: 'Todo en una función',
      body: 'El cuaderno acaba con una función: entran consultas, claves, valores y una máscara, y salen salidas y pesos. Su nuevo softmax suma con `axis=-1` y `keepdims=True`, a lo largo de cada fila. Así la última celda arregla sin decirlo lo que la primera tenía mal.\n\nEl programa es esa función, con los números impresos de Q y K. La misma función está en el paquete de este proyecto para Node: `scaledDotProductAttention(q, k, v, { causal: true })`.',
      onScreen: 'Quita el error, y `weights` y `z` muestran lo que imprime el programa.',
      do: 'Quita el error en los controles.',
    },
  },
  challenges: {
    'even-row': {
      title: 'Una fila pareja',
      ask: 'Haz pareja la fila 3: «sat» da un tercio a cada token que puede ver, con un margen de 0.01. No toques la máscara ni q, k y v.',
      hint: 'Las diferencias entre sus puntuaciones tienen que encoger. Lo consiguen tanto la temperatura como la escala.',
      done: 'Dividir entre √dₖ es la misma idea en dosis pequeña: evita que el softmax se decida demasiado pronto.',
    },
    'one-back': {
      title: 'Un paso atrás',
      ask: 'Deja que cada token se vea a sí mismo y al que va justo antes, y a ninguno más.',
      hint: 'Una ventana deslizante también es una máscara. ¿Hasta dónde llega hacia atrás y hasta dónde hacia delante?',
      done: 'Los modelos para textos largos usan ventanas así. Cada fila tiene pocas claves, por largo que sea el texto.',
    },
    calm: {
      title: 'Calma las puntuaciones',
      ask: 'Baja la varianza de las puntuaciones escaladas a 0.1 o menos, sin tocar q, k y v.',
      hint: 'La varianza crece con el cuadrado del número por el que se multiplican las puntuaciones. Ese número se puede poner en los controles.',
      done: 'La escala sustituye a 1/√dₖ. Con la mitad, la varianza queda en la cuarta parte.',
    },
  },
};
