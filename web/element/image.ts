/** The picture of an element as a file: fetched when one is asked for. */
import { figureOf, pngOf, svgOf } from '../export/index.ts';
import { words } from '../i18n/held.ts';
import type { ImageOptions } from './element.ts';
import type { Work } from './work.ts';

/** `parts`: those that can be drawn, `steps` for all of them. Throws what figureOf and pngOf throw. */
export async function imageOf(
  { scene, trace, steps }: Work,
  parts: readonly string[],
  dark: boolean,
  format: ImageOptions['format'],
  scale: 1 | 2 | 4,
): Promise<Blob> {
  const names = parts.flatMap((name) => (name === 'steps' ? steps.map((step) => step.name) : [name]));
  const figure = figureOf(scene, trace, {
    pictures: names.length === 0 ? ['heatmap'] : [...new Set(names)],
    theme: dark ? 'dark' : 'light',
    lang: words.lang === 'es' ? 'es' : 'en',
  });
  return format === 'svg' ? new Blob([svgOf(figure)], { type: 'image/svg+xml' }) : pngOf(figure, scale);
}
