import type { ReactiveControllerHost } from 'lit';
import type { Scene } from '../../scene/types.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import type { Focus } from '../../views/index.ts';
import { within } from '../attention/focus.ts';

/** What the reader points at, and what stays in focus when the pointer has gone; the host is drawn anew when either changes. */
export class FocusState {
  private over: Focus | null = null;
  private kept: Focus | null = null;

  constructor(private readonly host: ReactiveControllerHost) {}

  get hovered(): Focus | null {
    return this.over;
  }

  get pinned(): Focus | null {
    return this.kept;
  }

  hover(focus: Focus | null): void {
    this.set(focus, this.kept);
  }

  pin(focus: Focus | null): void {
    this.set(null, focus);
  }

  /** First lets go of the pair or cell, then of the token too; true in the second case. */
  clear(): boolean {
    const { kept } = this;
    this.set(null, null);
    return kept?.key === undefined && kept?.cell === undefined;
  }

  /** The token that the scene names, as far as the picture, if there is one, has it. */
  follow({ view }: Scene, result: SceneResult | null): void {
    const focus: Focus | null = view?.focus === undefined ? null : { query: view.focus };
    this.pin(result === null ? focus : within(focus, result));
  }

  /** Lets go of what another picture no longer has. */
  keepWithin(result: SceneResult): void {
    this.set(within(this.over, result), within(this.kept, result));
  }

  private set(hovered: Focus | null, pinned: Focus | null): void {
    if (hovered === this.over && pinned === this.kept) return;
    this.over = hovered;
    this.kept = pinned;
    this.host.requestUpdate();
  }
}
