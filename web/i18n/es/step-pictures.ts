import type { stepPictures as english } from '../en/step-pictures.ts';

/** Lo que dicen las imágenes de algunos pasos. */
export const stepPictures: typeof english = {
  compare: {
    other: '{name}: {value}',
    difference: 'diferencia {value}',
    same: 'Todos los números coinciden.',
    differ: '{count} de {of} números son distintos. Llevan una marca en la esquina.',
    most: 'La mayor diferencia está en {row}, {column}: {firstTitle} {first}, {secondTitle} {second}.',
    shapes: 'Las formas son distintas ({first} y {second}), así que las celdas no se pueden comparar.',
  },
  weighted: {
    label: 'valores ponderados de {query}',
    weight: 'peso',
    sum: 'suma',
    caption:
      'Cada fila muestra el peso de una clave y el valor de esa clave multiplicado por el peso. La suma, abajo, es la z de {query}.',
    wrong:
      'Los pesos van a lo largo de las columnas y no de las filas. Cada valor se multiplica por el peso de otra clave, y se suman las filas en vez de las columnas.',
    empty: 'todavía no hay nada que mostrar',
  },
  arrows: {
    across: 'En horizontal: número',
    up: 'En vertical: número',
    pair: 'El par de números',
    angle: 'q de {query} es {q} y k de {key} es {k}: las separan {angle}°.',
    noAngle: 'q de {query} es {q} y k de {key} es {k}. Una de las dos es 0, así que no hay ángulo.',
    tip: 'Punta de {name} de {token}. Las flechas la mueven',
    computed: 'q y k se calculan, por eso sus puntas no se arrastran. Cambia un número de x0, w_q o w_k.',
    rotated:
      'Los vectores girados se calculan, por eso sus puntas no se arrastran. Cambia un número de un paso anterior.',
    turn: '{name} de {token}, en la posición {place}: {before}, girado {angle}° a la izquierda, es {after}.',
    noTurn: '{name} de {token}, en la posición {place}: {before} sigue siendo {after}, porque 0 no tiene dirección.',
  },
  variance: {
    label: 'Varianza de q·k según se suman más de los {count} productos',
    axis: 'productos sumados',
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
      'Cada columna es una curva a lo largo de las posiciones. Los puntos son los números de la matriz; las líneas solo los unen.',
    curves: 'Curva de la columna {column} a lo largo de {count} posiciones, de {low} a {high}',
  },
  distance: {
    byDistance: '1. Por distancia',
    byDistanceAbout: 'Un número para cada distancia entre clave y consulta.',
    padded: '2. Con relleno',
    paddedAbout: 'Delante se pone una columna de ceros. Los primeros {dropped} números, rayados, se descartan.',
    cut: '3. Cortado en filas de {width}',
    cutAbout:
      'Los números restantes se cortan en filas de {width}, así que cada fila se corre uno más. Se conservan las primeras {kept} columnas.',
    pad: 'relleno',
    dropped: 'descartado',
  },
};
