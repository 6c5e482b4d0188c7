import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { segmented } from '../../controls/field.ts';
import { cardOf } from '../../export/card.ts';
import type { Figure } from '../../export/drawing.ts';
import { figureOf } from '../../export/figure.ts';
import { pngOf, svgOf } from '../../export/image.ts';
import { fileNameOf } from '../../export/snippets.ts';
import { stageSvgOf } from '../../export/stage-svg.ts';
import { tikzOf } from '../../export/tikz.ts';
import type { TraceLike } from '../../export/trace-like.ts';
import { lazyModule } from '../../i18n/lazy-module.ts';
import { pageWords } from '../../i18n/page.ts';
import { shareWords } from '../../i18n/share.ts';
import { encodeLink } from '../../scene/link.ts';
import type { Scene } from '../../scene/types.ts';
import { explain, problemOf } from '../../session/problem.ts';
import { lazy } from '../lazy.ts';
import { headTitles } from '../shell/catalogue.ts';
import { Download } from './download.ts';
import { check, choice, withOrWithout } from './fields.ts';
import './text-box.ts';

const videoDownload = IS_ONE_SCRIPT ? null : lazyModule(() => import('./video-download.ts'));

const kinds = ['card', 'figure', 'film'] as const;
type PictureKind = (typeof kinds)[number];
const formats = ['svg', 'png', 'tex'] as const;
const formatNames = { svg: 'SVG', png: 'PNG', tex: 'LaTeX (TikZ)' };
const scales = [1, 2, 4] as const;
const grounds = ['light', 'dark'] as const;

const svgBlob = (text: string): Blob => new Blob([text], { type: 'image/svg+xml' });

