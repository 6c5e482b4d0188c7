import type { Glossary } from '../../lessons/types.ts';

export const glossary: Glossary = {
  token: {
    term: 'token',
    text: 'Un trozo de la secuencia con la que trabaja la atención: una palabra, parte de una palabra o una nota. El número de tokens se escribe T, o T_q y T_k cuando consultas y claves vienen de secuencias distintas.',
  },
  embedding: {
    term: 'embedding',
    text: 'La fila de números con la que empieza un [[token]]. El mismo token tiene la misma fila en todas partes.',
  },
  d_model: {
    term: 'd_model',
    text: 'Cuántos números tiene un [[embedding]]. Todo vector entre dos capas tiene los mismos.',
  },
  parameter: {
    term: 'parámetro',
    text: 'Un número que el entrenamiento ajusta, en matrices como `w_q`, `w_k` y `w_v`. Mucha gente llama pesos a los parámetros. En esta página un [[weight|peso]] es solo lo que devuelve el [[softmax]].',
  },
  bias: {
    term: 'sesgo',
    text: 'Una fila de [[parameter|parámetros]] que se suma después de un producto de matrices, como `b_q`.',
  },
  'self-attention': {
    term: 'autoatención',
    text: 'La atención de una secuencia a sí misma: todo [[token]] puede mirar a todos los tokens. Compárala con la [[cross-attention|atención cruzada]].',
  },
  query: { term: 'consulta', text: 'Lo que busca un [[token]], como vector de [[d_k]] números. Es una fila de `q`.' },
  key: {
    term: 'clave',
    text: 'Aquello por lo que se encuentra a un [[token]], como vector de [[d_k]] números. Es una fila de `k`.',
  },
  value: { term: 'valor', text: 'Lo que entrega un [[token]] cuando lo miran. Es una fila de `v`, de d_v números.' },
  d_k: {
    term: 'd_k',
    text: 'Cuántos números tienen una [[query|consulta]] y una [[key|clave]] en una [[head|cabeza]]. Las [[score|puntuaciones]] se dividen entre su raíz cuadrada.',
  },
  'dot-product': {
    term: 'producto escalar',
    text: 'Se multiplican dos vectores número a número y se suman los productos. El resultado es grande si los dos tienen números grandes del mismo signo en los mismos lugares.',
  },
  'additive-attention': {
    term: 'atención aditiva',
    text: 'Una [[score|puntuación]] que sale de una red pequeña y no de un [[dot-product|producto escalar]]: `v_a` · tanh(`w_a`·q + `u_a`·k). Es la función de puntuación más antigua (Bahdanau et al. 2014).',
  },
  score: {
    term: 'puntuación',
    text: 'Cuánto encaja una [[query|consulta]] con una [[key|clave]], como un solo número antes del [[softmax]].',
  },
  temperature: {
    term: 'temperatura',
    text: 'El número entre el que se dividen las [[score|puntuaciones]] justo antes del [[softmax]]. Con una temperatura baja la mayor se lleva casi todo. Con una alta todas reciben casi lo mismo.',
  },
  softmax: {
    term: 'softmax',
    text: 'Convierte una fila de números en números positivos que suman 1. Toma la exponencial de cada uno y la divide entre la suma de todas. Solo cuentan las diferencias entre los números.',
  },
  sparsemax: {
    term: 'sparsemax',
    text: 'Un pariente del [[softmax]] que puede dar ceros exactos. Resta un umbral a cada número y pone a 0 lo que queda por debajo de cero (Martins y Astudillo 2016).',
  },
  weight: {
    term: 'peso',
    text: 'La parte de su atención que una [[query|consulta]] da a una [[key|clave]]. Los pesos de una consulta nunca son negativos y suman 1.',
  },
  mask: {
    term: 'máscara',
    text: 'Decide qué [[key|claves]] puede ver una [[query|consulta]]. Las ocultas reciben la [[score|puntuación]] −∞, que el [[softmax]] convierte en 0 exacto. Una máscara causal oculta todo lo que viene después.',
  },
  'kv-cache': {
    term: 'caché KV',
    text: 'Las [[key|claves]] y los [[value|valores]] de los tokens anteriores, que se guardan mientras el modelo escribe. Con una [[mask|máscara]] causal no cambian, así que solo se calcula la fila nueva.',
  },
  variance: {
    term: 'varianza',
    text: 'Cuánto se apartan unos números de su media: la media de las distancias al cuadrado. Si todos son iguales, es 0.',
  },
  head: {
    term: 'cabeza',
    text: 'Una de varias atenciones que trabajan a la vez. Cada una tiene su parte de las [[query|consultas]], las [[key|claves]] y los [[value|valores]]. El número de cabezas se escribe H.',
  },
  transpose: {
    term: 'traspuesta',
    text: 'Una matriz con filas y columnas intercambiadas. Se escribe con una T arriba: `k`ᵀ.',
  },
  broadcasting: {
    term: 'broadcasting',
    text: 'La manera en que NumPy y PyTorch combinan arrays de formas distintas. Alinean las formas por la derecha y repiten lo que falta. Es cómodo, pero puede ocultar un eje equivocado.',
  },
  'cross-attention': {
    term: 'atención cruzada',
    text: 'La atención a otra secuencia. Las [[query|consultas]] vienen de una; las [[key|claves]] y los [[value|valores]], de la otra, a menudo de un [[encoder|codificador]].',
  },
  encoder: {
    term: 'codificador',
    text: 'La parte de un modelo que lee una secuencia entera. Produce un vector, un estado, por cada [[token]].',
  },
  'relative-attention': {
    term: 'atención relativa',
    text: 'Atención que sabe a qué distancia están dos [[token|tokens]]. Cada distancia tiene un vector aprendido con el que se compara la [[query|consulta]].',
  },
  skewing: {
    term: 'desplazamiento (skewing)',
    text: 'Lleva números ordenados por distancia a la pareja de [[token|tokens]] a la que pertenecen. Solo necesita relleno y cambios de forma (Huang et al. 2018).',
  },
  residual: {
    term: 'conexión residual',
    text: 'La entrada de una capa se suma a su salida, así que la capa solo tiene que decir qué cambia.',
  },
  'layer-norm': {
    term: 'norma de capa (layer norm)',
    text: 'Lleva los números de un [[token]] a media 0 y [[variance|varianza]] 1. Después los vuelve a escalar y desplazar lo que se haya aprendido.',
  },
  'feed-forward': {
    term: 'feed-forward',
    text: 'Dos matrices con una función no lineal entre ellas, como ReLU, que se aplican a cada [[token]] por separado.',
  },
};
