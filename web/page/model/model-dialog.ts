import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import type { SceneCore } from '../../core/types.ts';
import { importWords } from '../../i18n/import.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import type { ImportedTensors, Progress } from '../../import/index.ts';
import {
  type Choices,
  chosenAttention,
  guessedChoices,
  inputsIn,
  type Kind,
  kindsIn,
  openedText,
  parameterLayers,
  parametersIn,
  rowsOfView,
  textsOfView,
  typedSpecial,
  viewsIn,
  withChosenTokens,
  withParameters,
} from '../../import/model/choices.ts';
import { needsRows, type Present } from '../../import/model/parameter-scene.ts';
import { modelWidth } from '../../import/model/parameters.ts';
import { givenAgain, headsOf, type Row, rowsOf, withoutRole } from '../../import/model/rows.ts';
import { haveMask } from '../../import/model/score-mask.ts';
import { lackValues, withScores } from '../../import/model/scores-of-queries.ts';
import { tokensIn } from '../../import/model-tokens.ts';
import { ImportError } from '../../import/types.ts';
import type { Scene } from '../../scene/types.ts';
import { nameFile } from '../../session/model-file.ts';
import { explain, problemOf } from '../../session/problem.ts';
import { withoutSpecial } from '../../session/without-special.ts';
import type { HideAnswer } from '../../trace/scene-result.ts';
import { adoptStyles } from '../adopt-styles.ts';
import { FileDrop, fileButton } from '../shell/file-drop.ts';
import { makeModelScene, readModel } from '../worker/read-file.ts';
import { choiceFields } from './choice-fields.ts';
import { progressField, tickField } from './fields.ts';
import { sceneOfFile } from './scene-of-file.ts';
import { sheet } from './styles.ts';
import { tensorTable } from './tensor-table.ts';
import { filled, noTokens, type TokenField, tokenBox } from './token-box.ts';

export interface Opening {
  readonly core: SceneCore;
  /** The one on the page, which parameters of a file are used on. */
  readonly scene: Scene;
  /** Shows the scene, and announces the message. */
  readonly open: (scene: Scene, message: string, hideAnswer?: HideAnswer | null) => void;
  /** Files that were dropped on the page. */
  readonly files: readonly File[];
}

export function openModelDialog(opening: Opening): void {
  const there = document.querySelector<ModelDialog>('sa-model');
  adoptStyles(sheet);
  if (there === null) document.body.append(Object.assign(new ModelDialog(), { opening }));
  else there.take(opening.files);
}

/** Tensors that are named one by one. A whole model has hundreds more. */
const MOST_NAMES = 4;

interface Found {
  readonly file: string;
  readonly rows: readonly Row[];
  readonly refused: ImportedTensors['refused'];
  readonly texts: ImportedTensors['texts'];
}

/** What is being done, and how much of it is done, from 0 to 1. */
interface Busy {
  readonly title: string;
  readonly detail: string;
  readonly done: number | null;
}

type Choosing = Omit<Choices, 'rows' | 'tokens' | 'keyTokens'> & {
  readonly tokens: TokenField;
  readonly keyTokens: TokenField;
};

/** The message of an error, with the name of the file. */
function inFile(language: LanguageCode, file: string, thrown: unknown): string {
  const why = explain(language, problemOf(thrown));
  return why.includes(file) ? why : importWords(language).model.inFile(file, why);
}

