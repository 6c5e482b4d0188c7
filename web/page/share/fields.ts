import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

interface Choice<Value> {
  readonly label: string;
  readonly id: string;
  readonly values: readonly Value[];
  readonly value: Value;
  readonly name?: (value: Value) => string;
  /** Values with the same follow each other, under a heading. */
  readonly group?: (value: Value) => string;
  readonly choose: (value: Value) => void;
}

/** A labelled list to choose from. */
export function choice<Value>({
  label,
  id,
  values,
  value,
  name = String,
  group,
  choose,
}: Choice<Value>): TemplateResult {
  const chosen = ({ target }: Event): void => {
    const found = target instanceof HTMLSelectElement ? values[target.selectedIndex] : undefined;
    if (found !== undefined) choose(found);
  };
  const option = (one: Value): TemplateResult =>
    html`<option value=${typeof one === 'string' ? one : nothing} .selected=${live(one === value)}>${name(one)}</option>`;
  return html`<p class="share-field">
    <label for=${id}>${label}</label>
    <select id=${id} @change=${chosen}>
      ${group === undefined ? values.map(option) : [...new Set(values.map(group))].map((label) => html`<optgroup label=${label}>${values.filter((one) => group(one) === label).map(option)}</optgroup>`)}
    </select>
  </p>`;
}

/** A labelled check box. */
export const check = (label: unknown, checked: boolean, onChange: (checked: boolean) => void): TemplateResult =>
  html`<label class="check">
    <input
      type="checkbox"
      .checked=${live(checked)}
      @change=${({ target }: Event) => onChange(target instanceof HTMLInputElement && target.checked)}
    />${label}
  </label>`;

/** The chosen items of `all` in order, with `name` added or removed. */
export const withOrWithout = <Name extends string>(
  all: readonly Name[],
  chosen: readonly string[],
  name: Name,
  on: boolean,
): readonly Name[] => all.filter((one) => (one === name ? on : chosen.includes(one)));
