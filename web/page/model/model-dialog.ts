import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { LightDomElement } from '../../controls/light-dom-element.ts';
import type { SceneCore } from '../../core/types.ts';
import { importWords } from '../../i18n/import.ts';
import type { ImportedTensors, TextList } from '../../import/index.ts';
import { type Role, roles } from '../../import/model-roles.ts';
import { modelScene } from '../../import/model-scene.ts';
import { marksIn, tokensIn } from '../../import/model-tokens.ts';
import { ImportError } from '../../import/types.ts';
import { givenLimits } from '../../scene/given-tensors.ts';
import { givenLayers } from '../../scene/layers.ts';
import { limits } from '../../scene/limits.ts';
import { packedLength } from '../../scene/packed.ts';
import type { Scene } from '../../scene/types.ts';
import { explain, problemOf } from '../../session/problem.ts';
import { adoptStyles } from '../adopt-styles.ts';
import { FileDrop, fileButton } from '../shell/file-drop.ts';
import { readTensors } from '../worker/read-file.ts';
import { countOf, headsOf, type Row, rowsOf, tokensOf, typedTokens } from './rows.ts';
import { sheet } from './styles.ts';

export interface Opening {
  readonly core: SceneCore;
  /** Shows the scene, and announces the message. */
  readonly open: (scene: Scene, message: string) => void;
  /** Files that were dropped on the page. */
  readonly files: readonly File[];
}

export function openModelDialog(opening: Opening): void {
  const there = document.querySelector<ModelDialog>('sa-model');
  adoptStyles(sheet);
  if (there === null) document.body.append(Object.assign(new ModelDialog(), { opening }));
  else there.take(opening.files);
}

interface Found {
  readonly file: string;
  readonly rows: readonly Row[];
  readonly refused: ImportedTensors['refused'];
}

/** The text of a field of tokens, and the list of the file that filled it. */
interface TokenField {
  readonly text: string;
  readonly from: TextList | null;
}
const noTokens: TokenField = { text: '', from: null };

