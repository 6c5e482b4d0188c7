import type { Messages } from '../en.ts';
import { overview, tokens } from './scale.ts';

/** Lo que dicen las imágenes además de las palabras de las primeras vistas. */
export const pictures: Messages['pictures'] = {
  tokens,
  overview,
  reading: {
    notANumber: '{query} no tiene pesos: no son números (NaN).',
  },
  grid: {
    strange: 'no es un número finito',
    sums: 'suma de la fila',
    of: 'de {query}',
    blank: 'aquí no hay nada',
  },
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
  arithmetic: {
    layer: 'capa {layer}',
    holds: 'es verdadero',
    fails: 'es falso',
    blocked: 'blocked es 1: esta clave está oculta para esta consulta.',
    painted: 'Pintado a mano: 1 oculta la clave a la consulta, 0 la muestra.',
    open: 'blocked es 0: esta clave es visible.',
    allHidden: 'Todas las claves están ocultas para esta consulta: una división por 0, que por convención es 0.',
    noDirection: 'Un vector de ceros no tiene dirección: 0 dividido por 0, que por convención es 0.',
    overflow:
      'No es un número (NaN): e elevado a más de 88,7 es más de lo que cabe en un float32, así que es ∞, y ∞ dividido por ∞ no tiene respuesta.',
    notANumber: 'No es un número (NaN): salió de otro NaN, o de ∞ y 0.',
    waiting: 'Se están trayendo estos números …',
    infinite: 'Infinito: más de lo que cabe en un float32.',
    wholeRow:
      'Redondeado con su fila, para que la fila siga sumando lo mismo: se recortan todos, y lo que falta va a los que más perdieron.',
  },
  speech: {
    sin: 'el seno de',
    cos: 'el coseno de',
    power: 'elevado a',
    absolute: 'el valor absoluto de',
    floored: 'redondeado hacia abajo,',
    minimum: 'el menor de',
    maximum: 'el mayor de',
    rounded: 'redondeado,',
    round: '{value} redondeado a {digits} cifras decimales',
    previous: '{name} de la capa anterior',
    otherwise: 'si no',
  },
};
