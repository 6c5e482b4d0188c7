/**
 * The page before the core arrives, written when the site is built: the text of index.html and the stage before it
 * plays, with the core's numbers from Node. It uses no DOM and no style attribute. It is in English; `data-words`
 * names the text that language.ts replaces for other languages.
 */

import type { Core } from '../core/types.ts';
import { controlWords } from '../i18n/controls.ts';
import { sourceLanguage } from '../i18n/language.ts';
import { pageWords } from '../i18n/page.ts';
import { headlineAround } from '../i18n/stage.ts';
import { homeScene } from '../scene/home.ts';
import { journeyOf } from '../stage/journey.ts';
import { formatPercent } from '../trace/number-format.ts';
import { readRow } from '../trace/row-sentence.ts';
import { visibleToken } from '../trace/token-text.ts';
import { computeResult } from '../trace/whole-result.ts';
import { type PosterCaption, posterCaption } from '../views/stage/captions.ts';
import { escaped, markup } from '../views/stage/markup.ts';
import { pictureAt, roomOf } from '../views/stage/picture.ts';
import { mark } from './shell/mark.ts';

const language = sourceLanguage;

/** The page's first scene, read from a trace. */
export interface PrerenderedScene {
  readonly tokens: readonly string[];
  /** The index of the token on show. */
  readonly query: number;
  /** (T_q, T_k) of the last layer. */
  readonly weights: Float32Array;
  /** What the row of that token means. */
  readonly reading: string;
  /** The stage before it plays, wide and narrow. */
  readonly stills: readonly Still[];
  readonly caption: PosterCaption;
}

interface Still {
  readonly name: 'wide' | 'narrow';
  readonly width: number;
  readonly height: number;
  readonly markup: string;
}

/** The width of the stage on a screen of 1280 and of 390 pixels. */
const sizes = [
  { name: 'wide', width: 1198, height: 309 },
  { name: 'narrow', width: 358, height: 324 },
] as const;

export function prerenderedScene(core: Core): PrerenderedScene {
  const result = computeResult(core, homeScene);
  const query = homeScene.view?.focus ?? 0;
  const journey = journeyOf(language, result, query);
  const stills = sizes.map((size) => ({
    ...size,
    markup: markup(pictureAt(journey, 0, roomOf(size.width, size.height))),
  }));
  const weights = result.ofHead('weights', 0) ?? new Float32Array();
  const reading = readRow(language, result.row(0, query)).text;
  const prerendered = { tokens: result.tokens, query, weights, reading, stills, caption: posterCaption(journey) };
  result.dispose();
  return prerendered;
}

export interface Files {
  /** The script that runs before anything is painted. */
  readonly firstPaint: string;
  readonly schema: string;
  readonly licence: string;
  readonly version: string;
  /** The text of the licence, if there is no other file to refer to. */
  readonly alone?: string;
}

/** index.html with every {{place}} filled in. `prerendered` is null without a core. */
export function prerenderedPage(template: string, files: Files, prerendered: PrerenderedScene | null): string {
  const words = pageWords(language);
  const places: Readonly<Record<string, string>> = {
    title: escaped(words.title),
    mark: markMarkup(),
    screensLabel: escaped(words.header.screens),
    screens: (['watch', 'experiment', 'train'] as const)
      .map(
        (screen) =>
          `<span data-words="header.${screen}"${screen === 'watch' ? ' aria-current="page"' : ''}>${escaped(words.header[screen])}</span>`,
      )
      .join(''),
    description: escaped(words.description),
    skip: escaped(words.header.skip),
    noScript: escaped(prerendered === null ? words.failure.noPicture : words.failure.noScript),
    late: escaped(words.failure.late),
    statusLabel: escaped(controlWords(language).title),
    firstPaint: files.firstPaint,
    picture: prerendered === null ? '' : picture(prerendered),
    about: about(),
    numbers: prerendered === null ? '' : numbers(prerendered),
    foot: foot(files),
  };
  return template.replace(/\{\{(\w+)\}\}/g, (_, place: string) => {
    const text = Object.hasOwn(places, place) ? places[place] : undefined;
    if (text === undefined) throw new Error(`index.html has a place {{${place}}} that nothing fills`);
    return text;
  });
}

