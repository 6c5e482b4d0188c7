import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

interface Choice<Value> {
  readonly label: string;
  readonly id: string;
  readonly values: readonly Value[];
  readonly value: Value;
  readonly name?: (value: Value) => string;
  readonly choose: (value: Value) => void;
}

/** A labelled list to choose from. */
export function choice<Value>({ label, id, values, value, name = String, choose }: Choice<Value>): TemplateResult {
  const chosen = ({ target }: Event): void => {
    const found = target instanceof HTMLSelectElement ? values[target.selectedIndex] : undefined;
    if (found !== undefined) choose(found);
  };
  return html`<p class="share-field">
    <label for=${id}>${label}</label>
    <select id=${id} @change=${chosen}>
      ${values.map((one) => html`<option value=${typeof one === 'string' ? one : nothing} .selected=${live(one === value)}>${name(one)}</option>`)}
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
