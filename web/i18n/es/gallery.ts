import type { gallery as english } from '../en/gallery.ts';

// Nada en la frase dice de quién se habla: ni el verbo ni el género, como en inglés «it».
const crossing = 'El animal no cruzó el puente porque se veía demasiado';
const tired = `${crossing} cansado`;
const mat = 'El gato se sentó en la alfombra';

export const gallery: typeof english = {
  title: 'Galería',
  missed: 'No se pudieron cargar los ejemplos. Elige uno de nuevo.',
  about: 'Escenas cortas en las que una cabeza hace algo que se ve. Abre una y cambia una palabra.',
  asOpened: 'Del ejemplo tal como se abrió:',
  items: {
    pronoun: {
      sentence: tired,
      title: 'A qué se refiere «se»',
      hint: 'La fila de «se»: casi todo su peso está en «animal». Una sola capa no puede más que adivinar: cambia «cansado» por «estrecho» y nada se mueve.',
    },
    she: {
      sentence: 'El rey llamó a la reina; ella estaba triste',
      title: 'Ella o él',
      hint: 'La fila de «ella»: mira a «reina» y apenas a «rey». Cambia «ella» por «él» y será al revés.',
    },
    tired: {
      sentence: tired,
      title: 'Demasiado cansado: dos capas',
      hint: 'En la primera capa «se» mira a «cansado» y se queda con ese sentir. En la segunda busca a alguien que pueda estar cansado, y encuentra «animal».',
    },
    wide: {
      sentence: `${crossing} estrecho`,
      title: 'Demasiado estrecho: dos capas',
      hint: 'Cambia una palabra y con ella la respuesta: «se» se queda con un tamaño y en la segunda capa mira a «puente». Prueba con «largo», «triste» o «ancho».',
    },
    'same-meaning': {
      sentence: 'El perro y el gato comieron pan y queso en la cocina',
      title: 'Mismo significado',
      hint: '«gato» reparte su peso con «perro», «pan» con «queso». Las palabras de enlace miran a las palabras de enlace.',
    },
    across: {
      sentence: 'Un cachorro bebió la leche',
      encoder: 'El gato viejo comió queso',
      title: 'De una frase a otra',
      hint: 'Las consultas vienen de una frase; las claves y los valores, de otra: «cachorro» mira a «gato», «leche» a «queso», «bebió» a «comió».',
    },
    action: {
      sentence: 'La maestra escribió una carta larga en la cocina',
      title: 'Quién lo hace',
      hint: '«escribió» mira a «maestra», y «maestra» a «escribió». «larga» mira a aquello de lo que puede decirse.',
    },
    previous: {
      sentence: mat,
      title: 'El token anterior',
      hint: 'Un paso por debajo de la diagonal: cada token mira al anterior, sean cuales sean las palabras. Escribe otras y la imagen no cambia.',
    },
    next: {
      sentence: mat,
      title: 'El token siguiente',
      hint: 'Un paso por encima de la diagonal: la posición de cada consulta se gira un lugar hacia delante. Al último token solo le queda él mismo.',
    },
    first: {
      sentence: mat,
      title: 'Siempre el primero',
      hint: 'Una columna llena: todas las consultas son iguales y salen solo de b_q. Los modelos entrenados tienen cabezas así, que descansan en el primer token.',
    },
    hidden: {
      sentence: mat,
      title: 'Lo que está oculto',
      hint: 'La cabeza de «El token siguiente» bajo una máscara causal: el siguiente está oculto, así que se conforma con el más cercano que puede ver, el propio token.',
    },
    order: {
      sentence: 'El perro persiguió al gato y el gato persiguió al perro',
      title: 'Sin posiciones no hay orden',
      hint: 'Las dos filas de «perro» son iguales, y también las dos de «gato»: sin posiciones, la atención no sabe quién persiguió a quién. Activa las posiciones y dejarán de serlo.',
    },
    overflow: {
      sentence: tired,
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
