/** What is fetched when a cell is first pointed at: the arithmetic behind it, and the cells that it came from. */
import '../../views/formula/arithmetic-view.ts';

export { lightFor } from '../../views/trace/cell-sources.ts';
