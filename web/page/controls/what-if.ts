import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import type { SceneCore, Tensor } from '../../core/types.ts';
import { controlWords } from '../../i18n/controls.ts';
import { AttentionError } from '../../scene/error.ts';
import type { Scene } from '../../scene/types.ts';
import { completeScene } from '../../session/complete-scene.ts';
import { describeScene } from '../../session/compute.ts';
import { selectedView } from '../../session/focus.ts';
import { explain, problemOf } from '../../session/problem.ts';
import { readRow } from '../../trace/row-sentence.ts';
import type { WholeResult } from '../../trace/scene-result.ts';
import { computeResult } from '../../trace/whole-result.ts';
import '../../views/grid/matrix.ts';
import { WEIGHT_AXES } from '../attention/pinned.ts';
import { emit } from '../shell/events.ts';
import { mostSeen } from '../steps/alongside.ts';
import { type Question, questionsOf, type Removed } from './questions.ts';

/** A preview is computed while the pointer moves over the questions, so it has to be quick. */
const MOST_TOKENS = 48;

interface Side {
  readonly weights: Tensor;
  readonly masked: Tensor | null;
  readonly reading: string;
}

/**
 * `<sa-what-if>`: questions that change one setting at a press. Under the pointer or the focus, a question shows the
 * heatmap before and after, computed by the core.
 */
export class WhatIf extends LightDomElement {
  @property({ attribute: false }) core!: SceneCore;
  @property({ attribute: false }) scene!: Scene;
  @property({ attribute: false }) start!: Scene;
  @property({ attribute: false }) result!: WholeResult;
  /** The index of the token whose row is read out. */
  @property({ attribute: false }) query = 0;
  /** Whether the questions are in one line above the picture, which shows the change itself. So there are no previews. */
  @property({ attribute: false }) isLine = false;
  /** The question that is previewed. */
  @state() private asked: Question['id'] | null = null;
  private removed: Removed = { word: null, mask: null };

  protected override willUpdate(changed: PropertyValues<this>): void {
    // Another scene was opened.
    if (changed.has('start')) this.removed = { word: null, mask: null };
  }

  private next({ scene }: Question): Scene {
    return completeScene(scene, this.scene, this.result.widths, this.core);
  }

  protected override render(): TemplateResult | typeof nothing {
    const words = controlWords(this.language).whatIf;
    const { scene, start, result, query } = this;
    const { head } = selectedView(scene, result);
    const about = { query, key: mostSeen(result, head, query), tokens: result.tokens };
    // A scene may not allow an answer.
    const questions = questionsOf(scene, start, about, this.removed).filter(
      (question) => describeScene(this.core, this.next(question)).problem === null,
    );
    if (questions.length === 0) return nothing;
    const asked = questions.find(({ id }) => id === this.asked);
    return html`<section class=${this.isLine ? 'what-if line' : 'what-if'} aria-labelledby="what-if-title">
      <h2 id="what-if-title">${words.title}</h2>
      <ul @pointerleave=${() => this.ask(null)}>
        ${questions.map(
          (question) => html`<li>
            <button
              type="button"
              aria-pressed=${question.isOn ? 'true' : 'false'}
              aria-describedby=${this.isLine ? nothing : 'what-if-preview'}
              @pointerenter=${() => this.ask(question.id)}
              @focus=${() => this.ask(question.id)}
              @blur=${() => this.ask(null)}
              @click=${() => this.choose(question)}
            >
              ${words.questions[question.id](question.word)}
            </button>
          </li>`,
        )}
      </ul>
      ${this.isLine ? nothing : html`<div id="what-if-preview" class="what-if-preview">${asked === undefined ? html`<p>${words.hint}</p>` : this.preview(asked)}</div>`}
    </section>`;
  }

  private choose(question: Question): void {
    const scene = this.next(question);
    const { sentence, attention } = this.scene;
    if (question.id === 'word' && !question.isOn && sentence !== undefined && scene.sentence !== undefined) {
      const word = { word: question.word, key: question.key, sentence, without: scene.sentence };
      this.removed = { ...this.removed, word };
    }
    if (question.id === 'noMask' && !question.isOn && attention.mask !== undefined)
      this.removed = { ...this.removed, mask: { mask: attention.mask, tokens: String(this.result.tokens) } };
    emit(this, 'sa-edit', { scene, controlId: `what-if.${question.id}` });
  }

  private ask(id: Question['id'] | null): void {
    this.asked = id;
  }

  private preview(question: Question): TemplateResult {
    const words = controlWords(this.language).whatIf;
    const { result, query } = this;
    if (Math.max(result.tokens.length, result.keyTokens.length) > MOST_TOKENS) return html`<p>${words.tooLong}</p>`;
    try {
      const next = computeResult(this.core, this.next(question));
      try {
        const word = Math.min(queryAfter(question, query), next.tokens.length - 1);
        return html`${this.side(words.now, result, query)}${this.side(question.isOn ? words.again : words.after, next, word)}`;
      } finally {
        next.dispose();
      }
    } catch (thrown) {
      if (!(thrown instanceof AttentionError)) throw thrown;
      return html`<p>${explain(this.language, problemOf(thrown))}</p>`;
    }
  }

  private side(title: string, of: WholeResult, query: number): TemplateResult {
    const { layer } = this.result;
    const own = of.atLayer(Math.min(layer, of.layers - 1));
    const { head } = selectedView(this.scene, own);
    const { weights, masked, reading } = this.read(own, head, query);
    return html`<figure>
      <figcaption>${title}</figcaption>
      <sa-matrix
        inert
        .compact=${true}
        .tensor=${weights}
        .masked=${masked}
        .axes=${WEIGHT_AXES}
        .name=${own.weightsStep}
        .accent=${'w'}
        .labels=${{ T_q: own.tokens, T_k: own.keyTokens }}
        .label=${title}
        .focusOn=${{ query }}
      ></sa-matrix>
      ${reading === '' ? nothing : html`<p>${reading}</p>`}
    </figure>`;
  }

  private read(result: WholeResult, head: number, query: number): Side {
    const shape = [result.tokens.length, result.keyTokens.length];
    const masked = result.ofHead('masked', head);
    return {
      weights: { shape, data: result.ofHead(result.weightsStep, head) ?? new Float32Array() },
      masked: masked && { shape, data: masked },
      reading: readRow(this.language, result.row(head, query)).text,
    };
  }
}

/** Where the token in focus is after the change: a removed word moves the later ones by one. */
function queryAfter({ id, key, isOn }: Question, query: number): number {
  if (id !== 'word') return query;
  if (isOn) return key <= query ? query + 1 : query;
  return key < query ? query - 1 : query;
}

customElements.define('sa-what-if', WhatIf);
