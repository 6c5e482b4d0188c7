import { html, type TemplateResult } from 'lit';

/** A list to choose one of. */
export const choiceField = <Value extends string>(
  label: string,
  values: readonly Value[],
  texts: Readonly<Record<Value, string>>,
  chosen: Value,
  choose: (value: Value) => void,
): TemplateResult =>
  html`<label
    >${label}
    <select
      @change=${({ target }: Event) => {
        const value = values[(target as HTMLSelectElement).selectedIndex];
        if (value !== undefined) choose(value);
      }}
    >
      ${values.map((value) => html`<option ?selected=${value === chosen}>${texts[value]}</option>`)}
    </select></label
  >`;

/** A box for a whole number. */
export const countField = (label: string, name: string, typed: string, type: (typed: string) => void): TemplateResult =>
  html`<label
    >${label}
    <input
      inputmode="numeric"
      aria-label=${name}
      .value=${typed}
      @input=${({ target }: Event) => type((target as HTMLInputElement).value)}
  /></label>`;
