import { html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Box } from '../shared/box.ts';
import { styled } from '../shared/custom-element.ts';
import type { GridCell } from '../shared/keyboard.ts';
import type { FullGrid } from './model.ts';

/** The part of a canvas grid that is in the document: its active cell, for the keyboard and for screen readers. */
export interface ActiveGrid {
  readonly label: string;
  /** Row and column in the excerpt on show. */
  readonly cell: GridCell;
  readonly fullGrid: FullGrid;
  /** Null if the cell is scrolled out of view. */
  readonly box: Box | null;
  readonly name: string;
  /** How its numbers are changed. Empty if they cannot be. */
  readonly howToChange: string;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: () => void;
}

export function activeGrid({ label, cell, fullGrid, box, name, howToChange, onKey, onFocus, onBlur }: ActiveGrid) {
  const { row, column } = cell;
  const { origin, rows, columns } = fullGrid;
  const id = `cell-${row}-${column}`;
  const place = box
    ? { transform: `translate(${box.x}px, ${box.y}px)`, width: `${box.width}px`, height: `${box.height}px` }
    : {};
  return html`<div
    role="grid"
    tabindex="0"
    aria-label=${label || nothing}
    aria-rowcount=${rows}
    aria-colcount=${columns}
    aria-activedescendant=${id}
    aria-readonly=${howToChange === '' ? 'true' : 'false'}
    aria-describedby=${howToChange === '' ? nothing : 'how'}
    @keydown=${onKey}
    @focus=${onFocus}
    @blur=${onBlur}
  >
    <div role="row" aria-rowindex=${origin.row + row + 1}>
      ${keyed(
        id,
        html`<div
          role="gridcell"
          class="active"
          id=${id}
          aria-colindex=${origin.column + column + 1}
          aria-label=${name}
          ${styled(place)}
        ></div>`,
      )}
    </div>
  </div>
  ${howToChange === '' ? nothing : html`<p class="unseen" id="how">${howToChange}</p>`}`;
}

/** The tooltip of a cell, placed beside it within a canvas of this size. */
export function cellTooltip(text: string, box: Box, seen: { readonly width: number; readonly height: number }) {
  const [x, left] = box.x > seen.width / 2 ? [box.x - 4, '-100%'] : [box.x + box.width + 4, '0'];
  const [y, up] = box.y < seen.height / 2 ? [box.y + box.height + 4, '0'] : [box.y - 4, '-100%'];
  const place = { transform: `translate(${x}px, ${y}px) translate(${left}, ${up})` };
  return html`<div class="tip" aria-hidden="true" ${styled(place)}>${text}</div>`;
}
