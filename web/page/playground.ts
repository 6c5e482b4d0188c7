import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Core } from '../core/index.ts';
import { words } from '../i18n/words.ts';
import type { Scene } from '../scene/types.ts';
import { type Focus, FocusRequest, type Light, lightFor, readRow } from '../views/index.ts';
import { Address } from './address.ts';
import { arithmeticStrip } from './arithmetic-strip.ts';
import type { HeadRequest } from './attention-panel.ts';
import { bottomBar, type Sheet } from './bottom-bar.ts';
import { catalogue, headTitles, lackedBy, lessonOf, startOf } from './catalogue.ts';
import { typeSentence } from './choices.ts';
import { controlPaths } from './desk.ts';
import { controlFor, type Problem, problemOf } from './errors.ts';
import type { EditRequest } from './events.ts';
import { startFailed } from './failure.ts';
import { resolved, within } from './focus-within.ts';
import type { WishRequest } from './lesson-wish.ts';
import { type Arrival, fragmentOf, isPlace, readFragment, viewDamage } from './link.ts';
import type { HistoryRequest } from './matrix-edit-host.ts';
import { Picture } from './picture.ts';
import { rail } from './rail.ts';
import { readingLine, sentenceBox } from './sentence-box.ts';
import { type Action, canRedo, canUndo, initial, reduce, type State, sceneOf } from './state.ts';
import { topBar } from './top-bar.ts';
import './announcer.ts';
import './attention-panel.ts';
import './matrix-edit-host.ts';
import './steps.ts';

/**
 * The page. State is the scene (state.ts); from it the core makes a picture; everything below gets the picture and what
 * the reader looks at, and asks for changes with events. On an error the picture stays and the problem is shown.
 */
export class Playground extends LitElement {
  /** Set once, by main.ts, when the core is there. */
  @property({ attribute: false }) core: Core | null = null;
  @state() private state: State = initial(catalogue.start);
  @state() private picture: Picture | null = null;
  @state() private problem: Problem | null = null;
  @state() private hovered: Focus | null = null;
  @state() private pinned: Focus | null = null;
  /** Why the link that was opened could not be; empty where it could. */
  @state() private notice = '';
  @state() private said = '';
  @state() private sheet: Sheet = 'none';
  @state() private narrow = false;
  /** The steps are on the screen, and with them the strip that explains their cells. */
  @state() private atSteps = false;
  /** The live page has taken the place of the standing one. */
  private alive = false;
  /** What the box holds, for a scene that keeps tokens and so cannot give back the spaces between them. */
  private typed: { readonly text: string; readonly scene: Scene } | null = null;
  private address: Address | null = null;
  private readonly narrowScreen = matchMedia('(width < 67.5rem)');
  private readonly stepsWatch = new IntersectionObserver(
    (entries) => {
      this.atSteps = entries.at(-1)?.isIntersecting ?? false;
    },
    { rootMargin: '0px 0px -160px 0px' },
  );
  private readonly onWidth = (): void => {
    this.narrow = this.narrowScreen.matches;
  };

