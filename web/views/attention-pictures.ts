import { html, type TemplateResult } from 'lit';
import type { Focus } from '../trace/focus.ts';
import type { ComputedScene } from '../trace/scene-result.ts';
import type { Movement } from './grid/movement.ts';
import './grid/heatmap.ts';
import './lines/lines.ts';

/** What the pictures of a head's attention are drawn from. */
export interface AttentionPicture {
  readonly computed: ComputedScene;
  /** From 0. */
  readonly head: number;
  readonly label: string;
  readonly focusOn: Focus | null;
  /** (T_q, T_k) to be painted while the weights are on their way; null or left out: the weights themselves. */
  readonly transition?: Float32Array | null;
  /** Rows and columns on their way meanwhile. */
  readonly movement?: Movement | null;
}

const weightsOf = ({ computed, head }: AttentionPicture): Float32Array =>
  computed.ofHead('weights', head) ?? new Float32Array();

export const heatmap = (picture: AttentionPicture): TemplateResult => {
  const { computed, head, label, focusOn, transition = null, movement = null } = picture;
  return html`<sa-heatmap
    .weights=${weightsOf(picture)}
    .transition=${transition}
    .movement=${movement}
    .masked=${computed.ofHead('masked', head)}
    .queryLabels=${computed.tokens}
    .keyLabels=${computed.keyTokens}
    .head=${head}
    .layer=${computed.layer}
    .digits=${computed.digits}
    .label=${label}
    .focusOn=${focusOn}
  ></sa-heatmap>`;
};

export const arcs = (picture: AttentionPicture): TemplateResult => {
  const { computed, head, label, focusOn, transition = null } = picture;
  return html`<sa-lines
    .weights=${weightsOf(picture)}
    .transition=${transition}
    .masked=${computed.ofHead('masked', head)}
    .queryLabels=${computed.tokens}
    .keyLabels=${computed.keyTokens}
    .head=${head}
    .layer=${computed.layer}
    .label=${label}
    .focusOn=${focusOn}
  ></sa-lines>`;
};
