import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { words } from '../i18n/words.ts';
import type { Desk } from './desk.ts';
import { ahead, later } from './later.ts';

type More = NonNullable<ReturnType<typeof later>>;

/** Controls that not every scene needs, under one heading that opens. */
export interface Group {
  readonly id: string;
  readonly title: string;
  /** What it is set to, in a word or two; shown while it is closed. */
  readonly now: string;
  /** Something in it is not as it is by default: it opens by itself. */
  readonly differs: boolean;
  /** The dotted paths of what its controls change: a problem there opens it, and whoever points at one is led here. */
  readonly paths: readonly string[];
  readonly body: (more: More) => TemplateResult;
}

/** Closed it costs one line, and nothing in it is made; what makes it is fetched when the first one opens. */
export function group(desk: Desk, { id, title, now, differs, paths, body }: Group): TemplateResult {
  const { opened, onOpen, redraw } = desk.state;
  const open = paths.some((path) => desk.why(path) !== '') || (opened.get(id) ?? differs);
  if (open && !opened.has(id)) opened.set(id, true);
  const toggled = ({ target }: Event): void => {
    if (target instanceof HTMLDetailsElement && target.open !== open) onOpen(id, target.open);
  };
  return html`<details class="group" id="group-${id}" data-controls=${paths.join(' ')} .open=${live(open)} @toggle=${toggled}>
    <summary @pointerenter=${ahead} @focus=${ahead}><span class="group-title">${title}</span>${open ? nothing : html`<span class="group-now">${now}</span>`}</summary>
    ${open ? inside() : nothing}
  </details>`;

  function inside(): TemplateResult {
    const more = later(redraw);
    return more === null ? html`<p class="note" role="status">${words.family.loading}</p>` : body(more);
  }
}
