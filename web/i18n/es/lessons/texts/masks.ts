import type { LessonText } from '../../../../lessons/types.ts';
import { lessonList } from '../list.ts';

export const text: LessonText = {
  ...lessonList.masks,
  credit:
    'Las puntuaciones son inventadas, para que cada página se pueda comprobar a mano. El laboratorio de máscaras tiene las mismas. El texto es nuestro.',
  pages: {
    before: {
      title: 'La máscara va antes del softmax',
      body: 'El [[softmax]] reparte la atención de una [[query|consulta]] entre todas las [[key|claves]]. La frase, «the cat sat on it» (el gato se sentó encima), es la misma en todos los idiomas, como los números. Aquí «sat» da 0.13, 0.36, 0.24, 0.16 y 0.10 a las cinco palabras. Un modelo que escribe no debe mirar las dos últimas, porque vienen después.\n\nUna [[mask|máscara]] pone sus [[score|puntuaciones]] a −∞ antes del softmax. La exponencial de −∞ es 0, así que no reciben nada, y las otras tres se lo reparten todo.\n\nPoner los dos pesos a 0 después del softmax no es lo mismo. Entonces «sat» conserva 0.13, 0.36 y 0.24, y se pierde una cuarta parte de su atención.',
      do: 'Elige la máscara causal en los controles. ¿Cuánto da ahora «sat» a «cat»?',
    },
    triangle: {
      title: 'El triángulo: tril o triu',
      body: 'Las filas son consultas y las columnas son claves, en el orden de la frase. Con una máscara causal, la palabra i ve las palabras j ≤ i: la diagonal y lo que hay debajo. NumPy y PyTorch hacen este triángulo con tril.\n\nEl paso `blocked` muestra el otro triángulo, el de las celdas ocultas. Es triu con diagonal=1. Sin diagonal=1 incluye la diagonal, y ninguna palabra se ve a sí misma.\n\n«cat» es la segunda palabra, así que en su fila quedan dos puntuaciones: 0.9 con «the» y 1.5 consigo misma.',
      predict: {
        ask: '¿Qué peso da «cat» a «the»?',
        reveal:
          'Solo dos claves se reparten la fila. Cada fila es la que daría la frase si acabara en esa palabra, así que las palabras posteriores no cambian nada en ella.',
      },
    },
    'true-or-false': {
      title: 'True deja ver o True oculta',
      body: 'En un programa, una máscara es una matriz de True y False, y las bibliotecas no se ponen de acuerdo. En nn.MultiheadAttention de PyTorch, True oculta una clave. En scaled_dot_product_attention de PyTorch, en Keras, JAX y ONNX, True la deja ver.\n\nAquí una matriz en la que True oculta ha llegado a una función en la que True deja ver. Las formas encajan, así que no hay error. «the», la primera palabra, da ahora 0.40 a «on», tres palabras más adelante.',
      onScreen:
        'El laboratorio de máscaras, en los controles, dibuja estos pesos para seis bibliotecas. Activa allí «Pasar la otra matriz».',
      predict: {
        ask: '¿Cuánto da «on», la cuarta palabra, a «it», la que va después?',
        reveal:
          '«it» es la única palabra que ve «on», así que se lo lleva todo. Al entrenar, cada palabra leería la siguiente, que es la que debe predecir, y la pérdida parecería demasiado buena. Imprime una fila de pesos antes de entrenar.',
      },
    },
    corner: {
      title: 'Las dos esquinas del triángulo',
      body: 'Un decodificador con caché calcula solo las palabras nuevas, así que tiene menos consultas que claves. Aquí «on» e «it» son nuevas, y hay cinco claves. ¿Dónde queda el triángulo?\n\nArriba a la izquierda, la consulta i ve las claves j ≤ i. Así lo hace is_causal=True de PyTorch. «it» da 0.25 a «the» y 0.75 a «cat», y ninguna palabra nueva se ve a sí misma.\n\nAbajo a la derecha, la última consulta ve todas las claves: j ≤ i + T_k − T_q. Así lo hace FlashAttention desde la versión 2.1. Solo así coinciden las dos filas con las de la frase entera.',
      do: 'Pon la alineación de la máscara abajo a la derecha. ¿Cuántas palabras ve ahora «on»?',
    },
    'empty-row': {
      title: 'Una fila que no ve nada',
      body: 'Si se escribe triu sin diagonal=1, la primera palabra pierde su única clave. Todas las puntuaciones de su fila son −∞. Sus exponenciales suman 0, y el softmax divide 0 entre 0.\n\nLas bibliotecas responden de tres maneras. La fórmula del softmax, sin más, da NaN, que se extiende a todo lo que se calcula con él. scaled_dot_product_attention de PyTorch da ceros desde la versión 2.5. Las bibliotecas que suman un número negativo enorme en lugar de −∞ dan el mismo peso a todas las claves.\n\nEsta página hace lo mismo que scaled_dot_product_attention.',
      predict: {
        ask: '¿Qué peso se da «the» a sí misma en esta página?',
        reveal:
          'La fila es toda de ceros, así que «the» no toma nada de ninguna palabra. Con pesos iguales se daría una quinta parte, y sería difícil ver el error. Lo mejor es que no haya filas así: deja que cada consulta vea al menos una clave.',
      },
    },
    padding: {
      title: 'Relleno: se ocultan sus columnas',
      body: 'El relleno da la misma longitud a las secuencias de un lote. La máscara oculta las columnas de «[pad]», así que ninguna palabra lo mira. Sus filas pueden quedarse, porque nadie lee sus resultados y la pérdida no las cuenta. Ocultarlas también crea las filas vacías de la página anterior.\n\nEmpaquetar evita el relleno. Varias secuencias comparten una fila de tokens, y la máscara deja que cada palabra vea solo su propia secuencia.\n\nLas puntuaciones del primer «[pad]» con las tres palabras son −0.5, 0.6 y 1.3.',
      predict: {
        ask: '¿Cuánto da el primer «[pad]» a «the»?',
        reveal:
          'El relleno pregunta como cualquier palabra, y su fila suma 1. No hace daño: su columna está oculta, así que ninguna palabra ve el resultado.',
      },
    },
  },
  challenges: {
    packed: {
      title: 'Dos secuencias en una fila',
      ask: '«the cat sat» y «we ran» están empaquetadas en una fila. Deja que cada palabra se vea a sí misma y a las anteriores de su propia secuencia, y nada más. Deja las puntuaciones como están.',
      hint: 'La máscara causal deja que la segunda secuencia lea la primera. Elige «Pintada», que parte de ella, y oculta seis celdas.',
      done: 'La máscara es ahora diagonal por bloques: un triángulo por secuencia. En la segunda, también las posiciones tienen que empezar otra vez en 0.',
    },
    'padding-left': {
      title: 'Ninguna fila vacía',
      ask: 'Los programas que generan texto rellenan por la izquierda. Aquí los dos «[pad]» no ven nada. Deja que cada uno vea algo, para que todas las filas sumen 1. Las filas de las tres palabras se quedan como están.',
      hint: 'Nadie lee las filas del relleno. ¿Qué puede ver un token de relleno sin que cambie ninguna palabra?',
      done: 'Ya ninguna fila puede ser NaN, y los pesos de las palabras no han cambiado.',
    },
  },
};
