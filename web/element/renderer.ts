import { html, nothing, render, type TemplateResult } from 'lit';
import { loadSceneCore } from '../core/load.ts';
import type { SceneCore, SceneDescription } from '../core/types.ts';
import { controlNames, partNames, themes } from '../export/attribute-values.ts';
import { elementWords } from '../i18n/element/element.ts';
import { type LanguageCode, languageAt } from '../i18n/language.ts';
import { lazyModule } from '../i18n/lazy-module.ts';
import { fetchMessages } from '../i18n/messages.ts';
import type { Scene } from '../scene/types.ts';
import { resolved } from '../session/focus.ts';
import { type Problem, problemOf } from '../session/problem.ts';
import { SceneSession } from '../session/session.ts';
import type { WholeResult } from '../trace/scene-result.ts';
import type { DetailEvent } from '../views/shared/events.ts';
import { WeightTransition } from '../views/shared/weight-transition.ts';
import { callViews, contentOf } from './content.ts';
import type { ImageOptions, SelfAttentionElement, settings } from './element.ts';
import { translated } from './language.ts';
import { lazyModules, loadModulesFor } from './lazy-modules.ts';
import type * as placeholder from './placeholder.ts';
import { checkReadonly, checkSize, checkValues, type Source, sceneFrom, sceneNow } from './source.ts';
import { ElementStyles } from './styles.ts';

const exportImage = lazyModule(() => import('./export-image.ts'));
const playgroundLink = lazyModule(() => import('./playground-link.ts'));

let core: SceneCore | null = null;

/** Draws an element once it is near the viewport: a view of a session. */
export class Renderer {
  private session: SceneSession | null = null;
  /** Why the scene or an attribute cannot be shown. */
  problem: Problem | null = null;
  /** The last result and the last problem of the session that were drawn. */
  private drawn: { readonly result: WholeResult | null; readonly problem: Problem | null } = {
    ...{ result: null, problem: null },
  };
  private source: Source | null = null;
  private coming = new AbortController();
  private asked = false;
  private isReady = false;
  /** Canvases do not notice a style sheet. */
  readonly styles: ElementStyles;
  /** Of the pictures of attention, from the last weights to those of now. */
  readonly weights: WeightTransition;
  private readonly frame = document.createElement('div');
  private readonly message = document.createElement('p');

  constructor(
    readonly element: SelfAttentionElement,
    private readonly box: HTMLElement,
    /** Handed over instead of imported: what both begin with would be a third file. */
    private readonly shared: typeof placeholder & { readonly settings: typeof settings },
  ) {
    this.frame.className = 'frame';
    this.frame.part.add('frame');
    this.frame.setAttribute('role', 'group');
    this.message.className = 'problem';
    this.message.part.add('error');
    this.message.setAttribute('role', 'status');
    box.querySelector('.problem')?.remove();
    box.append(this.frame, this.message);
    this.frame.addEventListener('sa-focus', this.onFocus);
    this.weights = new WeightTransition(element, () => this.drawContent());
    this.styles = new ElementStyles(element, () => this.redraw());
    this.connect();
  }

  connect(): void {
    this.weights.hostConnected();
    this.styles.connect();
    this.changed();
  }

  disconnect(): void {
    this.styles.disconnect();
    this.coming.abort();
    this.session?.dispose();
    this.weights.hostDisconnected();
  }

  /** An attribute is another: all that change in one turn are taken together. */
  changed(): void {
    if (this.asked) return;
    this.asked = true;
    queueMicrotask(() => {
      this.asked = false;
      if (this.element.isConnected) void this.applyAttributes();
    });
  }

  /** The session's language. Before there is one, that of the element's place. */
  get language(): LanguageCode {
    return this.session?.language ?? languageAt(this.element);
  }

  /** The scene that was asked for last. Null before the first one is loaded. */
  get scene(): Scene | null {
    return this.session?.scene ?? null;
  }

  get result(): WholeResult | null {
    const result = this.session?.result ?? null;
    return result?.viewport === null ? result : null;
  }

  /** The scene of the result, with what the reader pinned in it. */
  get shown(): Scene | null {
    return this.session?.problem === null ? this.session.scene : (this.result?.scene ?? null);
  }

  /** The token that a reader pinned, or that the scene names. */
  get query(): number {
    const { session, result } = this;
    return session === null || result === null ? 0 : resolved(session.state.pinned, result).query;
  }

  reset(): void {
    const { session } = this;
    session?.dispatch({ type: 'open', scene: session.state.start });
  }

  /** What is on show, as a file. */
  async image(options?: ImageOptions): Promise<Blob> {
    const { imageOf } = await exportImage.load();
    return imageOf(this, options);
  }

