/**
 * The texts of the guides' tables in Spanish, by their English text in the code: errors, attributes, events, parts, properties and link
 * keys. The build fails if a translation is missing.
 */
export const guideTables: Readonly<Record<string, string>> = {
  // Error codes.
  'The scene does not have the form that scene.schema.json describes: a type, a key, a name or the JSON itself.':
    'La escena no tiene la forma que describe scene.schema.json: un tipo, una clave, un nombre o el propio JSON.',
  'Something exceeds its limit. The message names the size and the limit.':
    'Algo pasa de su límite; el mensaje dice el tamaño y el límite.',
  'There are no tokens.': 'No hay tokens.',
  'Two sizes do not match, or the rows of a matrix differ in length.':
    'Los tamaños de dos cosas no encajan entre sí, o las filas de una matriz no miden lo mismo.',
  'The number of heads does not match d_model, the key/value heads or the handmade heads.':
    'El número de cabezas no encaja con d_model, con las cabezas de clave/valor o con las cabezas hechas a mano.',
  'The table has no row for a token.': 'La tabla no tiene ninguna fila para un token.',
  'No table or handmade head has that name.': 'No hay ninguna tabla, o ninguna cabeza hecha a mano, con ese nombre.',
  'A number is NaN or infinite, or does not fit float32.': 'Un número es NaN o infinito, o no cabe en float32.',
  'A number is outside its range.': 'Un número está fuera del intervalo en el que tiene sentido.',
  'The requested quantity has no derivative.': 'Lo que se pide no tiene derivada.',
  'The trace has no tensor with that name.': 'La traza no tiene ningún tensor con ese nombre.',
  'An index is out of range.': 'Un índice pasa del final.',
  'The trace was disposed.': 'La traza ya se liberó.',
  'A link could not be read, or a scene does not fit in one.':
    'No se pudo leer un enlace, o una escena no cabe en ninguno.',
  'The WebAssembly file could not be loaded or compiled.': 'No se pudo descargar o compilar el archivo de WebAssembly.',
  'This browser or runtime lacks a required feature.': 'A este navegador o entorno le falta algo que hace falta.',
  'A bug of this project.': 'Un fallo de este proyecto.',

  // Attributes.
  'The lesson whose first scene is shown. Cannot be combined with `scene`.':
    'La lección cuya primera escena se muestra. No se puede combinar con `scene`.',
  'The scene: JSON if it starts with {, the text of a link if it starts with #, otherwise the address of a JSON file, relative to the document. Surrounding space is ignored; an empty value is an error.':
    'La escena: JSON si empieza por {, el texto de un enlace si empieza por #, y si no, la dirección de un archivo JSON, relativa al documento. Los espacios alrededor no cuentan; vacío es un error.',
  "Replaces the scene's tokens. Without `lesson` and `scene`, those of Experiment's first scene.":
    'Sustituye los tokens de la escena. Sin `lesson` ni `scene`, los de la primera escena de «Probar».',
  'The parts to show, in this order: `sentence` `tokens` `reading` `heatmap` `arcs` `lines` `stage` `training` `arithmetic` `steps`, or any step or parameter by name (`q`, `scores`, `w_k` …).':
    'Las partes que se muestran, en este orden: `sentence` `tokens` `reading` `heatmap` `arcs` `lines` `stage` `training` `arithmetic` `steps`, o cualquier paso o parámetro por su nombre (`q`, `scores`, `w_k` …).',
  'What the reader can change: `none`, `all`, or `sentence` `head` `layer` `mask` `temperature` `score` `heads` `positions` `seed` `digits` `mistake`.':
    'Lo que puede cambiar quien lee: `none`, `all`, o `sentence` `head` `layer` `mask` `temperature` `score` `heads` `positions` `seed` `digits` `mistake`.',
  '`auto` follows the page around the element.': '`auto` sigue a la página que rodea al elemento.',
  'The language, by default that of the nearest `lang`: `en` or `es`, with or without a region. Any other value means English.':
    'El idioma; por defecto, el del `lang` más cercano: `en` o `es`, con región o sin ella. Cualquier otro valor es inglés.',
  '`lazy` loads nothing before the element nears the viewport.':
    '`lazy` no descarga nada antes de que el elemento se acerque a la pantalla.',
  'Readers cannot change anything, and no `change` event is dispatched. Hovering and focusing still work. Any value but an empty one, `readonly` and `true` is an error: remove the attribute to allow changes.':
    'Quien lee no puede cambiar nada, y no hay evento `change`. Señalar y enfocar sí funcionan. Todo valor que no sea vacío, `readonly` o `true` es un error: quita el atributo para permitir cambios.',
  'The address of a playground. A link below the pictures, and in exported SVGs, opens the scene there. `none` removes the link. Default: the site that the files were built for (`--site-url`), or `none`.':
    'La dirección de una aplicación. Un enlace bajo las imágenes, y en los SVG exportados, abre allí la escena. `none` quita el enlace. Por defecto: el sitio para el que se construyeron los archivos (`--site-url`), o `none`.',

  // Methods and properties.
  'The release.': 'La versión publicada.',
  'Sets where all elements load the core from. Throws after the first element has started to load it.':
    'Fija de dónde cargan el núcleo todos los elementos. Lanza un error si el primero ya ha empezado a cargarlo.',
  'The current scene as an object, or the given value until there is one. Set it to an object, or to text as in the attribute. An object is written into the attribute as JSON, so that a copy of the element (`cloneNode`) has it. Setting always redraws, even with the same object.':
    'La escena actual como objeto, o el valor dado mientras no la haya. Se le asigna un objeto, o un texto como en el atributo. Un objeto se escribe en el atributo como JSON, para que una copia del elemento (`cloneNode`) lo tenga. Asignarla siempre vuelve a dibujar, aunque sea el mismo objeto.',
  'Same as the attribute.': 'Igual que el atributo.',
  'The current pictures with legend and caption, as a file. Default: `svg`, scale 1. `sentence`, `tokens`, `reading` and `arithmetic` have no picture and are left out. Starts the element if necessary. Rejects with an AttentionError: with the code and path of the `error` event if there is no picture, `disposed` if the element has left the document, `range` for an unknown format or scale, `unsupported` if nothing that is shown has a picture.':
    'Las imágenes actuales con leyenda y pie, como archivo. Por defecto: `svg`, escala 1. `sentence`, `tokens`, `reading` y `arithmetic` no tienen imagen y se quedan fuera. Pone en marcha el elemento si hace falta. Se rechaza con un AttentionError: con el código y la ruta del evento `error` si no hay imagen, `disposed` si el elemento ya no está en el documento, `range` por un formato o una escala desconocidos, `unsupported` si nada de lo que se muestra tiene imagen.',
  "Goes back to the given scene and discards the reader's changes. Dispatches no `change` event.":
    'Vuelve a la escena dada y descarta los cambios de quien lee. No lanza ningún evento `change`.',
  'Starts now, even off-screen, for example before the page is printed.':
    'Empieza ya, aunque el elemento no se vea, por ejemplo antes de imprimir la página.',

  // Events.
  'The first picture is drawn. Does not bubble.': 'La primera imagen está dibujada. No se propaga.',
  'The reader changed the scene. Not dispatched for `scene` and `reset()`. Does not bubble.':
    'Quien lee ha cambiado la escena. No se lanza por `scene` ni `reset()`. No se propaga.',
  'The scene is invalid (`path` is a JSON pointer), an attribute is (code `attribute`, `path` is its name), or a download failed (code `fetch` or `load`). The last good picture stays. Does not bubble.':
    'La escena no es válida (`path` es un puntero JSON), no lo es un atributo (código `attribute`; `path` es su nombre) o falló una descarga (código `fetch` o `load`). La última imagen buena se queda. No se propaga.',

  // Parts.
  'The frame around everything: background, border, padding.': 'El marco de todo: fondo, borde, relleno.',
  'The line with the link to the playground, below the frame.':
    'La línea con el enlace a la aplicación, debajo del marco.',
  'All controls.': 'Todos los controles.',
  'One control with its label and error.': 'Un control con su rótulo y su error.',
  'An error that belongs to no control.': 'Un error que no es de ningún control.',
  'The sentence.': 'La frase.',
  'The tokens as chips.': 'Los tokens, como fichas.',
  'A sentence about the row in focus.': 'Una frase sobre la fila en foco.',
  'The heatmap with its legend.': 'El mapa de calor con su leyenda.',
  'The sentence with its arcs.': 'La frase con sus arcos.',
  'The words in two columns with a line for each weight.': 'Las palabras en dos columnas con una línea por cada peso.',
  'What `show="training"` learns when a reader presses “Train”: text from its #, of `target` (`previous`, `itself`, `first`: where every token should look), `head`, `layer`, or `task` (`copy`, `reverse`, `previous`, `induction`, `sort`, `count`, `brackets`, `modularAddition`, `recall`), `length`, `vocabulary`, `batch`, `seed`; and `optimizer`, `rate`, `steps`. Or JSON where it begins with {: the options of `train()` without the scene, and `steps`. The model is the scene: its layers, heads, positions and mask. Without it, `#target=previous`.':
    'Lo que aprende `show="training"` cuando un lector pulsa «Entrenar»: texto desde su #, con `target` (`previous`, `itself`, `first`: adónde debería mirar cada token), `head`, `layer`, o `task` (`copy`, `reverse`, `previous`, `induction`, `sort`, `count`, `brackets`, `modularAddition`, `recall`), `length`, `vocabulary`, `batch`, `seed`; y `optimizer`, `rate`, `steps`. O JSON si empieza por {: las opciones de `train()` sin la escena, y `steps`. El modelo es la escena: sus capas, cabezas, posiciones y máscara. Sin él, `#target=previous`.',
  'The button that trains, and the progress.': 'El botón que entrena, y el progreso.',
  'Height of `show="training"`; overflow scrolls.': 'Altura de `show="training"`; lo que no cabe se desplaza.',
  'The stage with its controls and the arithmetic below it.': 'El escenario con sus controles y la aritmética debajo.',
  'The arithmetic of the cell in focus.': 'La aritmética de la celda en foco.',
  'All steps. A step that `show` names is also a part with its own name.':
    'Todos los pasos. Un paso que nombra `show` es también una parte con su propio nombre.',

  // Custom properties.
  'Height of the element; overflow scrolls. Default: the height of its parts.':
    'Altura del elemento; lo que no cabe se desplaza. Por defecto: la de sus partes.',
  'Space between the frame and its content.': 'Espacio entre el marco y su contenido.',
  'Space between parts.': 'Espacio entre partes.',
  "Radius of the frame's corners.": 'Radio de las esquinas del marco.',
  "Size of the text around the pictures. All text scales with the page's rem.":
    'Tamaño del texto alrededor de las imágenes. Todo el texto escala con el rem de la página.',
  'Font of words.': 'Letra de las palabras.',
  'Font of sentences.': 'Letra de las frases.',
  'Font of numbers in cells.': 'Letra de los números de las celdas.',
  'Maximum height of the heatmap.': 'Altura máxima del mapa de calor.',
  'Height of the stage, with its controls and the arithmetic below it.':
    'Altura del escenario, con sus controles y la aritmética debajo.',
  'Maximum height of the lines; overflow scrolls.': 'Altura máxima de las líneas; lo que no cabe se desplaza.',
  "Maximum height of a step's matrix; overflow scrolls.":
    'Altura máxima de la matriz de un paso; lo que no cabe se desplaza.',
  'Height of the arithmetic.': 'Altura de la aritmética.',
  'Background. Must be opaque, because other colours are mixed with it.':
    'Fondo. Tiene que ser opaco, porque otros colores se mezclan con él.',
  'Background of chips and buttons, and the middle of diverging scales.':
    'Fondo de fichas y botones, y el centro de las escalas divergentes.',
  'Text.': 'Texto.',
  'Captions and labels.': 'Pies y rótulos.',
  'Thin lines.': 'Líneas finas.',
  'Queries.': 'Consultas.',
  'Keys.': 'Claves.',
  'Values.': 'Valores.',
  'Scores and weights: the colour of the heatmap.': 'Puntuaciones y pesos: el color del mapa de calor.',
  'Focus ring.': 'Contorno del foco.',
  'Errors.': 'Errores.',
  'Background of input fields.': 'Fondo de los campos de texto.',
  'Border of input fields.': 'Borde de los campos de texto.',

  // Keys of a link.
  'The tokens, taken as they are.': 'Los tokens, tal cual.',
  'Split into tokens at word boundaries (Unicode UAX #29).':
    'Se divide en tokens por los límites de palabra (Unicode UAX #29).',
  'Lower-case every token.': 'Pasa cada token a minúsculas.',
  'Keep punctuation marks as tokens.': 'Conserva los signos de puntuación como tokens.',
  'From 2 on, a sentence is normalized before it is split: apostrophes are straight, invisible characters are removed, and the rest is in Unicode form NFKC. Given tokens stay as they are. From 3 on, words of scripts without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese) end with a zero-width space (U+200B). Without any, each character is a token.':
    'Desde la 2, la frase se normaliza antes de dividirla: los apóstrofos son rectos, los caracteres invisibles se quitan y el resto pasa a la forma NFKC de Unicode. Los tokens dados no cambian. Desde la 3, las palabras de escrituras sin espacios (chino, japonés, tailandés, lao, jemer, birmano) terminan con un espacio de ancho cero (U+200B). Si no hay ninguno, cada carácter es un token.',
  'The embedding, which produces x0 (T, d_model).': 'El embedding, que produce x0 (T, d_model).',
  'uniform: low <= number < high.': 'uniform: low <= número < high.',
  'normal.': 'normal.',
  'Version of the table. The words of one version never change. From 2 on, pronouns like "I" are someone. In 3, small is the opposite of big, and things that hold others have a size. In 4, their sizes are balanced, and there are words of other languages.':
    'Versión de la tabla. Las palabras de una versión no cambian nunca. Desde la 2, los pronombres como «I» son alguien. En la 3, pequeño es lo contrario de grande, y lo que contiene algo tiene un tamaño. En la 4, los tamaños están equilibrados, y hay palabras de otros idiomas.',
  'The language of the words, if it is not English. From version 4 of the table on.':
    'El idioma de las palabras, si no es el inglés. Desde la versión 4 de la tabla.',
  'Rows learned from word vectors, for words that are not in the handmade table. They are looked up when the scene is written, and take precedence over the table.':
    'Filas aprendidas de vectores de palabras, para las palabras que no están en la tabla hecha a mano. Se buscan al escribir la escena y tienen prioridad sobre la tabla.',
  'What happens to a token without a row: an error, or a seeded random vector.':
    'Qué pasa con un token sin fila: un error, o un vector al azar con semilla.',
  'Version of the vectors. Those of one version never change.':
    'Versión de los vectores. Los de una versión no cambian nunca.',
  'The language of the words, if it is not English. Each of them has the vector of its English translation.':
    'El idioma de las palabras, si no es el inglés. Cada una tiene el vector de su traducción al inglés.',
  'The vectors of the words, looked up when the scene is written: a letter of base64url for each number. The number is (index − 32) / 5.':
    'Los vectores de las palabras, que se buscan al escribir la escena: una letra de base64url por cada número. El número es (índice − 32) / 5.',
  "How a token's position is encoded. Default: not at all.":
    'Cómo se codifica la posición de un token. Por defecto: no se codifica.',
  'Greater than 1.': 'Mayor que 1.',
  'Which numbers are a pair. adjacent: 2c and 2c + 1, as in the paper. halves: c and c + d_k/2, as in Llama.':
    'Qué números forman un par. adjacent: 2c y 2c + 1, como en el artículo. halves: c y c + d_k/2, como en Llama.',
  'geometric: as in the text of the paper. reference: as in its code, which has other slopes if the number of heads is not a power of two.':
    'geometric: como en el texto del artículo. reference: como en su código, que tiene otras pendientes si el número de cabezas no es una potencia de dos.',
  'Where the triangle starts if there are not as many keys as queries. topLeft: j <= i. bottomRight: j <= i + T_k − T_q, so the last query sees every key. Default: topLeft.':
    'Dónde empieza el triángulo si no hay tantas claves como consultas. topLeft: j <= i. bottomRight: j <= i + T_k − T_q, así que la última consulta ve todas las claves. Por defecto, topLeft.',
  'Columns of p. Default: the width of the embedding.': 'Columnas de p. Por defecto, la anchura del embedding.',
  'Larger distances share a row.': 'Las distancias mayores comparten una fila.',
  'The parameters: w_q (d_model, H·d_k), w_k (d_model, H_kv·d_k), w_v (d_model, H_kv·d_v), and what the score, the block and the layers need.':
    'Los parámetros: w_q (d_model, H·d_k), w_k (d_model, H_kv·d_k), w_v (d_model, H_kv·d_v) y lo que necesiten la puntuación, el bloque y las capas.',
  'Default: d_model / heads.': 'Por defecto: d_model / heads.',
  'Width of additive attention. Default: d_k.': 'Anchura de la atención aditiva. Por defecto: d_k.',
  'Adds random biases b_q, b_k, b_v (and b_o, b_1, b_2).': 'Añade sesgos al azar b_q, b_k, b_v (y b_o, b_1, b_2).',
  'Adds w_o.': 'Añade w_o.',
  'The heads of the layers after the first, one list per layer. Default: the same in every layer.':
    'Las cabezas de las capas posteriores a la primera, una lista por capa. Por defecto, todas las capas tienen las mismas.',
  'Key/value heads; divides heads. Default: heads.': 'Cabezas de clave/valor; divide a heads. Por defecto: heads.',
  'scaledDot: q·k/√d_k. dot: q·k. additive: v_a·tanh(q·w_a + k·u_a). general: q·w_a·k. cosine: of the angle. given: `scores`. weights: those of the given layers.':
    'scaledDot: q·k/√d_k. dot: q·k. additive: v_a·tanh(q·w_a + k·u_a). general: q·w_a·k. cosine: del ángulo. given: `scores`. weights: los de las capas dadas.',
  'Multiplies the scores; replaces 1/√d_k for "scaledDot".':
    'Multiplica las puntuaciones; sustituye a 1/√d_k con «scaledDot».',
  'Which keys j a query i sees.': 'Qué claves j ve una consulta i.',
  'The first tokens, which every later query sees: attention sinks, Xiao et al. 2023, arXiv 2309.17453.':
    'Los primeros tokens, que toda consulta posterior ve: sumideros de atención, Xiao et al. 2023, arXiv 2309.17453.',
  '(T_q, T_k): 1 where the query sees the key.': '(T_q, T_k): 1 donde la consulta ve la clave.',
  'Greater than 0. weights = softmax(masked / temperature).': 'Mayor que 0; weights = softmax(masked / temperature).',
  '0 = off.': '0 = desactivado.',
  'sparsemax: Martins & Astudillo 2016, arXiv 1602.02068.': 'sparsemax: Martins y Astudillo 2016, arXiv 1602.02068.',
  'Rounds the weights to this many decimals before they are used. Default: no rounding.':
    'Redondea los pesos a estos decimales antes de usarlos. Por defecto, no se redondean.',
  'Shows each value times its weight as a separate step.': 'Muestra cada valor por su peso como un paso aparte.',
  'layer: arXiv 1607.06450. rms: arXiv 1910.07467.': 'layer: arXiv 1607.06450. rms: arXiv 1910.07467.',
  'After each addition, or before attention and before the feed-forward network.':
    'Después de cada suma, o antes de la atención y antes de la red feed-forward.',
  d_ff: 'd_ff',
  'Number of layers. Each one reads the output of the previous one.':
    'Número de capas. Cada una lee la salida de la anterior.',
  'A classic mistake, made on purpose: its tensors replace the correct ones.':
    'Un error clásico, a propósito: sus tensores sustituyen a los correctos.',
  'How a lesson names its steps: as everywhere else, or as its document does.':
    'Cómo nombra una lección sus pasos: como en todas partes, o como su documento.',
  'Digits after the point.': 'Cifras tras el punto decimal.',
  'scientific: every number with a power of ten, so 0.00001 is 1.00e−5.':
    'scientific: cada número con una potencia de diez, así que 0.00001 es 1.00e−5.',
  'The head that is shown, from 0.': 'La cabeza que se muestra, desde 0.',
  'The layer that is shown, from 0. Default: the last one. A link without it shows layer 0, as the first releases did.':
    'La capa que se muestra, desde 0. Por defecto, la última. Un enlace que no la nombra muestra la capa 0, como hacían las primeras versiones.',
  'The token in focus (a query), from 0.': 'El token en foco (una consulta), desde 0.',
  'The screen that shows the scene without "at". Default: "train" with runs and without a lesson, else "experiment".':
    'La pantalla que muestra la escena sin «at». Por omisión, «train» si hay entrenamientos y ninguna lección; si no, «experiment».',
  'What the Train screen shows: a task, painted attention, or the latter with one step from inside.':
    'Qué muestra la pantalla Entrenar: una tarea, la atención que se pinta, o esta con un paso por dentro.',
  'What the Train screen opens with: one or two runs on a task, such as "task:copy layers:2 seed:4".':
    'Con qué se abre la pantalla Entrenar: uno o dos entrenamientos en una tarea, como "task:copy layers:2 seed:4".',
  'The moment on the stage: 2.5 is halfway through its third chapter.':
    'El momento del escenario: 2.5 es la mitad de su tercer capítulo.',
  'The page or challenge of that lesson, by its id. Default: the first page. In older links it is a number, from 0.':
    'La página o el reto de esa lección, por su id. Por defecto, la primera página. En los enlaces antiguos es un número, desde 0.',
};
