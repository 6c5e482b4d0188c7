/** In the worker: a run to target weights. */
import type { SceneCore } from '../../core/types.ts';
import type { Scene } from '../../scene/types.ts';
import type { Run } from '../../training/index.ts';
import type { Respond } from '../worker/scope.ts';
import { trainedScene, weightsOf } from './gradient-requests.ts';
import { GOAL, type Inspection, type RestingStatus, type TargetArguments, type TrainingResponse } from './protocol.ts';
import { type Begin, WorkerRun } from './worker-run.ts';

/** Milliseconds of a frame: every slice is drawn, so more slices would not be seen. */
const FRAME = 1000 / 60;
/** The first steps get a frame each, so that a short run is seen too. Later a frame has more and more steps. */
const SLOW_STEPS = 60;
/** Milliseconds between snapshots, which are what is left if the browser ends the worker. */
const KEEP_INTERVAL = 1000;
/** In so many steps the loss has to fall by a thousandth, or the run is stuck. */
const PATIENCE = 2000;
const LEAST_FALL = 0.999;

export class TargetRun extends WorkerRun {
  protected override readonly sliceTime = 12;
  protected override readonly reportInterval = 0;
  protected override readonly sliceInterval = FRAME;
  private bestLoss = Number.POSITIVE_INFINITY;
  private bestStep = 0;
  private keptAt = 0;

  constructor(
    private readonly core: SceneCore,
    private readonly given: TargetArguments,
    ...rest: [run: Run, begin: Begin, respond: Respond<TrainingResponse>]
  ) {
    super(...rest);
    this.bestStep = this.run.steps;
  }

  protected override get stepLimit(): number {
    return 1 + Math.floor(this.run.steps / SLOW_STEPS);
  }

  protected override afterSteps(): RestingStatus | null {
    const { steps } = this.run;
    this.measure();
    const { loss = Number.NaN } = this.measured.at(-1) ?? {};
    if (loss < GOAL) return 'reached';
    if (loss < this.bestLoss * LEAST_FALL) {
      this.bestLoss = loss;
      this.bestStep = steps;
    }
    if (steps - this.bestStep >= PATIENCE) return 'stuck';
    const now = performance.now();
    if (now - this.keptAt > KEEP_INTERVAL) {
      this.keptAt = now;
      this.snapshots.push(this.run.snapshot());
    }
    return null;
  }

  protected override scene(): Scene {
    return trainedScene(this.given, this.run);
  }

  protected override inspect(): Inspection {
    const { loss } = this.given;
    const weights = weightsOf(this.core, this.scene(), loss);
    const [rows, columns] = [loss.target.length, loss.target[0]?.length ?? 0];
    return { step: this.run.steps, tokens: [], shape: [rows, columns], weights };
  }
}
