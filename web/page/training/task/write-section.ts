/** The button with which a trained model writes, and its dialog, loaded when it is first opened. */
import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LightDomElement } from '../../../controls/light-dom-element.ts';
import { loadSceneCore } from '../../../core/load.ts';
import type { SceneCore } from '../../../core/types.ts';
import { decodeWords } from '../../../i18n/decode.ts';
import { lazyModule } from '../../../i18n/lazy-module.ts';
import type { Scene } from '../../../scene/types.ts';
import type { Example } from '../../../training/index.ts';
import type { Writer } from '../../decode/writing.ts';
import { lazy } from '../../lazy.ts';
import type { Side } from './side.ts';

const decode = lazyModule(() => import('../../decode/decode.ts'));

/** Tokens of the first prompt of a text. */
const PROMPT = 8;

/** The answer at each token is the next token. Only then a model can go on from its own answers. */
export const canWrite = ({ tokens, targets }: Example): boolean =>
  targets.every((target, index) => target === null || index === tokens.length - 1 || target === tokens[index + 1]);

/** Of a task with a question, that; of a text, its beginning. */
function promptOf({ tokens, targets }: Example): readonly string[] {
  const asked = targets.findIndex((target) => target !== null);
  return tokens.slice(0, asked > 0 ? asked + 1 : Math.min(PROMPT, tokens.length));
}

/** `<sa-task-write>`. */
export class WriteSection extends LightDomElement {
  @property({ attribute: false }) side!: Side;
  @property({ type: Boolean }) disabled = false;
  @property({ type: Boolean }) isOneOfTwo = false;
  @state() private shown: { readonly core: SceneCore; readonly scene: Scene; readonly writer: Writer } | null = null;

  private readonly open = async (): Promise<void> => {
    const { control } = this.side;
    const core = await loadSceneCore();
    control.scene((scene) => {
      const facts = control.begun?.facts;
      if (facts == null) return;
      const next: Writer['next'] = (tokens, options) => control.next(tokens, options);
      const writer = { symbols: facts.symbols, prompt: promptOf(facts.example), seed: this.side.choice.seed, next };
      this.shown = { core, scene, writer };
    });
  };

  private readonly close = (): void => {
    this.shown = null;
    this.querySelector('button')?.focus();
  };

  protected override render() {
    const { shown, language, disabled } = this;
    const words = decodeWords(language).writing;
    const name = this.isOneOfTwo ? words.openOf(this.side.name) : words.open;
    return html`<button type="button" ?disabled=${disabled} @click=${this.open}>${name}</button>
      ${
        shown === null
          ? nothing
          : lazy(
              language,
              decode,
              () =>
                html`<sa-decode .core=${shown.core} .scene=${shown.scene} .tokens=${shown.writer.prompt} .writer=${shown.writer} @sa-close=${this.close}></sa-decode>`,
            )
      }`;
  }
}
customElements.define('sa-task-write', WriteSection);
