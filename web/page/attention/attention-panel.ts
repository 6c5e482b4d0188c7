import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { classMap } from 'lit/directives/class-map.js';
import { segmented } from '../../controls/field.ts';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { arcs, heatmap } from '../../element/attention-pictures.ts';
import { controlWords } from '../../i18n/controls.ts';
import { mistakeWords } from '../../i18n/mistakes.ts';
import { pageWords } from '../../i18n/page.ts';
import type { ComputedScene } from '../../model/computed-scene.ts';
import type { Focus } from '../../views/index.ts';
import { request } from '../shell/events.ts';
import './mistake-panel.ts';
import { layerSwitch } from '../steps/sections.ts';

const words = pageWords.picture;

/** The attention of one head, twice: as a heatmap and as lines. On a narrow screen one of the two, by a switch. */
export class AttentionPanel extends LightDomElement {
  @property({ attribute: false }) picture!: ComputedScene;
  @property({ attribute: false }) head = 0;
  /** The head and the layer that the switches name: the picture of them may be on its way. */
  @property({ attribute: false }) selected = { head: 0, layer: 0 };
  /** One name a head, where they have names. */
  @property({ attribute: false }) headNames: readonly string[] = [];
  @property({ attribute: false }) focusOn: Focus | null = null;
  /** The same without the scene's mistake; null where it makes none. */
  @property({ attribute: false }) right: ComputedScene | null = null;
  @property({ attribute: false }) query = 0;
  /** Why the scene asked for does not work, and the picture is an earlier one; empty where all is well. */
  @property() problem = '';
  /** Computes it all the same. */
  @property({ attribute: false }) anyway: (() => void) | undefined;
  @state() private shown: 'heatmap' | 'lines' = 'heatmap';

  private heads(): TemplateResult {
    const { picture, headNames } = this;
    const options = Array.from({ length: picture.heads }, (_, head) => ({
      value: String(head),
      text: words.headName(head + 1, headNames[head] ?? ''),
    }));
    return segmented({
      id: 'head',
      label: words.head,
      options,
      value: String(this.selected.head),
      onChoose: (head) => request(this, 'sa-head', Number(head)),
    });
  }

  protected override render() {
    const { picture, right, head, focusOn, shown } = this;
    const outdated = this.problem !== '';
    const label = words.weights(head + 1, picture.heads);
    const { query } = this;
    const own = picture.pictures({ head, query, focusOn, label });
    return html`
      <div class="picture-bar">
        ${picture.heads > 1 ? this.heads() : nothing} ${picture.layers > 1 ? layerSwitch(this, picture, this.selected.layer, 'layer') : nothing}
        ${own === null ? this.choice() : nothing}
        ${this.note()}
        ${outdated ? this.why() : nothing}
      </div>
      <div id="picture" tabindex="-1" class=${classMap({ pictures: own === null, large: own !== null, outdated, [`show-${shown}`]: true })}>
        ${own ?? this.pictures(label)}
      </div>
      ${right === null ? nothing : this.mistake(right)}
    `;
  }

  private why(): TemplateResult {
    const { problem, anyway } = this;
    const button = html`<button type="button" @click=${anyway}>${words.anyway}</button>`;
    return html`<p class="outdated">
      ${words.stale}<span class=${anyway === undefined ? 'why' : ''}>: ${problem}</span> ${anyway === undefined ? nothing : button}
    </p>`;
  }

  private choice(): TemplateResult {
    return html`<div class="only-narrow">
      ${segmented({
        id: 'shown',
        label: words.view,
        options: [
          { value: 'heatmap', text: words.heatmap },
          { value: 'lines', text: words.lines },
        ],
        value: this.shown,
        onChoose: (value) => {
          this.shown = value;
        },
      })}
    </div>`;
  }

  private pictures(label: string): TemplateResult {
    const { picture: computed, head, focusOn } = this;
    const picture = { computed, head, label, focusOn };
    return html`${heatmap(picture)} ${arcs(picture)}`;
  }

  private note(): TemplateResult | typeof nothing {
    const { scene, lens } = this.picture;
    if (!scene.mistake) return nothing;
    const { title } = mistakeWords[scene.mistake];
    const note = lens === null ? controlWords.compare.note(title) : pageWords.scale.mistake(title);
    return html`<p class="outdated mistaken">${note}</p>`;
  }

  private mistake(right: ComputedScene): TemplateResult {
    return html`<sa-mistake
      .picture=${this.picture}
      .right=${right}
      .head=${this.head}
      .query=${this.query}
      .focusOn=${this.focusOn}
    ></sa-mistake>`;
  }
}
customElements.define('sa-attention', AttentionPanel);
