import type { ReactiveControllerHost } from 'lit';

/** How long a message stays, in milliseconds. */
const stay = 4000;

/** The message about the last action, visible and announced. The host is updated when it changes. */
export class Status {
  text = '';
  private timer = 0;

  constructor(private readonly host: ReactiveControllerHost) {}

  readonly say = (text: string): void => {
    clearTimeout(this.timer);
    if (text !== '') this.timer = window.setTimeout(() => this.say(''), stay);
    this.text = text;
    this.host.requestUpdate();
  };
}
