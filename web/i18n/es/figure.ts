import type { figure as english } from '../en/figure.ts';
import { listed } from '../sentences.ts';
import { maskCaption } from './controls.ts';

export const figure: typeof english = {
  lang: 'es',
  queries: 'consultas',
  keys: 'claves',
  masked: 'oculta',
  nonFinite: 'no es un número finito',
  shortened: 'cifras recortadas para que quepan',
  title: (pictures) => `Autoatención: ${pictures.join(', ')}`,
  names: { heatmap: 'pesos de la atención', arcs: 'pesos de la atención como líneas' },
  head: (head, heads, name) => `cabeza ${head} de ${heads}${name === '' ? '' : `, ${name}`}`,
  heads: (heads) => `las ${heads} cabezas`,
  layer: (layer, layers) => `capa ${layer} de ${layers}`,
  of: (query) => `de ${query}`,
  under: (percent) => `No se dibujan las líneas de menos de ${percent}.`,
  strongest: (drawn, left) => `Solo se dibujan las ${drawn} líneas más fuertes. Las ${left} más débiles se omiten.`,
  noLine: 'Los pesos que no son números finitos no tienen línea.',
  largest: (rows, columns) => `Cada tono es la mayor de las celdas que abarca: ${rows} × ${columns} tonos en total.`,
  excerpt: (word, from, to, all) =>
    `Solo se muestran las palabras ${from} a ${to} de ${all}, las que rodean a «${word}».`,
  scores: {
    scaledDot: 'producto escalar ÷ √d_k',
    dot: 'producto escalar',
    additive: 'puntuación aditiva',
    general: 'puntuación general',
    cosine: 'puntuación por coseno',
    given: 'puntuaciones dadas',
    weights: 'pesos dados',
  },
  mask: (mask) => maskCaption(mask),
  temperature: (temperature) => `temperatura ${temperature}`,
  softcap: (softcap) => `softcap ${softcap}`,
  sparsemax: 'sparsemax',
  mistake: (title) => `error a propósito: ${title}`,
  quoted: (sentence) => `«${sentence}»`,
  missing: (words) =>
    `No están en la tabla de palabras, así que tienen un vector al azar: ${listed(words, 'es', ['«', '»'], (left) => `${left} más`)}.`,
  learned: (words) =>
    `Aprendido de vectores de palabras, no escrito a mano: ${listed(words, 'es', ['«', '»'], (left) => `${left} más`)}.`,
  open: 'Abrir en la aplicación',
  licence: (version) => `Calculado por el self-attention playground ${version}, licencia MIT`,
};