  /** Paper shows what no screen has shown yet, where all that it needs is there. */
  print(): void {
    if (this.result === null && core !== null && this.load() === null) {
      try {
        const scene = sceneNow(this.language, this.given);
        if (scene !== null) this.begin(scene);
      } catch {
        // What is wrong is said where the attributes are applied.
      }
    }
    this.redraw();
    // A view that has just been made is empty until the end of this turn. Firefox's paper does not wait for that.
    callViews(this.frame, ['performUpdate', 'print']);
  }

  // ---- From the attributes -------------------------------------------------------------------------------------------

  private get given(): Source {
    const { lesson, sentence, given, baseURI: base } = this.element;
    return {
      lesson,
      sentence,
      given,
      base,
      text: given === null ? (this.element.getAttribute('scene')?.trim() ?? null) : null,
    };
  }

  get parts() {
    return this.shared.partsOf(this.element.show);
  }

  private get controls(): readonly string[] {
    return this.shared.controlsOf(this.element.controls, this.element.readonly);
  }

  /** What has to be fetched before it can be drawn; null where all is there. */
  private load(): Promise<unknown> | null {
    return loadModulesFor(
      this.parts.map(({ name }) => name),
      this.controls,
    );
  }

  private async applyAttributes(): Promise<void> {
    const { given } = this;
    this.styles.apply();
    this.coming.abort();
    const coming = new AbortController();
    this.coming = coming;
    try {
      const { settings } = this.shared;
      settings.taken = true;
      const same = this.session !== null && this.source !== null && isSame(this.source, given);
      const language = languageAt(this.element);
      const speaks = fetchMessages(language);
      const [loaded, scene] = await Promise.all([
        loadSceneCore(settings.core),
        same ? null : speaks.then(() => sceneFrom(language, given, coming.signal)),
        speaks,
        this.load(),
      ]);
      core = loaded;
      if (coming.signal.aborted) return;
      if (this.session !== null && language !== this.session.language) {
        this.session.dispatch({ type: 'language', language });
        callViews(this.frame, ['requestUpdate'], 'lang');
      }
      this.source = given;
      this.styles.apply();
      if (scene !== null) this.begin(scene);
      else if (this.result !== null) this.settle(this.session?.problem ?? null);
      // Back in the document, with the reader's edits.
      else this.session?.resume();
    } catch (thrown) {
      if (!coming.signal.aborted) this.settle(problemOf(thrown, 'internal'));
    }
  }

  private redraw(): void {
    callViews(this.frame, ['redraw']);
  }

  // ---- Scenes --------------------------------------------------------------------------------------------------------

  private begin(scene: Scene): void {
    if (core === null) return;
    if (this.session === null) {
      const needsWorker = (given: Scene, describe: () => SceneDescription, isAskedFor: boolean): false => {
        checkSize(this.language, given, describe, isAskedFor);
        return false;
      };
      this.session = new SceneSession(scene, { core, language: this.language, needsWorker });
      this.session.subscribe(this.onSession);
      this.onSession();
    } else {
      // The attributes are checked again, even if the scene is the same.
      this.drawn = { result: null, problem: null };
      this.session.dispatch({ type: 'open', scene });
    }
  }

  private readonly onSession = (): void => {
    const { result, session } = this;
    const problem = session?.problem ?? null;
    const isSame = result === this.drawn.result && problem === this.drawn.problem;
    this.drawn = { result, problem };
    if (isSame) this.draw();
    else this.settle(problem);
  };

  /** `typed` is the text of the sentence's box. `replaced` is the only scene that the edit may replace. */
  private readonly edit = (scene: Scene, typed?: string, replaced: Scene | null = null): void => {
    const { session } = this;
    if (session === null || (replaced !== null && session.scene !== replaced)) return;
    const text = typed === undefined ? {} : { typed: { box: 'sentence', text: typed } as const };
    session.dispatch({ type: 'edit', controlId: 'controls', scene, ...text });
    if (session.problem === null) this.announce();
  };

  /** Shows a trained scene. The page is told once the training pauses. */
  readonly learn = (scene: Scene, isResting: boolean): void => {
    this.session?.dispatch({ type: 'edit', controlId: 'training', scene });
    if (isResting && this.session?.problem === null) this.announce();
  };

  /** The reader went to another time of the walkthrough. */
  goTo(time: number): void {
    this.session?.dispatch({ type: 'time', time });
    this.announce();
  }

  private announce(): void {
    if (this.scene !== null) this.element.emit('change', { scene: this.scene });
  }

  private settle(problem: Problem | null): void {
    this.problem = problem ?? this.refused();
    this.draw();
    if (this.problem !== null) {
      const { code, message, path } = this.problem;
      this.element.emit('error', { code, message, path });
    } else if (!this.isReady) void this.ready();
  }

