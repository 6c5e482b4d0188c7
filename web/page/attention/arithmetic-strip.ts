import { html, nothing, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import '../../views/formula/arithmetic-view.ts';
import { words } from '../../i18n/words.ts';
import type { ComputedScene } from '../../model/computed-scene.ts';
import { type Focus, FocusRequest } from '../../views/index.ts';
import { sectionOf } from '../steps/sections.ts';

/** The button goes away with what it lets go of: the focus returns to the cell's grid, else to its step. */
function focusOwner(picture: ComputedScene, name: string): void {
  const section = document.getElementById(sectionOf(picture, name));
  const matrices = Array.from(section?.querySelectorAll('sa-matrix') ?? []);
  const own = matrices.find((matrix) => Reflect.get(matrix, 'name') === name);
  const grid = own?.shadowRoot?.querySelector<HTMLElement>('[tabindex="0"]') ?? section?.querySelector('h3');
  grid?.focus({ preventScroll: true });
}

/**
 * The arithmetic of the cell in focus, over the foot of the window. It lies on the page and moves nothing; while it
 * follows the pointer it lets the pointer through, so that the cells under it can still be reached; and the focus too, which
 * would otherwise land on numbers that go away with it.
 */
export function arithmeticStrip(
  picture: ComputedScene,
  cell: Focus['cell'],
  strip: { readonly shown: boolean; readonly pinned: boolean },
): TemplateResult {
  const letGo = (event: Event): void => {
    event.currentTarget?.dispatchEvent(new FocusRequest(null, true));
    if (cell !== undefined) focusOwner(picture, cell.name);
  };
  return html`<section class=${classMap({ strip: true, away: !strip.shown, pinned: strip.pinned })} aria-label=${words.steps.arithmetic}>
    <div class="strip-body">
      ${
        cell === undefined
          ? html`<p class="hint">${words.steps.hint}</p>`
          : html`<sa-arithmetic
              .trace=${picture.reader}
              .step=${cell.name}
              .index=${cell.index}
              .layer=${cell.layer ?? picture.layer}
              .digits=${picture.digits}
              ?inert=${!strip.pinned}
            ></sa-arithmetic>
            ${
              strip.pinned
                ? html`<button type="button" aria-label=${words.steps.letGo} @click=${letGo}>✕</button>`
                : nothing
            }`
      }
    </div>
  </section>`;
}
