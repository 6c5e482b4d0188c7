import type { Trace } from '../../core/types.ts';
import { weightsStepOf } from '../../core/weights-step.ts';
import { lengthOf, type Region } from '../../trace/region.ts';
import type { Pixels } from '../../views/overview/paint.ts';

/** The most pixels of an overview, across or down: more than a screen shows, and few enough to paint in a frame. */
const MOST = 512;

/** An overview that is computed in bands, so that other requests can be answered between two of them. */
export class OverviewWork {
  readonly pixels: Pixels;
  private readonly name: string;
  private row = 0;

  constructor(
    private readonly trace: Trace,
    private readonly of: { readonly head: number; readonly layer: number },
    region: Region,
    room: number,
  ) {
    this.name = weightsStepOf(trace.steps, of.layer);
    const most = Math.max(1, Math.min(room, MOST));
    const [rows, columns] = [lengthOf(region.rows), lengthOf(region.columns)];
    const rowsPer = Math.ceil(rows / most);
    const height = Math.ceil(rows / rowsPer);
    const width = Math.ceil(columns / Math.ceil(columns / most));
    const numbers = () => new Float32Array(height * width);
    this.pixels = { region, rowsPer, height, width, mean: numbers(), max: numbers(), hidden: numbers() };
  }

  /** How many rows are done, and of how many. */
  get done(): number {
    return Math.min(this.row * this.pixels.rowsPer, this.rows);
  }

  get rows(): number {
    return lengthOf(this.pixels.region.rows);
  }

  get isDone(): boolean {
    return this.row >= this.pixels.height;
  }

  /** Computes about this many more rows of the matrix, and at least one row of pixels. */
  go(rows: number): void {
    const { region, rowsPer, height, width, mean, max, hidden } = this.pixels;
    const whole = Math.floor(this.rows / rowsPer);
    const first = this.row;
    // The last pixels may cover fewer rows than the others, so they are a band of their own.
    const end = first < whole ? Math.min(whole, first + Math.max(1, Math.floor(rows / rowsPer))) : height;
    const from = region.rows[0] + first * rowsPer;
    const part = this.trace.overview(this.name, {
      ...this.of,
      rows: [from, Math.min(region.rows[1], region.rows[0] + end * rowsPer)],
      columns: region.columns,
      height: end - first,
      width,
    });
    mean.set(part.mean, first * width);
    max.set(part.max, first * width);
    hidden.set(part.hidden, first * width);
    this.row = end;
  }
}
