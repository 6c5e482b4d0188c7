import { html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { errorText, fieldIds } from '../../../controls/field.ts';
import { DeferredElement } from '../../../controls/light-dom-element.ts';
import { taskWords } from '../../../i18n/training/task.ts';
import { formatPercent, visibleToken } from '../../../views/index.ts';
import { emit } from '../../shell/events.ts';
import type { InspectedSequence, Inspection, Predicted } from '../protocol.ts';
import { tokensIn, typedFrom } from './sequence.ts';

/** `<sa-task-example>`: a drawn or typed sequence, and the prediction at each of its tokens. `sa-inspect` asks for another sequence. */
export class ExampleSection extends DeferredElement {
  // Drawing several of these at once would hold up a frame.
  protected override readonly defersFirst = true;
  /** Of two runs: "A" or "B". */
  @property() run = 'A';
  /** Whether to say that heads which are switched off elsewhere count here. */
  @property({ attribute: false }) hasAllHeads = false;
  @property({ attribute: false }) inspection!: Inspection;
  @property({ attribute: false }) sequence: InspectedSequence = { seed: 1 };
  @property({ attribute: false }) symbols: readonly string[] = [];
  @property() problem = '';
  /** The token in focus. */
  @property({ attribute: false }) query = 0;

  private readonly typed = ({ target }: Event): void => {
    if (!(target instanceof HTMLInputElement)) return;
    const tokens = tokensIn(target.value, this.symbols);
    emit(this, 'sa-inspect', { tokens, typed: target.value });
  };

  private readonly drawAnother = (): void => {
    emit(this, 'sa-inspect', { seed: 'seed' in this.sequence ? this.sequence.seed + 1 : 1 });
  };

  protected override render() {
    const { example: own } = taskWords(this.language);
    const { inspection, problem, sequence } = this;
    const { tokens } = inspection;
    const ids = fieldIds(`task-${this.run.toLowerCase()}-sequence`);
    const asked = tokens.filter(({ target }) => target !== null);
    const right = asked.filter(({ target, symbol }) => target === symbol).length;
    const drawn = tokens.map(({ token }) => token);
    const shown = 'typed' in sequence ? sequence.typed : typedFrom(drawn, this.symbols);
    return html`
      <div class="training-fields">
        <p class="note">${asked.length === 0 ? own.unasked : own.score(right, asked.length)}${this.hasAllHeads ? ` ${own.allHeads}` : nothing}</p>
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
        ${tokens.map((one, index) => this.prediction(one, index))}
      </ol>
    `;
  }

  /** A right prediction has a tick. A wrong one is struck out, with a cross and the right symbol, so that colour is not the only sign. */
  private prediction({ token, target, symbol, probability }: Predicted, index: number): TemplateResult {
    const { example: own } = taskWords(this.language);
    const isKnown = target !== null;
    const isRight = target === symbol;
    const isOpen = !isKnown && 'seed' in this.sequence;
    const verdict = isOpen ? own.open : !isKnown ? '' : isRight ? own.right : own.wrong;
    const shown = visibleToken(symbol);
    const said = isKnown && !isRight ? own.instead(shown, visibleToken(target)) : shown;
    const share = formatPercent(probability);
    const name = own.says(visibleToken(token), said, share, verdict);
    const mark = isKnown ? (isRight ? '✓' : '✗') : '';
    const kind = isOpen ? 'open' : !isKnown ? 'unknown' : isRight ? 'right' : 'wrong';
    const press = (): void => {
      emit(this, 'sa-token-choice', index);
    };
    return html`<li>
      <button type="button" class=${kind} aria-label=${name} title=${name} aria-pressed=${index === this.query ? 'true' : 'false'} @click=${press}>
        <b>${visibleToken(token)}</b>
        <span>${isOpen ? '·' : isKnown && !isRight ? html`<s>${shown}</s> ${visibleToken(target)}` : shown}</span>
        <i>${mark}${isOpen || isKnown ? '' : share}</i>
      </button>
    </li>`;
  }
}
customElements.define('sa-task-example', ExampleSection);
