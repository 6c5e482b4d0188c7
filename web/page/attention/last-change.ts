import { html, type TemplateResult } from 'lit';
import { controlWords } from '../../i18n/controls.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import { lazyModule } from '../../i18n/lazy-module.ts';
import { pageWords } from '../../i18n/page.ts';
import type { SceneResult, WholeResult } from '../../trace/scene-result.ts';
import type { Focus } from '../../views/index.ts';
import { lazy } from '../lazy.ts';
import { differenceOf, type Pinned, pinOf, WEIGHT_AXES } from './pinned.ts';

const pinnedPanel = lazyModule(() => import('./pinned-panel.ts'));

/** The weights of one head before and after the last change of numbers. */
interface LastChange {
  readonly language: LanguageCode;
  readonly result: SceneResult;
  readonly previous: Pinned;
  readonly now: Pinned;
  readonly head: number;
  readonly focusOn: Focus | null;
}

export function heatmapBefore({ language, result, previous, focusOn }: LastChange): TemplateResult {
  const { label, tensor, masked, labels } = previous;
  return html`<sa-heatmap
    class="before"
    .weights=${tensor.data}
    .masked=${masked?.data ?? null}
    .queryLabels=${labels.T_q ?? []}
    .keyLabels=${labels.T_k ?? []}
    .digits=${result.digits}
    .label=${`${pageWords(language).picture.change.before}: ${label}`}
    .focusOn=${focusOn}
  ></sa-heatmap>`;
}

/** The right weights, beside those of a mistake. */
export function heatmapWithoutMistake({
  language,
  result,
  head,
  label,
  focusOn,
}: Pick<LastChange, 'language' | 'head' | 'focusOn'> & {
  readonly result: WholeResult;
  readonly label: string;
}): TemplateResult {
  const { right } = controlWords(language).compare;
  const { tensor, masked, labels } = pinOf(result, head, label);
  return html`<figure class="mistake-side">
    <figcaption>${right}</figcaption>
    <sa-heatmap
      .weights=${tensor.data}
      .masked=${masked?.data ?? null}
      .queryLabels=${labels.T_q ?? []}
      .keyLabels=${labels.T_k ?? []}
      .digits=${result.digits}
      .label=${controlWords(language).compare.of(label, right)}
      .focusOn=${focusOn}
    ></sa-heatmap>
  </figure>`;
}

/** How much each weight grew. If the words changed, both heatmaps. */
export function heatmapOfDifference(change: LastChange): TemplateResult {
  const { language, result, previous, now, head, focusOn } = change;
  const difference = differenceOf(previous, now);
  if (difference === null) return bothHeatmaps(change);
  return html`<sa-heatmap
    .weights=${difference}
    .signed=${true}
    .queryLabels=${result.tokens}
    .keyLabels=${result.keyTokens}
    .name=${result.weightsStep}
    .layer=${result.layer}
    .head=${head}
    .digits=${result.digits}
    .label=${`${pageWords(language).picture.change.difference}: ${now.label}`}
    .focusOn=${focusOn}
  ></sa-heatmap>`;
}

function bothHeatmaps({ language, result, previous, now, focusOn }: LastChange): TemplateResult {
  const words = pageWords(language).picture.change;
  const side = (one: Pinned, title: string) => ({ ...one, title, axes: WEIGHT_AXES });
  return html`<div class="difference">${lazy(
    language,
    pinnedPanel,
    () => html`<sa-compare
      .first=${side(previous, words.before)}
      .second=${side(now, words.now)}
      .name=${result.weightsStep}
      .layer=${result.layer}
      .labels=${now.labels}
      .accent=${'w'}
      .digits=${result.digits}
      .focusOn=${focusOn}
    ></sa-compare>`,
  )}</div>`;
}
