import type { pictures as en } from '../en/pictures.ts';
import type { Said } from '../said.ts';

export const pictures: Said<typeof en> = {
  reading: {
    notANumber: '{query} no tiene pesos: no son números (NaN).',
  },
  grid: {
    strange: 'no es un número finito',
    sums: 'suma de la fila',
    blank: 'aquí no hay nada',
  },
  compare: {
    other: '{name}: {value}',
    difference: 'diferencia {value}',
    same: 'Ningún número difiere.',
    differ: 'Difieren {count} de {of} números; llevan una marca en la esquina.',
    most: 'La mayor diferencia: {first} aquí, {second} allí ({row}, {column}).',
    shapes: 'Las formas son distintas ({first} y {second}), así que ninguna celda se puede comparar con otra.',
  },
  weighted: {
    label: 'valores ponderados de {query}',
    weight: 'peso',
    sum: 'suma',
    caption:
      'En cada fila: el peso de una clave, y los valores de esa clave multiplicados por el peso. Su suma, abajo, es la z de {query}.',
    wrong:
      'Los pesos van por columnas en vez de por filas: cada valor se multiplica por el peso de otra clave, y las sumas de la derecha no son ninguna z.',
    empty: 'todavía no hay nada que mostrar',
  },
  variance: {
    label: 'Varianza de q·k al sumar cada vez más de los {count} números',
    axis: 'números sumados',
    measured: 'estos números',
    theory: 'teoría',
    scaled: 'tras ÷ √d_k',
    value: '{count} sumados: {values}',
    part: '{name} {value}',
  },
  waves: {
    label: 'posiciones como ondas',
    column: 'columna {column}',
    partner: 'columna {column}, su pareja',
    caption:
      'Cada columna es una curva a lo largo de las posiciones; un punto es un número de la matriz, las líneas solo los unen.',
    curves: 'Curva de la columna {column} en {count} posiciones, de {low} a {high}',
  },
  distance: {
    byDistance: 'por distancia',
    byDistanceAbout: 'Un número por cada distancia entre clave y consulta.',
    padded: 'rellenada',
    paddedAbout: 'Una columna de ceros delante. Los primeros {dropped} números, rayados, se descartan.',
    cut: 'cortada en filas de {width}',
    cutAbout:
      'Lo que queda, {width} números por fila: cada fila se ha desplazado uno más. Se conservan las primeras {kept} columnas.',
    pad: 'relleno',
    dropped: 'descartado',
  },
  arithmetic: {
    layer: 'capa {layer}',
    holds: 'se cumple',
    fails: 'no se cumple',
    blocked: 'blocked es 1: esta clave está oculta para esta consulta.',
    open: 'blocked es 0: esta clave es visible.',
    allHidden: 'Todas las claves están ocultas para esta consulta: 0 entre 0, que por convenio es 0.',
    noDirection: 'Un vector de ceros no tiene dirección: 0 entre 0, que por convenio es 0.',
    overflow:
      'No es un número (NaN): e elevado a más de 88,7 es más de lo que cabe en un float32, así que es ∞, y ∞ entre ∞ no tiene respuesta.',
    notANumber: 'No es un número (NaN): se hizo con otro NaN, o con ∞ y 0.',
    infinite: 'Infinito: más de lo que cabe en un float32.',
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
    otherwise: 'en otro caso',
  },
};
