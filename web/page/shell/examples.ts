import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { words } from '../../i18n/words.ts';
import type { Scene } from '../../scene/types.ts';

/** A scene of the gallery that was opened. */
export interface Example {
  readonly id: string;
  readonly scene: Scene;
}

interface Item {
  readonly title: string;
  readonly hint: string;
}

const items = (): readonly (readonly [string, Item])[] => Object.entries(words.gallery.items);

/** The gallery's titles in a list; the scenes are fetched when one is chosen. */
export function exampleList(current: Example | null, onOpen: (example: Example) => void): TemplateResult {
  const choose = async ({ target }: Event): Promise<void> => {
    if (!(target instanceof HTMLSelectElement) || target.value === '') return;
    const { gallery } = await import('../../scene/gallery.ts');
    const chosen = gallery.find(({ id }) => id === target.value);
    if (chosen !== undefined) onOpen(chosen);
  };
  const id = current?.id ?? '';
  return html`<select class="examples" aria-label=${words.gallery.title} .value=${live(id)} @change=${choose}>
    <option value="" .selected=${live(id === '')}>${words.controls.examples}</option>
    ${items().map(([value, { title }]) => html`<option value=${value} .selected=${live(value === id)}>${title}</option>`)}
  </select>`;
}

/** What to look for in the example that is open. */
export function exampleHint(current: Example | null): TemplateResult | typeof nothing {
  const hint = items().find(([id]) => id === current?.id)?.[1].hint;
  return hint === undefined ? nothing : html`<p class="note hint-line">${hint}</p>`;
}
