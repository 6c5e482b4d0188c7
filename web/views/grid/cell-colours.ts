import { type ColourScale, sequentialScale } from '../shared/colour-scale.ts';
import type { Palette } from '../shared/palette.ts';
import type { GridModel } from './model.ts';
import { makeHatch, paintPixels } from './paint.ts';

type MakeScale = (palette: Palette) => ColourScale;

/** What drawing a grid needs and takes long to make: kept until the palette, the data or the pixel ratio is another. */
export class Brushes {
  private hatching: { pattern: CanvasPattern | null; palette: Palette; ratio: number } | null = null;
  private image: { canvas: HTMLCanvasElement; model: GridModel; palette: Palette } | null = null;
  private own: { scale: ColourScale; palette: Palette } | null = null;
  private sequential: { scale: ColourScale; palette: Palette } | null = null;

  scale(palette: Palette, make: MakeScale): ColourScale {
    if (this.own?.palette !== palette) this.own = { scale: make(palette), palette };
    return this.own.scale;
  }

  /** From 0 to 1, for shares among other numbers. */
  shares(palette: Palette): ColourScale {
    if (this.sequential?.palette !== palette) this.sequential = { scale: sequentialScale(palette), palette };
    return this.sequential.scale;
  }

  hatch(context: CanvasRenderingContext2D, palette: Palette, ratio: number): CanvasPattern | null {
    if (this.hatching?.palette !== palette || this.hatching.ratio !== ratio) {
      this.hatching = { pattern: makeHatch(context, palette, ratio), palette, ratio };
    }
    return this.hatching.pattern;
  }

  pixels(model: GridModel, palette: Palette, make: MakeScale): HTMLCanvasElement {
    if (this.image?.model !== model || this.image.palette !== palette) {
      const canvas = this.image?.canvas ?? document.createElement('canvas');
      paintPixels(canvas, model, this.scale(palette, make), palette.dark);
      this.image = { canvas, model, palette };
    }
    return this.image.canvas;
  }

  /** The colour scale changed with the data: made again at the next drawing. */
  forget(): void {
    this.own = null;
    this.image = null;
  }
}
