import { html, nothing, type TemplateResult } from 'lit';

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

/** A box to tick, and what it does. */
export const tickField = (
  label: string,
  about: string,
  isTicked: boolean,
  tick: (isTicked: boolean) => void,
): TemplateResult =>
  html`<label class="leave-out"
    ><input
      type="checkbox"
      .checked=${isTicked}
      @change=${({ target }: Event) => tick((target as HTMLInputElement).checked)}
    />
    <span>${label}<br /><span class="hint">${about}</span></span></label
  >`;

/** How far a file is read, with a button to stop. */
export const progressField = (
  { title, detail, done, cancelText }: { title: string; detail: string; done: number | null; cancelText: string },
  cancel: () => void,
): TemplateResult =>
  html`<p class="progress">
    <progress aria-label=${title} max="1" .value=${done ?? nothing}></progress> ${detail}
    <button type="button" @click=${cancel}>${cancelText}</button>
  </p>`;
