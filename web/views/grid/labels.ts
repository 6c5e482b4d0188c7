import { html } from 'lit';
import { styled } from '../shared/custom-element.ts';
import type { GridCell } from '../shared/keyboard.ts';
import type { Palette } from '../shared/palette.ts';
import { shorten } from '../shared/token-text.ts';
import type { Role } from '../trace/trace-reader.ts';
import { ASIDE, type Context, columnX, LABEL_SIZE, type Picture, rowY, VALUE_SIZE } from './model.ts';

const SLANT = -Math.PI / 4;

/** The cells of which something is seen, both ends included. */
interface Seen {
  readonly first: GridCell;
  readonly last: GridCell;
}

/** The words around a grid: what its rows and columns are, and what stands beside the rows. */
export function paintLabels(context: Context, picture: Picture, seen: Seen): void {
  paintRowLabels(context, picture, seen);
  paintColumnLabels(context, picture, seen);
  paintCorner(context, picture);
}

function paintRowLabels(context: Context, picture: Picture, seen: Seen): void {
  const { model, layout, palette, highlight, height, width } = picture;
  const { aside } = model;
  const end = columnX(picture, layout.columns);
  if (aside) {
    labelStyle(context, palette, 'x', false);
    context.textAlign = 'left';
    context.textBaseline = 'alphabetic';
    context.fillText(aside.label, end + ASIDE, layout.top - 7);
  }
  context.save();
  context.beginPath();
  context.rect(0, layout.top, layout.left, height);
  if (aside) context.rect(end, layout.top, width, height);
  context.clip();
  context.textBaseline = 'middle';
  const maxWidth = layout.left - 8;
  const write = (row: number) => {
    const on = row === highlight.row;
    labelStyle(context, palette, model.rowRole, on);
    const text = shorten(model.rowLabels[row] ?? String(row), (part) => context.measureText(part).width <= maxWidth);
    const middle = rowY(picture, row) + layout.cellHeight / 2 + 0.5;
    // Rows lower than their words: the first and the last word stay inside.
    const [highest, lowest] = [
      layout.top + LABEL_SIZE / 2,
      layout.top + layout.rows * layout.cellHeight - LABEL_SIZE / 2,
    ];
    const y = layout.rowLabels ? middle : Math.max(highest, Math.min(lowest, middle));
    context.textAlign = 'right';
    context.fillText(text, layout.left - 6, y);
    if (!aside) return;
    context.textAlign = 'left';
    context.font = `${on ? 'bold ' : ''}${VALUE_SIZE}px ${palette.mono}`;
    context.fillStyle = palette.ink;
    context.fillText(aside.text(row), end + ASIDE, y);
  };
  if (layout.rowLabels) for (let row = seen.first.row; row <= seen.last.row; row++) write(row);
  else {
    const on = highlight.row !== null && highlight.row < layout.rows ? highlight.row : null;
    if (on !== null) write(on);
    const every = Math.ceil((LABEL_SIZE + 2) / layout.cellHeight);
    const first = Math.ceil(seen.first.row / every) * every;
    for (let row = first; row <= seen.last.row; row += every)
      if (on === null || Math.abs(row - on) >= every) write(row);
  }
  context.restore();
}

function labelStyle(context: Context, palette: Palette, role: Role, on: boolean): void {
  context.font = `${on ? 'bold ' : ''}${LABEL_SIZE}px ${palette.font}`;
  context.fillStyle = on || role !== 'x' ? palette.roles[role] : palette.soft;
}

