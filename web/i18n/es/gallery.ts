import type { gallery as english } from '../en/gallery.ts';

export const gallery: typeof english = {
  title: 'Galería',
  missed: 'No se pudieron cargar los ejemplos. Elige uno de nuevo.',
  about: 'Escenas cortas en las que una cabeza hace algo que se ve. Abre una y cambia una palabra.',
  asOpened: 'Del ejemplo tal como se abrió:',
  items: {
    pronoun: {
      title: 'A qué se refiere «it»',
      hint: 'La fila de «it»: casi todo su peso está en «animal». Una sola capa no puede más que adivinar: cambia «tired» por «wide» y nada se mueve.',
    },
    she: {
      title: 'Ella o él',
      hint: 'La fila de «she»: mira a «queen» y apenas a «king». Cambia «she» por «he» y será al revés.',
    },
    tired: {
      title: 'Demasiado cansado: dos capas',
      hint: 'En la primera capa «it» mira a «tired» y se queda con ese sentir. En la segunda busca a alguien que pueda estar cansado, y encuentra «animal».',
    },
    wide: {
      title: 'Demasiado ancha: dos capas',
      hint: 'Cambia una palabra y con ella la respuesta: «it» se queda con un tamaño y en la segunda capa mira a «street». Prueba con «deep», «sleepy» o «narrow».',
    },
    'same-meaning': {
      title: 'Mismo significado',
      hint: '«cat» reparte su peso con «dog», «bread» con «cheese». Las palabras de enlace miran a las palabras de enlace.',
    },
    across: {
      title: 'De una frase a otra',
      hint: 'Las consultas vienen de una frase; las claves y los valores, de otra: «puppy» mira a «cat», «milk» a «cheese», «drank» a «ate».',
    },
    action: {
      title: 'Quién lo hace',
      hint: '«wrote» mira a «teacher», y «teacher» a «wrote». «long» mira a aquello de lo que puede decirse.',
    },
    previous: {
      title: 'El token anterior',
      hint: 'Un paso por debajo de la diagonal: cada token mira al anterior, sean cuales sean las palabras. Escribe otras y la imagen no cambia.',
    },
    next: {
      title: 'El token siguiente',
      hint: 'Un paso por encima de la diagonal: la posición de cada consulta se gira un lugar hacia delante. Al último token solo le queda él mismo.',
    },
    first: {
      title: 'Siempre el primero',
      hint: 'Una columna llena: todas las consultas son iguales y salen solo de b_q. Los modelos entrenados tienen cabezas así, que descansan en el primer token.',
    },
    hidden: {
      title: 'Lo que está oculto',
      hint: 'La cabeza de «El token siguiente» bajo una máscara causal: el siguiente está oculto, así que se conforma con el más cercano que puede ver, el propio token.',
    },
    order: {
      title: 'Sin posiciones no hay orden',
      hint: 'Las dos filas de «dog» son iguales, y también las dos de «cat»: sin posiciones, la atención no sabe quién persiguió a quién. Activa las posiciones y dejarán de serlo.',
    },
    overflow: {
      title: 'Demasiado grande para exp',
      hint: 'Una temperatura de 0.02 hace las puntuaciones cincuenta veces mayores, y e elevado a la más grande es ∞: filas enteras dejan de ser números (NaN). Restando antes el máximo, como más abajo, no se pierde nada. Sube la temperatura y las dos coinciden.',
    },
  },
  heads: {
    pronoun: 'a qué se refiere',
    'same-meaning': 'mismo significado',
    action: 'quién lo hace',
    previous: 'token anterior',
    next: 'token siguiente',
    first: 'primer token',
    cue: 'qué se dice de ello',
    cued: 'de qué puede decirse eso',
  },
};
