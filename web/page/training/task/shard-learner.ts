import { loadTraining, type Run } from '../../../training/index.ts';
import type { Respond } from '../../worker/scope.ts';
import type { ShardRequest, ShardResponse } from './protocol.ts';

/** This worker is the second thread of the run at the other end of the port. */
export function serveShards(port: MessagePort): void {
  const learner = new ShardLearner((response, moved = []) => port.postMessage(response, [...moved]));
  port.onmessage = ({ data }: MessageEvent<ShardRequest>) => {
    if (data.kind === 'end') globalThis.close();
    else void learner.receive(data);
  };
}

type Work = Exclude<ShardRequest, { kind: 'end' }>;

/** The second thread of a run: a run that is begun alike, follows the first one, and computes the gradient of one shard of every batch. */
class ShardLearner {
  private run: Run | null = null;
  private shard = 0;

  constructor(private readonly respond: Respond<ShardResponse>) {}

  async receive(request: Work): Promise<void> {
    try {
      if (request.kind === 'share') await this.begin(request);
      else if (this.run !== null) this.follow(this.run, request);
    } catch {
      // The first thread meets the same, and can say more of it.
      this.respond({ kind: 'failed' });
    }
  }

  private async begin({ run, shard }: Extract<Work, { kind: 'share' }>): Promise<void> {
    this.run = (await loadTraining()).train(run);
    this.shard = shard;
    this.respond({ kind: 'ready' });
  }

  private follow(run: Run, request: Exclude<Work, { kind: 'share' }>): void {
    if (request.kind === 'follow') run.restore(request.from);
    else run.update([request.shard]);
    const shard = run.learn(this.shard, request.kind === 'learned' ? request.shard.data : undefined);
    this.respond({ kind: 'learned', turn: request.turn, shard }, [shard.data.buffer as ArrayBuffer]);
  }
}
