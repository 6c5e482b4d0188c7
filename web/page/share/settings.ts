import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { controlNames as controls, partNames as parts, shownParts, themes } from '../../export/attribute-values.ts';
import type { Shown } from '../../export/snippets.ts';
import { shareWords } from '../../i18n/share.ts';
import { emit } from '../shell/events.ts';
import { check, choice, withOrWithout } from './fields.ts';

type Part = (typeof parts)[number];
const isPart = (name: string): name is Part => parts.some((part) => part === name);

const amounts = ['none', 'all', 'some'] as const;

/** Which parts are shown, in which order, with which controls and theme. */
export class ShareShow extends LightDomElement {
  @property({ attribute: false }) shown!: Shown;
  /** The names of the scene's steps. */
  @property({ attribute: false }) steps: readonly string[] = [];
  @state() private status = '';
  @state() private some = false;

  private change(change: Partial<Shown>): void {
    emit(this, 'sa-shown', { ...this.shown, ...change });
  }

  private nameOf(part: string): string {
    const words = shareWords(this.language);
    return isPart(part) ? words.part[part] : words.step(part);
  }

  private async move(index: number, by: -1 | 1): Promise<void> {
    const words = shareWords(this.language);
    const show = [...this.shown.show];
    const [part = ''] = show.splice(index, 1);
    show.splice(index + by, 0, part);
    this.status = words.moved(this.nameOf(part), index + by + 1, show.length);
    this.change({ show });
    // The focus follows the moved item. At either end it goes to the button that moves it back.
    await this.updateComplete;
    const row = this.querySelectorAll('ol li')[index + by];
    const [up, down] = row?.querySelectorAll('button') ?? [];
    const button = by < 0 ? up : down;
    (button?.getAttribute('aria-disabled') === 'true' ? (by < 0 ? down : up) : button)?.focus();
  }

  private async leaveOut(index: number): Promise<void> {
    const left = this.shown.show.length - 1;
    this.change({ show: this.shown.show.filter((_, place) => place !== index) });
    this.status = '';
    await this.updateComplete;
    // The row that takes its place, or the last one.
    const rows = this.querySelectorAll('ol li');
    const next = rows[Math.min(index, left - 1)]?.querySelector<HTMLElement>('button:last-child');
    (next ?? this.querySelector('select'))?.focus();
  }

  private readonly add = (): void => {
    const words = shareWords(this.language);
    const part = this.querySelector<HTMLSelectElement>('.share-add select')?.value ?? '';
    if (part === '') return;
    const show = [...this.shown.show, part];
    this.status = words.moved(this.nameOf(part), show.length, show.length);
    this.change({ show });
  };

  protected override render() {
    const words = shareWords(this.language);
    const { show, controls: chosen, theme } = this.shown;
    const amount: (typeof amounts)[number] = chosen.includes('all')
      ? 'all'
      : chosen.length > 0 || this.some
        ? 'some'
        : 'none';
    const left = [...parts, ...this.steps].filter((name) => !show.includes(name));
    return html`<fieldset class="share-settings">
      <legend>${words.settings}</legend>
      <div>
        <p id="share-parts">${words.parts}</p>
        ${show.length === 0 ? html`<p class="error" role="alert">${words.none}</p>` : nothing}
        <ol aria-labelledby="share-parts">${show.map((part, index) => this.row(part, index, shownParts(show)[index]))}</ol>
        <p class="share-add">
          <select aria-label=${words.addPart}>
            ${left.map((part) => html`<option value=${part}>${this.nameOf(part)}</option>`)}
          </select>
          <button type="button" @click=${this.add}>${words.add}</button>
        </p>
        <p class="hidden" role="status">${this.status}</p>
      </div>
      <div>
        ${choice({
          label: words.controls,
          id: 'share-controls',
          values: amounts,
          value: amount,
          name: (one) => words.control[one],
          choose: (one) => {
            this.some = one === 'some';
            this.change({ controls: one === 'all' ? ['all'] : one === 'some' ? ['sentence', 'head'] : [] });
          },
        })}
        ${
          amount === 'some'
            ? html`<div class="share-checks" role="group" aria-label=${words.controls}>
              ${controls.map((name) =>
                check(words.controlNames[name], chosen.includes(name), (on) => {
                  this.some = true;
                  this.change({ controls: withOrWithout(controls, chosen, name, on) });
                }),
              )}
            </div>`
            : nothing
        }
        ${choice({
          label: words.theme,
          id: 'share-theme',
          values: themes,
          value: theme,
          name: (one) => words.themes[one],
          choose: (one) => this.change({ theme: one }),
        })}
      </div>
    </fieldset>`;
  }

  private row(part: string, index: number, drawn = part) {
    const words = shareWords(this.language);
    const name = this.nameOf(drawn);
    const last = this.shown.show.length - 1;
    const button = (label: string, sign: string, off: boolean, act: () => unknown) => html`<button
      type="button"
      class="quiet"
      aria-label=${label}
      title=${label}
      aria-disabled=${off ? 'true' : 'false'}
      @click=${() => !off && act()}
    >
      ${sign}
    </button>`;
    return html`<li>
      <span>${name}</span>
      ${button(words.up(name), '↑', index === 0, () => this.move(index, -1))}
      ${button(words.down(name), '↓', index === last, () => this.move(index, 1))}
      ${button(words.remove(name), '✕', false, () => this.leaveOut(index))}
    </li>`;
  }
}
customElements.define('sa-share-show', ShareShow);
