import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { checkField, segmented, selectField } from '../../controls/field.ts';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import { attentionOf } from '../../core/attention.ts';
import { load } from '../../core/load.ts';
import { maskLabWords } from '../../i18n/mask-lab.ts';
import type { Rows } from '../../scene/types.ts';
import { explain, problemOf } from '../../session/problem.ts';
import { adoptStyles } from '../adopt-styles.ts';
import { emit } from '../shell/events.ts';
import { drawCase } from './cases.ts';
import { arrayGrid, weightGrid } from './grid.ts';
import { inverted, type MaskKind, maskKinds, visibleOf, words as wordsOf } from './kinds.ts';
import { conventions, type Library, libraries } from './libraries.ts';
import { type Case, codePart, type Drawing, wrongPart } from './parts.ts';
import { maskLabStyles } from './styles.ts';
import { type Attend, scores, weigh } from './weigh.ts';

const cases: readonly Case[] = ['meaning', 'corner', 'empty', 'after', 'half', 'padding'];

/** `<sa-mask-lab>`: what libraries do with masks. Dispatches `sa-close`. */
export class MaskLab extends LightDomElement {
  @state() private attend: Attend | null = null;
  @state() private trouble = '';
  @state() private shown: Case = 'meaning';
  @state() private kind: MaskKind = 'causal';
  @state() private library: Library = 'torchLayer';
  @state() private isSwapped = false;
  @state() private painted: Rows = visibleOf('causal', []);

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(maskLabStyles);
    void this.load();
  }

  /** The page has this core already, so nothing is fetched. */
  private async load(): Promise<void> {
    try {
      this.attend = attentionOf((await load({})).instances);
    } catch (thrown) {
      this.trouble = explain(this.language, problemOf(thrown));
    }
  }

  protected override firstUpdated(): void {
    this.querySelector('dialog')?.showModal();
  }

  /** A question begins with its first line, wherever the one before it was scrolled to. */
  protected override updated(changed: PropertyValues): void {
    const section = this.querySelector('section');
    // At once, also without reduced motion: what would scroll by has just been replaced.
    if (changed.has('shown') && section !== null) section.scrollTop = 0;
  }

  private readonly close = (): void => this.querySelector('dialog')?.close();

  protected override render() {
    const words = maskLabWords(this.language);
    const { attend } = this;
    return html`<dialog
      class="mask-lab"
      aria-labelledby="mask-lab-title"
      @close=${() => emit(this, 'sa-close', null)}
      @keydown=${(event: KeyboardEvent) => event.stopPropagation()}
    >
      <header>
        <h2 id="mask-lab-title">${words.title}</h2>
        <button type="button" class="quiet" aria-label=${words.close} title=${words.close} @click=${this.close}>✕</button>
      </header>
      ${selectField(this.language, {
        id: 'mask-lab-case',
        label: words.cases,
        options: cases.map((value) => ({ value, text: words.names[value] })),
        value: this.shown,
        problem: '',
        onChoose: (chosen) => {
          this.shown = chosen;
        },
      })}
      <nav aria-label=${words.cases}>
        ${cases.map(
          (value) =>
            html`<button type="button" aria-current=${this.shown === value ? 'true' : nothing} @click=${() => {
              this.shown = value;
            }}>${words.names[value]}</button>`,
        )}
      </nav>
      <section aria-label=${words.names[this.shown]}>
        <p class="introduction">${words.leads[this.shown]}</p>
        ${this.trouble === '' ? nothing : html`<p class="error" role="alert">${this.trouble}</p>`}
        ${attend === null ? html`<p role="status">${words.loading}</p>` : this.content(attend)}
      </section>
    </dialog>`;
  }

  private content(attend: Attend): TemplateResult {
    const { language } = this;
    return this.shown === 'meaning' ? this.meaning(attend) : drawCase(this.shown, { attend, language });
  }

  /** A cell was pressed: the mask that was on show, with this cell changed, is the painted one. */
  private flip(row: number, column: number): void {
    this.painted = visibleOf(this.kind, this.painted).map((line, i) =>
      line.map((cell, j) => (i === row && j === column ? 1 - cell : cell)),
    );
    this.kind = 'painted';
  }

  private meaning(attend: Attend): TemplateResult {
    const { language, kind, library, isSwapped } = this;
    const words = maskLabWords(language);
    const { name, meaning, emptyRows, testedWith, shape, code } = conventions[library];
    const visible = visibleOf(kind, this.painted);
    const tokens = wordsOf[kind];
    const labels = { queries: tokens, keys: tokens, cell: words.cell };
    const array = (which: 'hides' | 'keeps'): TemplateResult => {
      const isPassed = (which === meaning) !== isSwapped;
      return html`<div class=${isPassed ? 'passed' : nothing}>
        ${arrayGrid(
          { ...labels, title: words[which], about: which === 'hides' ? words.hidesWho : words.keepsWho },
          which === 'keeps' ? visible : inverted(visible),
          (row, column) => this.flip(row, column),
        )}
      </div>`;
    };
    const drawing: Drawing = { attend, language };
    return html`<div class="controls">
        ${segmented({
          id: 'mask-lab-kind',
          label: words.mask,
          options: maskKinds.map((value) => ({ value, text: words.masks[value] })),
          value: kind,
          onChoose: (chosen) => {
            this.kind = chosen;
          },
        })}
        ${selectField(language, {
          id: 'mask-lab-library',
          label: words.library,
          options: libraries.map((value) => ({ value, text: conventions[value].name })),
          value: library,
          problem: '',
          onChoose: (chosen) => {
            this.library = chosen;
          },
        })}
        ${checkField({
          id: 'mask-lab-swap',
          label: words.swap,
          name: words.swapName,
          checked: isSwapped,
          onChange: (on) => {
            this.isSwapped = on;
          },
        })}
      </div>
      <div class="grids">
        <div class="pair">${array('hides')} ${array('keeps')}</div>
        <div class="result">
          ${weightGrid(
            { ...labels, title: words.weights, about: isSwapped ? words.swapped : name },
            weigh(attend, scores, isSwapped ? inverted(visible) : visible, emptyRows),
            words.sum,
          )}
        </div>
      </div>
      <p class="fine">${words.paint}</p>
      ${wrongPart(drawing, 'meaning', words.wrongMasks[kind] ?? '')}
      ${codePart(drawing, code(kind, this.painted), testedWith, shape(kind))}`;
  }
}
customElements.define('sa-mask-lab', MaskLab);
