/**
 * What the guides' tables say in Spanish, by the English that the code has: what an error means, an attribute, an event, a part, a
 * property, a key of a link. The build stops over one that is not here.
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
  'The trace has no tensor of that name.': 'La traza no tiene ningún tensor con ese nombre.',
  'An index is beyond the end.': 'Un índice pasa del final.',
  'The trace was disposed of.': 'La traza ya se liberó.',
  'A link could not be read, or a scene does not fit in one.':
    'No se pudo leer un enlace, o una escena no cabe en ninguno.',
  'The WebAssembly file could not be loaded or compiled.': 'No se pudo descargar o compilar el archivo de WebAssembly.',
  'This browser or runtime lacks a required feature.': 'A este navegador o entorno le falta algo que hace falta.',
  'A bug of this project.': 'Un fallo de este proyecto.',

  // Attributes.
  'The lesson whose first scene is shown. Not together with `scene`.':
    'La lección cuya primera escena se muestra. No a la vez que `scene`.',
  'The scene: JSON where it begins with {, the text of a link where it begins with #, else the address of a JSON file, resolved against the document. Space around it does not count; an empty one is an error.':
    'La escena: JSON si empieza por {, el texto de un enlace si empieza por #, y si no, la dirección de un archivo JSON, relativa al documento. Los espacios alrededor no cuentan; vacío es un error.',
  "In place of the scene's own tokens. Without `lesson` and `scene`, of the scene that the playground opens with.":
    'En lugar de los tokens de la escena. Sin `lesson` ni `scene`, en la escena con la que se abre la aplicación.',
  'What is shown, in this order: `sentence` `tokens` `reading` `heatmap` `arcs` `stage` `training` `arithmetic` `steps`, or any step or parameter of the scene by its name (`q`, `scores`, `w_k` …).':
    'Lo que se muestra, en este orden: `sentence` `tokens` `reading` `heatmap` `arcs` `stage` `training` `arithmetic` `steps`, o cualquier paso o parámetro de la escena por su nombre (`q`, `scores`, `w_k` …).',
  'What the reader can change: `none`, `all`, or `sentence` `head` `layer` `mask` `temperature` `score` `heads` `positions` `seed` `digits` `mistake`.':
    'Lo que puede cambiar quien lee: `none`, `all`, o `sentence` `head` `layer` `mask` `temperature` `score` `heads` `positions` `seed` `digits` `mistake`.',
  '`auto` is as the page is where the element stands.': '`auto` es como la página en el lugar donde está el elemento.',
  'Language of what is said, by the nearest `lang`: `en` or `es`, with or without a region; any other gives English.':
    'Idioma de lo que se dice, según el `lang` más cercano: `en` o `es`, con región o sin ella; cualquier otro da inglés.',
  '`lazy` fetches nothing before the element nears the viewport.':
    '`lazy` no descarga nada antes de que el elemento se acerque a la pantalla.',
  'Nothing can be changed, and no `change` comes; one can still point at things.':
    'No se puede cambiar nada, y no llega ningún `change`; señalar sí se puede.',
  'The address of the playground. A link below the pictures, and in an SVG of them, opens their scene there; `none` for no link. Without the attribute it is the site that the files were built for (`--site-url`), or `none`.':
    'La dirección de la aplicación. Un enlace bajo las imágenes, y en un SVG de ellas, abre allí su escena; `none`, ningún enlace. Sin el atributo es el sitio para el que se construyeron los archivos (`--site-url`), o `none`.',

  // Methods and properties.
  'The release.': 'La versión publicada.',
  'Where the core comes from, for all elements. Throws once the first of them fetches it.':
    'De dónde viene el núcleo, para todos los elementos. Lanza un error si el primero ya lo ha pedido.',
  'The scene on show, as an object; before there is one, what was given. Set to an object, or to a text as in the attribute. An object is drawn anew each time it is set, also the same one, changed meanwhile.':
    'La escena que se muestra, como objeto; antes de que la haya, lo que se dio. Se le asigna un objeto, o un texto como en el atributo. Un objeto se dibuja de nuevo cada vez que se asigna, aunque sea el mismo con cambios.',
  'As the attribute.': 'Como el atributo.',
  'The pictures on show, with legend and caption, as a file; `svg` and scale 1 where nothing else is asked for. Of `sentence`, `tokens`, `reading` and `arithmetic` there is no picture: they are left out, and where `show` has nothing else it rejects. Begins where the element has not begun. Rejects with an AttentionError: with the code and path of the `error` event where there is no picture, `disposed` where the element has left the document, `range` for an unknown format or scale, `unsupported` where only words are shown.':
    'Las imágenes que se muestran, con leyenda y pie, como archivo; `svg` y escala 1 si no se pide otra cosa. De `sentence`, `tokens`, `reading` y `arithmetic` no hay imagen: se quedan fuera, y si `show` no tiene nada más, la promesa se rechaza. Pone en marcha el elemento si no lo estaba. Se rechaza con un AttentionError: con el código y la ruta del evento `error` si no hay imagen, `disposed` si el elemento ya no está en el documento, `range` por un formato o una escala que no hay, `unsupported` si solo se muestran palabras.',
  'The scene that was given, without what the reader made of it. No `change` comes of it.':
    'La escena que se dio, sin los cambios de quien lee. No produce ningún `change`.',
  'Begins now, wherever the element is: for instance long before the page is printed.':
    'Empieza ya, esté donde esté el elemento: por ejemplo, mucho antes de imprimir la página.',

  // Events.
  'The first picture is there. Does not bubble.': 'La primera imagen está lista. No se propaga.',
  'The reader made another scene of it; not what the page does with `scene` and `reset()`. Does not bubble.':
    'Quien lee ha hecho otra escena; no cuenta lo que la página hace con `scene` y `reset()`. No se propaga.',
  'Something is wrong: with the scene (`path` is a JSON pointer), an attribute (its name; code `attribute`), an address (code `fetch`), or what had to be loaded (code `load`). The last good picture stays. Does not bubble.':
    'Algo está mal: en la escena (`path` es un puntero JSON), en un atributo (su nombre; código `attribute`), en una dirección (código `fetch`) o en lo que había que cargar (código `load`). La última imagen buena se queda. No se propaga.',

  // Parts.
  'Everything that is drawn: ground, border, padding.': 'Todo lo que se dibuja: fondo, borde, relleno.',
  'The line with the link to the playground, below the frame.':
    'La línea con el enlace a la aplicación, debajo del marco.',
  'All controls.': 'Todos los controles.',
  'One control with its label and what is wrong with it.': 'Un control con su rótulo y lo que está mal en él.',
  'What is wrong, where no control says it.': 'Lo que está mal, si no lo dice ningún control.',
  'The sentence.': 'La frase.',
  'The tokens as chips.': 'Los tokens, como fichas.',
  'What the row in focus means, in a sentence.': 'Lo que significa la fila en foco, en una frase.',
  'The heatmap with its legend.': 'El mapa de calor con su leyenda.',
  'The arcs.': 'Las líneas.',
  'What `show="training"` learns when a reader presses “Train”: text from its #, of `target` (`previous`, `itself`, `first`: where every token should look), `head`, `layer`, or `task` (`copy`, `reverse`, `previous`, `induction`, `sort`, `count`, `brackets`, `modularAddition`, `recall`), `length`, `vocabulary`; and `optimizer`, `rate`, `batch`, `seed`, `steps`. Or JSON where it begins with {: the options of `train()` without the scene, and `steps`. The model is the scene: its layers, heads, positions and mask. Without it, `#target=previous`.':
    'Lo que aprende `show="training"` cuando un lector pulsa «Entrenar»: texto desde su #, con `target` (`previous`, `itself`, `first`: adónde debería mirar cada token), `head`, `layer`, o `task` (`copy`, `reverse`, `previous`, `induction`, `sort`, `count`, `brackets`, `modularAddition`, `recall`), `length`, `vocabulary`; y `optimizer`, `rate`, `batch`, `seed`, `steps`. O JSON si empieza por {: las opciones de `train()` sin la escena, y `steps`. El modelo es la escena: sus capas, cabezas, posiciones y máscara. Sin él, `#target=previous`.',
  'The button that trains, and how far it is.': 'El botón que entrena, y hasta dónde ha llegado.',
  'Height of what `show="training"` shows; what does not fit scrolls.':
    'Altura de lo que muestra `show="training"`; lo que no cabe se desplaza.',
  'The stage with its controls and the arithmetic below it.': 'El escenario con sus controles y la aritmética debajo.',
  'How the cell in focus came about.': 'Cómo se llegó a la celda en foco.',
  'All steps. A step that `show` names has a part of its own name.':
    'Todos los pasos. Un paso que nombra `show` tiene una parte con su propio nombre.',

  // Custom properties.
  'Height of the whole; what does not fit scrolls. Without it, as high as the parts that are shown.':
    'Altura del conjunto; lo que no cabe se desplaza. Sin ella, la de las partes que se muestran.',
  'Between the frame and what is in it.': 'Entre el marco y lo que hay dentro.',
  'Between parts.': 'Entre partes.',
  "Of the frame's corners.": 'De las esquinas del marco.',
  "Of the text around the pictures. Text, here and in the pictures, is measured in the page's rem: where the page makes that smaller, so is the text.":
    'Del texto alrededor de las imágenes. El texto, aquí y en las imágenes, se mide en rem de la página: donde la página lo hace menor, también lo es el texto.',
  'Of words.': 'De las palabras.',
  'Of sentences.': 'De las frases.',
  'Of numbers in cells.': 'De los números de las celdas.',
  'Greatest height of the heatmap.': 'Altura máxima del mapa de calor.',
  'Height of the stage, with its controls and the arithmetic below it.':
    'Altura del escenario, con sus controles y la aritmética debajo.',
  'Greatest height of the arcs; what does not fit scrolls.': 'Altura máxima de las líneas; lo que no cabe se desplaza.',
  "Greatest height of a step's matrix; what does not fit scrolls.":
    'Altura máxima de la matriz de un paso; lo que no cabe se desplaza.',
  'Height of the arithmetic.': 'Altura de la aritmética.',
  'Ground; an opaque colour, for others are mixed with it.': 'Fondo; un color opaco, porque otros se mezclan con él.',
  'Ground of chips and buttons, and the middle of diverging scales.':
    'Fondo de fichas y botones, y el centro de las escalas divergentes.',
  'Text.': 'Texto.',
  'Captions and labels.': 'Pies y rótulos.',
  'Thin lines.': 'Líneas finas.',
  'Queries.': 'Consultas.',
  'Keys.': 'Claves.',
  'Values.': 'Valores.',
  'Scores and weights: the colour of the heatmap.': 'Puntuaciones y pesos: el color del mapa de calor.',
  'Focus ring.': 'Contorno del foco.',
  'What is wrong.': 'Lo que está mal.',
  'Ground of boxes to type in.': 'Fondo de los campos en los que se escribe.',
  'Border of boxes to type in.': 'Borde de los campos en los que se escribe.',

  // Keys of a link.
  'T tokens, as they are.': 'T tokens, tal cual.',
  'Cut into tokens at word boundaries (Unicode UAX #29).':
    'Se corta en tokens por los límites de palabra (Unicode UAX #29).',
  'Lower-case every token.': 'Pasa cada token a minúsculas.',
  'Keep punctuation marks as tokens.': 'Conserva los signos de puntuación como tokens.',
  'What makes x0 (T, d_model).': 'De dónde sale x0 (T, d_model).',
  'uniform: low <= number < high.': 'uniform: low <= número < high.',
  'normal.': 'normal.',
  'Of the table: what its words mean in one version never changes. From 2 on, pronouns like "I" are someone.':
    'De la tabla: lo que significan sus palabras en una versión no cambia nunca. Desde la 2, los pronombres como «I» son alguien.',
  'Rows of words that nobody described by hand, ahead of the table: learned from word vectors, and looked up when the scene was written.':
    'Filas de palabras que nadie describió a mano, por delante de la tabla: aprendidas de vectores de palabras y buscadas al escribir la escena.',
  'What happens to a token without a row: an error, or a seeded random vector.':
    'Qué pasa con un token sin fila: un error, o un vector al azar con semilla.',
  "How a token's place in the sequence comes into play. Default: not at all.":
    'Cómo cuenta el lugar de un token en la secuencia. Por defecto: no cuenta.',
  'Greater than 1.': 'Mayor que 1.',
  'Columns of p; default: as wide as the words.': 'Columnas de p; por defecto, tantas como las palabras.',
  'Distances beyond share a row.': 'Las distancias mayores comparten una fila.',
  'What makes w_q (d_model, H·d_k), w_k (d_model, H_kv·d_k), w_v (d_model, H_kv·d_v), and whatever else the score, the block and the layers need.':
    'De dónde salen w_q (d_model, H·d_k), w_k (d_model, H_kv·d_k), w_v (d_model, H_kv·d_v) y lo demás que necesiten la puntuación, el bloque y las capas.',
  'Default: d_model / heads.': 'Por defecto: d_model / heads.',
  'Width of additive attention. Default: d_k.': 'Anchura de la atención aditiva. Por defecto: d_k.',
  'Drawn b_q, b_k, b_v (and b_o, b_1, b_2).': 'Sortea b_q, b_k, b_v (y b_o, b_1, b_2).',
  'Adds w_o.': 'Añade w_o.',
  'The heads of the layers after the first, one list a layer. Default: every layer has the same.':
    'Las cabezas de las capas posteriores a la primera, una lista por capa. Por defecto, todas las capas tienen las mismas.',
  'Key/value heads; divides heads. Default: heads.': 'Cabezas de clave/valor; divide a heads. Por defecto: heads.',
  'scaledDot: q·k/√d_k. dot: q·k. additive: v_a·tanh(q·w_a + k·u_a). general: q·w_a·k. cosine: of the angle. given: `scores`.':
    'scaledDot: q·k/√d_k. dot: q·k. additive: v_a·tanh(q·w_a + k·u_a). general: q·w_a·k. cosine: del ángulo. given: `scores`.',
  'Multiplies the scores, in place of 1/√d_k where they are "scaledDot".':
    'Multiplica las puntuaciones, en lugar de 1/√d_k si son «scaledDot».',
  'Which keys j a query i sees.': 'Qué claves j ve una consulta i.',
  '(T_q, T_k): 1 where the query sees the key.': '(T_q, T_k): 1 donde la consulta ve la clave.',
  'Greater than 0; weights = softmax(masked / temperature).': 'Mayor que 0; weights = softmax(masked / temperature).',
  '0 = off.': '0 = desactivado.',
  'sparsemax: Martins & Astudillo 2016, arXiv 1602.02068.': 'sparsemax: Martins y Astudillo 2016, arXiv 1602.02068.',
  'Decimals that the weights are rounded to before they are used. Default: not rounded.':
    'Decimales a los que se redondean los pesos antes de usarlos. Por defecto, no se redondean.',
  'Each value times its weight is a step of its own.': 'Cada valor por su peso es un paso propio.',
  'layer: arXiv 1607.06450. rms: arXiv 1910.07467.': 'layer: arXiv 1607.06450. rms: arXiv 1910.07467.',
  'After each addition, or before attention and before the feed-forward network.':
    'Después de cada suma, o antes de la atención y antes de la red feed-forward.',
  d_ff: 'd_ff',
  'Each reads what the one before gave.': 'Cada una lee lo que dio la anterior.',
  'A classic mistake, made on purpose: its tensors replace the right ones.':
    'Un error clásico, a propósito: sus tensores sustituyen a los correctos.',
  'How steps are called in a lesson: as everywhere, or as in the document that its numbers are from.':
    'Cómo se llaman los pasos en una lección: como en todas partes, o como en el documento del que vienen sus números.',
  'Digits after the point.': 'Cifras tras el punto decimal.',
  'scientific: every number with a power of ten, 0.00001 as 1.00e−5.':
    'scientific: cada número con una potencia de diez, 0.00001 como 1.00e−5.',
  'The head on show, from 0.': 'La cabeza que se muestra, desde 0.',
  'The layer on show, from 0.': 'La capa que se muestra, desde 0.',
  'The token in focus (a query), from 0.': 'El token en foco (una consulta), desde 0.',
  'What “Learn…” opens at: one or two runs on a task, such as "task:copy layers:2 seed:4".':
    'Con qué se abre «Aprender…»: uno o dos entrenamientos en una tarea, como "task:copy layers:2 seed:4".',
  'The moment on the stage: 2.5 is half way through its third scene.':
    'El momento del escenario: 2.5 es la mitad de su tercera escena.',
  'The page or the challenge of that lesson by its id; the first page where left out. A number means the page that had it, from 0, before pages were named in links.':
    'La página o el reto de esa lección, por su id; sin ella, la primera página. Un número es la página que lo tenía, desde 0, antes de que los enlaces nombraran páginas.',
};
