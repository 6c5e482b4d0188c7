import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { segmented } from '../../controls/field.ts';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { pageWords } from '../../i18n/page.ts';
import { fill } from '../../i18n/sentences.ts';
import { hidesLaterKeys } from '../../scene/causal-offset.ts';
import type { Focus } from '../../trace/focus.ts';
import { type Extent, whole } from '../../trace/region.ts';
import { adoptStyles } from '../adopt-styles.ts';
import type { DetailEvent } from '../shell/events.ts';
import type { LargeResult } from './large-result.ts';
import { grouped, viewportText } from './viewport-note.ts';
import type { WorkerClient } from './worker-client.ts';

/** What the attention panel shows of a result. */
interface AttentionView {
  readonly head: number;
  readonly query: number;
  readonly focusOn: Focus | null;
  /** The name of the weights. */
  readonly label: string;
}

/** The object is new at every update of the page, but its values rarely change. */
const isOther = (view: AttentionView, before: AttentionView | undefined): boolean =>
  view.head !== before?.head ||
  view.query !== before.query ||
  view.focusOn !== before.focusOn ||
  view.label !== before.label;

const sheet = css`
  sa-large-scene {
    display: grid;
    grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr);
    align-items: start;
    gap: 1.5rem clamp(1.5rem, 3vw, 3rem);
  }

  .large.outdated {
    filter: saturate(0.35);
  }

  .large-lens {
    min-width: 0;
  }

  .large-lens sa-matrix {
    --sa-matrix-max: min(30rem, 80vh);
  }

  .large-bar {
    display: flex;
    min-height: 2.25rem;
  }

  .large-where,
  .large-cache,
  .large-excerpt {
    margin: 0 0 0.5rem;
    font-variant-numeric: tabular-nums;
  }

  .large-cache {
    min-height: 2.4em;
    margin-block: 0.75rem 0;
  }

  .large-progress {
    height: 0.5rem;
  }

  .large-progress progress {
    display: block;
    width: 100%;
    height: 0.5rem;
  }

  @media (width < 67.5rem) {
    sa-large-scene {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;

/** The attention of one head among thousands of tokens: an overview of all weights, and the numbers of the viewport. */
export class LargeScenePanel extends LightDomElement {
  @property({ attribute: false }) result!: LargeResult;
  @property({ attribute: false, hasChanged: isOther }) view!: AttentionView;
  @state() private shown: 'numbers' | 'lines' = 'numbers';
  private stop: (() => void) | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(sheet);
    if (this.hasUpdated) this.listen();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop?.();
  }

  private listen(): void {
    this.stop?.();
    this.stop = this.client.listen(() => this.requestUpdate());
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.get('result')?.data.client !== this.client) this.listen();
  }

  private get client(): WorkerClient {
    return this.result.data.client;
  }

  private get extent(): Extent {
    return { rows: this.result.tokens.length, columns: this.result.keyTokens.length };
  }

  protected override render() {
    const words = pageWords(this.language);
    const { result, client, view } = this;
    const region = client.region ?? whole(this.extent);
    return html`
      <div class="large-whole">
        <sa-overview
          .pixels=${client.pixels}
          .extent=${this.extent}
          .region=${region}
          .lens=${client.viewport}
          .queryLabels=${result.tokens}
          .keyLabels=${result.keyTokens}
          .focusOn=${view.focusOn}
          .digits=${result.digits}
          .label=${words.scale.overview(view.label, grouped(result.tokens.length), grouped(result.keyTokens.length))}
          @sa-overview=${this.onOverview}
        ></sa-overview>
        ${this.progress()}
      </div>
      <div class="large-lens">
        <div class="large-bar">
          ${segmented({
            id: 'lens-shown',
            label: words.scale.lens,
            options: [
              { value: 'numbers', text: words.scale.numbers },
              { value: 'lines', text: words.picture.lines },
            ],
            value: this.shown,
            onChoose: (shown) => {
              this.shown = shown;
            },
          })}
        </div>
        <p class="large-where">${viewportText(this.language, result)}</p>
        ${this.shown === 'numbers' ? this.numbers() : this.lines()}
        ${this.cache()}
      </div>
    `;
  }

  private numbers(): TemplateResult {
    const { result, view } = this;
    const { tensor = null, excerpt = null } = result.window(result.weightsStep, view.head) ?? {};
    return html`<sa-matrix
      .tensor=${tensor}
      .excerpt=${excerpt}
      .axes=${result.step(result.weightsStep)?.axes ?? []}
      .head=${view.head}
      .layer=${result.layerOf(result.weightsStep)}
      .labels=${result.labels}
      .name=${result.weightsStep}
      .accent=${'w'}
      .digits=${result.digits}
      .label=${pageWords(this.language).scale.under(view.label)}
      .masked=${this.masked()}
      .focusOn=${view.focusOn}
    ></sa-matrix>`;
  }

  private masked() {
    const { result, view } = this;
    return result.step('masked') === undefined ? null : (result.window('masked', view.head)?.tensor ?? null);
  }

  private lines(): TemplateResult {
    const { result, view } = this;
    const { rows, columns } = result.viewport;
    const tensor = result.window(result.weightsStep, view.head)?.tensor;
    return html`<sa-lines
      .weights=${tensor?.data ?? new Float32Array()}
      .masked=${this.masked()?.data ?? null}
      .queryLabels=${result.tokens.slice(...rows)}
      .keyLabels=${result.keyTokens.slice(...columns)}
      .origin=${{ query: rows[0], key: columns[0] }}
      .head=${view.head}
      .layer=${result.layer}
      .label=${pageWords(this.language).scale.under(view.label)}
      .focusOn=${view.focusOn}
    ></sa-lines>`;
  }

  /** Its space is always reserved, so that nothing moves when it appears. */
  private progress(): TemplateResult {
    const words = pageWords(this.language);
    const { progress } = this.client;
    const percent = Math.round((progress ?? 0) * 100);
    return html`<div class="large-progress">
      ${
        progress === null
          ? nothing
          : html`<progress max="100" value=${percent} aria-label=${words.scale.computing}></progress>`
      }
      <p class="hidden" role="status" aria-live="polite">${progress === null ? '' : words.scale.computing}</p>
    </div>`;
  }

  /** What the last key press cost. Under a causal mask, keys and values act as a cache, and this sentence shows it. */
  private cache(): TemplateResult {
    const { computed } = this.client;
    const { result } = this;
    const [keys, queries] = [computed?.['k'], computed?.['z']];
    // Of all layers together, like the number of computed rows.
    const total = result.keyTokens.length * result.layers;
    if (keys === undefined || queries === undefined) return html`<p class="large-cache"></p>`;
    const { scene, tokens, keyTokens } = result;
    const causal = hidesLaterKeys(scene.attention.mask, tokens.length, keyTokens.length);
    const { computed: all, cached, kept } = pageWords(this.language).scale;
    const slots = { keys: grouped(keys), total: grouped(total), queries: grouped(queries) };
    return html`<p class="large-cache">${fill(causal ? (keys >= total ? all : cached) : kept, slots)}</p>`;
  }

  private readonly onOverview = ({ detail }: DetailEvent<'sa-overview'>): void => {
    const { region, room } = detail;
    if (region !== undefined || room !== undefined) this.client.showRegion(region, room);
    if (detail.lens !== undefined) this.client.moveViewport(detail.lens);
  };
}
customElements.define('sa-large-scene', LargeScenePanel);
