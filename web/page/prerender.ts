/**
 * The page before the core arrives, written once when the site is built: index.html's text, and the default scene's
 * picture with the numbers that the core gives in Node. No DOM here, and nothing that needs a style attribute. It is in
 * English; `data-words` names the text that language.ts puts in its place where the reader speaks another language.
 */
import { controlWords, sentenceWords } from '../i18n/controls.ts';
import { currentLanguage } from '../i18n/messages.ts';
import { pageWords } from '../i18n/page.ts';
import type { Scene } from '../scene/types.ts';
import { formatNumber, formatPercent } from '../views/shared/number-format.ts';
import { visibleToken } from '../views/shared/token-text.ts';
import { readRow } from '../views/trace/descriptions.ts';

/** The default scene's picture, read out of a trace. */
export interface PrerenderedScene {
  readonly scene: Scene;
  readonly tokens: readonly string[];
  readonly heads: number;
  /** The head and the token on show, from 0. */
  readonly head: number;
  readonly query: number;
  /** What people call that head; empty where it has no name. */
  readonly headTitle: string;
  /** (T_q, T_k) of that head. */
  readonly weights: Float32Array;
}

export interface Files {
  readonly script: string;
  /** What the script imports before it runs. */
  readonly chunks: readonly string[];
  readonly style: string;
  readonly icon: string;
  readonly schema: string;
  readonly licence: string;
  readonly version: string;
  /** The licence's text, where there are no other files to refer to. */
  readonly alone?: string;
}

/** index.html with every {{place}} filled. `prerendered` is null when there is no core to ask. */
export function prerenderedPage(template: string, files: Files, prerendered: PrerenderedScene | null): string {
  const places: Readonly<Record<string, string>> = {
    title: escaped(pageWords.title),
    tagline: escaped(pageWords.tagline),
    description: escaped(pageWords.description),
    skip: escaped(pageWords.header.skip),
    noScript: escaped(prerendered === null ? pageWords.failure.noPicture : pageWords.failure.noScript),
    late: escaped(pageWords.failure.late),
    statusLabel: escaped(controlWords.title),
    script: files.script,
    preloads: [files.script, ...files.chunks]
      .map((file) => `<link rel="modulepreload" href="${file}" />`)
      .join('\n    '),
    style: files.style,
    icon: files.icon,
    picture: prerendered === null ? '' : picture(prerendered),
    about: about(),
    numbers: prerendered === null ? '' : numbers(prerendered),
    foot: foot(files),
  };
  return template
    .replace('<html lang="en">', `<html lang="${currentLanguage()}">`)
    .replace(/\{\{(\w+)\}\}/g, (_, place: string) => {
      const text = Object.hasOwn(places, place) ? places[place] : undefined;
      if (text === undefined) throw new Error(`index.html has a place {{${place}}} that nothing fills`);
      return text;
    });
}

function picture(prerendered: PrerenderedScene): string {
  const { tokens, weights, query, scene, head, heads } = prerendered;
  const reading = readRow({ queryLabels: tokens, keyLabels: tokens, weights, query });
  const parts = reading.parts.map(({ kind, text }) =>
    kind === 'text' ? escaped(text) : `<em class="${kind}">${escaped(text)}</em>`,
  );
  const name = prerendered.headTitle;
  const heading = heads === 1 ? '' : `${pageWords.picture.head} ${pageWords.picture.headName(head + 1, name)}`;
  const label = escaped(`${pageWords.picture.weights(head + 1, heads)}. ${reading.text}`);
  return `
            <div class="sentence">
              <span class="label" data-words="sentence.label">${escaped(sentenceWords.label)}</span>
              <p class="text">${escaped(scene.sentence ?? tokens.join(' '))}</p>
            </div>
            <p class="chips">${tokens.map((token) => `<span>${escaped(visibleToken(token))}</span>`).join('')}</p>
            <p class="reading">${parts.join('')}</p>
            <div class="picture-bar"><span class="label">${escaped(heading)}</span></div>
            <div class="pictures show-heatmap">
              <svg class="grid" viewBox="0 0 ${gridWidth} 410" role="img" aria-label="${label}">${grid(tokens, weights)}</svg>
              <svg class="lines" viewBox="0 0 ${linesWidth} 410" aria-hidden="true">${lines(tokens, weights, query)}</svg>
            </div>`;
}

