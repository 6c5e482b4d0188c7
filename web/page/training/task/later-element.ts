import { afterFrame, LightDomElement } from '../../../controls/light-dom-element.ts';

/**
 * A picture of a run, drawn after the frame that showed its numbers and in a task of its own, from the first time on: several at once
 * would take longer than a frame may. Whoever points into it or has the focus in it sees every change at once.
 */
export abstract class LaterElement extends LightDomElement {
  protected override async scheduleUpdate(): Promise<void> {
    if (!this.matches(':hover, :focus-within')) await afterFrame();
    super.scheduleUpdate();
  }
}
