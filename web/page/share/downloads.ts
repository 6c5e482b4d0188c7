import { html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Tensor, Trace } from '../../core/types.ts';
import { isPythonLibrary } from '../../export/code/languages.ts';
import { aboutTensor, codeFor, codeLanguages, tensorAs, tensorFormats } from '../../export/index.ts';
import { fileNameOf } from '../../export/snippets.ts';
import { shareWords } from '../../i18n/share.ts';
import { explain, problemOf } from '../../session/problem.ts';
import { lazy } from '../lazy.ts';
import { Download } from './download.ts';
import { choice } from './fields.ts';
import './picture.ts';
import './text-box.ts';
import './worksheet-download.ts';
import { lazyModule } from '../../i18n/lazy-module.ts';

const notebookDownload = IS_ONE_SCRIPT ? null : lazyModule(() => import('./notebook-download.ts'));

// Files made from a scene's numbers. They are loaded with export/ when the reader wants one.

/** A tensor of the trace, or a parameter. */
interface Source {
  readonly name: string;
  readonly layer: number;
  readonly shape: readonly number[];
}

/** Any tensor as a file. */
export class ShareNumbers extends Download {
  @property({ attribute: false }) trace!: Trace;
  /** The layer on screen, from 0. */
  @property({ attribute: false }) layer = 0;
  /** The index of the reader's choice. Null for the weights on screen. */
  @state() private chosen: number | null = null;
  @state() private format: (typeof tensorFormats)[number] = 'csv';

  private get sources(): readonly Source[] {
    const { steps, parameters } = this.trace;
    return [...steps, ...parameters].map(({ name, layer, shape }) => ({ name, layer, shape }));
  }

  private nameOf({ name, layer, shape }: Source): string {
    const words = shareWords(this.language);
    const full = this.trace.layers > 1 ? words.layerOf(name, layer + 1) : name;
    return words.tensorOf(full, shape.join(' × '));
  }

  private file({ name, layer }: Source): Blob {
    const tensor: Tensor = this.trace.tensor(name, { layer });
    const bytes = tensorAs(this.format, tensor, aboutTensor(this.scene, this.trace, name, { layer }));
    return new Blob([new Uint8Array(bytes)], { type: types[this.format] });
  }

  protected override render() {
    const words = shareWords(this.language);
    const { sources } = this;
    const weights = sources.findIndex(({ name, layer }) => name === 'weights' && layer === this.layer);
    const source = sources[this.chosen ?? weights] ?? sources[0];
    if (source === undefined) return nothing;
    const layer = this.trace.layers > 1 ? `-layer-${source.layer + 1}` : '';
    const name = fileNameOf(this.scene, `-${source.name}${layer}.${this.format}`);
    return html`<p>${words.about.numbers}</p>
      <div class="share-settings">
        ${choice({
          label: words.tensor,
          id: 'share-tensor',
          values: sources.map((_, index) => index),
          value: sources.indexOf(source),
          name: (index) => {
            const one = sources[index];
            return one === undefined ? '' : this.nameOf(one);
          },
          choose: (index) => {
            this.chosen = index;
          },
        })}
        ${choice({
          label: words.format,
          id: 'share-format',
          values: tensorFormats,
          value: this.format,
          name: (format) => (format === 'npy' ? 'NumPy (.npy)' : format.toUpperCase()),
          choose: (format) => {
            this.format = format;
          },
        })}
      </div>
      <p class="share-buttons">
        <button type="button" class="main" @click=${() => this.keep(name, () => this.file(source))}>
          ${words.download(name)}
        </button>
        ${this.outcome}
      </p>`;
  }
}
customElements.define('sa-share-numbers', ShareNumbers);

const types = { csv: 'text/csv;charset=utf-8', npy: 'application/octet-stream', json: 'application/json' } as const;

/** The scene as a program. */
export class ShareCode extends Download {
  @property({ attribute: false }) trace!: Trace;
  @state() private codeLanguage = codeLanguages[0];

  protected override render() {
    const words = shareWords(this.language);
    const { codeLanguage } = this;
    if (codeLanguage === undefined) return nothing;
    let text = '';
    let trouble = '';
    try {
      text = codeFor(codeLanguage.id, this.scene, this.trace);
    } catch (thrown) {
      trouble = explain(this.language, problemOf(thrown));
    }
    return html`<p>${words.about.code}</p>
      <div class="share-settings">
        ${choice({
          label: words.language,
          id: 'share-language',
          values: codeLanguages,
          value: codeLanguage,
          name: ({ name }) => name,
          choose: (one) => {
            this.codeLanguage = one;
          },
        })}
      </div>
      ${
        trouble === ''
          ? html`<sa-share-text
              .text=${text}
              .lines=${true}
              .name=${`${words.kind.code}, ${codeLanguage.name}`}
              .file=${fileNameOf(this.scene, `.${codeLanguage.extension}`)}
            ></sa-share-text>`
          : html`<p class="error" role="alert">${trouble}</p>`
      }
      ${
        trouble === '' && isPythonLibrary(codeLanguage.id) && notebookDownload !== null
          ? lazy(
              this.language,
              notebookDownload,
              () => html`<sa-share-notebook
                .scene=${this.scene}
                .trace=${this.trace}
                .library=${codeLanguage.id}
              ></sa-share-notebook>`,
            )
          : nothing
      }`;
  }
}
customElements.define('sa-share-code', ShareCode);