/** Opens a file with the attention of somebody else's model. The reader says what each tensor is, or accepts what the names suggest. */
export class ModelDialog extends LightDomElement {
  opening!: Opening;
  @state() private found: Found | null = null;
  /** As it is typed. */
  @state() private heads = '1';
  @state() private headsFirst = true;
  @state() private tokens = noTokens;
  @state() private keyTokens = noTokens;
  @state() private status = '';
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
    this.reading.abort();
    this.status = '';
    this.trouble = importWords(this.language).model.several(count);
  }

  private readonly close = (): void => this.querySelector('dialog')?.close();

  private readonly closed = (): void => {
    this.remove();
    if (this.opener instanceof HTMLElement) this.opener.focus();
  };

  private async read(file: File): Promise<void> {
    const words = importWords(this.language).model;
    this.reading.abort();
    const reading = new AbortController();
    this.reading = reading;
    this.trouble = '';
    this.status = words.reading(file.name);
    try {
      const { tensors, refused, texts } = await readTensors(file, { language: this.language }, reading.signal);
      this.found = { file: file.name, rows: rowsOf(tensors), refused };
      this.heads = headsOf(this.found.rows);
      const { queries, keys } = tokensIn(texts);
      this.tokens = filled(this.tokens, queries);
      this.keyTokens = filled(this.keyTokens, keys);
    } catch (thrown) {
      if (reading.signal.aborted) return;
      this.trouble = explain(this.language, problemOf(thrown));
    }
    this.status = '';
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
  }

  /** The core checks the scene, so that a wrong one stays here, beside what can be changed. */
  private readonly show = (): void => {
    const { found, headsFirst, language } = this;
    const words = importWords(language).model;
    if (found === null) return;
    try {
      const assigned = found.rows.flatMap(({ tensor, role, layer, layerName }) => {
        if (role === null) return [];
        const place = layer.trim() === '' ? null : countOf(layer, givenLimits.layers) - 1;
        return [{ tensor, role, layer: place, layerName: place === null ? undefined : layerName }];
      });
      const heads = countOf(this.heads, limits.heads);
      const tokens = tokensOf(this.tokens.text);
      const keyTokens = tokensOf(this.keyTokens.text);
      const scene = modelScene({ assigned, heads, headsFirst, tokens, keyTokens });
      const { problem } = this.opening.core.describe(scene);
      if (problem !== null) throw problem;
      const count = { layers: givenLayers(scene.embedding).length, tokens: scene.tokens?.length ?? 0 };
      const opened = words.opened(found.file, count.layers, scene.attention.heads, count.tokens);
      this.close();
      this.opening.open(scene, packedLength(scene) > limits.link ? `${opened} ${words.noLink}` : opened);
    } catch (thrown) {
      this.trouble =
        thrown instanceof ImportError ? thrown.inLanguage(language).message : explain(language, problemOf(thrown));
    }
  };

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
        <p role="status">${this.status}</p>
      </div>
      ${this.found === null ? nothing : this.choices(this.found)}
      <p id="model-trouble" class="error" role="alert">${this.trouble}</p>
    </dialog>`;
  }

  private choices({ file, rows, refused }: Found): TemplateResult {
    const words = importWords(this.language).model;
    const compared = rows.filter(({ role }) => role === 'q' || role === 'k' || role === 'v');
    const areSideBySide = compared.some(({ role, tensor }) => role === 'q' && tensor.shape.length === 2);
    const haveAxes = compared.some(({ tensor }) => tensor.shape.length > 2);
    return html`<p>${words.found(file)}</p>
      <div class="found" tabindex="0" role="region" aria-label=${words.found(file)}>
        <table>
          <thead>
            <tr><th scope="col">${words.name}</th><th scope="col">${words.role}</th><th scope="col">${words.layer}</th></tr>
          </thead>
          <tbody>${rows.map((row, index) => this.row(row, index))}</tbody>
        </table>
      </div>
      ${refused.map(({ name, why }) => html`<p class="note">${words.refused(name, why)}</p>`)}
      <div class="more">
        ${areSideBySide ? this.headCount() : nothing} ${haveAxes ? this.order() : nothing}
      </div>
      ${this.tokenBox('tokens', words.tokens, this.tokens, (field) => {
        this.tokens = field;
      })}
      ${this.tokenBox('key-tokens', words.keyTokens, this.keyTokens, (field) => {
        this.keyTokens = field;
      })}
      <button type="button" class="show" @click=${this.show}>${words.show}</button>`;
  }

  private row({ tensor, role, layer }: Row, index: number): TemplateResult {
    const words = importWords(this.language).model;
    const { name, shape } = tensor;
    const chosen = (value: string): Role | null => roles.find((one) => one === value) ?? null;
    return html`<tr>
      <td>${name} <small>${shape.join('×')}</small></td>
      <td>
        <select
          aria-label=${words.roleOf(name)}
          @change=${({ target }: Event) => this.change(index, { role: chosen((target as HTMLSelectElement).value) })}
        >
          <option value="" ?selected=${role === null}>${words.unused}</option>
          ${roles.map((one) => html`<option value=${one} ?selected=${one === role}>${words.roles[one]}</option>`)}
        </select>
      </td>
      <td>
        <input
          inputmode="numeric"
          aria-label=${words.layerOf(name)}
          placeholder=${words.all}
          .value=${layer}
          @input=${({ target }: Event) =>
            this.change(index, { layer: (target as HTMLInputElement).value, layerName: undefined })}
        />
      </td>
    </tr>`;
  }

  private headCount(): TemplateResult {
    const words = importWords(this.language).model;
    return html`<label
      >${words.headCount}
      <input
        inputmode="numeric"
        aria-label=${words.headCountName}
        .value=${this.heads}
        @input=${({ target }: Event) => {
          this.heads = (target as HTMLInputElement).value;
          this.trouble = '';
        }}
    /></label>`;
  }

  private order(): TemplateResult {
    const words = importWords(this.language).model;
    return html`<label
      >${words.order}
      <select
        @change=${({ target }: Event) => {
          this.headsFirst = (target as HTMLSelectElement).value === 'heads';
          this.trouble = '';
        }}
      >
        ${(['heads', 'tokens'] as const).map(
          (value) =>
            html`<option value=${value} ?selected=${(value === 'heads') === this.headsFirst}>${words.orders[value]}</option>`,
        )}
      </select></label
    >`;
  }

  private tokenBox(
    id: 'tokens' | 'key-tokens',
    label: string,
    { text, from }: TokenField,
    onInput: (field: TokenField) => void,
  ): TemplateResult {
    const words = importWords(this.language).model;
    const marks = marksIn(text).map((mark) => words.marks[mark]);
    return html`<label for="model-${id}">${label}</label>
      <textarea
        id="model-${id}"
        rows="1"
        spellcheck="false"
        aria-describedby="model-${id}-about"
        .value=${text}
        @input=${({ target }: Event) => {
          onInput({ text: (target as HTMLTextAreaElement).value, from: null });
          this.trouble = '';
        }}
      ></textarea>
      <p class="hint" id="model-${id}-about">
        ${from === null ? words.tokensAbout : words.tokensFrom(from.name, from.texts.length)} ${marks.join(' ')}
      </p>`;
  }
}
customElements.define('sa-model', ModelDialog);

/** What the reader typed stays where the file has no tokens. */
function filled(field: TokenField, list: TextList | null): TokenField {
  if (list !== null) return { text: typedTokens(list.texts), from: list };
  return field.from === null ? field : noTokens;
}
