import type { ReactiveController, ReactiveControllerHost } from 'lit';

const phone = matchMedia('(width < 44rem)');
const smallPhone = matchMedia('(width < 24rem)');

/** How many columns of numbers have room. Draws its host again when that changes. */
export class ColumnCount implements ReactiveController {
  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly counts: { readonly wide: number; readonly phone: number; readonly small: number },
  ) {
    host.addController(this);
  }

  get value(): number {
    const { wide, phone: onPhone, small } = this.counts;
    return smallPhone.matches ? small : phone.matches ? onPhone : wide;
  }

  hostConnected(): void {
    for (const width of [phone, smallPhone]) width.addEventListener('change', this.draw);
  }

  hostDisconnected(): void {
    for (const width of [phone, smallPhone]) width.removeEventListener('change', this.draw);
  }

  private readonly draw = (): void => this.host.requestUpdate();
}