function paintColumnLabels(context: Context, picture: Picture, seen: Seen): void {
  const { model, layout, palette, highlight, width } = picture;
  const mode = layout.columnLabels;
  context.save();
  context.beginPath();
  context.rect(layout.left - (mode === 'slanted' ? 6 : 0), 0, width, layout.top);
  context.clip();
  const maxWidth =
    mode === 'flat'
      ? layout.cellWidth
      : mode === 'none'
        ? width - layout.left
        : (layout.top - 6) / (mode === 'slanted' ? Math.SQRT1_2 : 1) - (mode === 'slanted' ? 6 : 0);
  const write = (column: number) => {
    labelStyle(context, palette, model.columnRole, column === highlight.column);
    const text = shorten(
      model.columnLabels[column] ?? String(column),
      (part) => context.measureText(part).width <= maxWidth,
    );
    const x = columnX(picture, column) + layout.cellWidth / 2;
    context.save();
    if (mode === 'flat' || mode === 'none') {
      context.textAlign = 'center';
      context.textBaseline = 'alphabetic';
      const half = context.measureText(text).width / 2;
      const inside = mode === 'none' ? Math.min(width - half, Math.max(layout.left + half, x)) : x;
      context.fillText(text, inside, layout.top - 7);
    } else {
      context.textAlign = 'left';
      context.textBaseline = 'middle';
      context.translate(x, layout.top - 5);
      context.rotate(mode === 'slanted' ? SLANT : -Math.PI / 2);
      context.fillText(text, 0, 0);
    }
    context.restore();
  };
  if (mode !== 'none') for (let column = seen.first.column; column <= seen.last.column; column++) write(column);
  else paintSomeColumns(context, picture, seen, write);
  context.restore();
}

/** The width for each word of a row that has not enough for all. CSS px. */
const NARROWEST_LABEL = 56;

/** Columns too narrow for their words: the one in focus, and of the others as many as stand side by side. */
function paintSomeColumns(context: Context, picture: Picture, seen: Seen, write: (column: number) => void): void {
  const { model, layout, palette, highlight, width } = picture;
  const every = Math.ceil(NARROWEST_LABEL / layout.cellWidth);
  let taken = { start: Infinity, end: -Infinity };
  if (highlight.column !== null && highlight.column < layout.columns) {
    write(highlight.column);
    const size = context.measureText(model.columnLabels[highlight.column] ?? String(highlight.column)).width;
    const middle = columnX(picture, highlight.column) + layout.cellWidth / 2;
    const inside = Math.min(width - size / 2, Math.max(layout.left + size / 2, middle));
    taken = { start: inside - size / 2 - 4, end: inside + size / 2 + 4 };
  }
  labelStyle(context, palette, model.columnRole, false);
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  for (let column = Math.ceil(seen.first.column / every) * every; column <= seen.last.column; column += every) {
    const x = columnX(picture, column);
    const maxWidth = Math.min(every * layout.cellWidth - 6, width - x);
    if (maxWidth < LABEL_SIZE || (x < taken.end && x + maxWidth > taken.start)) continue;
    const label = model.columnLabels[column] ?? String(column);
    context.fillText(
      shorten(label, (part) => context.measureText(part).width <= maxWidth),
      x,
      layout.top - 7,
    );
  }
}

function paintCorner(context: Context, picture: Picture): void {
  const { model, layout, palette } = picture;
  if (!model.corner) return;
  context.font = `${VALUE_SIZE}px ${palette.font}`;
  context.textAlign = 'right';
  context.textBaseline = 'alphabetic';
  context.fillStyle = palette.roles[model.columnRole];
  context.fillText(`${model.corner.columns} →`, layout.left - 6, layout.top - 21);
  context.fillStyle = palette.roles[model.rowRole];
  context.fillText(`${model.corner.rows} ↓`, layout.left - 6, layout.top - 7);
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What a cell has to tell, beside it and inside the view, whose size is `seen`. CSS px. */
export function tip(box: Box, seen: { readonly width: number; readonly height: number }, text: string) {
  const under = box.y < seen.height / 2;
  const before = box.x > seen.width / 2;
  const place = {
    transform: `translate(${before ? box.x - 4 : box.x + box.width + 4}px, ${under ? box.y + box.height + 4 : box.y - 4}px) translate(${before ? '-100%' : '0'}, ${under ? '0' : '-100%'})`,
  };
  return html`<div class="tip" aria-hidden="true" ${styled(place)}>${text}</div>`;
}
