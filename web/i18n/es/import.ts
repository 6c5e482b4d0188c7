import type { numbers as english } from '../en/import.ts';

const bytes = (count: number): string => `${count.toLocaleString('es')} bytes`;
const of = (name: string): string => (name === '' ? '' : `${name}: `);

export const numbers: typeof english = {
  place: {
    row: (row) => `fila ${row}`,
    cell: (row, column) => `fila ${row}, columna ${column}`,
  },

  problems: {
    nothing: 'No hay nada que leer.',
    notFinite: (place, text) => `${place} es ${text}; todos los números deben ser finitos.`,
    tooLarge: (place, text) => `${place} es ${text}, que no cabe en float32 (como mucho 3.4028235e38).`,
    text: (place, text) => `${place} es «${text}», que no es un número.`,
    emptyCell: (place) => `${place} está vacía.`,
    ragged: (place, found, expected) =>
      `${place} tiene ${found} ${found === 1 ? 'entrada' : 'entradas'}; las anteriores tienen ${expected}.`,
    mixed: (place) => `${place} tiene números y corchetes mezclados.`,
    bothMarks: (place, comma, point) =>
      `${place} es «${comma}», con coma decimal, y «${point}» tiene punto decimal; usa solo uno de los dos.`,
    eitherMark: (place, text) =>
      `${place} es «${text}», que puede ser una fracción o millares; escríbelo con punto decimal.`,
    eitherSpace: (place, text) =>
      `${place} tiene «${text}» con un espacio de no separación: pueden ser millares o varios números; escríbelo sin él.`,
    quotes: (place) => `${place} tiene unas comillas sin cerrar.`,
    columnwise: (text) =>
      `Está impreso por partes («${text}»); imprímelo entero, por ejemplo con torch.set_printoptions(linewidth=10000).`,
    abbreviated:
      'Está impreso con «...» en lugar de números; imprímelo entero, con np.set_printoptions(threshold=sys.maxsize) o torch.set_printoptions(profile="full").',
    outside: (text) => `«${text}» está fuera de los corchetes de una matriz.`,
    unclosed: (place) => `La matriz acaba antes de cerrar sus corchetes, en ${place}.`,
    manyArrays: (limit) => `Aquí hay más de ${limit} matrices.`,
    deep: (limit) => `Hay más de ${limit} corchetes unos dentro de otros.`,
    json: (line, column, why) => `Esto no es JSON: línea ${line}, columna ${column}: ${why}.`,
    noArray: 'En este JSON no hay ninguna matriz de números.',
    notArray: (key) => `«${key}» no es una matriz de números.`,
    badShape: (shape) => `La forma ${shape} no es una lista de números enteros.`,
    dataLength: (name, shape, expected, found) =>
      `${of(name)}la forma ${shape} necesita ${expected} números y hay ${found}.`,
    empty: (name, shape) => `${of(name)}una matriz de ${shape} no tiene números.`,
    axes: (name, shape, axes) =>
      `${of(name)}${shape} tiene ${axes} ejes; una matriz tiene dos, y tres se leen como una matriz por cabeza.`,
    longAxis: (name, shape, size, limit) => `${of(name)}${shape} tiene un eje de ${size}; el límite es ${limit}.`,
    manyCells: (found, limit) =>
      `Aquí hay ${found.toLocaleString('es')} números; el límite es ${limit.toLocaleString('es')}.`,
    longHeader: (name, found, limit) =>
      `${of(name)}la cabecera .npy tiene ${bytes(found)}; el límite es ${bytes(limit)}.`,
    longText: (found, limit) => `El texto tiene ${found} caracteres; el límite es ${limit}.`,
    largeFile: (name, found, limit) => `${name} tiene ${bytes(found)}; el límite es ${bytes(limit)}. No se ha leído.`,
    emptyFile: (name) => `${name} está vacío.`,
    kind: (name) => `${name} es de un tipo que no se lee; se leen .csv, .tsv, .txt, .json, .npy y .npz.`,
    notText: (name) => `${name} no es texto en UTF-8 ni en UTF-16.`,
    notNpy: (name) => `${of(name)}no es un archivo .npy: no empieza por \\x93NUMPY.`,
    version: (name, version) => `${of(name)}la versión ${version} de .npy no se lee; de la 1 a la 3, sí.`,
    header: (name, text) => `${of(name)}a la cabecera .npy «${text}» le falta descr, fortran_order o shape.`,
    truncatedHeader: (name, expected, found) =>
      `${of(name)}el archivo .npy está cortado en la cabecera: se esperaban ${bytes(expected)} y hay ${found}.`,
    truncated: (name, shape, expected, found) =>
      `${of(name)}el archivo .npy está cortado: ${shape} necesita ${bytes(expected)} de números y hay ${found}.`,
    goesOn: (name, shape, expected, found) =>
      `${of(name)}el archivo .npy sigue después de su matriz: ${shape} necesita ${bytes(expected)} de números y hay ${found}.`,
    dtype: (name, dtype) => `${of(name)}el dtype ${dtype} no se lee; los números y bool, sí.`,
    notNpz: 'No es un archivo .npz: no es un archivo zip.',
    noArrays: 'En este archivo .npz no hay ninguna matriz.',
    compression: (name, method) =>
      `${name} está comprimido con el método ${method}; se leen los guardados sin comprimir y con deflate.`,
    inflates: (found, limit) =>
      `Las matrices de este .npz ocupan ${bytes(found)} descomprimidas; el límite es ${bytes(limit)}.`,
    zip: 'Este archivo .npz está dañado: no se puede leer la lista de lo que contiene.',
    entry: (name, size) => `${name} está dañado: su contenido no son los ${bytes(size)} que dice el archivo .npz.`,
    twice: (name) => `${name} está dos veces en este archivo .npz.`,
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
    rounded: 'Algunos números tienen más cifras de las que caben en float32; el núcleo calcula redondeando a float32.',
    vanishes: 'Algunos números están tan cerca de 0 que float32 los convierte en 0.',
    commaSeparates: 'Las comas se han leído como separación de columnas, no como comas decimales.',
    titles: 'La primera fila tiene nombres y se ha dejado fuera.',
    sideTitles: 'La primera columna tiene nombres y se ha dejado fuera.',
  },

  edit: {
    title: (name, shape) => `Editar ${name}, ${shape}`,
    layer: (layer) => `capa ${layer}`,
    gone: (name) => `No hay ninguna ${name} que editar`,
    goneWhy: 'En esta escena sus números se calculan a partir de otros, o no existe.',
    close: 'Cerrar el editor',
    actions: 'La matriz entera',
    reroll: (act, name) => `${act} ${name}`,
    rerolled: (name, seed) => `${name} se ha sorteado con la semilla ${seed}.`,
    notSeed: (text) => `«${text}» no es una semilla; debe ser un número entero de 0 a 4294967295.`,
    zero: 'Ceros',
    identity: 'Identidad',
    by: 'Por',
    scale: 'Escalar',
    copyNumpy: 'Copiar como NumPy',
    copyCsv: 'Copiar como CSV',
    copied: 'Copiado',
    notCopied: 'El navegador no ha permitido copiar.',
    corner: 'fila, columna',
    cell: (name, row, column) => `${name}: ${row}, ${column}`,
    keys: 'Escribe para sustituir un número, F2 para cambiar su texto. Intro, Tab y las flechas avanzan; Escape deshace lo escrito y después sale. Un bloque pegado en una celda llena a partir de ella.',
    pasted: (found, name) => `${name} tiene ahora el bloque de ${found}.`,
    several: (count) => `Aquí hay ${count} matrices; pégalas abajo para elegir una.`,
    shape: (from, found, name, expected) =>
      `${from === '' ? 'El bloque' : from} es de ${found} y ${name}, de ${expected}.`,
    axes: (axes, tokens) =>
      `${axes.map(({ axis, size }) => `${axis} es ${size}`).join(', ')}${
        axes.some(({ axis }) => axis === 'T') ? `: hay ${tokens} ${tokens === 1 ? 'token' : 'tokens'}` : ''
      }.`,
    beyond: (found, name, expected, row, column, left) =>
      `El bloque es de ${found} y ${name}, de ${expected}: desde la fila ${row}, columna ${column}, caben ${left}.`,
    grows: (name, row, column, by) => `Por ${by}, ${name} en la fila ${row}, columna ${column}, ya no cabe en float32.`,
    notMask: (row, column, value, added) =>
      added
        ? `La fila ${row}, columna ${column}, es ${value}; una máscara que se suma a las puntuaciones tiene 0 y −∞.`
        : `La fila ${row}, columna ${column}, es ${value}; una máscara tiene 1 para lo que se ve y 0 para lo oculto.`,
    ones: 'Esta máscara tiene unos y ceros. ¿Qué dice 1 de una celda?',
    oneIsSeen: '1: se ve',
    oneIsHidden: '1: está oculta, como en np.triu(…, k=1)',
  },

  bring: {
    paste: (name, shape) =>
      `En lugar de ${name}, ${shape}: celdas de una hoja de cálculo, una matriz de NumPy o PyTorch, CSV, JSON`,
    example: '[[1, 0], [0, 1]]',
    put: 'Poner',
    open: 'Abrir un archivo',
    drop: 'o suelta uno aquí: .csv .tsv .json .npy .npz, hasta 8 MB',
    notLoaded: 'No se pudo cargar lo que lee archivos y bloques pegados; inténtalo de nuevo.',
    oneFile: (count) => `Has soltado ${count} archivos; se lee uno cada vez.`,
    several: (count) => `Hay ${count} matrices dentro. ¿Cuál?`,
  },

  painter: {
    label: 'Todas las celdas',
    grid: 'Máscara pintada: las celdas seleccionadas se ven',
    none: 'Ninguna',
    causal: 'Causal',
    invert: 'Invertir',
    corner: 'consulta, clave',
    cell: (query, key, seen) => `${query} → ${key}: ${seen ? 'visible' : 'oculta'}`,
    keys: 'Pulsa o arrastra sobre las celdas: las rayadas están ocultas. Con el teclado, las flechas mueven, la barra espaciadora cambia una celda y Mayúsculas con una flecha sigue pintando.',
    onHeatmap: 'También se pinta así sobre el propio mapa de calor.',
  },
};
