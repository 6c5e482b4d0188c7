/**
 * Lo que el núcleo y el lector de escenas dicen, en inglés, de lo que no puede ser, y cómo se dice aquí. `{}` son los
 * huecos, en el mismo orden; lo que falte se dice en inglés.
 */
export const problems: Readonly<Record<string, string>> = {
  // El enlace: delante, pues lo que dice de un valor acaba con lo que se dice de la escena.
  "the link's scene is wrong: {}": 'la escena del enlace está mal: {}',
  "the link's {} is {}: there is no such key; the keys are: {}":
    'el {} del enlace es {}: no hay tal clave; las claves son: {}',
  "the link's {} is {}: there is no such lesson; there are: {}": 'el {} del enlace es {}: no hay tal lección; hay: {}',
  "the link's {} is {}: it must be a number": 'el {} del enlace es {}: tiene que ser un número',
  "the link's {} is {}: it must be yes or no": 'el {} del enlace es {}: tiene que ser yes o no',
  "the link's {} is {}: its percent-encoding is broken":
    'el {} del enlace es {}: su codificación con porcentajes está rota',
  "the link's {} is {}: the key is there a second time": 'el {} del enlace es {}: la clave está por segunda vez',
  "the link's {} is {}: nothing can follow the point there":
    'el {} del enlace es {}: ahí no puede seguir nada al punto',
  "the link's {} is {}: it must be rows of 0 and 1, with commas between them":
    'el {} del enlace es {}: tienen que ser filas de 0 y 1, separadas por comas',
  "the link's {} is {}: this reads links of version {}":
    'el {} del enlace es {}: aquí se leen enlaces de la versión {}',
  "the link's {} is {}: it is packed in version {}; this reads version {}":
    'el {} del enlace es {}: está comprimido en la versión {}; aquí se lee la versión {}',
  "the link's {} is {}: the packed scene says everything; no other key can stand beside it":
    'el {} del enlace es {}: la escena comprimida lo dice todo; no puede haber otra clave a su lado',
  "the link's {} is {}: it is a packed scene, alone in its link; decodeLink reads it":
    'el {} del enlace es {}: es una escena comprimida, que va sola en su enlace; la lee decodeLink',
  "the link's {} is {}: it is not base64url": 'el {} del enlace es {}: no es base64url',
  "the link's {} is {}: its packed data is damaged": 'el {} del enlace es {}: sus datos comprimidos están dañados',
  "the link's {} is {}: there is more after its packed data":
    'el {} del enlace es {}: hay algo más tras sus datos comprimidos',
  "the link's {} is {}: what is packed in it is not text in UTF-8":
    'el {} del enlace es {}: lo comprimido no es texto en UTF-8',
  "the link's {} is {}: {}": 'el {} del enlace es {}: {}',
  "the link's {} is no key=value": 'en el enlace, {} no es clave=valor',
  'the link has {} characters; the limit is {}': 'el enlace tiene {} caracteres; el límite es {}',
  'the packed scene of the link has more than {} bytes, which is the limit':
    'la escena comprimida del enlace tiene más de {} bytes, que es el límite',
  'as a link this scene has {} characters; the limit is {}':
    'como enlace, esta escena tiene {} caracteres; el límite es {}',
  'as JSON this scene has {} bytes; the limit of a link is {}':
    'como JSON, esta escena tiene {} bytes; el límite de un enlace es {}',
  'packed links need CompressionStream with "deflate-raw", which is not here':
    'los enlaces comprimidos necesitan CompressionStream con «deflate-raw», que aquí no está',
  'version is {}; this reads scenes of version {}': 'la versión es {}; aquí se leen escenas de la versión {}',
  'the link has both {} and {}; the scene says everything': 'el enlace tiene {} y {}; la escena ya lo dice todo',

  // El núcleo.
  'there are no tokens': 'no hay tokens',
  'd_model {} is not divisible by {} heads': 'd_model {} no es divisible entre {} cabezas',
  '{} heads cannot share {} key/value heads: {} is not a multiple of {}':
    '{} cabezas no pueden compartir {} cabezas de clave/valor: {} no es múltiplo de {}',
  '{} is {}, expected {}×({}·d): {} columns are not divisible by {} heads':
    '{} es {} y se esperaba {}×({}·d): {} columnas no son divisibles entre {} cabezas',
  '{} is 0; it must be from 1 to {}': '{} es 0; tiene que estar entre 1 y {}',
  '{} is {}; the limit is {}': '{} es {}; el límite es {}',
  '{} is missing': 'falta {}',
  '{} has {} rows, expected {} (one a token)': '{} tiene {} filas y se esperaban {} (una por token)',
  'd_model {} is too small for one-hot rows: there are {} distinct tokens':
    'd_model {} es demasiado pequeño para filas one-hot: hay {} tokens distintos',
  'the table has no row for {}': 'la tabla no tiene ninguna fila para {}',
  'id {} is outside the table of {} rows (0 to {})': 'el id {} está fuera de la tabla de {} filas (de 0 a {})',
  'low {} must be less than high {}, both finite': 'low {} tiene que ser menor que high {}, y ambos finitos',
  'mean {} and std {} must be finite, std at least 0': 'mean {} y std {} tienen que ser finitos, y std al menos 0',
  'std is {}; it must be a number from 0': 'std es {}; tiene que ser un número desde 0',
  'base is {}; it must be a number greater than 1': 'base es {}; tiene que ser un número mayor que 1',
  'd_k is {}; rotary positions turn pairs, so it must be even':
    'd_k es {}; las posiciones rotatorias giran pares, así que tiene que ser par',
  'length is {}; it must be from {} to {} (the number of keys)':
    'la longitud es {}; tiene que estar entre {} y {} (el número de claves)',
  'temperature is {}; it must be a number greater than 0': 'la temperatura es {}; tiene que ser un número mayor que 0',
  'softcap is {}; it must be 0 (off) or greater': 'softcap es {}; tiene que ser 0 (desactivado) o mayor',
  'scale is {}; it must be a finite number': 'la escala es {}; tiene que ser un número finito',
  'scale is {}, but the score is the plain dot product, which has none':
    'la escala es {}, pero la puntuación es el producto escalar a secas, que no la tiene',
  'roundWeights is {}; it must be from 0 to {}': 'roundWeights es {}; tiene que estar entre 0 y {}',
  'the mistake {} needs a mask, and there is none': 'el error {} necesita una máscara, y no hay ninguna',
  'the mistake {} needs scores that are divided by √d_k': 'el error {} necesita puntuaciones divididas entre √d_k',
  'the mistake {} needs scores that are dot products of q and k':
    'el error {} necesita puntuaciones que sean productos escalares de q y k',
  'the mistake {} needs as many keys as a key has numbers: T_k is {}, d_k is {}':
    'el error {} necesita tantas claves como números tiene una clave: T_k es {} y d_k es {}',
  'the mistake {} needs as many keys as a value has numbers: T_k is {}, d_v is {}':
    'el error {} necesita tantas claves como números tiene un valor: T_k es {} y d_v es {}',
  'the mistake {} needs as many queries as keys: T_q is {}, T_k is {}':
    'el error {} necesita tantas consultas como claves: T_q es {} y T_k es {}',
  'the mistake {} is one of softmax; the weights are from sparsemax':
    'el error {} es del softmax; los pesos son de sparsemax',
  'the output is {} wide (H·d_v) and d_model is {}; add w_o, or make them equal':
    'la salida mide {} de ancho (H·d_v) y d_model es {}; añade w_o o iguálalos',
  'this needs {} MiB; the limit is {} MiB': 'esto necesita {} MiB; el límite es {} MiB',
  'there are parameters for {} layers; the scene has {}': 'hay parámetros para {} capas; la escena tiene {}',
  'these positions work on q and k, but the scores are given: there are none':
    'estas posiciones actúan sobre q y k, pero las puntuaciones vienen dadas: no los hay',
  'positions are added to embeddings, but q, k and v are given: there are none':
    'las posiciones se suman a los embeddings, pero q, k y v vienen dados: no los hay',
  '{} is given, but so are q, k and v themselves: nothing is projected':
    '{} viene dado, pero también q, k y v: no se proyecta nada',
  'q, k and v are given: there is no x to add to, to norm or to read in a second layer':
    'q, k y v vienen dados: no hay ningún x que sumar, que normalizar o que leer en una segunda capa',
  'the painted mask has {}; it may have 0 (hidden) and 1 (visible)':
    'la máscara pintada tiene {}; puede tener 0 (oculta) y 1 (visible)',
  '{}[{}] is {}; every number must be finite and fit float32 (up to 3.4e38)':
    '{}[{}] es {}; todos los números tienen que ser finitos y caber en float32 (hasta 3.4e38)',
  '{} is {}, expected {}': '{} es {} y se esperaba {}',

  // La forma de la escena.
  '{} is missing; it must be a whole number from {} to {}': 'falta {}; tiene que ser un número entero entre {} y {}',
  '{} is missing; it must be {}': 'falta {}; tiene que ser {}',
  '{} is {}; it must be a whole number from {} to {}': '{} es {}; tiene que ser un número entero entre {} y {}',
  '{} is {}; it must be {}': '{} es {}; tiene que ser {}',
  '{} has {} characters; the limit is {}': '{} tiene {} caracteres; el límite es {}',
  'row {} has {} numbers, row {} has {}; all must have the same':
    'la fila {} tiene {} números y la fila {} tiene {}; todas tienen que tener los mismos',
  'both {} and {} are given; give one of them': 'están {} y {}; deja uno de los dos',
  'neither {} nor {} is given; give one of them': 'no están ni {} ni {}; da uno de los dos',
  'greater than {}': 'mayor que {}',
  'text that is not empty': 'un texto que no esté vacío',
  'finite and fit float32 (at most {} in size)': 'finito y caber en float32 (como mucho {} de tamaño)',
  // Lo que dice más va antes: cuenta el primero que encaja.
  'the sentence has {} tokens; the limit is {} (the weights of one head would take {} MiB)':
    'la frase tiene {} tokens; el límite es {} (los pesos de una cabeza ocuparían {} MiB)',
  "the encoder's sentence has {} tokens; the limit is {} (the weights of one head would take {} MiB)":
    'la frase del codificador tiene {} tokens; el límite es {} (los pesos de una cabeza ocuparían {} MiB)',
  '{} has {}; the limit is {}': '{} tiene {}; el límite es {}',
  '{} has {} tokens; the limit is {}': '{} tiene {} tokens; el límite es {}',
  'the sentence is empty; type a word': 'la frase está vacía; escribe una palabra',
  "the encoder's sentence is empty; type a word": 'la frase del codificador está vacía; escribe una palabra',
  'the sentence has only punctuation, which this scene leaves out; type a word':
    'la frase solo tiene signos de puntuación, que esta escena deja fuera; escribe una palabra',
  "the encoder's sentence has only punctuation, which this scene leaves out; type a word":
    'la frase del codificador solo tiene signos de puntuación, que esta escena deja fuera; escribe una palabra',
  'the text is not JSON: line {}, column {}: {}': 'el texto no es JSON: línea {}, columna {}: {}',
};
