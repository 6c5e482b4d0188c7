import type { LanguageCode } from '../../i18n/language.ts';
import { pageWords } from '../../i18n/page.ts';
import { givenLayers } from '../../scene/layers.ts';
import { fileOf } from '../../session/model-file.ts';
import { readRow } from '../../trace/row-sentence.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import { type HeadMap, NAMED } from '../../views/grid/head-maps.ts';
import { headTitles } from '../shell/catalogue.ts';

/** A phone shows three thumbnails beside each other. */
const phone = matchMedia('(width < 44rem)');
/** Between the columns of a smaller window, a lesson shows eight. */
export const small = matchMedia('(width < 84rem)');

/** The width and height of a head's thumbnail in CSS pixels. */
export const thumbnailSize = ({ heads, layers }: SceneResult, inLesson: boolean): number =>
  phone.matches || (inLesson && heads * layers > NAMED && small.matches) ? 40 : 56;

/** All heads of all layers, layer by layer, with a sentence about the row of a query. None of a partial result. */
export function headMapsOf(language: LanguageCode, result: SceneResult, query: number): readonly HeadMap[] {
  const words = pageWords(language).picture;
  if (result.viewport !== null) return [];
  const isLayered = result.layers > 1;
  return Array.from({ length: result.layers }, (_, layer) => result.atLayer(layer)).flatMap((ofLayer, layer) => {
    const titles = headTitles(language, result.scene, layer);
    return Array.from({ length: result.heads }, (_, head) => {
      const own = titles[head] ?? '';
      const name =
        result.heads === 1 ? own : own === '' && isLayered ? words.headNumber(head + 1) : words.headName(head + 1, own);
      return {
        name: inLayer(language, result, layer, name),
        reading: readRow(language, ofLayer.row(head, query)).text,
        weights: ofLayer.ofHead(ofLayer.weightsStep, head) ?? new Float32Array(),
        masked: ofLayer.ofHead('masked', head),
      };
    });
  });
}

/** What is said of a head, or of its weights, after the name of its layer if there are several. */
function inLayer(language: LanguageCode, { layers, scene }: SceneResult, layer: number, text: string): string {
  const title = givenLayers(scene.embedding)[layer]?.name;
  if (layers === 1) return text;
  return title === undefined ? pageWords(language).picture.layerName(layer + 1, text) : `${title} · ${text}`;
}

/** What names the weights of a head among others: its number, its layer, and the file of its model. */
export function pinnedLabel(language: LanguageCode, result: SceneResult, head: number): string {
  const words = pageWords(language).picture;
  const placed = inLayer(language, result, result.layer, words.weights(head + 1, result.heads));
  const file = fileOf(result.scene);
  return file === null ? placed : words.pinned.ofFile(placed, file);
}
