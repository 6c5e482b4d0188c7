/** The picture of an element as a file: fetched when one is asked for. */

import { cardOf } from '../export/card.ts';
import { figureOf } from '../export/figure.ts';
import { pngOf, svgOf } from '../export/image.ts';
import { stageSvgOf } from '../export/stage-svg.ts';
import { elementWords } from '../i18n/element/element.ts';
import { elementFileWords } from '../i18n/element/files.ts';
import { AttentionError, quoted } from '../scene/error.ts';
import type { WholeResult } from '../trace/scene-result.ts';
import type { ImageOptions } from './element.ts';
import { playgroundAddress } from './playground-link.ts';
import type { Renderer } from './renderer.ts';

/** Parts of which no figure is drawn. */
const noFigures = ['sentence', 'tokens', 'reading', 'arcs', 'stage', 'arithmetic'];

/**
 * What an element shows, once it is there; of arcs alone, a card; of the stage alone, an SVG that plays. Throws AttentionError: with the code and the path of the `error` event where there
 * is no picture, `disposed` where the element has left the document, `range` for an option, `unsupported` where only words are
 * shown; and what figureOf and pngOf throw.
 */
export async function imageOf(renderer: Renderer, given: Partial<ImageOptions> = {}): Promise<Blob> {
  const words = elementFileWords(renderer.language);
  const unknown = Object.keys(given).find((key) => key !== 'format' && key !== 'scale');
  if (unknown !== undefined) throw new AttentionError('scene-form', words.imageOption(quoted(unknown)), unknown);
  const { format = 'svg', scale = 1 } = given;
  if (!['svg', 'png'].includes(format))
    throw new AttentionError('range', words.imageFormat(quoted(String(format))), 'format');
  if (![1, 2, 4].includes(scale)) throw new AttentionError('range', words.imageScale(quoted(String(scale))), 'scale');
  const { scene, steps } = await resultOf(renderer);
  const shown = renderer.parts.map(({ name }) => name);
  const pictures = shown.flatMap((name) =>
    name === 'steps'
      ? steps.map((step) => step.name)
      : noFigures.includes(name)
        ? []
        : [name === 'lines' ? 'arcs' : name],
  );
  const plays = pictures.length === 0 && shown.includes('stage') && !shown.includes('arcs') && format === 'svg';
  const isCard = pictures.length === 0 && shown.includes('arcs');
  if (pictures.length === 0 && !plays && !isCard)
    throw new AttentionError('unsupported', words.imageNone(shown), 'show');
  const link = await playgroundAddress(renderer.element, scene);
  const { trace, withoutMistake } = await resultOf(renderer);
  const options = {
    theme: renderer.styles.isDark ? ('dark' as const) : ('light' as const),
    lang: renderer.language,
    ...(link?.startsWith('http') ? { link } : {}),
  };
  if (plays) {
    const beside = withoutMistake === null ? {} : { right: withoutMistake.trace };
    const svg = await stageSvgOf(renderer.shown ?? scene, trace, { ...options, ...beside });
    return new Blob([svg], { type: 'image/svg+xml' });
  }
  const figure = isCard
    ? await cardOf(renderer.shown ?? scene, trace, { ...options, query: renderer.query })
    : figureOf(scene, trace, { ...options, pictures: [...new Set(pictures)] });
  return format === 'svg' ? new Blob([svgOf(figure)], { type: 'image/svg+xml' }) : pngOf(figure, scale);
}

/** Waited for while it can still come: out of the document, nothing is computed any more. */
async function resultOf(renderer: Renderer): Promise<WholeResult> {
  while (renderer.result === null && renderer.problem === null && renderer.element.isConnected)
    await new Promise((done) => setTimeout(done, 20));
  const { result, problem } = renderer;
  if (result !== null) return result;
  if (problem === null) throw new AttentionError('disposed', elementWords(renderer.language).imageGone);
  const { code, message, path } = problem;
  // Codes of attributes and addresses are none of the scene's own.
  throw Object.assign(new AttentionError('internal', message, path), { code });
}
