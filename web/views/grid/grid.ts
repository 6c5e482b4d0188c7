import type { PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import type { Focus } from '../../trace/focus.ts';
import type { Palette } from '../shared/colour.ts';
import { type Accent, type ColourScale, divergingScale } from '../shared/colour.ts';
import { define } from '../shared/custom-element.ts';
import type { GridCell } from '../shared/keyboard.ts';
import { GridView } from './grid-view.ts';
import type { Block, GridModel, Highlight } from './model.ts';

/**
 * `<sa-grid>`: a grid inside a larger picture, which provides its contents and highlights and handles focus
 * requests.
 */
@define('sa-grid')
export class SaGrid extends GridView {
  /** A new object if the data changed, else the same one. */
  @property({ attribute: false }) grid: GridModel | null = null;
  @property() accent: Accent = 'x';
  /** Cells to outline. The first one is scrolled into view, unless the reader is in this grid. */
  @property({ attribute: false }) blocks: readonly Block[] = [];
  @property({ attribute: false }) focusFor: (cell: GridCell) => Focus = () => ({});

  protected override readonly fit = 'scroll';

  protected override get model(): GridModel | null {
    return this.grid;
  }

  override willUpdate(changed: PropertyValues): void {
    if (changed.has('accent')) this.forgetColours();
  }

  override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const [block] = this.blocks;
    if (!changed.has('blocks') || !block || this.matches(':hover, :focus-within')) return;
    this.reveal({ row: block.rows.start, column: block.columns.start });
  }

  protected override scaleFor(palette: Palette): ColourScale {
    return divergingScale(palette, this.accent);
  }

  protected override highlight(): Highlight {
    return { row: null, column: null, blocks: this.blocks };
  }

  protected override request(cell: GridCell): Focus {
    return this.focusFor(cell);
  }
}
