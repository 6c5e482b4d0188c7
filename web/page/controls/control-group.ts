import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Desk } from '../../controls/control-context.ts';
import { arriving } from '../arriving.ts';
import { type More, more } from '../later.ts';

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
  readonly body: (there: More) => TemplateResult;
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
    <summary @pointerenter=${more.ahead} @focus=${more.ahead}><span class="group-title">${title}</span>${open ? nothing : html`<span class="group-now">${now}</span>`}</summary>
    ${open ? arriving(redraw, body) : nothing}
  </details>`;
}
