import type { numbers as english } from '../en/import.ts';

const megabytes = (count: number): string => (count / 1024 ** 2).toFixed(1).replace('.', ',');
const bytes = (count: number): string => `${count.toLocaleString('es')} bytes`;
const of = (name: string): string => (name === '' ? '' : `${name}: `);
const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const numbers: typeof english = {
  place: {
    layer: (layer) => `capa ${layer}`,
    head: (head) => `cabeza ${head}`,
    row: (row) => `fila ${row}`,
    cell: (row, column) => `fila ${row}, columna ${column}`,
  },

  problems: {
    nothing: 'No hay nada que leer.',
    noNumbers: 'El archivo no tiene números que se puedan leer.',
    notFinite: (place, text) => `${place} es ${text}. Todos los números deben ser finitos.`,
    tooLarge: (place, text) => `${place} es ${text}, que no cabe en float32 (como mucho 3.4028235e38).`,
    text: (place, text) => `${place} es «${text}», que no es un número.`,
    emptyCell: (place) => `${place} está vacía.`,
    ragged: (place, found, expected) =>
      `${place} tiene ${found} ${found === 1 ? 'entrada' : 'entradas'}, pero las anteriores tienen ${expected}.`,
    mixed: (place) => `${place} tiene números y corchetes mezclados.`,
    bothMarks: (place, comma, point) =>
      `${place} es «${comma}», con coma decimal, pero «${point}» tiene punto decimal. Usa solo uno de los dos.`,
    eitherMark: (place, text) =>
      `${place} es «${text}», que puede ser una fracción o millares. Escríbelo con punto decimal.`,
    eitherSpace: (place, text) =>
      `${place} tiene «${text}» con un espacio de no separación, que puede indicar millares o varios números. Escríbelo sin el espacio.`,
    quotes: (place) => `${place} tiene unas comillas sin cerrar.`,
    columnwise: (text) =>
      `Está impreso por partes («${text}»). Imprímelo entero, por ejemplo con torch.set_printoptions(linewidth=10000).`,
    abbreviated:
      'Está impreso con «...» en lugar de números. Imprímelo entero, con np.set_printoptions(threshold=sys.maxsize) o torch.set_printoptions(profile="full").',
    outside: (text) => `«${text}» está fuera de los corchetes de una matriz.`,
    shaded:
      'Es la tabla de la orden para terminales, con números redondeados. Escribe el archivo con --format csv, json o npy.',
    rounds: (type) => `El tipo ${type} redondearía estos números. Quítalo o imprime la matriz redondeada.`,
    sparse: (part) =>
      `Es una matriz dispersa, con sus números y «${part}» en listas separadas. Imprímela densa, por ejemplo con to_dense().`,
    unclosed: (place) => `La matriz acaba en ${place} antes de cerrar sus corchetes.`,
    manyArrays: (limit) => `Esto tiene más de ${limit} matrices.`,
    deep: (limit) => `Esto tiene más de ${limit} corchetes anidados.`,
    json: (line, column, why) => `Esto no es JSON: línea ${line}, columna ${column}: ${why}.`,
    yaml: (text) => `«${text}» no es una lista de números en YAML ni un nombre con una.`,
    market: (text) => `«${text}» no se admite. Usa un archivo Matrix Market con números reales o enteros, o un patrón.`,
    notSquare: (shape) => `Una matriz simétrica es cuadrada, pero esta es ${shape}.`,
    cellTwice: (place) => `El archivo da dos veces ${place}, o en el lado equivocado de la diagonal.`,
    entries: (name, expected, found) => `${of(name)}el archivo debería tener ${expected} números, pero tiene ${found}.`,
    entryLine: (line, shape) => `«${line}» no es una fila, una columna y un número de una matriz de ${shape}.`,
    noArray: 'En este JSON no hay ninguna matriz de números.',
    notArray: (key) => `«${key}» no es una matriz de números.`,
    badShape: (shape) => `La forma ${shape} no es una lista de números enteros.`,
    dataLength: (name, shape, expected, found) =>
      `${of(name)}la forma ${shape} necesita ${expected} números, pero hay ${found}.`,
    empty: (name, shape) => `${of(name)}una matriz de ${shape} no tiene números.`,
    axes: (name, shape, axes) =>
      `${of(name)}${shape} tiene ${axes} ejes. Una matriz tiene dos. Tres se leen como una matriz por cabeza.`,
    manyAxes: (name, shape, axes, limit) => `${of(name)}${shape} tiene ${axes} ejes. El límite es ${limit}.`,
    severalReadings: (readings) =>
      `Este texto se puede leer de varias maneras: ${readings.map((reading, index) => `(${index + 1}) ${reading}`).join(' ')} Guárdalo como .json o .npz.`,
    longAxis: (name, shape, size, limit) => `${of(name)}${shape} tiene un eje de ${size}. El límite es ${limit}.`,
    manyCells: (found, limit) =>
      `Esto tiene ${found.toLocaleString('es')} números. El límite es ${limit.toLocaleString('es')}.`,
    longHeader: (name, found, limit) =>
      `${of(name)}la cabecera .npy tiene ${bytes(found)}. El límite es ${bytes(limit)}.`,
    longText: (found, limit) => `El texto tiene ${found} caracteres. El límite es ${limit}.`,
    largeFile: (name, found, limit) =>
      `${name} tiene ${bytes(found)}. El límite es ${bytes(limit)}, así que no se ha leído.`,
    emptyFile: (name) => `${name} está vacío.`,
    kind: (name) =>
      `${name} no es un archivo admitido. Usa .csv, .tsv, .txt, .json, .yaml, .mtx, .npy, .npz o .safetensors.`,
    onnx: (name) =>
      `${name} es un modelo, que habría que ejecutar. Guarda sus tensores como .safetensors, .npz, .npy o .json: los pesos con onnx.numpy_helper.to_array y np.savez, o las salidas de una ejecución en ONNX Runtime.`,
    pickled: (name) =>
      `${name} parece un pickle, que habría que ejecutar. En Python, guarda mejor sus tensores: safetensors.torch.save_file(tensors, 'model.safetensors'), o numpy.savez('model.npz', **arrays).`,
    notText: (name) => `${name} no es texto en UTF-8 ni en UTF-16.`,
    notNpy: (name) => `${of(name)}no es un archivo .npy, porque no empieza por \\x93NUMPY.`,
    version: (name, version) => `${of(name)}la versión ${version} de .npy no se admite. Usa la versión 1, 2 o 3.`,
    header: (name, text) => `${of(name)}a la cabecera .npy «${text}» le falta descr, fortran_order o shape.`,
    truncatedHeader: (name, expected, found) =>
      `${of(name)}el archivo .npy acaba en la cabecera: se esperaban ${bytes(expected)} y hay ${found}.`,
    truncated: (name, shape, expected, found) =>
      `${of(name)}el archivo .npy está cortado: ${shape} necesita ${bytes(expected)} de números y hay ${found}.`,
    goesOn: (name, shape, expected, found) =>
      `${of(name)}el archivo .npy tiene más que su matriz: ${shape} necesita ${bytes(expected)} de números y hay ${found}.`,
    dtype: (name, dtype) => `${of(name)}el dtype ${dtype} no se admite. Usa números o bool.`,
    notNpz: 'No es un archivo .npz, porque no es un archivo zip.',
    noArrays: 'Este archivo .npz no tiene ninguna matriz.',
    compression: (name, method) =>
      `${name} está comprimido con el método ${method}. Solo se admiten entradas sin comprimir o con deflate.`,
    inflates: (found, limit) =>
      `Las matrices de este .npz ocupan ${bytes(found)} sin comprimir. El límite es ${bytes(limit)}.`,
    zip: 'Este archivo .npz está dañado: no se puede leer la lista de su contenido.',
    entry: (name, size) => `${name} está dañado: no tiene los ${bytes(size)} que indica el archivo .npz.`,
    twice: (name) => `${name} está dos veces en este archivo .npz.`,
    noTensors: 'Este archivo .safetensors no tiene ningún tensor.',
    longTensorHeader: (found, limit) =>
      `La cabecera de este archivo .safetensors tiene ${found} bytes. El límite es ${bytes(limit)}.`,
    cutTensorHeader: (expected, found) =>
      `Este archivo .safetensors acaba en la cabecera: se esperaban al menos ${bytes(expected)} y hay ${found}.`,
    tensorHeader: (what) => `La cabecera de este archivo .safetensors no es un objeto JSON: ${what}.`,
    tensorEntry: (name) =>
      `A ${name} le falta dtype, shape o sus dos data_offsets en la cabecera de este archivo .safetensors.`,
    tensorSize: (name, shape, expected, found) =>
      `${of(name)}${shape} necesita ${bytes(expected)} de números y data_offsets abarcan ${found}.`,
    tensorCut: (name, end, found) =>
      `${of(name)}el archivo .safetensors está cortado: los números acaban en el byte ${end} y hay ${found}.`,
    tensorsOverlap: (one, other) => `${one} y ${other} comparten bytes de este archivo .safetensors.`,
    tensorGap: (from, to) =>
      `Los bytes ${from} a ${to} de los números de este archivo .safetensors no son de ningún tensor.`,
  },

  dtypes: {
    structured: 'estructurado (campos con nombre)',
    byLetter: {
      O: 'object',
      V: 'void',
      S: 'bytes',
      a: 'bytes',
      U: 'texto',
      c: 'complejo',
      M: 'fecha',
      m: 'diferencia de tiempo',
      f: 'long double',
    },
  },

  notes: {
    rounded: 'Algunos números tienen más cifras de las que caben en float32. El núcleo los redondea a float32.',
    vanishes: 'Algunos números están tan cerca de 0 que en float32 son 0.',
    decimalCommas: 'Las comas se han leído como comas decimales.',
    size: 'La primera línea tiene el tamaño y se ha omitido.',
    titles: 'La primera fila tiene nombres o números de las columnas y se ha omitido.',
    sideTitles: 'La primera columna tiene nombres o números de las filas y se ha omitido.',
  },

  readings: {
    commasSeparate: 'Cada coma separa dos números.',
    decimalCommas: 'Una coma dentro de un número es decimal.',
    semicolonRows: 'Las comas separan números y los puntos y comas, filas.',
    semicolonColumns: 'Los puntos y comas separan columnas.',
    semicolonLines: 'Los puntos y comas separan filas.',
    oneRow: 'Una fila que sigue en la línea siguiente.',
    lineRows: 'Cada línea es una fila.',
    allData: 'Todos los números son datos.',
    columnIsData: 'La primera columna son datos.',
    columnIsIndex: 'La primera columna numera las filas.',
    rowIsIndex: 'La primera fila numera las columnas.',
    bothAreIndices: 'La primera fila y la primera columna numeran columnas y filas.',
    rowIsTokens: 'La primera fila da nombre a las columnas.',
    columnIsTokens: 'La primera columna da nombre a las filas.',
    bothAreTokens: 'La primera fila y la primera columna dan nombre a columnas y filas.',
    rowIsSize: 'La primera fila es el tamaño de la matriz.',
    outerColumns: 'Los nombres exteriores son columnas.',
    outerRows: 'Los nombres exteriores son filas.',
  },

  edit: {
    title: (name, shape) => `Editar ${name}, ${shape}`,
    layer: (layer) => `capa ${layer}`,
    gone: (name) => `No hay ninguna ${name} que editar`,
    goneWhy: 'En esta escena se calcula a partir de otros números, o no existe.',
    close: 'Cerrar el editor',
    actions: 'La matriz entera',
    reroll: (act, name) => `${act} ${name}`,
    rerolled: (name, seed) => `${name} se ha sorteado con la semilla ${seed}.`,
    notSeed: (text) => `«${text}» no es una semilla. Una semilla es un número entero de 0 a 4294967295.`,
    zero: 'Ceros',
    identity: 'Identidad',
    by: 'Factor',
    scale: 'Escalar',
    copyNumpy: 'Copiar como NumPy',
    copyCsv: 'Copiar como CSV',
    copied: 'Copiado',
    notCopied: 'El navegador no ha permitido copiar.',
    corner: 'fila, columna',
    cell: (name, row, column) => `${name}: ${row}, ${column}`,
    keys: 'Escribe para sustituir un número, o pulsa F2 para editarlo. Intro, Tab y las flechas avanzan. Escape deshace lo escrito; la segunda vez, sale. Un bloque pegado en una celda se rellena a partir de ella.',
    pasted: (found, name) => `${name} tiene ahora el bloque de ${found}.`,
    shape: (from, found, name, expected) =>
      `${from === '' ? 'El bloque' : from} es de ${found}, pero ${name} es de ${expected}.`,
    axes: (axes, tokens) =>
      `${axes.map(({ axis, size }) => `${axis} es ${size}`).join(', ')}${
        axes.some(({ axis }) => axis === 'T') ? `: hay ${tokens} ${tokens === 1 ? 'token' : 'tokens'}` : ''
      }.`,
    beyond: (found, name, expected, row, column, left) =>
      `El bloque es de ${found}, pero ${name} es de ${expected}. Desde la fila ${row}, columna ${column}, caben ${left}.`,
    grows: (name, row, column, by) => `Por ${by}, ${name} en la fila ${row}, columna ${column}, ya no cabe en float32.`,
    notMask: (row, column, value, added) =>
      added
        ? `La fila ${row}, columna ${column}, es ${value}. Una máscara que se suma a las puntuaciones solo puede tener 0 y −∞.`
        : `La fila ${row}, columna ${column}, es ${value}. Una máscara solo puede tener 1 para lo visible y 0 para lo oculto.`,
    ones: 'Esta máscara tiene unos y ceros. ¿Qué significa 1?',
    oneIsSeen: '1: visible',
    oneIsHidden: '1: oculta, como en np.triu(…, k=1)',
  },

  bring: {
    paste: (name, shape) =>
      `Sustituir ${name}, ${shape}, por celdas de una hoja de cálculo, una matriz de NumPy o PyTorch, CSV o JSON`,
    example: '[[1, 0], [0, 1]]',
    put: 'Insertar',
    open: 'Abrir un archivo',
    drop: 'o suelta uno aquí: .csv .tsv .json .yaml .mtx .npy .npz .safetensors, hasta 8 MB',
    notLoaded: 'No se ha podido cargar el lector de archivos y bloques pegados. Inténtalo de nuevo.',
    stacked: 'Todas como filas de una matriz',
    readings: 'Esto se puede leer de varias maneras. ¿Cuál quieres decir?',
    choose: 'Elige primero una de las lecturas.',
    oneFile: (count) => `Has soltado ${count} archivos. Suelta solo uno.`,
    several: (count) => `Tiene ${count} matrices. ¿Cuál quieres?`,
  },

  model: {
    title: 'La atención de tu propio modelo',
    close: 'Cerrar',
    about:
      'Abre un archivo con la atención de un modelo: los pesos de sus cabezas, o q, k y v, o los parámetros de una capa. No sale de tu dispositivo. Puedes ver los pesos. Con q, k y v también puedes cambiar la máscara, la temperatura y la puntuación.',
    open: 'Abrir un archivo',
    drop: 'o suelta uno aquí: .safetensors .npz .npy .json .csv, de hasta 128 MB (.json 32 MB, .csv 8 MB)',
    reading: (file) => `Leyendo ${file} …`,
    readBytes: (done, total) => `${megabytes(done)} de ${megabytes(total)} MB`,
    readTensor: (index, total) => `tensor ${index} de ${total}`,
    packing: 'Creando la escena …',
    cancel: 'Cancelar',
    several: (count) => `Has soltado ${count} archivos. Suelta uno cada vez.`,
    noCount: (typed, most) => `«${typed}» tiene que ser un número entero de 1 a ${most}.`,
    noLink: 'El enlace no puede contener tantos números. Después de recargar la página, abre el archivo otra vez.',
    found: (file) => `${file} tiene estos tensores. ¿Qué es cada uno?`,
    name: 'Nombre',
    role: 'Papel',
    roleOf: (name) => `Papel de ${name}`,
    layer: 'Capa',
    layerOf: (name) => `Capa de ${name}, desde 1; vacía: su primer eje, o la única`,
    all: 'todas',
    roles: { q: 'consultas q', k: 'claves k', v: 'valores v', scores: 'puntuaciones', weights: 'pesos' },
    parameterRoles: {
      x: 'x, las filas de los tokens',
      ...{ wQ: 'W_Q de las consultas', wK: 'W_K de las claves', wV: 'W_V de los valores', wO: 'W_O de la salida' },
      wQKV: 'W_Q, W_K y W_V en uno',
      ...{ bQ: 'sesgo b_Q', bK: 'sesgo b_K', bV: 'sesgo b_V', bO: 'sesgo b_O', bQKV: 'b_Q, b_K y b_V en uno' },
    },
    kind: 'Abrir',
    kinds: { attention: 'la atención', parameters: 'los parámetros de una capa' },
    whichLayer: 'Capa',
    onlyLayer: 'la única',
    layout: 'Filas y columnas de W',
    layouts: { out: '(salida, entrada), como Linear de PyTorch', in: '(entrada, salida), como Conv1D de GPT-2' },
    fills: (dModel) =>
      `Pasan a ser los parámetros de la escena de la página: q = x · W_Q, con ${dModel} números por token.`,
    fillsRows: (dModel, now) =>
      `${now === 0 ? 'Los tokens de la página no tienen vectores' : `Los tokens de la página tienen ${now} números cada uno`}, y estos parámetros leen ${dModel} números. Cada token recibe ${dModel} números aleatorios (semilla 1). Deshacer recupera la escena actual.`,
    fillsInput: (name) =>
      `Cada token recibe su fila de ${name}, y estos tokens sustituyen a los de la página. No se suman posiciones: elígelas en la página si las filas no las llevan.`,
    sameInput: (one, other) => `${one} y ${other} son x los dos. Elige uno.`,
    inputWidth: (name, width, reads) =>
      `${name} tiene ${width} números por token y W_Q lee ${reads}. Tienen que ser los mismos. Comprueba qué son las filas y las columnas de W.`,
    inputAxes: '(tokens, números)',
    inputRows: 'filas de x',
    unused: 'no se usa',
    givenAgain: (names: string) =>
      `No se muestra como está en el archivo: ${names}. La página calcula los pesos de q y k, con la máscara y la temperatura que elijas allí (ninguna y 1 al principio). Usa pesos en vez de q y k para ver los del archivo.`,
    notUsed: (names, more) =>
      `No se usan: ${names}${more > 0 ? ` y ${more} más` : ''}. Para usar un tensor, elige su papel.`,
    refused: (name, why) => `${name} no se ha leído. ${why}`,
    order: 'Ejes de q, k y v',
    orders: {
      heads: 'cabezas, tokens, números',
      tokens: 'tokens, cabezas, números',
      batch: 'lote, tokens, cabezas · números',
    },
    headCount: 'Cabezas',
    headCountName: 'Cabezas, cuyos números están uno al lado del otro en q',
    queries: 'consultas',
    keys: 'claves',
    tokens: 'Tokens',
    tokensAbout: 'Separados por espacios, o como JSON. Vacío: se numeran.',
    tokensStay: 'Separados por espacios, o como JSON. Vacío: se quedan los de la página.',
    keyTokens: 'Tokens de las claves, si son distintos',
    keyTokensAbout:
      'Separados por espacios, o como JSON. Vacío: los mismos que los tokens, o números si hay más o menos claves.',
    tokensFrom: (name, count) => `Rellenado con «${name}» del archivo: ${counted(count, 'token')}.`,
    marks: {
      Ġ: 'Ġ significa que hay un espacio antes del token.',
      Ċ: 'Ċ es un salto de línea.',
      '▁': '▁ significa que hay un espacio antes del token.',
      '##': '## significa que el token continúa la palabra anterior.',
    },
    special: (tokens) => `Quitar los tokens especiales: ${tokens}`,
    specialSoftmax: 'Softmax recorre entonces los demás tokens, así que cada fila sigue sumando 1.',
    specialPlaces: 'Los lugares se cuentan sin ellos, así que los tokens quedan más cerca unos de otros.',
    specialAbout: 'Los pesos dados se dividen entonces entre lo que queda de su fila, para que vuelva a sumar 1.',
    withoutSpecial: 'Los tokens especiales se han quitado, y cada fila suma 1 sin ellos.',
    onlySpecial: 'Todos los tokens son especiales: no quedaría ninguno.',
    show: 'Mostrar',
    nothing: 'No hay ningún tensor seleccionado. Elige cuáles son pesos, q, k y v, o parámetros.',
    tokenCount: (which, found, expected) =>
      `Hay ${found} ${found === 1 ? 'token' : 'tokens'} para ${expected} ${which}.`,
    openedParameters: (file, layer, dModel, heads) =>
      `${file} abierto: parámetros${layer === '' ? '' : ` de ${layer}`}, d_model ${dModel}, ${counted(heads, 'cabeza')}.`,
    sameParameter: (one, other) => `${one} y ${other} son el mismo parámetro. Elige uno, u otra capa.`,
    noParameter: (names) => `Falta ${names} en esta capa.`,
    wide: (name, found, limit) => `${name} lee ${found} números (d_model). El límite es ${limit}.`,
    otherWidth: (one, width, other, otherWidth) =>
      `${one} lee ${width} números y ${other} lee ${otherWidth}. Tienen que ser los mismos. Comprueba cuáles son las filas y las columnas de W.`,
    sharedHeads: (name, width, query, head, heads, least) =>
      `${name} da ${width} números por token. Con ${counted(heads, 'cabeza')}, ${query} da ${head} por cabeza, así que ${name} tiene que dar ${head}${heads === 1 ? '' : ` por un divisor de ${heads}`}.${least > heads ? ` Prueba con ${least} cabezas.` : ''}`,
    headAxis: (name, shape, found, heads) => `${name} es ${shape}, que tiene ${counted(found, 'cabeza')}, no ${heads}.`,
    notMatrix: (name, shape) => `${name} es ${shape}. Un parámetro W es una matriz, o tiene un eje para las cabezas.`,
    notJoined: (name, shape, width) =>
      `${name} es ${shape}. W_Q, W_K y W_V en uno son tres veces más anchos que lo que leen: ${width} y ${3 * width}. Comprueba cuáles son las filas y las columnas de W.`,
    notJoinedBias: (name, shape) => `${name} es ${shape}, que no son tres sesgos de la misma longitud.`,
    notTokens: 'Los tokens tienen que ser una lista JSON de textos.',
    layers: (name, found, limit) => `${name} es de la capa ${found}. El límite son ${limit} capas.`,
    twice: (one, other, role, layer) => `${one} y ${other} son ambos ${role} de la capa ${layer}. Elige uno.`,
    both: (one, other) =>
      `${one} y ${other} no se pueden usar juntos: q y k dan puntuaciones, y las puntuaciones dan pesos. Usa solo los pesos, o solo las puntuaciones.`,
    missing: (roles, name) => `Falta ${roles} en la capa de ${name}.`,
    unread: (tensor, role, name, why) =>
      `${tensor} no se ha leído, así que falta ${role} en la capa de ${name}. ${why}`,
    unreadParameter: (tensor, names, why) => `${tensor} no se ha leído, así que falta ${names} en esta capa. ${why}`,
    noValues: 'Falta v, así que no hay salida. La página muestra los pesos que dan q y k.',
    manyScores: (found, limit) =>
      `Falta v, y q y k dan ${found.toLocaleString('es')} puntuaciones. Sin v, el límite es ${limit.toLocaleString('es')}. Guarda v con q y k.`,
    missingValues: (name) => `Falta v en la capa de ${name}. Guarda v con q y k, o bien los pesos.`,
    masked:
      'Las puntuaciones son −∞ en las celdas ocultas. La escena tiene la misma máscara, y 0 en esas celdas, que se ven al quitar la máscara.',
    wasMasked: 'Los −∞ de las puntuaciones son ahora la máscara.',
    otherMask: (name, place, isHidden) =>
      `${name} ${isHidden ? '' : 'no '}es −∞ en ${place}, a diferencia de la primera cabeza. Una escena tiene una sola máscara para todas las cabezas. Guarda las puntuaciones antes de sumar la máscara.`,
    largeMask: (name, rows, columns, limit) =>
      `${name} tiene −∞ en celdas de ${rows}×${columns}, en un patrón que no es causal. Una máscara pintada tiene como mucho ${limit} filas y columnas. Guarda las puntuaciones antes de sumar la máscara.`,
    notWeights: (row) => `No se ha tomado por pesos: ${row}`,
    wrongRow: (name, row) => `${name} no puede contener pesos: ${row}`,
    notSum: (place, sum) => `${place} suma ${sum}. Cada fila tiene que sumar 1, con un margen de 0,01.`,
    below: (place, number) => `${place} tiene ${number}, que es menor que 0.`,
    oneHot: 'Cada fila tiene un solo 1, así que pueden ser pesos o tokens one-hot. Si son pesos, elige ese papel.',
    inFile: (file, why) => `${file}: ${why}`,
    axes: (name, shape, expected) => `${name} es ${shape}. Tiene que ser ${expected}.`,
    cells: '(consultas, claves), (cabezas, consultas, claves) o (capas, cabezas, consultas, claves)',
    rows: '(tokens, cabezas · números), (cabezas, tokens, números) o (capas, cabezas, tokens, números)',
    firstAxis: 'Primer eje',
    otherFirstAxis: 'Primer eje donde hay cuatro',
    firstAxes: { layers: 'capas', batch: 'secuencias de un lote' },
    sequence: (size) => `Secuencia del lote, de 1 a ${size}`,
    noSequence: (name, shape, size, sequence) =>
      `${name} es ${shape}, un lote de ${size} secuencias. No hay secuencia ${sequence}.`,
    otherBatch: (name, size, other, shape) =>
      `${name} es un lote de ${size} secuencias, y ${other} de ${shape} no. Guarda ambos con el lote, o ambos sin él.`,
    view: 'Vista',
    batch: (name, shape, count) => `${name} es ${shape}, un lote de ${count} secuencias. Guarda una de ellas.`,
    heads: (name, width, heads) => `${name} tiene ${width} columnas, que ${heads} cabezas no se pueden repartir.`,
    openedScene: (file) => `${file} abierto: es una escena.`,
    opened: (file, layers, heads, tokens) =>
      `${file} abierto: ${counted(layers, 'capa')}, ${counted(heads, 'cabeza')}, ${counted(tokens, 'token')}.`,
  },

  painter: {
    label: 'Todas las celdas',
    grid: 'Máscara pintada: las celdas seleccionadas son visibles',
    none: 'Ninguna',
    causal: 'Causal',
    invert: 'Invertir',
    corner: 'consulta, clave',
    cell: (query, key, seen) => `${query} → ${key}: ${seen ? 'visible' : 'oculta'}`,
    keys: 'Pulsa o arrastra sobre las celdas. Las rayadas están ocultas. Con el teclado, las flechas mueven, la barra espaciadora cambia una celda y Mayúsculas con una flecha sigue pintando.',
    onHeatmap: 'También puedes pintar sobre el propio mapa de calor.',
  },
};