/** Opens a file with the attention of somebody else's model. The reader says what each tensor is, or accepts what the names suggest. */
export class ModelDialog extends LightDomElement {
  opening!: Opening;
  @state() private found: Found | null = null;
  /** As it is typed. */
  @state() private heads = '1';
  @state() private headsFirst = true;
  @state() private outFirst = true;
  @state() private isSideBySide = false;
  @state() private isBatch = false;
  @state() private leavesOutSpecial = false;
  /** As it is typed. */
  @state() private sequence = '1';
  @state() private kind: Kind = 'attention';
  /** Of the parameters. */
  @state() private layer = '';
  @state() private view = '';
  @state() private tokens = noTokens;
  @state() private keyTokens = noTokens;
  @state() private busy: Busy | null = null;
  @state() private trouble = '';
  private reading = new AbortController();
  private opener: Element | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    this.opener = document.activeElement;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.reading.abort();
  }

  protected override firstUpdated(_: PropertyValues): void {
    this.querySelector('dialog')?.showModal();
    this.take(this.opening.files);
  }

  /** Reads a file that was dropped. */
  take(files: readonly File[]): void {
    const [file, ...others] = files;
    if (others.length > 0) this.refuseSeveral(files.length);
    else if (file !== undefined) void this.read(file);
  }

  private refuseSeveral(count: number): void {
    this.cancel();
    this.trouble = importWords(this.language).model.several(count);
  }

  private readonly close = (): void => this.querySelector('dialog')?.close();

  private readonly closed = (): void => {
    this.remove();
    if (this.opener instanceof HTMLElement) this.opener.focus();
  };

  /** Leaves what was read and chosen before. */
  private readonly cancel = (): void => {
    this.reading.abort();
    this.busy = null;
  };

  /** Does one thing at a time, which `cancel` ends. The error of one that was cancelled is nobody's. */
  private async run(title: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.reading.abort();
    const reading = new AbortController();
    this.reading = reading;
    this.trouble = '';
    this.busy = { title, detail: '', done: null };
    try {
      await work(reading.signal);
    } catch (thrown) {
      if (reading.signal.aborted) return;
      const { language } = this;
      this.trouble =
        thrown instanceof ImportError ? thrown.inLanguage(language).message : explain(language, problemOf(thrown));
    }
    if (!reading.signal.aborted) this.busy = null;
  }

  private read(file: File): Promise<void> {
    const words = importWords(this.language).model;
    const title = words.reading(file.name);
    return this.run(title, async (signal) => {
      const onProgress = ({ stage, done, total }: Progress): void => {
        const detail = stage === 'bytes' ? words.readBytes(done, total) : words.readTensor(done + 1, total);
        if (!signal.aborted) this.busy = { title, detail, done: done / total };
      };
      // What an earlier file has stays on show.
      const fail = (why: unknown): never => {
        throw new Error(inFile(this.language, file.name, why));
      };
      const read = await readModel(file, { language: this.language }, signal, onProgress).catch(fail);
      if ('scene' in read) return this.showScene(file.name, read.scene, signal).catch(fail);
      const { tensors, refused, texts } = read;
      const { rows, ...guessed } = guessedChoices(rowsOf(tensors), texts);
      this.found = { file: file.name, rows, refused, texts };
      this.set(guessed);
      this.fillTokens();
    });
  }

  /** Nothing is asked about a scene, which says all of it itself. */
  private async showScene(file: string, given: Scene, signal: AbortSignal): Promise<void> {
    const { core, open } = this.opening;
    const { scene, message, hideAnswer } = await sceneOfFile(this.language, { core, file, given });
    if (signal.aborted) return;
    this.close();
    open(scene, message, hideAnswer);
  }

  private fillTokens(): void {
    if (this.found === null) return;
    const { rows, texts } = this.found;
    const { queries, keys } = tokensIn(textsOfView({ rows, view: this.view }, texts));
    this.tokens = filled(this.tokens, queries);
    this.keyTokens = filled(this.keyTokens, keys);
  }

  private readonly drop = new FileDrop(this, {
    file: (file) => void this.read(file),
    several: (count) => this.refuseSeveral(count),
  });

  private change(index: number, change: Partial<Row>): void {
    const { found } = this;
    if (found === null) return;
    const rows = found.rows.map((row, at) => (at === index ? { ...row, ...change } : row));
    this.found = { ...found, rows };
    this.trouble = '';
    const [first] = kindsIn(rows);
    if (first !== undefined && !kindsIn(rows).includes(this.kind)) this.kind = first;
    const layers = parameterLayers(rows);
    if (!layers.includes(this.layer)) this.layer = layers[0] ?? '';
    const views = viewsIn(rows);
    if (this.view !== '' && !views.includes(this.view)) this.choose({ view: views[0] ?? '' });
  }

  /** The core checks the scene, so that a wrong one stays here, beside what can be changed. */
  private readonly show = async (): Promise<void> => {
    const { found } = this;
    if (found === null) return;
    await this.run(importWords(this.language).model.packing, async (signal) => {
      const choices = { ...this.chosen, rows: found.rows };
      const { core, open } = this.opening;
      const scene =
        choices.kind === 'parameters'
          ? withParameters(choices, this.present, found.refused)
          : await this.attention(choices, signal);
      const { problem } = core.describe(scene);
      if (problem !== null) throw problem;
      if (choices.kind === 'parameters') nameFile(scene.parameters, found.file);
      this.close();
      open(scene, openedText(this.language, { core, scene, choices: { ...choices, file: found.file } }));
    });
  };

  /** The page can put special tokens back: it is made with them, and they are left out as the page leaves them out. */
  private async attention(choices: Choices, signal: AbortSignal): Promise<Scene> {
    const whole = withScores(
      this.opening.core,
      await makeModelScene(
        { ...chosenAttention(choices), leavesOutSpecial: false, unread: this.found?.refused ?? [] },
        { language: this.language },
        signal,
      ),
    );
    nameFile(whole.embedding, this.found?.file ?? '');
    return withChosenTokens(this.opening.core, whole, choices, withoutSpecial);
  }

  private get chosen(): Omit<Choices, 'rows'> {
    const { kind, heads, headsFirst, outFirst, layer, view, isSideBySide, isBatch, sequence, leavesOutSpecial } = this;
    return {
      ...{ kind, heads, headsFirst, outFirst, layer, view, isSideBySide, isBatch, sequence, leavesOutSpecial },
      tokens: this.tokens.text,
      keyTokens: this.keyTokens.text,
    };
  }

  private get present(): Present {
    const { core, scene } = this.opening;
    return { scene, dModel: core.describe(scene).dModel };
  }

  protected override render() {
    const words = importWords(this.language).model;
    return html`<dialog
      class="model"
      aria-labelledby="model-title"
      @close=${this.closed}
      @keydown=${(event: KeyboardEvent) => event.stopPropagation()}
    >
      <header>
        <h2 id="model-title">${words.title}</h2>
        <button type="button" class="quiet" aria-label=${words.close} title=${words.close} @click=${this.close}>✕</button>
      </header>
      <p>${words.about}</p>
      <div
        class=${this.drop.isOver ? 'over' : ''}
        @dragover=${this.drop.onDragOver}
        @dragleave=${this.drop.onDragLeave}
        @drop=${this.drop.onDrop}
      >
        ${fileButton({
          label: words.open,
          accept: '.safetensors,.npz,.npy,.json,.csv',
          trouble: 'model-trouble',
          onFile: (file) => void this.read(file),
        })}
        <span class="hint">${words.drop}</span>
        <p role="status">${this.busy?.title ?? ''}</p>
        ${this.busy === null ? nothing : progressField({ ...this.busy, cancelText: words.cancel }, this.cancel)}
      </div>
      ${this.found === null ? nothing : this.choices(this.found)}
      <footer>
        <p id="model-trouble" class="error" role="alert">${this.trouble}</p>
        ${
          this.found === null
            ? nothing
            : html`<button type="button" class="show" @click=${this.show}>${words.show}</button>`
        }
      </footer>
    </dialog>`;
  }

  private choices({ file, rows, refused }: Found): TemplateResult {
    const words = importWords(this.language).model;
    const isParameters = this.kind === 'parameters';
    const chosen = { ...this.chosen, rows };
    const used = rowsOfView(chosen);
    const again = givenAgain(rows);
    const unused = withoutRole(rows);
    return html`<p>${words.found(file)}</p>
      <div class="found" tabindex="0" role="region" aria-label=${words.found(file)}>
        ${tensorTable(this.language, rows, (index, change) => this.change(index, change))}
      </div>
      ${refused.map(({ name, why }) => html`<p class="note">${words.refused(name, why)}</p>`)}
      ${unused.length === 0 ? nothing : html`<p class="note">${words.notUsed(unused.slice(0, MOST_NAMES).join(', '), unused.length - MOST_NAMES)}</p>`}
      ${isParameters || again.length === 0 ? nothing : html`<p class="note">${words.givenAgain(again.join(', '))}</p>`}
      <div class="more">${choiceFields(this.language, chosen, (change) => this.choose(change))}</div>
      ${isParameters ? this.fills(rows) : nothing}
      ${!isParameters && haveMask(used) ? html`<p class="note">${words.masked}</p>` : nothing}
      ${!isParameters && lackValues(used) ? html`<p class="note">${words.noValues}</p>` : nothing}
      ${tokenBox(this.language, {
        ...{ id: 'tokens', label: words.tokens, field: this.tokens },
        about: isParameters && inputsIn(chosen).length === 0 ? words.tokensStay : words.tokensAbout,
        onInput: (field) => this.set({ tokens: field }),
      })}
      ${isParameters ? nothing : this.keyTokenBox()} ${isParameters ? nothing : this.special()}`;
  }

  private special(): TemplateResult | typeof nothing {
    const words = importWords(this.language).model;
    const found = typedSpecial({ tokens: this.tokens.text, keyTokens: this.keyTokens.text });
    if (found.length === 0) return nothing;
    const tick = (leavesOutSpecial: boolean): void => this.set({ leavesOutSpecial });
    return tickField(words.special(found.join(' ')), words.specialAbout, this.leavesOutSpecial, tick);
  }

  /** What becomes of the scene on the page. */
  private fills(rows: readonly Row[]): TemplateResult {
    const words = importWords(this.language).model;
    const assigned = parametersIn({ rows, layer: this.layer });
    const reads = modelWidth(assigned, this.outFirst);
    if (reads === null) return html``;
    const { present } = this;
    const [input] = inputsIn({ rows, layer: this.layer });
    const isOther = input === undefined && needsRows(present, reads);
    return html`<p class="note">
      ${words.fills(reads)} ${isOther ? words.fillsRows(reads, present.dModel) : ''}
      ${input === undefined ? '' : words.fillsInput(input.name)}
    </p>`;
  }

  private set(change: Partial<Choosing>): void {
    Object.assign(this, change);
    this.trouble = '';
  }

  /** Another view has other tokens. A guess of heads that nobody changed follows the order of axes. */
  private choose(change: Partial<Choosing>): void {
    const isOther = change.view !== undefined && change.view !== this.view;
    const { rows = [] } = this.found ?? {};
    const { isSideBySide = this.isSideBySide } = change;
    const isGuess = this.heads === headsOf(rows, this.isSideBySide);
    if (isGuess && isSideBySide !== this.isSideBySide) this.heads = headsOf(rows, isSideBySide);
    this.set(change);
    if (isOther) this.fillTokens();
  }

  private keyTokenBox(): TemplateResult {
    const words = importWords(this.language).model;
    return tokenBox(this.language, {
      ...{ id: 'key-tokens', label: words.keyTokens, field: this.keyTokens, about: words.keyTokensAbout },
      onInput: (field) => this.set({ keyTokens: field }),
    });
  }
}
customElements.define('sa-model', ModelDialog);
