import type { gallery as english } from '../en/gallery.ts';

// Nada en la frase dice de quién se habla: ni el verbo ni el género, como en inglés «it».
const crossing = 'El animal no cruzó el puente porque se veía demasiado';
const tired = `${crossing} cansado`;
const mat = 'El gato se sentó en la alfombra';

export const gallery: typeof english = {
  title: 'Galería',
  missed: 'No se han podido cargar los ejemplos. Elige uno para intentarlo de nuevo.',
  about: 'Escenas cortas en las que se ve lo que hace una cabeza. Abre una y cambia una palabra.',
  asOpened: 'Sobre el ejemplo tal como lo abriste:',
  items: {
    pronoun: {
      sentence: tired,
      title: 'A qué se refiere «se»',
      hint: 'Mira la fila de «se»: casi todo su peso está en «animal». Una sola capa solo puede adivinar. Cambia «cansado» por «estrecho» y nada se mueve.',
    },
    she: {
      sentence: 'El rey llamó a la reina; ella estaba triste',
      title: 'Ella o él',
      hint: 'Mira la fila de «ella»: mira a «reina» y apenas a «rey». Cambia «ella» por «él» y será al revés.',
    },
    tired: {
      sentence: tired,
      title: 'Demasiado cansado: dos capas',
      hint: 'En la capa 1, «se» mira a «cansado» y se queda con una sensación. En la capa 2 busca algo que pueda tener sensaciones, y encuentra «animal».',
    },
    wide: {
      sentence: `${crossing} estrecho`,
      title: 'Demasiado estrecho: dos capas',
      hint: 'Solo ha cambiado una palabra, y con ella la respuesta. En la capa 1, «se» se queda con un tamaño. En la capa 2 mira a «puente». Prueba con «largo», «triste» o «ancho».',
    },
    'same-meaning': {
      sentence: 'El perro y el gato comieron pan y queso en la cocina',
      title: 'Mismo significado',
      hint: '«gato» reparte su peso con «perro», y «pan» con «queso». Las palabras gramaticales miran a palabras gramaticales.',
    },
    across: {
      sentence: 'Un cachorro bebió la leche',
      encoder: 'El gato viejo comió queso',
      title: 'De una frase a otra',
      hint: 'Las consultas vienen de una frase; las claves y los valores, de otra. «cachorro» mira a «gato», «leche» a «queso» y «bebió» a «comió».',
    },
    action: {
      sentence: 'La maestra escribió una carta larga en la cocina',
      title: 'Sujeto y verbo',
      hint: '«escribió» mira a «maestra», y «maestra» a «escribió». «larga» mira a las palabras que podría describir.',
    },
    previous: {
      sentence: mat,
      title: 'El token anterior',
      hint: 'Los pesos grandes están un paso por debajo de la diagonal: cada token mira al anterior. Escribe otras palabras y la imagen no cambia.',
    },
    next: {
      sentence: mat,
      title: 'El token siguiente',
      hint: 'Los pesos grandes están un paso por encima de la diagonal, porque la posición de cada consulta se gira un lugar hacia delante. El último token solo puede mirarse a sí mismo.',
    },
    first: {
      sentence: mat,
      title: 'Siempre el primero',
      hint: 'Una sola columna tiene todo el peso. Todas las consultas son iguales, porque salen solo del sesgo. Los modelos entrenados también tienen cabezas que descansan en el primer token.',
    },
    hidden: {
      sentence: mat,
      title: 'El token siguiente, oculto',
      hint: 'Esta es la cabeza de «El token siguiente» con una máscara causal. El siguiente está oculto, así que cada token se conforma con el más cercano que puede ver: él mismo.',
    },
    order: {
      sentence: 'El perro persiguió al gato y el gato persiguió al perro',
      title: 'Sin posiciones no hay orden',
      hint: 'Las dos filas de «perro» son iguales, y también las dos de «gato». Sin posiciones, la atención no sabe quién persiguió a quién. Activa las posiciones y las filas serán distintas.',
    },
    overflow: {
      sentence: tired,
      title: 'Demasiado grande para exp',
      hint: 'Con la temperatura en 0.02, las puntuaciones se hacen 50 veces mayores y exp se desborda: ∞ / ∞ es NaN. Un solo NaN entre sus pesos hace NaN toda una fila de la salida. Restar antes el máximo, como se ve más abajo, lo evita. Sube la temperatura y los dos resultados coinciden.',
    },
    fruit: {
      sentence: 'Al mediodía comí una manzana madura con un plátano y una pera',
      title: 'Palabras reales: manzana, la fruta',
      hint: 'Vectores que un programa aprendió de textos ingleses. «manzana» tiene el de «apple», que allí es casi siempre una empresa. Por sí sola se parece sobre todo a «software». Después de la atención, a «fruta».',
    },
    company: {
      sentence: 'Ratón, teclado y pantalla para un ordenador',
      title: 'Palabras reales: ratón, el del ordenador',
      hint: 'Por sí solo, «ratón» se parece a «mono» y «gato». Después de la atención, a «teclado», «pantalla» y «ordenador».',
    },
  },
  heads: {
    pronoun: 'pronombre → nombre',
    'same-meaning': 'mismo significado',
    action: 'sujeto ↔ verbo',
    previous: 'token anterior',
    next: 'token siguiente',
    first: 'primer token',
    cue: 'palabra que describe',
    cued: 'nombre descrito',
    trait: 'palabra que describe',
    bearer: 'nombre descrito',
    describing: 'palabra que describe',
    described: 'nombre descrito',
    antecedent: 'nombre descrito',
  },
};
