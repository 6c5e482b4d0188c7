import type { ReactiveControllerHost } from 'lit';

/** Milliseconds that it stands there. */
const stay = 4000;

/** What the last action came to, for eyes and ears; the host is drawn anew when it changes. */
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
