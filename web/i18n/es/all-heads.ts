import type { allHeads as english } from '../en/all-heads.ts';

const heads = (count: number): string => (count === 1 ? '1 cabeza' : `${count} cabezas`);

export const allHeads: typeof english = {
  title: 'Todas las cabezas',
  close: 'Cerrar',
  about:
    'Una imagen por cabeza. Una fila es un token que mira, una columna un token al que se mira. Pulsa una imagen para abrir esa cabeza.',
  ownScale: 'Cada cabeza tiene su escala: el color más fuerte es el mayor peso de una fila, en promedio.',
  grid: 'Todas las cabezas, capa por capa',
  place: (layer, head) => `${layer}.${head}`,
  counted: (name) => `3.1 es la primera cabeza de la tercera capa. El archivo llama «${name}» a la capa 1.`,
  label: (name, patterns) => [name, patterns].filter((part) => part !== '').join(', '),
  pattern: (name, share) => `${name} ${share}`,
  kind: 'Cabezas',
  all: (count) => (count === 1 ? 'La única cabeza' : `Las ${heads(count)}, por capa`),
  some: (name, count) => `${name}: ${heads(count)}, primero la más fuerte`,
  none: 'Ninguna cabeza mira ahí con un tercio de su peso.',
  names: {
    title: 'Qué significan los nombres',
    previousToken: 'Token anterior',
    induction: 'Inducción',
    sameToken: 'Mismo token',
    firstToken: 'Primer token',
  },
  short: { previousToken: 'anterior', induction: 'inducción', sameToken: 'mismo', firstToken: 'primero' },
  meaning:
    'Una cabeza tiene nombre si pone ahí, de media, al menos un tercio de su peso. Mismo token e inducción solo cuentan los tokens que ya han salido antes, y necesitan cuatro: mismo token mira a esa aparición, e inducción al token que la sigue.',
  noPatterns: 'Las cabezas que miran a otra frase no tienen estos nombres.',
  reading: (layers, of) => `Leyendo la capa ${layers} de ${of}`,
  quantity: 'Color',
  weights: 'Peso',
  norms: 'Peso × longitud del valor',
  normsMean:
    'Un peso grande sobre un valor casi nulo no mueve casi nada, así que el peso se multiplica por la longitud de lo que mueve, ‖v‖ (Kobayashi et al. 2020). El color más fuerte es el mayor de la capa.',
  one: 'Los pesos de todas las cabezas en uno',
  how: 'Cómo',
  ways: { mean: 'Media', max: 'Mayor', rollout: 'Rollout' },
  layers: 'Capas',
  allLayers: 'Todas las capas',
  layer: (number, name) => (name === '' ? `Capa ${number}` : name),
  upTo: (number, name) => `Hasta ${name === '' ? `la capa ${number}` : name}`,
  cautions: {
    mean: 'La media de todas las cabezas. Dos cabezas que miran a palabras distintas parecen una que mira un poco a las dos.',
    max: 'El mayor peso de cualquier cabeza. Una fila suma más de 1, y una sola cabeza que mira a un sitio hace que parezca que miran todas.',
    rollout:
      'Lo que llega a un token a través de las capas, si cada capa mezcla mitad atención y mitad lo que había (Abnar y Zuidema 2020). No sabe nada de valores, de la red feed-forward ni de signos menos, así que no es aquello en lo que se apoya la respuesta del modelo.',
  },
  noRollout: 'Un rollout necesita tokens que se miren entre sí.',
  tooLarge: 'Este modelo es demasiado grande para calcular aquí todas las cabezas. Elige una cabeza sobre su imagen.',
};
