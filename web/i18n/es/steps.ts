import type { steps as english } from '../en/steps.ts';
import type { Said } from '../said.ts';

/** Qué son los pasos y parámetros más allá de los sencillos, y por qué. */
export const steps: Said<typeof english> = {
  sources: 'Según',
  about: {
    tokens_k: [
      'segunda frase',
      'Los tokens de los que vienen claves y valores; las consultas vienen de la primera frase.',
    ],
    x0_k: ['embeddings de las claves', 'La segunda frase como filas de números, de la misma tabla que la primera.'],
    p: [
      'posiciones',
      'La atención por sí sola no sabe qué palabra va antes. Aquí cada lugar recibe una fila de senos y cosenos de longitud de onda creciente, de modo que dos lugares cualesquiera tienen filas distintas y los cercanos, parecidas.',
    ],
    p_k: ['posiciones de las claves', 'Las mismas filas de senos y cosenos, para los lugares de la segunda frase.'],
    x: ['con posiciones', 'El embedding con su posición: lo que leen las proyecciones a partir de aquí.'],
    'x.concat': [
      'con posiciones al lado',
      'La posición va al lado del embedding en vez de sumarse: d_model crece, y los dos no se mezclan antes de w_q, w_k y w_v.',
    ],
    'x.learned': [
      'con posiciones',
      'A cada embedding se le suma la fila de P de su lugar; en un modelo entrenado estas filas se aprenden como cualquier otro parámetro.',
    ],
    'x.layer': [
      'entrada de esta capa',
      'Lo que dio la capa anterior es lo que lee esta. Sus parámetros son propios; el cálculo es el mismo.',
    ],
    x_k: ['entrada de las claves', 'La segunda frase con sus posiciones: de lo que se hacen claves y valores.'],
    'k.shared': [
      'claves',
      'Hay menos cabezas de claves que de consultas: cada grupo de cabezas comparte una, lo que ahorra memoria cuando se genera texto palabra por palabra.',
    ],
    'v.shared': ['valores', 'Compartidos como las claves: una cabeza de valores por grupo de cabezas de consultas.'],
    'q.given': ['consultas', 'Lo que busca cada token: lo da la propia escena, sin embeddings ni proyección.'],
    'k.given': ['claves', 'Aquello por lo que se puede encontrar cada token: lo da la escena.'],
    'v.given': ['valores', 'Lo que entrega cada token cuando lo miran: lo da la escena.'],
    q_rotated: [
      'consultas giradas',
      'Posiciones rotatorias: cada par de números gira un ángulo que crece con el lugar. El producto de dos vectores girados depende de cuánto distan las palabras, no de dónde están.',
    ],
    k_rotated: [
      'claves giradas',
      'Las claves, giradas de la misma manera: en las puntuaciones solo queda la diferencia de los ángulos.',
    ],
    q_a: [
      'consultas para la puntuación',
      'Las consultas a través de w_a, la matriz propia de la función de puntuación.',
    ],
    'q_a.general': [
      'consultas para la puntuación',
      'Las consultas a través de w_a, para poder compararlas con claves de otra clase.',
    ],
    k_a: ['claves para la puntuación', 'Las claves a través de u_a, en el mismo espacio que las consultas.'],
    'scores.additive': [
      'puntuaciones',
      'La primera atención de la traducción no multiplicaba consultas por claves: sumaba las dos, doblaba la suma con tanh y dejaba que un vector v_a sopesara el resultado.',
    ],
    'scores.general': [
      'puntuaciones',
      'Entre la consulta y la clave hay una matriz w_a: con la identidad es el producto escalar; si no, aprende qué número de una va con cuál de la otra.',
    ],
    'scores.cosine': [
      'puntuaciones',
      'Solo cuenta el ángulo entre la consulta y la clave, no sus longitudes: toda puntuación está entre −1 y 1. Un vector de ceros no tiene ángulo; sus puntuaciones son 0.',
    ],
    'scores.given': [
      'puntuaciones',
      'Estas puntuaciones vienen dadas con la escena; no se han comparado consultas y claves.',
    ],
    qe: [
      'consultas por distancias',
      'Cada consulta se multiplica por un vector aprendido para cada distancia: ¿cuánto le importa a esta palabra lo que está así de lejos? Una columna por distancia.',
    ],
    skewed: [
      'sesgada',
      'Las columnas de qe son distancias, las de las puntuaciones son claves. Rellenar las filas, leer los mismos números con otra longitud de fila y recortar el resto pone cada uno en su lugar, sin una copia por cada par.',
    ],
    relative: [
      'puntuaciones relativas',
      'Los mismos números de la manera sencilla, par a par: para la consulta i y la clave j, la entrada de qe de la distancia j − i. Es igual a la matriz sesgada; donde no hay tal distancia es 0.',
    ],
    related: [
      'puntuaciones con distancias',
      'Las puntuaciones relativas se suman a las puntuaciones antes de escalarlas.',
    ],
    biased: [
      'con pendiente',
      'ALiBi no usa vectores de posición: cada cabeza baja la puntuación en proporción a la distancia, las primeras con mucha pendiente, las últimas con poca.',
    ],
    blocked: ['lo oculto', '1 donde una consulta no puede ver una clave, 0 donde puede.'],
    mask: ['máscara', 'Lo mismo en números para sumar: 0 no cambia nada, −∞ no deja nada de una puntuación.'],
    'weights.sparsemax': [
      'pesos',
      'Sparsemax toma el punto más cercano a las puntuaciones entre todos los repartos positivos que suman 1. A diferencia del softmax, da exactamente 0 a las claves que quedan muy atrás.',
    ],
    support: [
      'soporte',
      '1 para las claves que reciben algo: aquellas cuya puntuación no queda demasiado por detrás de la mejor.',
    ],
    threshold: [
      'umbral',
      'Lo que sparsemax quita a cada puntuación de una fila, para que lo que queda por encima de 0 sume 1.',
    ],
    rounded: [
      'pesos redondeados',
      'Los pesos con pocas cifras, como se suelen escribir; cada fila sigue sumando 1. Lo que viene después usa estos, así que el redondeo se nota en el resultado.',
    ],
    weighted: [
      'valores ponderados',
      'Cada valor por el peso que le da la consulta, antes de sumarlos: una matriz pequeña por consulta.',
    ],
    added_1: [
      'sumada',
      'La conexión residual: la salida se suma a lo que leyó la capa, de modo que la atención solo tiene que decir qué cambia.',
    ],
    mean_1: ['media', 'La media de los números de cada token.'],
    variance_1: ['varianza', 'Cuánto se dispersan los números de cada token alrededor de su media.'],
    mean_square_1: [
      'media de los cuadrados',
      'La media de los cuadrados de los números de cada token; RMSNorm no necesita la media.',
    ],
    normed_1: [
      'normalizada',
      'LayerNorm lleva los números de cada token a media 0 y varianza 1; gamma y beta pueden volver a estirarlos y desplazarlos. La pequeña ε evita que falle la división.',
    ],
    'normed_1.rms': [
      'normalizada',
      'RMSNorm divide los números de cada token entre la raíz de la media de sus cuadrados y los multiplica por gamma: más barata que LayerNorm, y a menudo igual de buena.',
    ],
    hidden: [
      'números ocultos',
      'La red feed-forward mira cada token por separado: w_1 hace de él d_ff números, y ReLU pone a 0 los negativos.',
    ],
    'hidden.gelu': [
      'números ocultos',
      'La red feed-forward mira cada token por separado: w_1 hace de él d_ff números, y GELU deja pasar los grandes y desvanece los negativos.',
    ],
    fed: ['tras la red', 'w_2 devuelve los números ocultos a la anchura del modelo.'],
    added_2: ['sumada', 'La segunda conexión residual: lo que hizo la red feed-forward se suma a lo que leyó.'],
    mean_2: ['media', 'La media de los números de cada token.'],
    variance_2: ['varianza', 'Cuánto se dispersan los números de cada token alrededor de su media.'],
    mean_square_2: ['media de los cuadrados', 'La media de los cuadrados de los números de cada token.'],
    normed_2: ['normalizada', 'Otra vez LayerNorm, con una gamma y una beta propias.'],
    'normed_2.rms': ['normalizada', 'Otra vez RMSNorm, con una gamma propia.'],
    y: [
      'salida del bloque',
      'Lo que la capa entera hace de cada token: lo que lee la capa siguiente, o con lo que sigue el modelo.',
    ],
    P: ['P', 'Una fila de números para cada lugar.'],
    E_rel: ['E_rel', 'Un vector para cada distancia y cabeza.'],
    w_a: ['w_a', 'Los parámetros de la función de puntuación.'],
    u_a: ['u_a', 'Lo que la función de puntuación hace de las claves.'],
    v_a: ['v_a', 'Cuánto cuenta cada número de la suma doblada.'],
    w_1: ['w_1', 'De la anchura del modelo a los números ocultos.'],
    b_1: ['b_1', 'Lo que se suma a los números ocultos.'],
    w_2: ['w_2', 'De los números ocultos, de vuelta a la anchura del modelo.'],
    b_2: ['b_2', 'Lo que se suma después de w_2.'],
    gamma_1: ['gamma_1', 'Estira cada número después de la norma.'],
    beta_1: ['beta_1', 'Desplaza cada número después de la norma.'],
    gamma_2: ['gamma_2', 'Estira cada número después de la segunda norma.'],
    beta_2: ['beta_2', 'Desplaza cada número después de la segunda norma.'],
  },
};
