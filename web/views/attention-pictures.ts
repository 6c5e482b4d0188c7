import { html, type TemplateResult } from 'lit';
import type { Focus } from '../trace/focus.ts';
import type { SceneResult } from '../trace/scene-result.ts';
import type { Movement } from './grid/movement.ts';
import './grid/heatmap.ts';
import './lines/lines.ts';

/** What the pictures of a head's attention are drawn from. */
export interface AttentionPicture {
  readonly result: SceneResult;
  /** From 0. */
  readonly head: number;
  readonly label: string;
  readonly focusOn: Focus | null;
  /** (T_q, T_k) to be painted while the weights are on their way; null or left out: the weights themselves. */
  readonly transition?: Float32Array | null;
  /** Rows and columns on their way meanwhile. */
  readonly movement?: Movement | null;
}

const weightsOf = ({ result, head }: AttentionPicture): Float32Array =>
  result.ofHead(result.weightsStep, head) ?? new Float32Array();

export const heatmap = (picture: AttentionPicture): TemplateResult => {
  const { result, head, label, focusOn, transition = null, movement = null } = picture;
  return html`<sa-heatmap
    .weights=${weightsOf(picture)}
    .transition=${transition}
    .movement=${movement}
    .masked=${result.ofHead('masked', head)}
    .queryLabels=${result.tokens}
    .keyLabels=${result.keyTokens}
    .name=${result.weightsStep}
    .head=${head}
    .layer=${result.layer}
    .digits=${result.digits}
    .label=${label}
    .focusOn=${focusOn}
  ></sa-heatmap>`;
};

export const lines = (picture: AttentionPicture): TemplateResult => {
  const { result, head, label, focusOn, transition = null } = picture;
  return html`<sa-lines
    .weights=${weightsOf(picture)}
    .transition=${transition}
    .masked=${result.ofHead('masked', head)}
    .queryLabels=${result.tokens}
    .keyLabels=${result.keyTokens}
    .name=${result.weightsStep}
    .head=${head}
    .layer=${result.layer}
    .label=${label}
    .focusOn=${focusOn}
  ></sa-lines>`;
};
