/**
 * Lo que el núcleo y el lector de escenas dicen, en inglés, de lo que no puede ser, y cómo se dice aquí. `{}` son los
 * huecos, en el mismo orden; lo que llena un hueco puede ser a su vez una de estas frases.
 */
export const problems: Readonly<Record<string, string>> = {
  // El enlace.
  "the link's scene is wrong: {}": 'la escena del enlace está mal: {}',
  "the link's {} is {}: {}": 'el {} del enlace es {}: {}',
  'there is no such key; the nearest of {} keys are: {}':
    'no existe esa clave; de las {} que hay, las más parecidas son: {}',
  'there is no such lesson; the lessons are: {}': 'no hay tal lección; las lecciones son: {}',
  'it must be a number': 'tiene que ser un número',
  'it must be words separated by commas, each followed by ~ and digits from 0 to A':
    'tienen que ser palabras separadas por comas, cada una seguida de ~ y cifras de 0 a A',
  'it must be yes or no': 'tiene que ser yes o no',
  'its percent-encoding is broken': 'su codificación con porcentajes está rota',
  'the key appears twice': 'la clave aparece dos veces',
  'nothing may follow the point there': 'ahí no puede seguir nada al punto',
  'it must be rows of 0 and 1, separated by commas': 'tienen que ser filas de 0 y 1, separadas por comas',
  'only links of version {} can be read': 'solo se pueden leer enlaces de la versión {}',
  'it must be {}. followed by the packed data': 'tiene que ser {}. seguido de los datos comprimidos',
  'it is packed in version {}; only version {} can be read':
    'está comprimido en la versión {}; solo se puede leer la versión {}',
  'the packed scene holds everything; remove the other keys':
    'la escena comprimida lo contiene todo; quita las demás claves',
  'it is a packed scene, which needs a link of its own; use decodeLink to read it':
    'es una escena comprimida, que va sola en su enlace; usa decodeLink para leerla',
  'it is not base64url': 'no es base64url',
  'its packed data is damaged': 'sus datos comprimidos están dañados',
  'there is extra data after its packed data': 'hay datos de más tras sus datos comprimidos',
  'its packed data is not UTF-8 text': 'sus datos comprimidos no son texto en UTF-8',
  "the link's {} is not a key=value pair": 'en el enlace, {} no es un par clave=valor',
  'the link has {} characters; the limit is {}': 'el enlace tiene {} caracteres; el límite es {}',
  'the link has both "scene" and {}; the scene holds everything, so remove the other key':
    'el enlace tiene "scene" y {}; la escena lo contiene todo, así que quita la otra clave',
  'the packed scene of the link is larger than the limit of {} bytes':
    'la escena comprimida del enlace supera el límite de {} bytes',
  'this scene has {} characters as a link; the limit is {}':
    'como enlace, esta escena tiene {} caracteres; el límite es {}',
  'this scene has {} bytes as JSON; the limit of a link is {}':
    'como JSON, esta escena tiene {} bytes; el límite de un enlace es {}',
  'packed links need CompressionStream with "deflate-raw", which is missing here':
    'los enlaces comprimidos necesitan CompressionStream con «deflate-raw», que aquí falta',

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
  'the mistake {} needs embeddings; q, k and v are given, and there is no d_model':
    'el error {} necesita embeddings; q, k y v vienen dados y no hay ningún d_model',
  'the mistake {} needs scores that are divided by √d_k': 'el error {} necesita puntuaciones divididas entre √d_k',
  'the mistake {} needs scores that are dot products of q and k':
    'el error {} necesita puntuaciones que sean productos escalares de q y k',
  'the mistake no-transpose needs as many keys as a key has numbers: T_k is {}, d_k is {}':
    'el error no-transpose necesita tantas claves como números tiene una clave: T_k es {} y d_k es {}',
  'the mistake wrong-axis-values needs as many keys as a value has numbers: T_k is {}, d_v is {}':
    'el error wrong-axis-values necesita tantas claves como números tiene un valor: T_k es {} y d_v es {}',
  'the mistake swapped-qk needs as many queries as keys: T_q is {}, T_k is {}':
    'el error swapped-qk necesita tantas consultas como claves: T_q es {} y T_k es {}',
  'the mistake {} is one of softmax; the weights are from sparsemax':
    'el error {} es del softmax; los pesos son de sparsemax',
  'the output is {} wide (H·d_v) and d_model is {}; add w_o, or make them equal':
    'la salida mide {} de ancho (H·d_v) y d_model es {}; añade w_o o iguálalos',
  'this scene takes {} million operations; above {} million it is computed only on request':
    'esta escena necesita {} millones de operaciones; por encima de {} millones solo se calcula si lo pides',
  'this needs {} MiB; the limit is {} MiB': 'esto necesita {} MiB; el límite es {} MiB',
  'there are parameters for {} layers; the scene has {}': 'hay parámetros para {} capas; la escena tiene {}',
  'these positions work on q and k, but the scores are given: there are none':
    'estas posiciones actúan sobre q y k, pero las puntuaciones vienen dadas: no los hay',
  'positions are added to embeddings, but q, k and v are given: there are none':
    'las posiciones se suman a los embeddings, pero q, k y v vienen dados: no los hay',
  '{} is given, but so are q, k and v themselves: nothing is projected':
    '{} viene dado, pero también q, k y v: no se proyecta nada',
  'q, k and v are given: there is no x to add to or to norm':
    'q, k y v vienen dados: no hay ningún x que sumar o que normalizar',
  'the mistake {} is made before the weights, which are given':
    'el error {} se comete antes de los pesos, y estos vienen dados',
  'the given layers have no step for this': 'las capas dadas no tienen ningún paso para esto',
  'given weights need an embedding of the kind qkv': 'los pesos dados necesitan un embedding de la clase qkv',
  '{} layers are given; the scene has {}': 'se dan {} capas; la escena tiene {}',
  '{}[{}] has {}; no weight may be below 0': '{}[{}] tiene {}; ningún peso puede ser menor que 0',
  '{}[{}] adds up to {}; it must be 1, within 0.01': '{}[{}] suma {}; tiene que sumar 1, con un margen de 0.01',
  '{} is given, but the score does not use it: leave it out': '{} viene dado, pero la puntuación no lo usa: quítalo',
  'float32 must be text in base64': 'float32 tiene que ser texto en base64',
  'float32 is not base64 of {} numbers': 'float32 no es el base64 de {} números',
  '{} has numbers that are not finite': '{} tiene números que no son finitos',
  'the heads of {} have different shapes': 'las cabezas de {} tienen formas distintas',
  'the layers have {} numbers; the limit is {}': 'las capas tienen {} números; el límite es {}',
  'the painted mask has {}; it may have 0 (hidden) and 1 (visible)':
    'la máscara pintada tiene {}; puede tener 0 (oculta) y 1 (visible)',
  '{}[{}] is {}; every number must be finite and fit float32 (up to 3.4e38)':
    '{}[{}] es {}; todos los números tienen que ser finitos y caber en float32 (hasta 3.4e38)',
  '{} is {}, expected {}{}': '{} es {} y se esperaba {}{}',
  'layer {}: ': 'capa {}: ',
  'layer {} has d_k {}, d_v {} and d_a {}, layer 1 has {}, {} and {}; all must have the same':
    'la capa {} tiene d_k {}, d_v {} y d_a {}, y la capa 1 tiene {}, {} y {}; todas tienen que tener los mismos',
  '"{}" is no id of the table of {} rows (0 to {})': '"{}" no es ningún id de la tabla de {} filas (de 0 a {})',
  'the table has {} rows and {} names': 'la tabla tiene {} filas y {} nombres',
  '{} has {} axes, expected 2 (rows and columns)': '{} tiene {} ejes y se esperaban 2 (filas y columnas)',
  '{} has {} axes, expected 2, 3 or 4: [B,H,T,d]': '{} tiene {} ejes y se esperaban 2, 3 o 4: [B,H,T,d]',
  '{} is {}, expected {}×{}': '{} es {} y se esperaba {}×{}',
  'P is {}, expected {}×{} (a row a place; more rows are allowed)':
    'P es {} y se esperaba {}×{} (una fila por posición; puede haber más filas)',
  'layers is given, but the embedding already lists its layers': 'se da layers, pero el embedding ya enumera sus capas',
  'the embedding has no layers': 'el embedding no tiene capas',
  'b_o is given without w_o': 'b_o viene dado sin w_o',
  'there is a bO, but no wO': 'hay bO, pero no wO',
  '{} is not finite': '{} no es finito',
  'this needs {} MiB, and there is no memory left': 'esto necesita {} MiB y no queda memoria',
  '{} tokens need {} MiB; the limit is {} MiB': '{} tokens necesitan {} MiB; el límite es {} MiB',
  '{} has {} columns, which {} heads cannot share': '{} tiene {} columnas, que {} cabezas no se pueden repartir',
  '{} heads are not a multiple of {} kvHeads': '{} cabezas no son múltiplo de {} kvHeads',
  'x[{},{}] is {}; every number must be finite and fit float32 (up to 3.4e38)':
    'x[{},{}] es {}; todos los números tienen que ser finitos y caber en float32 (hasta 3.4e38)',
  'output[{},{}] is {}; it does not fit float32 (up to 3.4e38)':
    'output[{},{}] es {}; no cabe en float32 (hasta 3.4e38)',
  'scores of q and k this large may reach {}; float32 holds up to 3.4e38':
    'con q y k tan grandes las puntuaciones pueden llegar a {}; float32 llega a 3.4e38',
  'a score and its mask add up to less than float32 holds (-3.4e38)':
    'una puntuación y su máscara suman menos de lo que cabe en float32 (-3.4e38)',
  '{} is {}: an axis is 0': '{} es {}: un eje es 0',
  'k has d_k {}, q has {}': 'k tiene d_k {} y q tiene {}',
  'v has T_k {}, k has {}': 'v tiene T_k {} y k tiene {}',
  'v has {} heads, k has {}': 'v tiene {} cabezas y k tiene {}',
  'q has {} heads, not a multiple of the {} of k and v': 'q tiene {} cabezas, que no es múltiplo de las {} de k y v',
  'k has batch {}, q has {}': 'k tiene un lote de {} y q de {}',
  'v has batch {}, q has {}': 'v tiene un lote de {} y q de {}',
  'mask has {} axes, at most 4': 'mask tiene {} ejes, y puede tener como mucho 4',
  'mask is {}, which does not broadcast to {}×{}×{}×{}': 'mask es {}, que no se extiende a {}×{}×{}×{}',

  // La forma de la escena.
  'the scene': 'la escena',
  'version is {}; only scenes of version 1 can be read': 'version es {}; solo se pueden leer escenas de la versión 1',
  '{} is missing; it must be {}': 'falta {}; tiene que ser {}',
  '{} is {}; it must be {}': '{} es {}; tiene que ser {}',
  'a whole number from {} to {}': 'un número entero entre {} y {}',
  'a number': 'un número',
  'greater than {}': 'mayor que {}',
  'finite and fit float32 (at most {} in absolute value)':
    'finito y caber en float32 (como mucho {} en valor absoluto)',
  'true or false': 'true o false',
  text: 'un texto',
  'text that is not empty': 'un texto que no esté vacío',
  'text without a lone surrogate (half a character)': 'texto sin medio carácter (un sustituto suelto)',
  'an array': 'una lista',
  'an object': 'un objeto',
  'a {}': 'un {}',
  'an array of {}': 'una lista de {}',
  'a function': 'una función',
  'a symbol': 'un símbolo',
  '{} has an unknown key {}; the keys are: {}': '{} tiene una clave desconocida, {}; las claves son: {}',
  '"__proto__" cannot be a word of {}': '"__proto__" no puede ser una palabra de {}',
  '{} has {} numbers, {} has {}; all must have the same':
    '{} tiene {} números y {} tiene {}; todas tienen que tener los mismos',
  'row {}': 'la fila {}',
  'both {} and {} are given; give only one': 'están {} y {}; deja solo uno',
  'neither {} nor {} is given; give one': 'no están ni {} ni {}; da uno',
  '{} is given, but it only goes with the {} "{}"': 'está {}, pero solo va con el {} "{}"',
  '{} is missing, but it is required when {}': 'falta {}, que es obligatorio cuando {}',
  '{} is given, but it is only allowed when {}': 'está {}, que solo se admite cuando {}',
  'the embedding is "given"': 'el embedding es "given"',
  'the embedding is not "qkv"': 'el embedding no es "qkv"',
  'the score is "given"': 'la puntuación es "given"',
  'the version of the table is 2 or later': 'la versión de la tabla es 2 o posterior',
  'the version of the table is 4 or later': 'la versión de la tabla es 4 o posterior',
  'a row of learned has {} numbers; a row of the table {} has {}':
    'una fila de learned tiene {} números; una fila de la tabla {} tiene {}',
  'the score is not "given"': 'la puntuación no es "given"',
  'kind is "{}"; it must be {} when the embedding is "{}"':
    'kind es "{}"; tiene que ser {} cuando el embedding es "{}"',
  another: 'otro',
  'one with w_q, w_k and w_v': 'uno con w_q, w_k y w_v',
  'there are {} {} but layers is {}; they must be equal': 'hay {} {} pero layers es {}; tienen que ser iguales',
  'sets of matrices': 'juegos de matrices',
  'columns has {} names, but a row has {} numbers; they must be equal':
    'columns tiene {} nombres, pero una fila tiene {} números; tienen que coincidir',
  columns: 'columnas',
  "the table is the scene's own": 'la tabla es la propia de la escena',
  'lists of heads, the first included,': 'listas de cabezas, contando la primera,',
  '{} has {} {}; the limit is {}': '{} tiene {} {}; el límite es {}',
  '{} has no {}; there must be at least one': '{} no tiene {}; tiene que haber al menos uno',
  characters: 'caracteres',
  words: 'palabras',
  rows: 'filas',
  numbers: 'números',
  tokens: 'tokens',
  runs: 'entrenamientos',
  heads: 'cabezas',
  layers: 'capas',
  axes: 'ejes',
  '{} or {}': '{} o {}',

  // El texto de una escena y su frase.
  'the text has {} characters; the limit is {}': 'el texto tiene {} caracteres; el límite es {}',
  'the text is not JSON: line {}, column {}: {}': 'el texto no es JSON: línea {}, columna {}: {}',
  'the sentence': 'la frase',
  "the encoder's sentence": 'la frase del codificador',
  '{} is empty; type a word': '{} está vacía; escribe una palabra',
  '{} has only punctuation, which this scene ignores; type a word':
    '{} solo tiene signos de puntuación, que esta escena ignora; escribe una palabra',
  '{} has {} tokens; the limit is {} (the weights of one head would take {} MiB)':
    '{} tiene {} tokens; el límite es {} (los pesos de una cabeza ocuparían {} MiB)',
  'Intl.Segmenter is missing here, so a sentence cannot be split; give the scene tokens':
    'aquí falta Intl.Segmenter, así que no se puede dividir una frase; da los tokens en la escena',

  // Las tablas y las cabezas hechas a mano.
  'there is no table {}; the tables are: {}': 'no hay ninguna tabla {}; las tablas son: {}',
  'the table {}': 'la tabla {}',
  "the scene's own table": 'la tabla de la escena',
  '{} has no row for {}': '{} no tiene ninguna fila para {}',
  'the word vectors have no row for {}': 'los vectores de palabras no tienen ninguna fila para {}',
  'the vector of {} must be 64 letters of base64url': 'el vector de {} debe ser 64 letras de base64url',
  'it must be words separated by commas, each followed by ~ and the letters of its vector':
    'deben ser palabras separadas por comas, cada una seguida de ~ y las letras de su vector',
  '{} and {} more': '{} y {} más',
  'these parameters are not made by hand': 'estos parámetros no están hechos a mano',
  'the table {} has no head {}; its heads are: {}': 'la tabla {} no tiene ninguna cabeza {}; sus cabezas son: {}',
  '{} is {}, but {} heads made by hand are listed': '{} es {}, pero se enumeran {} cabezas hechas a mano',
  '{} is {}, but {} heads made by hand are listed at {}': '{} es {}, pero se enumeran {} cabezas hechas a mano en {}',
  "the head {} needs positions that are {}; the scene's are {}":
    'la cabeza {} necesita posiciones que sean {}; las de la escena son {}',

  // Los argumentos de una llamada.
  'a tensor { shape, data }': 'un tensor { shape, data }',
  'an array of whole numbers from 0 to 4294967295': 'una lista de números enteros entre 0 y 4294967295',
  '{}.shape has {}; it must be {}': '{}.shape tiene {}; tiene que ser {}',
  '{} has {} axes; at most 4: [B,H,T,d]': '{} tiene {} ejes, y puede tener como mucho 4: [B,H,T,d]',
  '{}.data has {} numbers; shape {} takes {}': '{}.data tiene {} números; para la forma {} hacen falta {}',
  'a Float32Array': 'un Float32Array',
  'a Uint8Array (1 = may attend, 0 = hidden) or a Float32Array (added to the scores, −Infinity hides)':
    'un Uint8Array (1 = visible, 0 = oculta) o un Float32Array (se suma a las puntuaciones, −Infinity oculta)',
  "keep needs every row; use weights: 'all'": "keep necesita todas las filas; usa weights: 'all'",
  "'all', 'none' or { rows: [0, 1 …] }": "'all', 'none' o { rows: [0, 1 …] }",
  'an array of finite numbers, one a head': 'una lista de números finitos, uno por cabeza',
  'alibi has {} slopes for {} heads': 'alibi tiene {} pendientes para {} cabezas',
  '{} is {}, but it has no effect without {}': '{} es {}, pero no tiene efecto sin {}',
  'causalOffset is {} and causal is "{}"; give an offset with causal: true, or an alignment alone':
    'causalOffset es {} y causal es "{}"; usa un desplazamiento con causal: true, o solo una alineación',
  '"zeros", "uniform" or "nan"': '"zeros", "uniform" o "nan"',
  'true, false, "topLeft" or "bottomRight"': 'true, false, "topLeft" o "bottomRight"',
  'mask.data[{}] is {}; 1 = may attend, 0 = hidden': 'mask.data[{}] es {}; 1 = visible, 0 = oculta',
  'a finite number': 'un número finito',
  'the {} are {}; they must be an object': '{} es {}; tiene que ser un objeto',
  'there is no option "{}"; the options are {}': 'no hay ninguna opción "{}"; las opciones son: {}',
  'a whole number': 'un número entero',
  'keep names {}; the names are {}': 'keep nombra {}; los nombres son: {}',
  'one axis': 'un eje',
  'rows and columns': 'filas y columnas',
  '{} is {}, expected {}, none of them 0': '{} es {} y se esperaba {}, sin ningún 0',
  'a whole number from {}': 'un número entero desde {}',
  '{} has room for {} numbers; {} are needed': 'en {} caben {} números; hacen falta {}',
  '{} of {} numbers takes {} MiB, but the limit is {} MiB; request fewer rows':
    '{}, con {} números, ocupa {} MiB, pero el límite es {} MiB; pide menos filas',
  'the core ran out of memory and is being replaced; {} waits for the new one':
    'el núcleo se quedó sin memoria y se está sustituyendo; {} espera al nuevo',
  'the core ran out of memory ({}); a new core replaces it, and everything it held is lost':
    'el núcleo se quedó sin memoria ({}); otro lo sustituye, y todo lo que tenía se ha perdido',
  'the core ran out of memory and was replaced, so this trace is lost; update it or attend again':
    'el núcleo se quedó sin memoria y se sustituyó, así que esta traza se ha perdido; actualízala o calcúlala de nuevo',
  'the core ran out of memory and was replaced, so this layer is lost; prepare it again':
    'el núcleo se quedó sin memoria y se sustituyó, así que esta capa se ha perdido; prepárala de nuevo',
  'the layer was disposed of': 'la capa ya se liberó',
  'the targets must be an object: { output, weights }': 'los destinos tienen que ser un objeto: { output, weights }',
  'x is {}, expected T×{}, T at least 1': 'x es {} y se esperaba T×{}, con T al menos 1',
  'the trace is already being updated, by a getter of its scene':
    'la traza ya se está actualizando, por un getter de su escena',
  'this trace was disposed of; read its tensors before that': 'esta traza ya se liberó; lee antes sus tensores',
  'a row of {} has {} numbers; a row of the words has {}':
    'una fila de {} tiene {} números; una fila de las palabras tiene {}',
  'layer {} has no weights': 'la capa {} no tiene pesos',
  'layer {} has no scores': 'la capa {} no tiene puntuaciones',
  'layer {} has no values': 'la capa {} no tiene valores',
  'there are {} queries': 'hay {} consultas',
  'there are {} keys': 'hay {} claves',
  'the keys come from an encoder, so a new token adds none to a cache':
    'las claves son de un codificador, así que un token nuevo no añade ninguna a una caché',
  'with a mistake, rows of earlier tokens can change; a cache needs a scene without':
    'con un error, las filas de tokens anteriores pueden cambiar; una caché necesita una escena sin él',
  'the mask shows later tokens, so rows of earlier tokens change with every new one; a cache needs a causal mask, or a window with 0 after':
    'la máscara deja ver tokens posteriores, así que las filas anteriores cambian con cada token nuevo; una caché necesita una máscara causal, o una ventana con 0 después',
  'the scene has no keys and values that a cache could keep':
    'la escena no tiene claves y valores que una caché pueda guardar',
  'the cache would hold {} keys; its limit is {}': 'la caché tendría {} claves; su límite es {}',
  'token is {}; it must be a text': 'token es {}; tiene que ser un texto',
  'mostKeys is {}; it must be a whole number from 1': 'mostKeys es {}; tiene que ser un número entero a partir de 1',
  '{} is {}; {}': '{} es {}; {}',
  'most is {}; it must be a whole number from 1': 'most es {}; tiene que ser un número entero a partir de 1',
  'by is {}; use {}': 'by es {}; usa {}',
  'the mask hides key {} from query {}; its weight is 0 whatever its score is':
    'la máscara oculta la clave {} a la consulta {}; su peso es 0 sea cual sea su puntuación',
  '{} of query {} and key {} is not a number': '{} de la consulta {} y la clave {} no es un número',
  'the scores of layer {} have no {}; use {}': 'las puntuaciones de la capa {} no tienen {}; usa {}',
  'the scene makes a mistake on purpose; remove parts of the scene without it':
    'la escena comete un error a propósito; quita partes de la escena sin él',
  'kind is {}; use {}': 'kind es {}; usa {}',
  '{} is {}; it must be from 0 to {}': '{} es {}; tiene que estar entre 0 y {}',
  'there is only one word to look at; without it no weight is left':
    'solo hay una palabra que mirar; sin ella no queda ningún peso',
  'the weights are given, so no mask can hide a word from them':
    'los pesos están dados, así que ninguna máscara puede ocultarles una palabra',
  'layer {} has no values, so its heads give nothing': 'la capa {} no tiene valores, así que sus cabezas no dan nada',
  'head {} shares its values with other heads, and no output matrix keeps them apart':
    'la cabeza {} comparte sus valores con otras, y ninguna matriz de salida los separa',
  'there is only one layer; without it nothing is computed': 'solo hay una capa; sin ella no se calcula nada',
  'no layer reads another, so removing one changes nothing else':
    'ninguna capa lee otra, así que quitar una no cambia nada más',
  'the scores are given, so they have no dimensions': 'las puntuaciones están dadas, así que no tienen dimensiones',
  'with given q and k, a {} score has no dimension that can be removed alone':
    'con q y k dadas, una puntuación {} no tiene ninguna dimensión que se pueda quitar sola',
  'q, k and v are given, so the words have no features': 'q, k y v están dadas, así que las palabras no tienen rasgos',
  'the scene has no positions': 'la escena no tiene posiciones',
  'with this mistake the output is no sum over the keys': 'con este error la salida no es una suma sobre las claves',
  'count is {}; it must be a whole number from 1 to {}': 'count es {}; tiene que ser un número entero de 1 a {}',
  'words and their rows, { words, rows }': 'palabras y sus filas, { words, rows }',
  'an array of texts': 'un array de textos',
  'among.rows has the shape {}; there are {} words': 'among.rows tiene la forma {}; hay {} palabras',
  '{} has no columns to choose from': '{} no tiene columnas entre las que elegir',
  '{} has no heads to choose from': '{} no tiene cabezas entre las que elegir',
  '{} is not a matrix of queries and keys': '{} no es una matriz de consultas y claves',
  '{} is {}; it must be from 1 to {}': '{} es {}; tiene que estar entre 1 y {}',
  'layer is {}; there are layers 0 to {}': 'layer es {}; hay capas de la 0 a la {}',
  'head is {}; {} has heads 0 to {}': 'head es {}; {} tiene cabezas de la 0 a la {}',
  'the trace': 'la traza',
  'up to layer {} the trace': 'hasta la capa {}, la traza',
  '{} has no tensor {}; it has: {}': '{} no tiene ningún tensor {}; tiene: {}',
  '{} to {}': 'de {} a {}',
  '{} cannot combine weights; use {}': '{} no puede combinar pesos; usa {}',
  'layers are {} to {}; choose at least one': 'las capas van de {} a {}; elige al menos una',
  'a rollout is of tokens that attend to each other; the keys are those of another sentence':
    'un rollout es de tokens que se miran entre sí; las claves son de otra frase',
  '{} are {}; they must be [from, to] with 0 ≤ from < to ≤ {} of {}':
    '{} es {}; tiene que ser [from, to] con 0 ≤ from < to ≤ {} de {}',
  'the window of {} is { {} }, not {}': 'la ventana de {} es { {} } y no {}',

  // El cálculo de las frases largas.
  'the worker for long sentences could not be loaded; your next change tries again':
    'no se ha podido cargar el proceso que calcula las frases largas; se intentará de nuevo con el siguiente cambio',
  'the worker for long sentences has stopped responding; your next change restarts it':
    'el proceso que calcula las frases largas ha dejado de responder; con el siguiente cambio se reinicia',

  // La carga del núcleo.
  "the core's module could not be loaded: {}": 'no se pudo cargar el módulo del núcleo: {}',
  'WebAssembly is missing here': 'aquí falta WebAssembly',
  'WebAssembly has no SIMD here; browsers have it since 2021 (Safari: 2023)':
    'aquí WebAssembly no tiene SIMD; los navegadores lo tienen desde 2021 (Safari, desde 2023)',
  '"simd"': '"simd"',
  'relaxed SIMD was removed; leave flavour out or set it to "simd"':
    'se quitó el SIMD relajado; no indiques flavour o dale el valor "simd"',
  'a string or a URL': 'un texto o una URL',
  'an ArrayBuffer or a Uint8Array': 'un ArrayBuffer o un Uint8Array',
  'the data inside the script': 'los datos que lleva el script',
  '{} is not a usable core: {}': '{} no es un núcleo utilizable: {}',
  '{} could not be loaded: {}': 'no se pudo cargar {}: {}',
  '{} could not be read: {}': 'no se pudo leer {}: {}',
  'status {}, {}': 'estado {}, {}',
  'status {}, {}, which is not WebAssembly': 'estado {}, {}, que no es WebAssembly',
  'status {}, {}, which is not WebAssembly: the server answered with a page, because the file is missing there. If a development server has moved this script away from the file, add {} to the configuration of Vite':
    'estado {}, {}, que no es WebAssembly: el servidor respondió con una página, porque allí falta el archivo. Si un servidor de desarrollo ha alejado este script del archivo, añade {} a la configuración de Vite',
};
