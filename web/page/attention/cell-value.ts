import { html, nothing, type PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { stepWords } from '../../i18n/steps.ts';
import { shortest } from '../../trace/number-format.ts';
import type { WholeResult } from '../../trace/scene-result.ts';
import { described } from '../../trace/trace-reader.ts';
import { moved, unitOf } from '../../views/grid/cell-drag.ts';
import type { Focus } from '../../views/index.ts';
import { withValue } from '../matrix-editor/change-value.ts';
import type { DetailEvent } from '../shell/events.ts';
import { emit } from '../shell/events.ts';
import '../../controls/number-field.ts';

/** `<sa-cell-value>`: a box and a slider for one number that the scene gives. Each drag of the slider is one step back. */
export class CellValue extends LightDomElement {
  @property({ attribute: false }) result!: WholeResult;
  @property({ attribute: false }) cell!: NonNullable<Focus['cell']>;
  @property({ attribute: false }) resetCount = 0;
  private stroke = 0;
  /** The ends of the slider stay where they are while it moves. */
  private most = 1;
  private place = '';

  private get value(): number {
    const { name, index, layer } = this.cell;
    return shortest(this.result.reader.value(name, index, layer));
  }

  protected override willUpdate(_changed: PropertyValues<this>): void {
    const { name, index, layer = this.result.layer } = this.cell;
    const place = [name, layer, ...index].join('.');
    const magnitude = Math.abs(this.value);
    if (place === this.place && magnitude <= this.most) return;
    this.place = place;
    const tensor = described(this.result.reader, name, layer);
    const { data } = this.result.tensor(name, tensor?.layer);
    const largest = data.reduce((most, value) => Math.max(most, Math.abs(value)), 1);
    const unit = unitOf(largest);
    this.most = moved(0, Math.ceil((largest * 1.2) / unit), unit);
  }

  private set(value: number, isDragged: boolean): void {
    const { result, cell, place, stroke } = this;
    const scene = withValue(result.scene, result.matrixSource, cell, value);
    const controlId = `value.${place}.${isDragged ? stroke : 'typed'}`;
    if (scene !== null) emit(this, 'sa-edit', { scene, controlId, isHeld: isDragged });
  }

  protected override render() {
    const { value, most } = this;
    if (!Number.isFinite(value)) return nothing;
    const label = stepWords(this.language).change;
    const unit = unitOf(most);
    return html`<div class="cell-value with-slider">
      <sa-number
        .control=${'cell-value'}
        .label=${label}
        .name=${label}
        .value=${value}
        .resetCount=${this.resetCount}
        .step=${(direction: -1 | 1) => moved(value, direction * 10, unit)}
        @sa-number=${({ detail }: DetailEvent<'sa-number'>) => detail.value !== null && this.set(detail.value, false)}
      ></sa-number>
      <input
        type="range"
        class="slider"
        aria-label=${label}
        min=${-most}
        max=${most}
        step=${unit}
        .value=${live(String(value))}
        @input=${({ target }: Event) => this.set(moved((target as HTMLInputElement).valueAsNumber, 0, unit), true)}
        @change=${() => {
          this.stroke += 1;
        }}
      />
    </div>`;
  }
}
customElements.define('sa-cell-value', CellValue);
