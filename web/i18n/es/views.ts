import type { views as english } from '../en/views.ts';

/** Un verbo reflexivo, donde un token se mira a sí mismo. */
const reflexive: Readonly<Record<string, string>> = {
  only: '{query} se mira solo a {key} ({percent}).',
  almost: '{query} se mira casi solo a {key} ({percent}).',
  equalPair: '{query} no encuentra aquí una respuesta clara: {partner} y él mismo reciben un {percent} cada uno.',
  equalTwo:
    '{query} no encuentra aquí una respuesta clara: {partner} y él mismo son los que más reciben, un {percent} cada uno.',
  unclear: '{query} no encuentra aquí una respuesta clara: a quien más atiende es a {key}, un {percent}.',
  noise: '{query} se da a {key} el mayor peso ({percent}), pero lo deciden números al azar.',
  largest: '{query} se da a {key} el mayor peso ({percent}).',
  mostly: '{query} se mira sobre todo a {key} ({percent}).',
  most: 'A quien más mira {query} es a {key} ({percent}).',
};

/** Lo que dicen las vistas. `{…}` lo llenan ellas. */
export const views: typeof english = {
  reading: {
    quoted: '«{token}»',
    itself: 'sí mismo',
    reflexive: (kind, usual) => reflexive[kind] ?? usual,
    nothing: '{query} no mira nada: no puede ver ninguna clave.',
    zeros: '{query} no mira nada: todos sus pesos son 0.',
    faint: '{query} no mira casi nada: todos sus pesos son casi 0.',
    alone: '{query} es el único token, así que se mira a sí mismo (100\u202f%).',
    seesItself: '{query} solo puede verse a sí mismo (100\u202f%).',
    seesOne: '{query} solo puede ver a {key} (100\u202f%).',
    only: '{query} mira solo a {key} ({percent}).',
    almost: '{query} mira casi solo a {key} ({percent}).',
    equalAll: '{query} no encuentra aquí ninguna respuesta: los {count} tokens reciben un {percent} cada uno.',
    equalSeen:
      '{query} no encuentra aquí ninguna respuesta: los {count} tokens que puede ver reciben un {percent} cada uno.',
    equalPair: '{query} no encuentra aquí una respuesta clara: {key} y {other} reciben un {percent} cada uno.',
    equalTwo:
      '{query} no encuentra aquí una respuesta clara: {key} y {other} son los que más reciben, un {percent} cada uno.',
    equalSome:
      '{query} no encuentra aquí una respuesta clara: {count} tokens son los que más reciben, un {percent} cada uno.',
    unclear: '{query} no encuentra aquí una respuesta clara: {key} es el que más recibe, un {percent}.',
    noise: '{query} da a {key} el mayor peso ({percent}), pero lo deciden números al azar.',
    largest: '{query} da a {key} el mayor peso ({percent}).',
    mostly: '{query} mira sobre todo a {key} ({percent}).',
    most: 'Lo que más mira {query} es {key} ({percent}).',
    guess: 'Una suposición: ',
    hidden: 'Adivina el número oculto de {query} para continuar.',
    later: 'Una página posterior de la lección pregunta adónde mira {query}.',
    notANumber: 'Algunos pesos de {query} no son números (NaN).',
  },
  grid: {
    cell: '{row} → {column}: {value}',
    matrixCell: '{row}, {column}: {value}',
    masked: 'oculta',
    queries: 'consultas',
    keys: 'claves',
    legend: 'escala de color de {low} a {high}',
    shortened: 'cifras recortadas para que quepan',
    tooSmall: 'pulsa una celda para ver su número',
    window: '{shape}, a la vista {parts}',
    rows: 'filas {from}–{to}',
    columns: 'columnas {from}–{to}',
    empty: 'todavía no hay nada que mostrar',
    noSlice: 'no hay corte {head} en {shape}',
    nonFinite: 'no es un número finito',
    sums: 'suma de la fila',
    of: 'de {query}',
    blank: 'aquí no hay nada',
    howToChange: 'Arrastra un número hacia arriba o abajo para cambiarlo, o pulsa + o −.',
  },
  lines: {
    queries: 'consultas',
    keys: 'claves',
    under: 'Las líneas de menos de {percent} se dibujan solo para el token elegido.',
    strongest: 'Solo se dibujan las {count} líneas más fuertes. Las {left} más débiles aparecen para el token elegido.',
    query: ', consulta {position}',
    key: ', clave {position}',
    keyWeight: ', clave {position}: ',
    keyMasked: ', clave {position}: oculta',
  },
  tokens: {
    label: 'tokens',
    chip: ', token {position}',
    random: 'no está en la tabla: vector al azar',
    special: 'token especial, añadido por el tokenizador',
    learned: 'aprendido de vectores de palabras, no escrito a mano',
    position: 'token {position}',
    earlier: '← {count} antes',
    later: '{count} después →',
    wordsBefore: (count, weight) =>
      count === 0 ? 'Aquí empieza la frase' : `↑ ${count} ${count === 1 ? 'palabra' : 'palabras'} antes: ${weight}`,
    wordsAfter: (count, weight) =>
      count === 0 ? 'Aquí termina la frase' : `↓ ${count} ${count === 1 ? 'palabra' : 'palabras'} después: ${weight}`,
  },
};
