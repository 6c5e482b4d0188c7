import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { errorText, fieldIds } from '../../../controls/field.ts';
import { DeferredElement } from '../../../controls/light-dom-element.ts';
import { taskWords } from '../../../i18n/training/task.ts';
import { formatPercent, visibleToken } from '../../../views/index.ts';
import type { Look, Looked, Predicted } from './protocol.ts';
import { tokensIn, typedFrom } from './sequence.ts';

/** Another sequence is to be looked at. */
export class LookRequest extends CustomEvent<Looked> {
  static readonly type = 'sa-look';
  constructor(looked: Looked) {
    super(LookRequest.type, { detail: looked, bubbles: true });
  }
}

/** A token was pressed: its row is to be seen. */
export class TokenChoice extends CustomEvent<number> {
  static readonly type = 'sa-token-choice';
  constructor(token: number) {
    super(TokenChoice.type, { detail: token, bubbles: true });
  }
}

/** `<sa-task-example>`: a sequence that is drawn or typed, and what is predicted at each of its tokens, right or wrong. */
export class ExampleSection extends DeferredElement {
  // Several pictures at once would take longer than a frame may.
  protected override readonly defersFirst = true;
  /** Of two runs: "A" or "B". */
  @property() run = 'A';
  @property({ attribute: false }) look!: Look;
  @property({ attribute: false }) looked: Looked = { seed: 1 };
  @property({ attribute: false }) symbols: readonly string[] = [];
  @property() problem = '';
  /** The token in focus. */
  @property({ attribute: false }) query = 0;

  private readonly typed = ({ target }: Event): void => {
    if (!(target instanceof HTMLInputElement)) return;
    const tokens = tokensIn(target.value, this.symbols);
    this.dispatchEvent(new LookRequest({ tokens, typed: target.value }));
  };

  private readonly drawAnother = (): void => {
    this.dispatchEvent(new LookRequest({ seed: 'seed' in this.looked ? this.looked.seed + 1 : 1 }));
  };

  protected override render() {
    const { example: own } = taskWords;
    const { look, problem, looked } = this;
    const ids = fieldIds(`task-${this.run.toLowerCase()}-sequence`);
    const asked = look.tokens.filter(({ target }) => target !== null);
    const right = asked.filter(({ target, symbol }) => target === symbol).length;
    const drawn = look.tokens.map(({ token }) => token);
    const shown = 'typed' in looked ? looked.typed : typedFrom(drawn, this.symbols);
    return html`
      <div class="training-fields">
        <div class="field task-sequence">
          <label for=${ids.input} title=${own.boxName}>${own.box}</label>
          <input
            id=${ids.input}
            type="text"
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            aria-label=${own.boxName}
            aria-invalid=${problem === '' ? 'false' : 'true'}
            aria-describedby=${problem === '' ? nothing : ids.error}
            .value=${live(shown)}
            @input=${this.typed}
          />
        </div>
        <button type="button" class="task-draw" @click=${this.drawAnother}>${own.draw}</button>
      </div>
      ${errorText(ids.error, problem)}
      <ol class="task-predictions ${problem === '' ? '' : 'is-old'}" aria-label=${own.list}>
        ${look.tokens.map((one, at) => this.prediction(one, at))}
      </ol>
      <p class="note">${asked.length === 0 ? own.unasked : own.score(right, asked.length)}</p>
    `;
  }

  /** Right has a tick; wrong has a cross, is struck out, and has what is right beside it: a colour alone says none of it. */
  private prediction({ token, target, symbol, probability }: Predicted, at: number): TemplateResult {
    const { example: own } = taskWords;
    const isKnown = target !== null;
    const isRight = target === symbol;
    const isOpen = !isKnown && 'seed' in this.looked;
    const verdict = isOpen ? own.open : !isKnown ? '' : isRight ? own.right : own.wrong;
    const shown = visibleToken(symbol);
    const said = isKnown && !isRight ? own.instead(shown, visibleToken(target)) : shown;
    const share = formatPercent(probability);
    const name = own.says(visibleToken(token), said, share, verdict);
    const mark = isKnown ? (isRight ? '✓' : '✗') : '';
    const kind = isOpen ? 'open' : !isKnown ? 'unknown' : isRight ? 'right' : 'wrong';
    const press = (): void => {
      this.dispatchEvent(new TokenChoice(at));
    };
    return html`<li>
      <button type="button" class=${kind} aria-label=${name} title=${name} aria-pressed=${at === this.query ? 'true' : 'false'} @click=${press}>
        <b>${visibleToken(token)}</b>
        <span>${isOpen ? '·' : isKnown && !isRight ? html`<s>${shown}</s> ${visibleToken(target)}` : shown}</span>
        <i>${mark}${isOpen || isKnown ? '' : share}</i>
      </button>
    </li>`;
  }
}
customElements.define('sa-task-example', ExampleSection);
