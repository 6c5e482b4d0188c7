import { html, nothing, type TemplateResult } from 'lit';
import type { ComputedScene } from '../model/computed-scene.ts';
import type { Focus } from '../views/shared/focus.ts';
import '../views/grid/heatmap.ts';
import '../views/lines/lines.ts';

/** What a part is drawn from. */
export interface View {
  readonly work: ComputedScene;
  /** The token whose row is read out, from 0. */
  readonly query: number;
  readonly focusOn: Focus;
}

/** The pictures that the element comes with; undefined for the others. */
export function pictureOf(name: string, { work, focusOn }: View, label: string): TemplateResult | undefined {
  if (name !== 'heatmap' && name !== 'arcs') return undefined;
  const weights = work.ofHead('weights');
  if (weights === null) return html`${nothing}`;
  const masked = work.ofHead('masked');
  return name === 'heatmap'
    ? html`<sa-heatmap
        .weights=${weights}
        .masked=${masked}
        .queryLabels=${work.tokens}
        .keyLabels=${work.keyTokens}
        .head=${work.head}
        .layer=${work.layer}
        .digits=${work.digits}
        .label=${label}
        .focusOn=${focusOn}
      ></sa-heatmap>`
    : html`<sa-lines
        .weights=${weights}
        .masked=${masked}
        .queryLabels=${work.tokens}
        .keyLabels=${work.keyTokens}
        .head=${work.head}
        .layer=${work.layer}
        .label=${label}
        .focusOn=${focusOn}
      ></sa-lines>`;
}
