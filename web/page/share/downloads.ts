import { html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { Tensor, Trace } from '../../core/types.ts';
import { isPythonLibrary } from '../../export/code/languages.ts';
import {
  aboutTensor,
  codeFor,
  codeLanguages,
  figureOf,
  pngOf,
  stageSvgOf,
  svgOf,
  tensorAs,
  tensorFormats,
} from '../../export/index.ts';
import { fileNameOf } from '../../export/snippets.ts';
import type { TraceLike } from '../../export/trace-like.ts';
import { pageWords } from '../../i18n/page.ts';
import { shareWords } from '../../i18n/share.ts';
import { encodeLink } from '../../scene/link.ts';
import { explain, problemOf } from '../../session/problem.ts';
import { lazy } from '../lazy.ts';
import { headTitles } from '../shell/catalogue.ts';
import { Download } from './download.ts';
import { check, choice, withOrWithout } from './fields.ts';
import './text-box.ts';
import './worksheet-download.ts';
import { lazyModule } from '../../i18n/lazy-module.ts';

const videoDownload = IS_ONE_SCRIPT ? null : lazyModule(() => import('./video-download.ts'));
const notebookDownload = IS_ONE_SCRIPT ? null : lazyModule(() => import('./notebook-download.ts'));

// Files made from a scene's numbers. They are loaded with export/ when the reader wants one.

const svgBlob = (text: string): Blob => new Blob([text], { type: 'image/svg+xml' });

const formats = ['svg', 'png'] as const;
const scales = [1, 2, 4] as const;
const grounds = ['light', 'dark'] as const;

/** The pictures as SVG or PNG. */
export class SharePicture extends Download {
  @property({ attribute: false }) trace!: TraceLike;
  /** The scene without its mistake. Null if it makes none. */
  @property({ attribute: false }) right: TraceLike | null = null;
  @state() private pictures: readonly string[] = ['heatmap', 'arcs'];
  @state() private head: number | 'all' = 0;
  @state() private theme: (typeof grounds)[number] = matchMedia('(prefers-color-scheme: dark)').matches
    ? 'dark'
    : 'light';
  @state() private format: (typeof formats)[number] = 'svg';
  @state() private linked = true;
  @state() private scale: (typeof scales)[number] = 2;
  private drawing = 0;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('scene')) this.head = this.scene.view?.head ?? 0;
  }

  /** `link` leads from the picture to the scene. */
  private figureOf(link?: string) {
    const { scene, trace, pictures, head, theme } = this;
    return figureOf(scene, trace, {
      ...{ pictures, head, theme, lang: this.language },
      ...(link === undefined ? {} : { link }),
    });
  }

  /** A one-file page opened from disk has no address to link to. */
  private async link(): Promise<string | undefined> {
    const { protocol, href } = location;
    const isLinked = this.linked && protocol.startsWith('http');
    return isLinked ? `${href.replace(/#.*/s, '')}#${await encodeLink(this.scene)}` : undefined;
  }

  private async svg(): Promise<Blob> {
    return svgBlob(svgOf(this.figureOf(await this.link())));
  }

  private readonly keepStage = (): Promise<void> =>
    this.keep(`${fileNameOf(this.scene)}-stage.svg`, async () => {
      const { scene, trace, right, head, theme } = this;
      const link = await this.link();
      return svgBlob(
        await stageSvgOf(scene, trace, {
          ...{ theme, lang: this.language, ...(head === 'all' ? {} : { head }) },
          ...(link === undefined ? {} : { link }),
          ...(right === null ? {} : { right }),
        }),
      );
    });

  protected override updated(changed: PropertyValues): void {
    const drawn = ['scene', 'trace', 'pictures', 'head', 'theme', 'lang'];
    if (drawn.some((name) => changed.has(name))) void this.draw();
  }

  private async draw(): Promise<void> {
    this.drawing += 1;
    const turn = this.drawing;
    this.status = '';
    this.trouble = '';
    if (this.pictures.length === 0) return;
    try {
      const bitmap = await createImageBitmap(await pngOf(this.figureOf(), 1));
      const canvas = this.querySelector('canvas');
      if (turn !== this.drawing || canvas === null) return;
      canvas.width = bitmap.width;
      canvas.height = bitmap.height;
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    } catch (thrown) {
      if (turn === this.drawing) this.trouble = explain(this.language, problemOf(thrown));
    }
  }

  /** A figure draws tensors along two axes, with or without heads before them. */
  private get choices(): readonly string[] {
    return [
      'heatmap',
      'arcs',
      ...new Set(this.trace.steps.filter(({ shape }) => shape.length > 1).map(({ name }) => name)),
    ];
  }

  protected override render() {
    const words = shareWords(this.language);
    const { format, scale, pictures } = this;
    const heads = this.trace.symbols['H'] ?? 1;
    const titles = headTitles(this.language, this.scene);
    const name = `${fileNameOf(this.scene)}${format === 'png' && scale > 1 ? `@${scale}x` : ''}.${format}`;
    const make = (): Promise<Blob> => (format === 'svg' ? this.svg() : pngOf(this.figureOf(), scale));
    return html`<p>${words.about.picture}</p>
      <fieldset class="share-settings">
        <legend>${words.pictures}</legend>
        <div class="share-checks">
          ${this.choices.map((one) =>
            check(
              one === 'heatmap' || one === 'arcs' ? words.part[one] : html`<code>${one}</code>`,
              pictures.includes(one),
              (on) => {
                this.pictures = withOrWithout(this.choices, pictures, one, on);
              },
            ),
          )}
        </div>
        <div>
          ${
            heads > 1
              ? choice<number | 'all'>({
                  label: words.head,
                  id: 'share-head',
                  values: [...Array.from({ length: heads }, (_, index) => index), 'all'],
                  value: this.head,
                  name: (head) =>
                    head === 'all'
                      ? words.allHeads
                      : pageWords(this.language).picture.headName(head + 1, titles[head] ?? ''),
                  choose: (head) => {
                    this.head = head;
                  },
                })
              : nothing
          }
          ${choice({
            label: words.theme,
            id: 'share-ground',
            values: grounds,
            value: this.theme,
            name: (theme) => words.themes[theme],
            choose: (theme) => {
              this.theme = theme;
            },
          })}
          ${choice({
            label: words.format,
            id: 'share-format',
            values: formats,
            value: format,
            name: (one) => one.toUpperCase(),
            choose: (one) => {
              this.format = one;
            },
          })}
          ${
            format === 'svg'
              ? check(words.linked, this.linked, (on) => {
                  this.linked = on;
                })
              : nothing
          }
          ${
            format === 'png'
              ? choice({
                  label: words.scale,
                  id: 'share-scale',
                  values: scales,
                  value: scale,
                  name: words.times,
                  choose: (one) => {
                    this.scale = one;
                  },
                })
              : nothing
          }
        </div>
      </fieldset>
      ${
        pictures.length === 0
          ? html`<p class="error" role="alert">${words.none}</p>`
          : html`<p class="share-buttons">
              <button type="button" class="main" @click=${() => this.keep(name, make)}>${words.download(name)}</button>
              ${this.outcome}
            </p>
            <canvas role="img" aria-label=${words.pictureName}></canvas>`
      }
      <p>${words.stage}</p>
      <p class="share-buttons">
        <button type="button" @click=${this.keepStage}>${words.download(`${fileNameOf(this.scene)}-stage.svg`)}</button>
        ${pictures.length === 0 ? this.outcome : nothing}
      </p>
      ${
        videoDownload === null
          ? html`<p class="note">${words.noVideo}</p>`
          : lazy(
              this.language,
              videoDownload,
              () => html`<sa-share-video
                .scene=${this.scene}
                .trace=${this.trace}
                .right=${this.right}
                .theme=${this.theme}
                .head=${this.head}
              ></sa-share-video>`,
            )
      }`;
  }
}
customElements.define('sa-share-picture', SharePicture);

/** A tensor of the trace, or a parameter. */
interface Source {
  readonly name: string;
  readonly layer: number;
  readonly shape: readonly number[];
}

/** Any tensor as a file. */
export class ShareNumbers extends Download {
  @property({ attribute: false }) trace!: Trace;
  @state() private at = -1;
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
    const weights = sources.findIndex(({ name }) => name === 'weights');
    const source = sources[this.at < 0 ? weights : this.at] ?? sources[0];
    if (source === undefined) return nothing;
    const layer = this.trace.layers > 1 ? `-layer-${source.layer + 1}` : '';
    const name = `${fileNameOf(this.scene)}-${source.name}${layer}.${this.format}`;
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
            this.at = index;
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
              .file=${`${fileNameOf(this.scene)}.${codeLanguage.extension}`}
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
