/** One of two runs, and what is chosen for it. */
import type { TaskKind } from '../../../training/options.ts';
import type { RunChoice } from './choices.ts';
import type { RunControl } from './run-control.ts';

export interface Side {
  readonly name: 'A' | 'B';
  readonly control: RunControl;
  choice: RunChoice;
  /** What was chosen for other tasks: it is there again when a task is. */
  readonly others: Map<TaskKind, RunChoice>;
  /** The timer of what was typed last. */
  waiting: number;
  /** The head that is followed, counted over all layers; null: none was pressed. */
  head: number | null;
}
