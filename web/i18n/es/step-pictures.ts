import type { stepPictures as english } from '../en/step-pictures.ts';

/** Lo que dicen las imágenes de algunos pasos. */
export const stepPictures: typeof english = {
  compare: {
    other: '{name}: {value}',
    difference: 'diferencia {value}',
    same: 'Ningún número es distinto.',
    differ: '{count} de {of} números son distintos; llevan una marca en la esquina.',
    most: 'La mayor diferencia está en {row}, {column}: {firstTitle} {first}, {secondTitle} {second}.',
    shapes: 'Las formas son distintas ({first} y {second}), así que ninguna celda se puede comparar con otra.',
  },
  weighted: {
    label: 'valores ponderados de {query}',
    weight: 'peso',
    sum: 'suma',
    caption:
      'Cada fila: el peso de una clave y los valores de esa clave multiplicados por el peso. Su suma, abajo, es la z de {query}.',
    wrong:
      'Los pesos están a lo largo de las columnas y no de las filas: cada valor se multiplica por el peso de otra clave, y se suman las filas en vez de las columnas.',
    empty: 'todavía no hay nada que mostrar',
  },
  arrows: {
    across: 'En horizontal: número',
    up: 'En vertical: número',
    pair: 'El par de números',
    angle: 'q de {query} es ahí {q}; k de {key}, {k}: las separan {angle}°.',
    noAngle: 'q de {query} es ahí {q}; k de {key}, {k}: donde una es 0 no hay ángulo.',
    turn: '{name} de {token}, en el lugar {place}: {before}, girado {angle}° a la izquierda, es {after}.',
    noTurn: '{name} de {token}, en el lugar {place}: {before} sigue en {after}; lo que es 0 no tiene dirección.',
  },
  variance: {
    label: 'Varianza de q·k según se suman más de los {count} números',
    axis: 'números sumados',
    measured: 'estos números',
    theory: 'teoría',
    scaled: 'después de ÷ √d_k',
    value: '{count} sumados: {values}',
    part: '{name} {value}',
  },
  waves: {
    column: 'columna {column}',
    partner: 'columna {column}, su pareja',
    caption:
      'Cada columna es una curva a lo largo de las posiciones; un punto es un número de la matriz, las líneas solo los unen.',
    curves: 'Curva de la columna {column} a lo largo de {count} posiciones, de {low} a {high}',
  },
  distance: {
    byDistance: '1. Por distancia',
    byDistanceAbout: 'Un número para cada distancia entre clave y consulta.',
    padded: '2. Con relleno',
    paddedAbout: 'Delante, una columna de ceros. Los primeros {dropped} números, rayados, se descartan.',
    cut: '3. Cortado en filas de {width}',
    cutAbout:
      'Lo que queda, {width} números por fila: cada fila se ha corrido uno más. Se conservan las primeras {kept} columnas.',
    pad: 'relleno',
    dropped: 'descartado',
  },
};
