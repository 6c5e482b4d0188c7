import type { maskLab as english } from '../en/mask-lab.ts';

export const maskLab: typeof english = {
  title: 'Laboratorio de máscaras',
  close: 'Cerrar',
  loading: 'Calculando …',
  cases: 'Pregunta',
  names: {
    meaning: '¿True muestra u oculta?',
    corner: '¿Arriba a la izquierda o abajo a la derecha?',
    empty: 'Una fila que no ve nada',
    after: '¿−∞ antes o × 0 después?',
    half: '¿Basta con −10 000?',
    padding: 'Relleno: ¿filas o columnas?',
  },
  leads: {
    meaning:
      'Una máscara, dos matrices opuestas. En nn.MultiheadAttention de PyTorch, True oculta una clave. En las demás bibliotecas, True la deja ver.',
    corner:
      'Un decodificador con caché tiene 2 consultas nuevas y 5 claves. Una máscara causal puede empezar en la primera clave o acabar en la última. Solo con una de las dos ven el pasado las palabras nuevas.',
    empty:
      'Si una máscara oculta todas las claves a una consulta, softmax divide 0 entre 0. Las bibliotecas responden de tres maneras. Aquí la primera palabra no ve nada.',
    after:
      'Softmax reparte el 100 %. Una clave oculta antes de softmax cede su parte a las demás. Una clave puesta a 0 después se lleva su parte.',
    half: 'Algunos programas suman un número negativo grande en lugar de −∞. Estas son las puntuaciones 1, 2 y 3 de una fila en la que todas las claves están ocultas. Del tipo de número depende que las puntuaciones sobrevivan.',
    padding:
      'Dos de los cinco tokens son relleno. Oculta sus columnas, para que ninguna palabra los mire. Sus filas pueden quedarse, porque nadie las lee.',
  },
  mask: 'Máscara',
  masks: {
    causal: 'Causal',
    padding: 'Relleno',
    leftPadding: 'Relleno a la izquierda',
    window: 'Ventana',
    prefix: 'Prefijo',
    packed: 'Empaquetada',
    painted: 'Pintada',
  },
  library: 'Biblioteca',
  paint: 'Pulsa una celda para cambiarla.',
  hides: 'True oculta',
  keeps: 'True deja ver',
  hidesWho: 'PyTorch nn.MultiheadAttention',
  keepsWho: 'SDPA, Hugging Face, Keras, JAX, ONNX',
  weights: 'Los pesos',
  swap: 'Pasar la otra matriz',
  swapName: 'Pasar la matriz pensada para el otro tipo de biblioteca',
  swapped: 'La biblioteca lee cada True al revés. No hay ningún error, y las formas encajan.',
  sum: 'suma',
  cell: (query: string, key: string, value: string) => `${query} a ${key}: ${value}`,
  call: 'La llamada',
  shape: 'Forma',
  tested: (version: string) => `Las pruebas de este proyecto ejecutan esta llamada con ${version}.`,
  untested: 'No se ha probado aquí. La llamada sigue la documentación de la biblioteca.',
  wrong: 'En qué se equivocaron muchos',
  wrongMasks: {
    causal:
      '¿tril o triu? Donde True deja ver, el triángulo es tril. Donde True oculta, es triu con diagonal=1. Solo con triu, una palabra no se ve a sí misma.',
    padding:
      'Una máscara de relleno tiene un valor por clave, (B, T_k), y una máscara de atención uno por pareja, (T_q, T_k). Si B es igual a T, la equivocada puede encajar sin error.',
    leftPadding:
      'Al generar se rellena por la izquierda. Con una máscara causal, las filas del relleno no ven nada, y el NaN de una fila puede llegar a la pérdida.',
    window:
      'Una ventana de 3 puede ser varias cosas. Aquí cada palabra ve una palabra a cada lado. La ventana de Mistral cuenta hacia atrás desde la propia palabra.',
    prefix:
      'Todas las palabras ven el prefijo, también sus propias palabras anteriores. Una máscara causal sola oculta la mitad.',
    packed:
      'Las secuencias que comparten una fila no deben verse. Una máscara causal sola deja que la segunda lea la primera, y las posiciones deben empezar otra vez en 0.',
    painted: 'Una máscara que nadie mira suele estar mal. Imprímela antes de entrenar.',
  },
  topLeft: 'Arriba a la izquierda: j ≤ i',
  topLeftWho: 'PyTorch is_causal=True, JAX is_causal=True, Keras use_causal_mask=True, ONNX is_causal=1 sin caché',
  bottomRight: 'Abajo a la derecha: j ≤ i + T_k − T_q',
  bottomRightWho: 'FlashAttention desde la 2.1, causal_lower_right de PyTorch, ONNX con claves pasadas',
  wrongCorner:
    'is_causal=True con una caché. Arriba a la izquierda, la palabra más nueva solo ve las primeras de la frase, y el texto que sigue no tiene sentido. Con una sola consulta e is_causal=True, solo ve la primera palabra.',
  nan: 'NaN',
  nanWho:
    'nn.MultiheadAttention de PyTorch (probado con 1.13), softmax de −∞ tal como se escribe, la referencia de ONNX',
  zeros: 'Ceros',
  zerosWho: 'SDPA de PyTorch desde la 2.5, FlashAttention, esta página',
  uniform: 'Pesos iguales',
  uniformWho: 'Bibliotecas que suman un número grande y finito: Hugging Face, Keras, JAX',
  wrongEmpty:
    'Quitar el NaN al final con nan_to_num. Si se sumó −∞ a las puntuaciones, el gradiente de esa fila sigue siendo NaN. Deja que las consultas de relleno vean una clave, o usa una biblioteca que dé ceros.',
  before: '−∞ antes de softmax',
  beforeAbout: 'Cada fila suma 1.',
  afterwards: '× 0 después de softmax',
  afterwardsAbout: 'Las filas suman menos, y cuánto depende de lo que se ocultó.',
  wrongAfter:
    'Multiplicar los pesos por la máscara y seguir. La primera palabra conserva solo una parte de su atención, y las palabras ocultas han cambiado los pesos visibles. Dividir entre la nueva suma lo arregla.',
  masked: 'Lo que recibe softmax',
  halfWeights: 'Los pesos',
  halfRow: (type: string, number: string) => `${type}, ${number}`,
  halfAbout:
    'float32 distingue −9999, −9998 y −9997, así que la fila queda como si nada estuviera oculto. float16 redondea los tres a −10 000. En él no cabe −10⁹, que se vuelve −∞.',
  wrongHalf:
    'Una constante copiada de un programa en float32. −10⁹ es −∞ en float16, y una fila así es NaN. Sumar dos máscaras de finfo.min también da −∞. Usa torch.finfo(scores.dtype).min una sola vez, o −∞ si ninguna fila está vacía.',
  columns: 'Solo las columnas',
  columnsAbout: 'Las filas del relleno tienen números que nadie lee. La pérdida no debe contarlas.',
  both: 'Columnas y filas',
  bothAbout: 'Las filas del relleno no ven nada. Aquí eso da 0, y NaN en otras bibliotecas.',
  wrongPadding:
    'Ocultar también las filas. No cambia ninguna palabra que cuente, y es la causa habitual de NaN. Deja el relleno fuera de la pérdida, por ejemplo con ignore_index.',
  sources: 'Dónde se preguntó:',
};
