import type { Glossary } from '../../lessons/types.ts';

export const glossary: Glossary = {
  token: {
    term: 'token',
    text: 'Un trozo de la secuencia con la que trabaja la atención: una palabra, parte de una palabra, una nota. El número de tokens se escribe T, o T_q y T_k cuando consultas y claves vienen de secuencias distintas.',
  },
  embedding: {
    term: 'embedding',
    text: 'La fila de números que representa a un [[token]] al principio. El mismo token tiene la misma fila esté donde esté.',
  },
  d_model: {
    term: 'd_model',
    text: 'Cuántos números tiene un [[embedding]], y todo vector entre dos capas.',
  },
  parameter: {
    term: 'parámetro',
    text: 'Un número que el entrenamiento ajusta, aquí en matrices como `w_q`, `w_k` y `w_v`. Mucha gente llama pesos a los parámetros; en esta página solo lo que devuelve el [[softmax]] es un [[weight|peso]].',
  },
  bias: {
    term: 'sesgo',
    text: 'Una fila de [[parameter|parámetros]] que se suma después de un producto con una matriz, como `b_q`.',
  },
  'self-attention': {
    term: 'autoatención',
    text: 'La atención de una secuencia a sí misma: todo [[token]] pregunta y todo token puede responder. Compárala con la [[cross-attention|atención cruzada]].',
  },
  query: { term: 'consulta', text: 'Lo que busca un [[token]], como vector de [[d_k]] números; una fila de `q`.' },
  key: {
    term: 'clave',
    text: 'Aquello por lo que se encuentra a un [[token]], como vector de [[d_k]] números; una fila de `k`.',
  },
  value: { term: 'valor', text: 'Lo que entrega un [[token]] cuando lo miran; una fila de `v`, de d_v números.' },
  d_k: {
    term: 'd_k',
    text: 'Cuántos números tienen una [[query|consulta]] y una [[key|clave]] en una [[head|cabeza]]. Las [[score|puntuaciones]] se dividen entre su raíz cuadrada.',
  },
  'dot-product': {
    term: 'producto escalar',
    text: 'Dos vectores multiplicados número a número, y los productos sumados. Es grande donde los dos son grandes en los mismos lugares y con el mismo signo.',
  },
  'additive-attention': {
    term: 'atención aditiva',
    text: 'Una [[score|puntuación]] que sale de una red pequeña y no de un [[dot-product|producto escalar]]: `v_a` · tanh(`w_a`·q + `u_a`·k). Es la más antigua de las funciones de puntuación (Bahdanau et al. 2014).',
  },
  score: {
    term: 'puntuación',
    text: 'Cuánto encaja una [[query|consulta]] con una [[key|clave]]: un número por pareja, antes del [[softmax]].',
  },
  temperature: {
    term: 'temperatura',
    text: 'Aquello entre lo que se dividen las [[score|puntuaciones]] justo antes del [[softmax]]. Baja: la mayor se lleva casi todo. Alta: todas reciben casi lo mismo.',
  },
  softmax: {
    term: 'softmax',
    text: 'Convierte una fila de números en otros positivos que suman 1: la exponencial de cada uno, dividida entre la suma de todas. Solo cuentan las diferencias entre los números.',
  },
  sparsemax: {
    term: 'sparsemax',
    text: 'Un pariente del [[softmax]] que puede dar ceros exactos. Resta un umbral a cada número y recorta lo que queda por debajo de cero (Martins y Astudillo 2016).',
  },
  weight: {
    term: 'peso',
    text: 'La parte de su atención que una [[query|consulta]] da a una [[key|clave]]. Los pesos de una consulta nunca son negativos y suman 1.',
  },
  mask: {
    term: 'máscara',
    text: 'Dice qué [[key|claves]] puede ver una [[query|consulta]]. Las otras reciben −∞ como [[score|puntuación]], y el [[softmax]] lo convierte en 0 exacto. Una máscara causal esconde todo lo que viene después.',
  },
  variance: {
    term: 'varianza',
    text: 'Cuánto se apartan unos números de su media: la media de las distancias al cuadrado. Si todos son iguales, es 0.',
  },
  head: {
    term: 'cabeza',
    text: 'Una atención entre varias que trabajan a la vez, cada una con su trozo de [[query|consultas]], [[key|claves]] y [[value|valores]]. Su número se escribe H.',
  },
  transpose: {
    term: 'traspuesta',
    text: 'Una matriz girada de modo que sus filas son columnas; se escribe con una T arriba: `k`ᵀ.',
  },
  broadcasting: {
    term: 'broadcasting',
    text: 'La manera en que NumPy y PyTorch combinan arrays de formas distintas: alinean las formas por la derecha y repiten lo que falta. Es cómodo, y esconde con facilidad un eje equivocado.',
  },
  'cross-attention': {
    term: 'atención cruzada',
    text: 'La atención a otra secuencia: las [[query|consultas]] vienen de una, y las [[key|claves]] y los [[value|valores]], de la otra, a menudo de un [[encoder|codificador]].',
  },
  encoder: {
    term: 'codificador',
    text: 'La parte de un modelo que lee una secuencia entera y deja un vector, un estado, por cada [[token]].',
  },
  'relative-attention': {
    term: 'atención relativa',
    text: 'Atención que también sabe a qué distancia están dos [[token|tokens]]: cada distancia tiene un vector aprendido con el que se compara la [[query|consulta]].',
  },
  skewing: {
    term: 'desplazamiento (skewing)',
    text: 'Una manera de llevar números ordenados por distancia a la pareja de [[token|tokens]] a la que pertenecen, solo con relleno y cambios de forma (Huang et al. 2018).',
  },
  residual: {
    term: 'conexión residual',
    text: 'Lo que entra en una capa se suma a lo que sale de ella, de modo que la capa solo tiene que decir qué cambia.',
  },
  'layer-norm': {
    term: 'norma de capa (layer norm)',
    text: 'Lleva los números de un [[token]] a media 0 y [[variance|varianza]] 1, y después los estira y los desplaza lo que se haya aprendido.',
  },
  'feed-forward': {
    term: 'feed-forward',
    text: 'Dos matrices con un doblez entre ellas, como ReLU, que se aplican a cada [[token]] por separado.',
  },
};
