import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import type { LanguageCode } from '../../i18n/language.ts';
import '../../views/formula/arithmetic-view.ts';
import { stepWords } from '../../i18n/steps.ts';
import { sourceCells } from '../../trace/cell-sources.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import type { Focus, SaMatrix, SourceBlock } from '../../views/index.ts';
import { emit } from '../shell/events.ts';
import { sectionOf } from '../steps/sections.ts';
import { changeControl } from './change-control.ts';
import { whyButton } from './show-why.ts';

const none: readonly SourceBlock[] = [];

/** The cells that the cell in focus was computed from. */
export function highlightsOf(cell: Focus['cell'], { reader }: SceneResult): readonly SourceBlock[] {
  const highlights = cell && sourceCells(reader, cell.name, cell.index, cell.layer);
  // If they depend on a number that is still loading, there are none yet.
  return highlights === undefined || reader.waiting?.() ? none : highlights;
}

/** The button disappears when pressed, so the focus returns to the cell's grid, else to its step. */
function focusOwner(result: SceneResult, name: string): void {
  const section = document.getElementById(sectionOf(result, name));
  const matrices = Array.from(section?.querySelectorAll<SaMatrix>('sa-matrix') ?? []);
  const grid = matrices.find((matrix) => matrix.name === name) ?? section?.querySelector('h3');
  grid?.focus({ preventScroll: true });
}

/** Unpins the cell of a step, which is in focus. */
export function releaseButton(language: LanguageCode, result: SceneResult, step: string): TemplateResult {
  const release = (event: Event): void => {
    emit(event.currentTarget, 'sa-focus', { focus: null, pinned: true });
    focusOwner(result, step);
  };
  return html`<button type="button" class="release" aria-label=${stepWords(language).letGo} @click=${release}>✕</button>`;
}

/**
 * The arithmetic of the cell in focus, in a strip over the bottom of a narrow window. It lies over the page and moves
 * nothing. While it follows the pointer it takes neither pointer nor focus, so that cells below it can be reached.
 */
export function arithmeticStrip(
  language: LanguageCode,
  result: SceneResult,
  cell: Focus['cell'],
  strip: { readonly shown: boolean; readonly pinned: boolean },
): TemplateResult {
  const words = stepWords(language);
  return html`<section class=${classMap({ strip: true, away: !strip.shown, pinned: strip.pinned })} aria-label=${words.arithmetic}>
    <div class="strip-body">
      ${
        cell === undefined
          ? html`<p class="hint">${words.hint}</p>`
          : html`<sa-arithmetic
              .trace=${result.reader}
              .step=${cell.name}
              .index=${cell.index}
              .layer=${cell.layer ?? result.layer}
              .digits=${result.digits}
              ?inert=${!strip.pinned}
            ></sa-arithmetic>
            ${strip.pinned ? changeControl(language, result, cell) : nothing}
            ${strip.pinned ? whyButton(language, result, cell) : nothing}
            ${strip.pinned ? releaseButton(language, result, cell.name) : nothing}`
      }
    </div>
  </section>`;
}

/** Scrolls the focused cell out from under the strip that explains it. */
export async function uncoverCell(page: LitElement): Promise<void> {
  await page.updateComplete;
  const strip = page.querySelector('.strip:not(.away) .strip-body');
  const arithmetic = strip?.querySelector('sa-arithmetic');
  if (strip && arithmetic instanceof LitElement) await arithmetic.updateComplete;
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  const cell = focused?.querySelector('[role=gridcell].active');
  if (!strip || !cell) return;
  const covered = cell.getBoundingClientRect().bottom - strip.getBoundingClientRect().top;
  if (covered > 0) scrollBy({ top: covered + GAP });
}

/** The distance between the cell and the strip, in pixels. */
const GAP = 8;