/** Pictures of what is on screen: a card to post, heatmap and matrices, or the film. */
export class SharePicture extends Download {
  @property({ attribute: false }) trace!: TraceLike;
  /** The scene that a picture links to. */
  @property({ attribute: false }) linked!: Scene;
  /** The scene without its mistake. Null if it makes none. */
  @property({ attribute: false }) right: TraceLike | null = null;
  @state() private kind: PictureKind = 'card';
  @state() private pictures: readonly string[] = ['heatmap'];
  @state() private head: number | 'all' = 0;
  @state() private theme: (typeof grounds)[number] = matchMedia('(prefers-color-scheme: dark)').matches
    ? 'dark'
    : 'light';
  /** Null until the reader chooses one. */
  @state() private chosenFormat: (typeof formats)[number] | null = null;
  @state() private hasLink = true;
  @state() private chosenScale: (typeof scales)[number] | null = null;
  /** The text of the picture for LaTeX. */
  @state() private tex = '';
  private drawing = 0;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('scene')) this.head = this.scene.view?.head ?? 0;
  }

  /** A card is for a post, and few sites take SVG. */
  private get format(): (typeof formats)[number] {
    return this.chosenFormat ?? (this.kind === 'card' ? 'png' : 'svg');
  }

  private get scale(): (typeof scales)[number] {
    return this.chosenScale ?? (this.kind === 'card' ? 1 : 2);
  }

  private async figure(): Promise<Figure> {
    const { scene, trace, theme } = this;
    const link = await this.link();
    const common = { theme, lang: this.language, ...(link === undefined ? {} : { link }) };
    if (this.kind === 'card') return cardOf(scene, trace, common);
    return figureOf(scene, trace, { ...common, pictures: this.pictures, head: this.head });
  }

  /** A one-file page opened from disk has no address to link to. */
  private async link(): Promise<string | undefined> {
    const { protocol, href } = location;
    if (!this.hasLink || !protocol.startsWith('http')) return undefined;
    return `${href.replace(/#.*/s, '')}#${await encodeLink(this.linked)}`;
  }

  private async film(): Promise<Blob> {
    const { scene, trace, right, theme } = this;
    const link = await this.link();
    return svgBlob(
      await stageSvgOf(scene, trace, {
        ...{ theme, lang: this.language },
        ...(link === undefined ? {} : { link }),
        ...(right === null ? {} : { right }),
      }),
    );
  }

  protected override updated(changed: PropertyValues): void {
    const drawn = ['scene', 'linked', 'trace', 'kind', 'pictures', 'head', 'theme', 'hasLink', 'lang'];
    if (drawn.some((name) => changed.has(name))) void this.draw();
  }

  /** Draws the preview. */
  private async draw(): Promise<void> {
    this.drawing += 1;
    const request = this.drawing;
    this.status = '';
    this.trouble = '';
    if (this.kind === 'film' || this.pictures.length === 0) return;
    try {
      const figure = await this.figure();
      const bitmap = await createImageBitmap(await pngOf(figure, 1));
      const canvas = this.querySelector('canvas');
      if (request !== this.drawing || canvas === null) return;
      this.tex = tikzOf(figure);
      canvas.width = bitmap.width;
      canvas.height = bitmap.height;
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    } catch (thrown) {
      if (request === this.drawing) this.trouble = explain(this.language, problemOf(thrown));
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
    const { kind } = this;
    const isEmpty = kind === 'figure' && this.pictures.length === 0;
    return html`${segmented({
      id: 'share-picture',
      label: words.pictures,
      options: kinds.map((value) => ({ value, text: words.picture[value] })),
      value: kind,
      onChoose: (chosen) => {
        this.kind = chosen;
      },
    })}
      <p>${words.aboutPicture[kind]}</p>
      ${kind === 'film' || isEmpty ? nothing : html`<canvas class=${kind} role="img" aria-label=${words.pictureName}></canvas>`}
      ${isEmpty ? html`<p class="error" role="alert">${words.none}</p>` : nothing}
      ${kind === 'film' ? this.films() : isEmpty ? nothing : this.file()}
      <fieldset class="share-settings">
        <legend>${words.settings}</legend>
        ${kind === 'figure' ? this.contents() : nothing}
        <div>${this.look()}</div>
      </fieldset>`;
  }

  /** The file of a still picture: to download, or for LaTeX to copy. */
  private file(): TemplateResult {
    const words = shareWords(this.language);
    const { format, scale, kind } = this;
    const size = format === 'png' && scale > 1 ? `@${scale}x` : '';
    const name = fileNameOf(this.scene, `-${kind === 'card' ? 'card' : 'figure'}${size}.${format}`);
    if (format === 'tex')
      return html`<sa-share-text
          .text=${this.tex}
          .lines=${true}
          .name=${formatNames.tex}
          .file=${name}
          .type=${'application/x-tex'}
        ></sa-share-text>
        <p>${words.tex}</p>
        <p>${this.outcome}</p>`;
    const make = async (): Promise<Blob> => {
      const figure = await this.figure();
      return format === 'svg' ? svgBlob(svgOf(figure)) : pngOf(figure, scale);
    };
    return html`<p class="share-buttons">
      <button type="button" class="main" @click=${() => this.keep(name, make)}>${words.download(name)}</button>
      ${this.outcome}
    </p>`;
  }

  private films(): TemplateResult {
    const words = shareWords(this.language);
    const name = fileNameOf(this.scene, '-film.svg');
    return html`<div class="films"><p class="share-buttons">
        <button type="button" class="main" @click=${() => this.keep(name, () => this.film())}>${words.download(name)}</button>
        ${this.outcome}
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
              ></sa-share-video>`,
            )
      }</div>`;
  }

  /** What a figure shows: pictures and matrices, of one head or all. */
  private contents(): TemplateResult {
    const words = shareWords(this.language);
    const { pictures } = this;
    const heads = this.trace.symbols['H'] ?? 1;
    const titles = headTitles(this.language, this.scene);
    const nameOf = (head: number | 'all'): string =>
      head === 'all' ? words.allHeads : pageWords(this.language).picture.headName(head + 1, titles[head] ?? '');
    const choose = (head: number | 'all'): void => {
      this.head = head;
    };
    const values = [...Array.from({ length: heads }, (_, index) => index), 'all' as const];
    return html`<div class="share-checks">
        ${this.choices.map((one) =>
          check(
            one === 'heatmap' ? words.part.heatmap : one === 'arcs' ? words.part.lines : html`<code>${one}</code>`,
            pictures.includes(one),
            (on) => {
              this.pictures = withOrWithout(this.choices, pictures, one, on);
            },
          ),
        )}
      </div>
      ${heads === 1 ? nothing : html`<div>${choice({ label: words.head, id: 'share-head', values, value: this.head, name: nameOf, choose })}</div>`}`;
  }

  private look(): TemplateResult {
    const words = shareWords(this.language);
    const { format, kind } = this;
    const still = choice({
      ...{ label: words.format, id: 'share-format', values: formats, value: format },
      name: (one) => formatNames[one],
      choose: (one) => {
        this.chosenFormat = one;
      },
    });
    const scale = choice({
      ...{ label: words.scale, id: 'share-scale', values: scales, value: this.scale, name: words.times },
      choose: (one) => {
        this.chosenScale = one;
      },
    });
    return html`${kind === 'film' ? nothing : still} ${kind !== 'film' && format === 'png' ? scale : nothing}
      ${choice({
        ...{ label: words.theme, id: 'share-ground', values: grounds, value: this.theme },
        name: (theme) => words.themes[theme],
        choose: (theme) => {
          this.theme = theme;
        },
      })}
      ${check(words.linkedScene, this.hasLink, (on) => {
        this.hasLink = on;
      })}`;
  }
}
customElements.define('sa-share-picture', SharePicture);