  private async ready(): Promise<void> {
    this.isReady = true;
    for (const view of this.frame.querySelectorAll('*')) await Reflect.get(view, 'updateComplete');
    if (this.element.isConnected && this.scene !== null) this.element.emit('ready', { scene: this.scene });
  }

  /** What an attribute asks for that there is not. */
  private refused(): Problem | null {
    const { language, element, result, shared } = this;
    const tensors = [...(result?.steps ?? []), ...(result?.parameters ?? [])].map(({ name }) => name);
    // A step that the reader switched off leaves a word in its place.
    const shown =
      this.session === null || this.scene === this.session.state.start ? this.parts.map(({ name }) => name) : [];
    if (this.parts.length === 0) shown.push('');
    try {
      checkReadonly(language, element.getAttribute('readonly'));
      checkValues(language, 'theme', [element.theme], themes);
      checkValues(language, 'loading', [element.loading], ['lazy', 'eager']);
      checkValues(language, 'controls', shared.listOf(element.controls), ['none', 'all', ...controlNames]);
      checkValues(language, 'show', shown, [...partNames, ...new Set(tensors)]);
      if (shown.includes('stage')) lazyModules.stage.loaded?.checkMoment(this);
      if (shown.includes('training')) lazyModules.training?.loaded?.checkTraining(this);
      return null;
    } catch (thrown) {
      return problemOf(thrown);
    }
  }

  // ---- What the reader does ------------------------------------------------------------------------------------------

  private readonly onFocus = (event: DetailEvent<'sa-focus'>): void => {
    event.stopPropagation();
    const { session } = this;
    if (session === null || this.result === null) return;
    const { focus, pinned } = event.detail;
    if (!pinned) {
      session.dispatch({ type: 'hover', focus });
      return;
    }
    const { scene } = session;
    const keepsScene = this.element.readonly || this.problem !== null;
    session.dispatch(focus === null ? { type: 'unpin', keepsScene } : { type: 'pin', focus, keepsScene });
    if (session.scene !== scene) this.announce();
  };

  // ---- What is drawn -------------------------------------------------------------------------------------------------

  private readonly draw = (): void => {
    const words = elementWords(this.language);
    const { result, box, frame, problem } = this;
    box.classList.toggle('failed', result === null && problem !== null);
    const button = problem?.computeAnyway && html` <button @click=${problem.computeAnyway}>${words.anyway}</button>`;
    render(html`${this.messageBelow()}${button}`, this.message);
    const link = box.querySelector<HTMLElement>('.linked > .playground');
    if (link !== null) void this.link(link);
    if (result === null) return;
    this.shared.stretch(box, result.tokens.length, result.keyTokens.length);
    frame.lang = this.language;
    frame.setAttribute('aria-label', words.label(result.scene.sentence ?? result.tokens.join(' ')));
    this.drawContent();
    box.classList.toggle('drawn', frame.firstElementChild !== null);
    box.classList.toggle('failed', frame.firstElementChild === null);
  };

  /** An attribute that names what there is not changes nothing of what is drawn. */
  private drawContent(): void {
    const { result, frame, problem } = this;
    if (result !== null && problem?.code !== 'attribute') render(this.content(result), frame);
  }

  private async link(place: HTMLElement): Promise<void> {
    const { linkPlayground } = await playgroundLink.load();
    await linkPlayground(this, place);
  }

  /** What is wrong, unless a control says it. */
  private messageBelow(): string {
    const { problem, controls } = this;
    if (problem === null || (this.result !== null && lazyModules.controls.loaded?.isShownByControl(problem, controls)))
      return '';
    const why = translated(this.language, problem);
    return this.frame.firstElementChild === null ? why : elementWords(this.language).stale(why);
  }

  private content(result: WholeResult): TemplateResult {
    const { hovered = null, pinned = null } = this.session?.state ?? {};
    const view = { language: this.language, result, ...resolved(hovered ?? pinned, result) };
    return html`${this.drawControls(result)}${contentOf(this, view)}`;
  }

  private drawControls(result: WholeResult): TemplateResult | typeof nothing {
    const { controls, session, problem, edit } = this;
    if (controls.length === 0 || lazyModules.controls.loaded === null || core === null) return nothing;
    if (session === null) return nothing;
    const { scene, state } = session;
    const { start, typed, resetCount } = state;
    return html`<div class="part controls" part="controls" role="group" aria-label=${elementWords(this.language).controls}>
      ${lazyModules.controls.loaded.controlsOf({
        ...{ language: this.language, names: controls, core, result, scene, start, problem, typed, resetCount },
        problemText: problem === null ? '' : translated(this.language, problem),
        onEdit: edit,
      })}
    </div>`;
  }
}

const isSame = (a: Source, b: Source): boolean =>
  a.lesson === b.lesson && a.text === b.text && a.sentence === b.sentence && a.given === b.given;
