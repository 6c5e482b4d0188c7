/** One of two runs side by side. */
import type { TaskKind } from '../../../training/options.ts';
import type { RunControl } from '../run-control.ts';
import type { RunChoice, TaskPlan } from './choices.ts';

export interface Side {
  readonly name: 'A' | 'B';
  readonly control: RunControl<TaskPlan>;
  choice: RunChoice;
  /** The choice that was checked last. */
  checked: RunChoice | null;
  /** The choices for other tasks, which come back when the task does. */
  readonly others: Map<TaskKind, RunChoice>;
  /** The timer of the last change. */
  timer: number;
  /** The followed head, counted over all layers; null: none was pressed. */
  head: number | null;
}