// As wide as the interactive pictures are on a screen of 1280, and placed as they are, so that little moves when they come.
const gridWidth = 440;
const linesWidth = 386;
const left = 64;
const top = 50;

/** Rows are queries, columns keys; the shade is the weight, and its hundredths are written in the cell. */
function grid(tokens: readonly string[], weights: Float32Array): string {
  const size = tokens.length;
  const cell = Math.min((gridWidth - left - 24) / size, (402 - top) / size);
  const parts: string[] = [];
  for (const [i, token] of tokens.entries()) {
    const middle = cell * (i + 0.5);
    const text = escaped(visibleToken(token));
    parts.push(`<text class="q" x="${left - 6}" y="${round(top + middle + 4)}" text-anchor="end">${text}</text>`);
    parts.push(
      `<text class="k" transform="translate(${round(left + middle + 4)} ${top - 6}) rotate(-45)">${text}</text>`,
    );
    for (const j of tokens.keys()) {
      const weight = weights[i * size + j] ?? 0;
      const [x, y] = [left + cell * j, top + cell * i];
      parts.push(
        `<rect class="cell" x="${round(x + 0.5)}" y="${round(y + 0.5)}" width="${round(cell - 1)}" height="${round(cell - 1)}" fill-opacity="${weight.toFixed(3)}"/>`,
      );
      if (cell < 26) continue;
      const tone = weight > 0.55 ? ' class="on-dark"' : '';
      parts.push(
        `<text${tone} x="${round(x + cell / 2)}" y="${round(y + cell / 2 + 4)}" text-anchor="middle">${formatNumber(weight, 2)}</text>`,
      );
    }
  }
  return parts.join('');
}

/** The sentence twice; the width and the opacity of a line are its weight. */
function lines(tokens: readonly string[], weights: Float32Array, query: number): string {
  const size = tokens.length;
  const [from, to] = [82, 254];
  const at = (index: number): number => round(22 + Math.min(32, 380 / size) * (index + 0.5));
  const parts = tokens.flatMap((token, i) => {
    const text = escaped(visibleToken(token));
    const bold = i === query ? ' font-weight="700"' : '';
    return [
      `<text class="q" x="${from - 8}" y="${at(i) + 4}" text-anchor="end"${bold}>${text}</text>`,
      `<text class="k" x="${to + 8}" y="${at(i) + 4}">${text}</text>`,
    ];
  });
  for (const i of tokens.keys()) {
    for (const j of tokens.keys()) {
      const weight = weights[i * size + j] ?? 0;
      if (weight < 0.02) continue;
      const strength = i === query ? weight : weight * 0.3;
      const middle = (from + to) / 2;
      parts.push(
        `<path class="line" d="M${from} ${at(i)}C${middle} ${at(i)} ${middle} ${at(j)} ${to} ${at(j)}" stroke-opacity="${strength.toFixed(3)}" stroke-width="${round(0.5 + 7 * weight)}"/>`,
      );
    }
  }
  return parts.join('');
}

function about(): string {
  const { title, paragraphs, formula } = pageWords.about;
  const [first, ...rest] = paragraphs.map(
    (paragraph, at) => `<p data-words="about.paragraphs.${at}">${escaped(paragraph)}</p>`,
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
      (weight) => `<td>${formatPercent(weight)}</td>`,
    );
    return `<tr><th scope="row">${escaped(visibleToken(token))}</th>${cells.join('')}</tr>`;
  });
  return `<details class="numbers-table">
              <summary data-words="about.tableTitle">${escaped(pageWords.about.tableTitle)}</summary>
              <table><thead><tr><th scope="col" data-words="about.tableCorner">${escaped(pageWords.about.tableCorner)}</th>${header}</tr></thead><tbody>${rows.join('')}</tbody></table>
            </details>`;
}

function foot({ schema, licence, version, alone }: Files): string {
  const words = pageWords.footer;
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

const round = (value: number): number => Math.round(value * 100) / 100;

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
