import type { CellForm } from '../shared/number-format.ts';
import type { Palette } from '../shared/palette.ts';
import { textWidth, widestText } from '../shared/text-width.ts';
import { type GridLayout, type LayoutInput, layoutGrid } from './layout.ts';
import { ASIDE, type GridModel, LABEL_SIZE, VALUE_SIZE } from './model.ts';

export interface Measured {
  readonly layout: GridLayout;
  /** How numbers are written; null: as the model's text, or not at all when layout.values is false. */
  readonly form: CellForm | null;
}

/** Lays a grid out with the best form of its numbers that fits the cells. `available` in CSS px. */
export function measureGrid(
  model: GridModel,
  palette: Palette,
  available: { readonly width: number; readonly height: number },
  fit: LayoutInput['fit'],
): Measured {
  const labelFont = `bold ${LABEL_SIZE}px ${palette.font}`;
  const cornerFont = `${VALUE_SIZE}px ${palette.font}`;
  const corner = model.corner ? [`${model.corner.rows} ↓`, `${model.corner.columns} →`] : [];
  const digit = textWidth(`${VALUE_SIZE}px ${palette.mono}`, '0');
  const input = {
    rows: model.rows,
    columns: model.columns,
    ...available,
    fit,
    rowLabel: widestText(labelFont, model.rowLabels),
    columnLabel: widestText(labelFont, model.columnLabels),
    corner: widestText(cornerFont, corner),
    aside: asideWidth(model, digit),
  };
  const lay = (longest: number) => layoutGrid({ ...input, value: digit * Math.max(longest, model.hiddenText.length) });
  const bare = lay(0);
  if (!bare.values) return { layout: bare, form: null };
  for (const form of model.forms ?? []) {
    const layout = lay(form.longest);
    if (layout.values) return { layout, form };
  }
  return { layout: lay(model.longest), form: null };
}

function asideWidth({ aside, rows }: GridModel, digit: number): number {
  if (!aside) return 0;
  const longest = Array.from({ length: rows }, (_, row) => aside.text(row).length);
  return ASIDE + digit * Math.max(1, ...longest) + 2;
}
