import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { selectField } from '../../controls/field.ts';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import type { Decoding, SceneCore } from '../../core/types.ts';
import { decodeWords } from '../../i18n/decode.ts';
import { fill } from '../../i18n/sentences.ts';
import { trainingProblems } from '../../i18n/training-problems.ts';
import { viewWords } from '../../i18n/views.ts';
import type { Scene } from '../../scene/types.ts';
import { explain, problemOf } from '../../session/problem.ts';
import { formatConstant } from '../../trace/number-format.ts';
import { isolated, visibleToken } from '../../trace/token-text.ts';
import { adoptStyles } from '../adopt-styles.ts';
import { emit } from '../shell/events.ts';
import { cacheControls, problemsOf } from './choices.ts';
import {
  type CacheChoice,
  costsOf,
  Decoder,
  type DecodeStep,
  MOST_TOKENS,
  maskOf,
  ownKeeping,
  ownSharing,
  plainScene,
} from './decoder.ts';
import { bytesOf, growth, meter, operationsOf, recomputedOf, tokensPicture } from './picture.ts';
import { decodeStyles } from './styles.ts';
import { type Writer, Writing } from './writing.ts';

/** Milliseconds of a token while it plays. */
const PACE = 900;

/** `<sa-decode>`: a scene or a trained model, token after token, with a cache of keys and values. Dispatches `sa-close`. */
export class Decode extends LightDomElement {
  @property({ attribute: false }) core!: SceneCore;
  /** With the tokens that are read, or from which the model writes on. */
  @property({ attribute: false }) scene!: Scene;
  @property({ attribute: false }) tokens: readonly string[] = [];
  /** A model that writes; null: the scene's own tokens are read. */
  @property({ attribute: false }) writer: Writer | null = null;
  @state() private choice: CacheChoice = { sharing: 'mha', keeping: 'all', window: 4, sinks: 1, limit: null };
  @state() private layer = 0;
  @state() private head = 0;
  @state() private isPlaying = false;
  @state() private trouble = '';
  @state() private shown: DecodeStep | null = null;
  private decoder: Decoder | null = null;
  private costs: readonly Decoding[] = [];
  private plain: readonly Decoding[] = [];
  private plainOf: Scene | null = null;
  private writing: Writing | null = null;
  private timer: ReturnType<typeof setInterval> | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    adoptStyles(decodeStyles);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.timer);
    this.writing?.close();
    this.decoder?.dispose();
    this.decoder = null;
  }

  protected override firstUpdated(): void {
    this.querySelector('dialog')?.showModal();
  }

  protected override willUpdate(changed: PropertyValues): void {
    if (!changed.has('scene')) return;
    const { scene, writer } = this;
    // A trained model writes with every key, until something else is chosen.
    const own = writer === null ? { ...ownKeeping(scene), sharing: ownSharing(scene) } : { sharing: 'mha' as const };
    this.choice = { ...this.choice, ...own };
    if (writer !== null) this.writing = new Writing(writer, maskOf(this.choice), () => this.wroteOn());
    this.layer = (scene.layers ?? 1) - 1;
    // In the middle, both kinds of rows are there to see.
    this.begin(writer === null ? Math.ceil(this.all.length / 2) : this.all.length);
  }

  /** Of the sentence, or written so far. */
  private get all(): readonly string[] {
    return this.writing?.tokens ?? this.tokens;
  }

  private get count(): number {
    return this.shown?.tokens.length ?? 0;
  }

  private get isWrong(): boolean {
    return Object.values(problemsOf(this.language, this.choice)).some((problem) => problem !== '');
  }

  /** With the current choice. If it is wrong, everything stays as it was. */
  private begin(count: number): void {
    const { core, scene, all, choice } = this;
    if (this.isWrong) return;
    if (all.length > MOST_TOKENS) {
      this.trouble = decodeWords(this.language).tooMany(formatConstant(all.length), formatConstant(MOST_TOKENS));
      return;
    }
    let decoder: Decoder | null = null;
    try {
      decoder = new Decoder(core, scene, all, choice);
      const costs = costsOf(core, decoder.scene, all);
      const plain = plainScene(core, scene, choice);
      const allowed = costs.findIndex(({ keys }) => choice.limit !== null && keys > choice.limit);
      const last = allowed < 0 ? count : Math.min(count, allowed);
      this.head = Math.min(this.head, decoder.scene.attention.heads - 1);
      const shown = decoder.step(all.slice(0, Math.max(1, last)), this.layer, this.head);
      this.plain = costsOf(core, plain, all);
      this.plainOf = plain;
      this.decoder?.dispose();
      this.decoder = decoder;
      this.costs = costs;
      this.shown = shown;
      this.trouble = '';
    } catch (thrown) {
      if (this.decoder !== decoder) decoder?.dispose();
      this.fail(thrown);
    }
    this.ask();
  }

  private fail(thrown: unknown): void {
    this.pause();
    const { positions } = this.scene;
    const problem = problemOf(thrown);
    const isFull = this.writing !== null && positions?.kind === 'learned' && problem.path === '/positions/rows';
    this.trouble = isFull
      ? decodeWords(this.language).writing.full(formatConstant(positions.rows?.length ?? 0))
      : explain(this.language, problem, trainingProblems(this.language));
  }

  private ask(): void {
    if (this.shown !== null) this.writing?.ask(this.shown.tokens);
  }

  private wroteOn(): void {
    this.requestUpdate();
  }

  private readonly change = (change: Partial<CacheChoice>): void => {
    this.choice = { ...this.choice, ...change };
    if (!this.isWrong) this.writing?.setMask(maskOf(this.choice), this.shown?.tokens ?? []);
    this.begin(this.count);
  };

  private readonly rewrite = (prompt: readonly string[]): void => {
    this.writing?.begin(prompt);
    this.begin(prompt.length);
  };

  private show(count: number): void {
    const { decoder, writing, all } = this;
    if (decoder === null || count < 1) return;
    const next = writing?.next ?? null;
    const tokens = count > all.length && next !== null ? [...all, next.symbol] : all;
    if (count > tokens.length) {
      this.pause();
      return;
    }
    try {
      if (tokens.length > MOST_TOKENS) {
        this.pause();
        this.trouble = decodeWords(this.language).tooMany(formatConstant(tokens.length), formatConstant(MOST_TOKENS));
        return;
      }
      this.shown = decoder.step(tokens.slice(0, count), this.layer, this.head);
      writing?.keep(tokens);
      this.costs = costsOf(this.core, decoder.scene, tokens, this.costs);
      if (this.plainOf !== null) this.plain = costsOf(this.core, this.plainOf, tokens, this.plain);
      this.trouble = '';
    } catch (thrown) {
      this.fail(thrown);
      return;
    }
    this.ask();
  }

  private readonly back = (): void => {
    this.pause();
    this.show(this.count - 1);
  };

  private readonly next = (): void => {
    this.pause();
    this.forward();
  };

  /** While the model answers, it waits. */
  private forward(): void {
    if (this.count < this.all.length || this.writing === null) this.show(this.count + 1);
    else if (this.writing.next !== null) this.show(this.count + 1);
    else if (this.writing.trouble !== null) this.pause();
    if (this.writing === null && this.count >= this.all.length) this.pause();
  }

  private readonly play = (): void => {
    if (this.writing === null && this.count >= this.all.length) this.show(1);
    this.isPlaying = true;
    clearInterval(this.timer);
    this.timer = setInterval(() => this.forward(), PACE);
  };

  private readonly pause = (): void => {
    clearInterval(this.timer);
    this.isPlaying = false;
  };

  private readonly pressed = (event: KeyboardEvent): void => {
    event.stopPropagation();
    const isField = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (isField || event.ctrlKey || event.metaKey || event.altKey) return;
    const isButton = event.target instanceof HTMLButtonElement;
    if (event.key === 'ArrowRight') this.next();
    else if (event.key === 'ArrowLeft') this.back();
    else if (event.key === 'Home') this.show(1);
    else if (event.key === ' ' && !isButton) (this.isPlaying ? this.pause : this.play)();
    else return;
    event.preventDefault();
  };

  private readonly close = (): void => this.querySelector('dialog')?.close();

  /** The newest token stays in sight. */
  protected override updated(): void {
    const scroller = this.querySelector<HTMLElement>('.scroller');
    const newest = scroller?.querySelector<HTMLElement>('.names .new');
    if (!scroller || !newest || scroller.scrollWidth <= scroller.clientWidth) return;
    scroller.scrollLeft = newest.offsetLeft + newest.offsetWidth + 24 - scroller.clientWidth;
  }

  protected override render() {
    const words = decodeWords(this.language);
    const { shown, writing } = this;
    const isTrained = writing !== null;
    return html`<dialog
      class="decode"
      aria-labelledby="decode-title"
      @close=${() => emit(this, 'sa-close', null)}
      @keydown=${this.pressed}
    >
      <header>
        <h2 id="decode-title">${isTrained ? words.writing.title : words.title}</h2>
        <button type="button" class="quiet" aria-label=${words.close} title=${words.close} @click=${this.close}>✕</button>
      </header>
      <p class="about">${isTrained ? words.writing.about : words.about}</p>
      ${shown === null ? nothing : this.player(shown)}
      ${this.trouble === '' ? nothing : html`<p class="error" role="alert">${this.trouble}</p>`}
      ${shown === null ? nothing : this.picture(shown)}
      ${writing === null ? nothing : writing.render(this.language, this.count, this.rewrite, () => this.begin(this.count))}
      ${cacheControls(this.language, this.scene, this.choice, isTrained, this.change)}
      ${shown === null ? nothing : this.costsOf(shown)}
    </dialog>`;
  }

  private player({ tokens, layers, heads }: DecodeStep): TemplateResult {
    const words = decodeWords(this.language);
    const { all, writing, isPlaying } = this;
    const isLast =
      writing === null ? tokens.length >= all.length : tokens.length >= all.length && writing.next === null;
    const pick = (
      label: string,
      id: string,
      count: number,
      value: number,
      onChoose: (index: number) => void,
    ): unknown =>
      count < 2
        ? nothing
        : selectField(this.language, {
            id,
            label,
            problem: '',
            value: String(value),
            options: Array.from({ length: count }, (_, index) => ({
              value: String(index),
              text: formatConstant(index + 1),
            })),
            onChoose: (chosen) => {
              onChoose(Number(chosen));
              this.show(this.count);
            },
          });
    return html`<div class="player">
      <button type="button" aria-keyshortcuts="ArrowLeft" ?disabled=${tokens.length < 2} @click=${this.back}>◀ ${words.back}</button>
      <button type="button" class="run-play" aria-keyshortcuts="Space" @click=${isPlaying ? this.pause : this.play}>${isPlaying ? words.pause : words.play}</button>
      <button type="button" aria-keyshortcuts="ArrowRight" ?disabled=${isLast} @click=${this.next}>${words.step} ▶</button>
      <span>${words.place(formatConstant(tokens.length), formatConstant(all.length))}</span>
      ${pick(words.layer, 'decode-layer', layers, this.layer, (layer) => {
        this.layer = layer;
      })}
      ${pick(words.head, 'decode-head', heads, this.head, (head) => {
        this.head = head;
      })}
    </div>`;
  }

  private picture(shown: DecodeStep): TemplateResult {
    const words = decodeWords(this.language);
    const { tokens, decoding, computed, isSame } = shown;
    const token = fill(viewWords(this.language).reading.quoted, { token: isolated(visibleToken(tokens.at(-1) ?? '')) });
    const keys = formatConstant(decoding.keys);
    return html`<div class="scroller" tabindex="0" role="group" aria-label=${words.picture}>
        ${tokensPicture(words, shown, this.all.slice(tokens.length))}
      </div>
      <p class="fine" role="status">
        ${words.status(token, keys, formatConstant(computed), formatConstant(tokens.length))}
        ${isSame === null ? nothing : isSame ? html`<b class="same">✓ ${words.same}</b>` : html`<b class="error">✗ ${words.differs}</b>`}
      </p>`;
  }

  private costsOf({ tokens, decoding }: DecodeStep): TemplateResult {
    const words = decodeWords(this.language);
    const { costs, plain } = this;
    const now = tokens.length - 1;
    const whole = plain[now]?.bytes ?? decoding.bytes;
    const row = (kind: 'cache' | 'whole', name: string, value: number) => ({
      kind,
      name,
      value,
      text: formatConstant(value),
    });
    return html`<div class="costs">
      <section>
        ${meter(words.operations, [row('cache', words.withCache, decoding.operations), row('whole', words.recomputing, decoding.recomputed)])}
        ${growth(
          words.growth,
          [
            { kind: 'whole', name: words.recomputing, values: recomputedOf(costs) },
            { kind: 'cache', name: words.withCache, values: operationsOf(costs) },
          ],
          now,
        )}
      </section>
      <section>
        ${meter(words.bytes, [row('cache', words.withCache, decoding.bytes), row('whole', words.everyKey, whole)])}
        ${growth(
          words.growthBytes,
          [
            { kind: 'whole', name: words.everyKey, values: bytesOf(plain) },
            { kind: 'cache', name: words.withCache, values: bytesOf(costs) },
          ],
          now,
        )}
      </section>
    </div>`;
  }
}
customElements.define('sa-decode', Decode);
