import { css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import type { Formula } from '../../core/types.ts';
import { define } from '../shared/custom-element.ts';
import { LocalizedElement } from '../shared/localized-element.ts';
import { paletteStyles, roleStyles } from '../shared/palette.ts';
import { mathRuns } from './mathml.ts';
import { calledLike } from './notation.ts';
import { toSpeech } from './speech.ts';

/** `<sa-formula>`: a formula tree as MathML, with its spoken form as the accessible name. Breaks before = and +. */
@define('sa-formula')
export class SaFormula extends LocalizedElement {
  static override styles = [
    paletteStyles,
    roleStyles,
    css`
      [role='math'] {
        display: flex;
        flex-wrap: wrap;
        align-items: baseline;
        gap: 0.25rem 0;
        font-size: 1.0625rem;
      }
      math {
        max-width: 100%;
        math-style: normal;
      }
      /* The same size with and without a mathematical font on the machine. */
      .sum {
        font-size: 1.5em;
      }
      mtable {
        math-style: normal;
      }
      mtd {
        text-align: left;
        padding-inline: 0 0.75em;
      }
    `,
  ];

  @property({ attribute: false }) formula: Formula | null = null;

  /** The lesson document's names of tensors. */
  @property({ attribute: false }) called: (name: string) => string | undefined = () => undefined;

  override render() {
    if (!this.formula) return nothing;
    const formula = calledLike(this.formula, this.called);
    return html`<div role="math" aria-label=${toSpeech(this.language, formula)}>
      ${mathRuns(this.language, formula).map((run) => html`<math display="block">${run}</math>`)}
    </div>`;
  }
}