/** As the top bar draws it. */
function markMarkup(): string {
  const paths = mark.map(([path, width]) => `<path d="${path}" stroke-width="${width}"/>`);
  return `<svg class="mark" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">${paths.join('')}</svg>`;
}

function picture({ tokens, weights, query, reading, stills, caption }: PrerenderedScene): string {
  const asking = tokens[query] ?? '';
  const row = weights.subarray(query * tokens.length, (query + 1) * tokens.length);
  const most = Math.max(...row);
  const words = tokens.map((token, key) => {
    const weight = row[key] ?? Number.NaN;
    const classes = `${key === query ? 'query' : ''} ${weight === most ? 'most' : ''}`.trim();
    return `<span class="${classes}"><span>${escaped(visibleToken(token))}</span><span class="percent">${escaped(formatPercent(weight))}</span></span>`;
  });
  const [before, after] = headlineAround(language, asking);
  const drawings = stills.map(
    ({ name, width, height, markup }) =>
      `<svg class="marks ${name}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(reading)}">${markup}</svg>`,
  );
  return `
          <div class="stage-head">
            <h2 class="promise">${escaped(before)}<em>${escaped(asking)}</em>${escaped(after)}</h2>
          </div>
          <p class="still-sentence">${words.join('')}</p>
          <div id="picture" class="still-stage">
            <p class="caption"><span><strong class="lead">${escaped(caption.lead)}</strong> <span class="quiet">${escaped(caption.text)}</span></span></p>
            <div class="board">${drawings.join('')}</div>
          </div>`;
}

function about(): string {
  const { title, paragraphs, formula } = pageWords(language).about;
  const [first, ...rest] = paragraphs.map(
    (paragraph, index) => `<p data-words="about.paragraphs.${index}">${escaped(paragraph)}</p>`,
  );
  return `
              <h2 data-words="about.title">${escaped(title)}</h2>
              ${first}
              <p class="formula-line">${escaped(formula)}</p>
              ${rest.join('\n              ')}
            `;
}

function numbers({ tokens, weights }: PrerenderedScene): string {
  const size = tokens.length;
  const header = tokens.map((token) => `<th scope="col">${escaped(visibleToken(token))}</th>`).join('');
  const rows = tokens.map((token, i) => {
    const cells = Array.from(
      weights.subarray(i * size, (i + 1) * size),
      (weight) => `<td>${escaped(formatPercent(weight))}</td>`,
    );
    return `<tr><th scope="row">${escaped(visibleToken(token))}</th>${cells.join('')}</tr>`;
  });
  return `<details class="numbers-table">
              <summary data-words="about.tableTitle">${escaped(pageWords(language).about.tableTitle)}</summary>
              <table><thead><tr><th scope="col" data-words="about.tableCorner">${escaped(pageWords(language).about.tableCorner)}</th>${header}</tr></thead><tbody>${rows.join('')}</tbody></table>
            </details>`;
}

function foot({ schema, licence, version, alone }: Files): string {
  const words = pageWords(language).footer;
  const versionText = `<span data-words="footer.version" data-with="${escaped(version)}">${escaped(words.version(version))}</span>`;
  const more =
    alone === undefined
      ? `<p>${versionText} · <a href="${licence}" data-words="footer.licence">${escaped(words.licence)}</a> · <a href="${schema}" data-words="footer.schema">${escaped(words.schema)}</a> · <a href="docs/index.html" data-words="footer.guides">${escaped(words.guides)}</a> · <a href="docs/benchmarks.html" data-words="footer.benchmarks">${escaped(words.benchmarks)}</a></p>`
      : `<p>${versionText}</p>
      <details><summary data-words="footer.licence">${escaped(words.licence)}</summary><pre class="licence">${escaped(alone)}</pre></details>`;
  return `
      <p data-words="footer.what">${escaped(words.what)}</p>
      ${more}
    `;
}