  /** Light DOM: one style sheet for the live page and for the one that stands here before it. */
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.onWidth();
    this.narrowScreen.addEventListener('change', this.onWidth);
    addEventListener('keydown', this.onKey);
    this.addEventListener(FocusRequest.type, this.onFocus);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.narrowScreen.removeEventListener('change', this.onWidth);
    removeEventListener('keydown', this.onKey);
    this.removeEventListener(FocusRequest.type, this.onFocus);
    this.stepsWatch.disconnect();
    this.address?.close();
    this.address = null;
    this.picture?.dispose();
  }

  protected override shouldUpdate(): boolean {
    return this.core !== null;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('core') && this.address === null) {
      this.address = new Address((hash) => {
        // The skip link must not cost the scene: its address takes the place's again.
        if (isPlace(hash)) this.address?.write(() => fragmentOf(sceneOf(this.state)) ?? '');
        else this.arrive(readFragment(hash));
      });
      this.arrive(readFragment(location.hash));
    }
  }

  protected override updated(): void {
    const steps = this.querySelector('sa-steps');
    if (this.alive || steps === null) return;
    this.alive = true;
    this.stepsWatch.observe(steps);
    this.querySelector('.static')?.remove();
  }

  // ---- State ---------------------------------------------------------------------------------------------------------

  private act(action: Action): void {
    const before = sceneOf(this.state);
    this.state = reduce(this.state, action, performance.now());
    const scene = sceneOf(this.state);
    if (scene === before) return;
    this.notice = '';
    this.compute(scene);
    if (action.type !== 'edit' && action.type !== 'look' && action.type !== 'turn') this.lookWhereItSays(scene);
    if (this.problem === null) this.address?.write(() => fragmentOf(scene) ?? '');
  }

  /** The scene's picture; where there is none, the problem, and the picture that was. */
  private compute(scene: Scene): void {
    if (this.core === null) return;
    try {
      const trace = this.core.attend(scene);
      this.picture?.dispose();
      this.picture = new Picture(scene, trace);
      this.problem = null;
      this.hovered = within(this.hovered, this.picture);
      this.pinned = within(this.pinned, this.picture);
    } catch (thrown) {
      this.problem = problemOf(thrown);
    }
  }

  /** A link was opened. A damaged one is explained and left where it is. */
  private arrive({ scene, damage }: Arrival): void {
    this.compute(scene);
    const beyond = this.problem === null && this.picture !== null ? viewDamage(this.picture) : null;
    const why = damage ?? this.problem?.message ?? beyond;
    const shown = this.problem === null && beyond === null ? scene : catalogue.start;
    if (shown !== scene) this.compute(shown);
    if (this.picture === null) startFailed(new Error(why ?? ''));
    this.state =
      this.alive || this.hasUpdated
        ? reduce(this.state, { type: 'open', scene: shown }, performance.now())
        : initial(shown);
    this.lookWhereItSays(shown);
    this.notice = why ?? '';
    if (this.narrowScreen.matches && lessonOf(shown) !== null) void this.openSheet('lesson');
  }

  private lookWhereItSays({ view }: Scene): void {
    this.hovered = null;
    const focus: Focus | null = view?.focus === undefined ? null : { query: view.focus };
    this.pinned = this.picture === null ? focus : within(focus, this.picture);
  }

  // ---- What the reader does ------------------------------------------------------------------------------------------

  private readonly onFocus = (event: Event): void => {
    if (!(event instanceof FocusRequest)) return;
    const { focus, pinned } = event.detail;
    this.hovered = pinned ? null : focus;
    if (!pinned) return;
    if (focus === null) this.letGo();
    else {
      this.pinned = focus;
      if (focus.query !== undefined) this.act({ type: 'look', focus: focus.query });
    }
  };

  /** First of the pair or cell; then of the token too. */
  private letGo(): void {
    const { pinned } = this;
    this.hovered = null;
    this.pinned = null;
    if (pinned?.key === undefined && pinned?.cell === undefined) this.act({ type: 'look', focus: null });
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || this.core === null) return;
    const command = (event.ctrlKey || event.metaKey) && !event.altKey;
    const key = event.key.toLowerCase();
    if (command && (key === 'z' || key === 'y') && !event.isComposing) {
      event.preventDefault();
      this.act({ type: key === 'y' || event.shiftKey ? 'redo' : 'undo' });
    } else if (event.key === 'Escape' && !event.isComposing) {
      if (this.sheet !== 'none') this.closeSheet();
      else this.letGo();
    }
  };

  private readonly onEdit = (event: EditRequest): void => {
    this.act({ type: 'edit', ...event.detail });
  };

  private readonly onHead = (event: HeadRequest): void => {
    const scene = sceneOf(this.state);
    this.act({ type: 'edit', key: 'view.head', scene: { ...scene, view: { ...scene.view, head: event.detail } } });
  };

  /** The scene stays, as one that belongs to no lesson. */
  private leaveLesson(): void {
    const { view, ...scene } = sceneOf(this.state);
    const { lesson: _, page: __, ...rest } = view ?? {};
    this.sheet = 'none';
    this.act({ type: 'edit', key: 'lesson', scene: { ...scene, view: rest } });
    this.focusAfter('.lessons button');
  }

  private readonly onWish = ({ detail: wish }: WishRequest): void => {
    if (wish.kind === 'open') this.act({ type: 'open', scene: wish.scene });
    else if (wish.kind === 'turn') this.act({ type: 'turn', page: wish.page });
    else if (wish.kind === 'say') this.say(wish.text);
    else if (wish.kind === 'leave') this.leaveLesson();
    else if (this.narrow) this.sheet = 'controls';
  };

  private readonly copyLink = async (): Promise<void> => {
    this.address?.flush();
    if (fragmentOf(sceneOf(this.state)) === null) {
      this.say(words.header.noLink);
      return;
    }
    try {
      await navigator.clipboard.writeText(location.href);
      this.say(words.header.copied);
    } catch {
      this.say(words.header.notCopied);
    }
  };

  private say(text: string): void {
    this.said = text;
    setTimeout(() => {
      if (this.said === text) this.said = '';
    }, 4000);
  }

  private async openSheet(sheet: Sheet): Promise<void> {
    this.sheet = sheet;
    await this.updateComplete;
    this.querySelector('sa-attention')?.scrollIntoView({ block: 'start' });
    this.querySelector<HTMLElement>('.rail')?.focus({ preventScroll: true });
  }

  private readonly closeSheet = (): void => {
    const opener = `.bottom-bar [aria-controls][data-sheet="${this.sheet}"]`;
    this.sheet = 'none';
    this.focusAfter(opener);
  };

  // ---- What is on the page -------------------------------------------------------------------------------------------

  /** Where the focus goes when what had it goes away. */
  private focusAfter(selector: string): void {
    void this.updateComplete.then(() => this.querySelector<HTMLElement>(selector)?.focus());
  }

  private head(picture: Picture): number {
    return Math.min(picture.scene.view?.head ?? 0, picture.heads - 1);
  }

  private why(control: string): string {
    if (this.problem === null) return '';
    const paths = controlPaths(sceneOf(this.state));
    return controlFor(this.problem, paths) === control ? this.problem.message : '';
  }

  protected override render() {
    const { picture, core } = this;
    if (picture === null || core === null) return nothing;
    const head = this.head(picture);
    const scene = sceneOf(this.state);
    const start = startOf(scene, this.state.start);
    const { focusOn, query } = resolved(this.hovered ?? this.pinned, picture);
    const { cell } = focusOn;
    const lights: readonly Light[] = cell === undefined ? noLights : lightFor(picture.reader, cell.name, cell.index);
    const reading = readRow({
      queryLabels: picture.tokens,
      keyLabels: picture.tokens,
      weights: picture.ofHead('weights', head) ?? new Float32Array(),
      masked: picture.ofHead('masked', head),
      query,
    });
    return html`
      ${topBar({
        current: lessonOf(scene),
        canUndo: canUndo(this.state),
        canRedo: canRedo(this.state),
        said: this.said,
        act: (type) => this.act(type === 'reset' ? { type: 'open', scene: start } : { type }),
        copyLink: this.copyLink,
        say: (text) => this.say(text),
      })}
      <main id="main" class=${this.sheet === 'none' ? 'shell' : 'shell with-sheet'}>
        <div class="first">
          ${this.noticeBar()} ${this.sentence(picture)} ${this.chips(picture, focusOn)} ${readingLine(reading)}
          <sa-announcer .text=${reading.text}></sa-announcer>
          <sa-attention
            .picture=${picture}
            .head=${head}
            .headNames=${headTitles(picture.scene)}
            .focusOn=${focusOn}
            .problem=${this.problem?.message ?? ''}
            @sa-head=${this.onHead}
          ></sa-attention>
        </div>
        ${rail({
          picture,
          scene,
          start,
          problem: this.problem,
          epoch: this.state.epoch,
          narrow: this.narrow,
          sheet: this.sheet,
          onEdit: this.onEdit,
          onClose: this.closeSheet,
          arrived: this.state.start,
          onWish: this.onWish,
        })}
        <div class="rest">
          ${this.about}
          <sa-steps .picture=${picture} .head=${head} .focusOn=${focusOn} .lights=${lights}></sa-steps>
        </div>
        ${arithmeticStrip(picture, cell, {
          shown: this.atSteps || this.pinned?.cell !== undefined,
          pinned: cell !== undefined && cell === this.pinned?.cell,
        })}
        <sa-matrix-host
          .scene=${scene}
          .picture=${picture}
          .core=${core}
          .problem=${this.problem?.message ?? ''}
          .epoch=${this.state.epoch}
          @sa-edit=${this.onEdit}
          @sa-history=${(event: HistoryRequest) => this.act({ type: event.detail })}
        ></sa-matrix-host>
      </main>
      ${
        this.narrow
          ? bottomBar({
              sheet: this.sheet,
              hasLesson: lessonOf(scene) !== null,
              onToggle: (sheet) => (this.sheet === sheet ? this.closeSheet() : this.openSheet(sheet)),
            })
          : nothing
      }
    `;
  }

  /** The explanation that index.html came with; it moves in between the picture and the steps. */
  private readonly about = document.getElementById('about');

  private noticeBar() {
    if (this.notice === '') return nothing;
    return html`<div class="notice" role="alert">
      <p>${words.link.damaged(this.notice)}</p>
      <button
        type="button"
        class="quiet"
        @click=${() => {
          this.notice = '';
          this.focusAfter('#sentence');
        }}
      >
        ${words.link.dismiss}
      </button>
    </div>`;
  }

  private sentence(picture: Picture): TemplateResult {
    const scene = sceneOf(this.state);
    const { sentence, tokens = picture.tokens } = scene;
    return sentenceBox({
      text: this.typed?.scene === scene ? this.typed.text : (sentence ?? tokens.join(' ')),
      problem: this.why('sentence'),
      onType: (text) => {
        const next = typeSentence(scene, text);
        this.typed = { text, scene: next };
        this.act({ type: 'edit', key: 'sentence', scene: next });
      },
      onHistory: (type) => this.act({ type }),
    });
  }

  private chips(picture: Picture, focusOn: Focus): TemplateResult {
    const lacked = lackedBy(picture);
    return html`<sa-tokens
      .tokens=${picture.tokens}
      .marked=${lacked.positions}
      .label=${words.sentence.tokens}
      .focusOn=${focusOn}
    ></sa-tokens>`;
  }
}
customElements.define('sa-playground', Playground);

const noLights: readonly Light[] = [];
