import { html, nothing, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Trace } from '../../core/types.ts';
import { TooLargeError } from '../../export/numbers/too-large.ts';
import { fileNameOf } from '../../export/snippets.ts';
import { aboutTensor, tensorAs, tensorFormats } from '../../export/tensor.ts';
import { lazyModule } from '../../i18n/lazy-module.ts';
import { shareWords } from '../../i18n/share.ts';
import { digitsOf } from '../../trace/number-format.ts';
import { Download } from './download.ts';
import { choice } from './fields.ts';

const numberFiles = lazyModule(() => import('./number-files.ts'));

/** A tensor of the trace, or a parameter. */
interface Source {
  readonly name: string;
  readonly layer: number;
  readonly shape: readonly number[];
}

const groups = {
  csv: 'one',
  npy: 'one',
  json: 'one',
  latex: 'one',
  npz: 'all',
  safetensors: 'all',
  xlsx: 'layer',
  'onnx-json': 'layer',
} as const;

type Format = keyof typeof groups;
const formats = Object.keys(groups) as readonly Format[];

const binary = 'application/octet-stream';
const types: Readonly<Record<Format, string>> = {
  csv: 'text/csv;charset=utf-8',
  npy: binary,
  json: 'application/json',
  latex: 'application/x-tex;charset=utf-8',
  npz: binary,
  safetensors: binary,
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'onnx-json': 'application/json',
};

/** The numbers as files: one tensor, all of them, or the attention of a layer. */
export class ShareNumbers extends Download {
  @property({ attribute: false }) trace!: Trace;
  /** The layer on screen, from 0. */
  @property({ attribute: false }) layer = 0;
  /** The index of the reader's choice. Null for the weights on screen. */
  @state() private chosen: number | null = null;
  @state() private format: Format = 'csv';
  /** Of the spreadsheet. Null for the layer on screen, and for all heads. */
  @state() private chosenLayer: number | null = null;
  @state() private head: number | null = null;

  private get sources(): readonly Source[] {
    const { steps, parameters } = this.trace;
    return [...steps, ...parameters].map(({ name, layer, shape }) => ({ name, layer, shape }));
  }

  private nameOf({ name, layer, shape }: Source): string {
    const words = shareWords(this.language);
    const full = this.trace.layers > 1 ? words.layerOf(name, layer + 1) : name;
    return words.tensorOf(full, shape.join(' × '));
  }

  private get sheetLayer(): number {
    return this.chosenLayer ?? this.layer;
  }

  private async file(source: Source): Promise<Blob> {
    try {
      const content = await this.content(source);
      const parts = typeof content === 'string' ? content : new Uint8Array(content);
      return new Blob([parts], { type: types[this.format] });
    } catch (thrown) {
      if (!(thrown instanceof TooLargeError)) throw thrown;
      const write = (count: number): string => count.toLocaleString(this.language);
      throw new Error(shareWords(this.language).tooManyNumbers(write(thrown.found), write(thrown.limit)));
    }
  }

  private async content({ name, layer }: Source): Promise<string | Uint8Array> {
    const { scene, trace, format } = this;
    const plain = tensorFormats.find((one) => one === format);
    const about = () => aboutTensor(scene, trace, name, { layer });
    if (plain !== undefined) return tensorAs(plain, trace.tensor(name, { layer }), about());
    const files = await numberFiles.load();
    switch (format) {
      case 'latex':
        return files.latexOf(trace.tensor(name, { layer }), about(), { digits: digitsOf(scene) });
      case 'npz':
        return files.npzOf(files.tensorsOf(trace));
      case 'safetensors':
        return files.safetensorsOf(files.tensorsOf(trace), {
          tokens: JSON.stringify(trace.tokens),
          keyTokens: JSON.stringify(trace.keyTokens),
        });
      case 'xlsx': {
        const head = this.head === null ? {} : { head: this.head };
        return files.spreadsheetOf(scene, trace, { layer: this.sheetLayer, lang: this.language, ...head });
      }
      default:
        return files.onnxJsonOf(scene, trace);
    }
  }

  private fileName({ name, layer }: Source): string {
    const { format, scene, trace } = this;
    const ofLayer = (index: number): string => (trace.layers > 1 ? `-layer-${index + 1}` : '');
    const ofHead = this.head === null ? '' : `-head-${this.head + 1}`;
    if (format === 'npz' || format === 'safetensors') return fileNameOf(scene, `-all.${format}`);
    if (format === 'onnx-json') return fileNameOf(scene, '-onnx.json');
    if (format === 'xlsx') return fileNameOf(scene, `${ofLayer(this.sheetLayer)}${ofHead}.xlsx`);
    return fileNameOf(scene, `-${name}${ofLayer(layer)}.${format === 'latex' ? 'tex' : format}`);
  }

  protected override render() {
    const words = shareWords(this.language);
    const { sources, format } = this;
    const weights = sources.findIndex(({ name, layer }) => name === 'weights' && layer === this.layer);
    const source = sources[this.chosen ?? weights] ?? sources[0];
    if (source === undefined) return nothing;
    const name = this.fileName(source);
    return html`<p>${words.about.numbers}</p>
      <div class="share-settings">
        ${choice({
          label: words.format,
          id: 'share-format',
          values: formats,
          value: format,
          name: (one) => words.numberFormats[one],
          group: (one) => words.numberGroups[groups[one]],
          choose: (one) => {
            this.format = one;
            this.status = '';
            this.trouble = '';
          },
        })}
        ${groups[format] === 'one' ? this.tensorChoice(sources, source) : nothing}
        ${format === 'xlsx' ? this.sheetChoices() : nothing}
      </div>
      <p class="hint">${words.aboutNumbers[format]}</p>
      <p class="share-buttons">
        <button type="button" class="main" @click=${() => this.keep(name, () => this.file(source))}>
          ${words.download(name)}
        </button>
        ${this.outcome}
      </p>`;
  }

  private tensorChoice(sources: readonly Source[], source: Source): TemplateResult {
    return choice({
      label: shareWords(this.language).tensor,
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
    });
  }

  /** The layer and the head of a spreadsheet. */
  private sheetChoices(): TemplateResult {
    const words = shareWords(this.language);
    const { layers, symbols } = this.trace;
    const heads = Array.from({ length: symbols['H'] ?? 1 }, (_, index) => index);
    const layer = choice({
      label: words.layer,
      id: 'share-layer',
      values: Array.from({ length: layers }, (_, index) => index),
      value: this.sheetLayer,
      name: (index) => String(index + 1),
      choose: (index) => {
        this.chosenLayer = index;
      },
    });
    const head = choice<number | null>({
      label: words.head,
      id: 'share-head',
      values: [null, ...heads],
      value: this.head,
      name: (index) => (index === null ? words.everyHead : String(index + 1)),
      choose: (index) => {
        this.head = index;
      },
    });
    return html`${layers > 1 ? layer : nothing} ${heads.length > 1 ? head : nothing}`;
  }
}
customElements.define('sa-share-numbers', ShareNumbers);
