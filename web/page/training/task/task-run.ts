/** In the worker: a run that learns a task. */
import type { Scene } from '../../../scene/types.ts';
import type { Run } from '../../../training/index.ts';
import { failureOf } from '../../worker/failure.ts';
import type { Respond } from '../../worker/scope.ts';
import type { InspectedSequence, Inspection, Predicted, TrainingResponse } from '../protocol.ts';
import { MOST_POINTS, SnapshotSchedule } from '../snapshot-schedule.ts';
import { type Begin, WorkerRun } from '../worker-run.ts';

/** Milliseconds between inspections of a running model. */
const INSPECT_INTERVAL = 250;
/** Weights of one inspection: more would be megabytes a report. */
const MOST_WEIGHTS = 1_000_000;

export class TaskRun extends WorkerRun {
  protected override readonly sliceTime = 25;
  protected override readonly reportInterval = 100;
  private readonly points = new SnapshotSchedule(MOST_POINTS);
  private readonly keeps: SnapshotSchedule;
  /** The last sequence that could be inspected. */
  private lastInspected: InspectedSequence = { seed: 1 };
  private inspectedAt = 0;

  constructor(keptSnapshots: number, ...rest: [run: Run, begin: Begin, respond: Respond<TrainingResponse>]) {
    super(...rest);
    this.keeps = new SnapshotSchedule(keptSnapshots);
  }

  protected override get sliceInterval(): number {
    return this.pace === null ? 0 : 1000 / this.pace;
  }

  /** A slice ends where a measurement is due. */
  protected override get stepLimit(): number {
    return this.pace === null ? this.points.toNext(this.run.steps) : 1;
  }

  protected override afterSteps(): null {
    const { steps } = this.run;
    if (this.points.isDue(steps)) this.measure();
    if (this.keeps.isDue(steps)) this.snapshots.push(this.run.snapshot());
    return null;
  }

  protected override scene(): Scene {
    const { inspected, run } = this;
    if ('seed' in inspected) return run.scene(inspected);
    return { ...run.scene(), tokens: inspected.tokens };
  }

  /** A sequence that cannot be inspected is reported and the run goes on, with the last one that could. */
  protected override inspect(isRunning: boolean): Inspection | null {
    const { inspected, lastInspected } = this;
    if (isRunning && inspected === lastInspected && performance.now() - this.inspectedAt < INSPECT_INTERVAL)
      return null;
    try {
      const inspection = this.inspectionOf(inspected);
      this.lastInspected = inspected;
      return inspection;
    } catch (thrown) {
      const failure = failureOf(thrown);
      // Numbers that are finite for the batch may overflow for this sequence.
      if (failure.code === 'not-finite') return null;
      this.respond({ kind: 'failed', requestId: this.requestId, of: 'inspection', ...failure });
      if (inspected === lastInspected) return null;
      this.inspected = lastInspected;
      return this.inspect(false);
    }
  }

  private inspectionOf(sequence: InspectedSequence): Inspection {
    const { run } = this;
    const { tokens, targets } =
      'tokens' in sequence
        ? { tokens: sequence.tokens, targets: run.targets(sequence.tokens) }
        : run.example(sequence.seed);
    const { data } = run.predict(tokens);
    const { shape, data: weights } = run.attention(tokens);
    this.inspectedAt = performance.now();
    return {
      step: run.steps,
      tokens: tokens.map((token, index): Predicted => {
        const likely = data.subarray(index * run.symbols.length, (index + 1) * run.symbols.length);
        const probability = Math.max(...likely);
        const symbol = run.symbols[likely.indexOf(probability)] ?? '';
        return { token, target: targets[index] ?? null, symbol, probability };
      }),
      shape,
      weights: weights.length > MOST_WEIGHTS ? null : weights,
    };
  }
}
