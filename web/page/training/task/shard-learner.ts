import { loadTraining, type Run } from '../../../training/index.ts';
import type { Respond } from '../../worker/scope.ts';
import type { ShardRequest, ShardResponse } from './protocol.ts';

/** The second thread of a run: a run that is begun alike, follows the first one, and computes the gradient of one shard of every batch. */
export class ShardLearner {
  private run: Run | null = null;
  private shard = 0;

  constructor(private readonly respond: Respond<ShardResponse>) {}

  async receive(request: ShardRequest): Promise<void> {
    try {
      if (request.kind === 'share') await this.begin(request);
      else if (this.run !== null) this.follow(this.run, request);
    } catch {
      // The first thread meets the same, and can say more of it.
      this.respond({ kind: 'failed' });
    }
  }

  private async begin({ run, shard }: Extract<ShardRequest, { kind: 'share' }>): Promise<void> {
    this.run = (await loadTraining()).train(run);
    this.shard = shard;
    this.respond({ kind: 'ready' });
  }

  private follow(run: Run, request: Exclude<ShardRequest, { kind: 'share' }>): void {
    if (request.kind === 'follow') run.restore(request.from);
    else run.update([request.shard]);
    const shard = run.learn(this.shard, request.kind === 'learned' ? request.shard.data : undefined);
    this.respond({ kind: 'learned', turn: request.turn, shard }, [shard.data.buffer as ArrayBuffer]);
  }
}
