/** The tokens with their queries, keys and values, and what they cost. */
import { html, nothing, svg, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import type { Decoding } from '../../core/types.ts';
import type { decode } from '../../i18n/en/decode.ts';
import { formatPercent } from '../../trace/number-format.ts';
import { visibleToken } from '../../trace/token-text.ts';
import type { DecodeStep } from './decoder.ts';

type Words = typeof decode;

/** Heads of a token that are drawn. */
const MOST_HEADS = 8;
/** Tokens whose names and cells have room on a wide screen. */
const FEW = 14;

/** A column a token: its query, its weight, its key and its value. `coming`: tokens that are not read yet. */
export function tokensPicture(words: Words, step: DecodeStep, coming: readonly string[]): TemplateResult {
  const newest = step.tokens.length - 1;
  const all = [...step.tokens, ...coming];
  const cells = (kind: 'q' | 'k' | 'v', index: number): TemplateResult => {
    const isNew = index === newest;
    const isKept = kind === 'q' ? isNew : step.visible[index] === true;
    const heads = Math.min(MOST_HEADS, kind === 'q' ? step.heads : step.kvHeads);
    const state = index > newest ? 'coming' : isNew ? 'new' : isKept ? 'kept' : 'gone';
    return html`<td class="${kind} ${state}">
      <span class="cells">${Array.from({ length: heads }, () => html`<i></i>`)}</span>
    </td>`;
  };
  const row = (kind: 'q' | 'k' | 'v', about: string): TemplateResult => html`<tr>
    <th scope="row"><b class=${kind}>${kind}</b> <span>${words.rows[kind]}</span><small>${about}</small></th>
    ${all.map((_, index) => cells(kind, index))}
  </tr>`;
  return html`<table class=${classMap({ tokens: true, many: all.length > FEW })} aria-hidden="true">
    <tr class="names">
      <th></th>
      ${all.map(
        (_, index) =>
          html`<td class=${classMap({ new: index === newest, coming: index > newest })}>${visibleToken(all[index] ?? '')}</td>`,
      )}
    </tr>
    ${row('q', words.forgotten)}
    <tr class="weights">
      <th scope="row"><b class="w">w</b> <span>${words.rows.weights}</span></th>
      ${all.map((_, index) => weight(index > newest ? 0 : (step.weights[index] ?? 0)))}
    </tr>
    ${row('k', words.cached)} ${row('v', words.cached)}
  </table>`;
}

/** px, as in the styles. */
const WEIGHT = 32;

const weight = (value: number): TemplateResult =>
  html`<td>
    ${value >= 0.1 ? html`<small>${formatPercent(value)}</small>` : nothing}
    <svg class="bar"><rect y=${WEIGHT * (1 - value)} width="100%" height=${WEIGHT * value}></rect></svg>
  </td>`;

/** A bar of a part of the whole. It is no style, which the page's policy would refuse. */
export const line = (part: number, kind = ''): TemplateResult =>
  html`<svg class="line" aria-hidden="true"><rect class=${kind} width="${100 * part}%" height="100%"></rect></svg>`;

/** Two bars on one scale, with their numbers. */
export function meter(
  title: string,
  rows: readonly {
    readonly name: string;
    readonly value: number;
    readonly text: string;
    readonly kind: 'cache' | 'whole';
  }[],
): TemplateResult {
  const most = Math.max(1, ...rows.map(({ value }) => value));
  return html`<p class="title">${title}</p>
    <dl class="meter">
      ${rows.map(
        ({ name, value, text, kind }) => html`<div>
          <dt>${name}</dt>
          <dd>${line(value / most, kind)} <b>${text}</b></dd>
        </div>`,
      )}
    </dl>`;
}

interface Curve {
  readonly values: readonly number[];
  readonly kind: 'cache' | 'whole';
  readonly name: string;
}

/** How a cost grows with the tokens. The current one is marked. */
export function growth(title: string, curves: readonly Curve[], now: number): TemplateResult {
  const count = Math.max(2, ...curves.map(({ values }) => values.length));
  const most = Math.max(1, ...curves.flatMap(({ values }) => values));
  const [width, height] = [300, 72];
  const x = (index: number): number => (index * width) / (count - 1);
  const y = (value: number): number => height - (value / most) * (height - 4);
  return html`<figure>
    <svg viewBox="-4 -4 ${width + 8} ${height + 8}" preserveAspectRatio="xMinYMid meet" role="img" aria-label=${title}>
      <line class="axis" x1="0" x2=${width} y1=${height} y2=${height}></line>
      <line class="now" x1=${x(now)} x2=${x(now)} y1="0" y2=${height}></line>
      ${curves.map(
        ({
          values,
          kind,
        }) => svg`<polyline class=${kind} points=${values.map((value, index) => `${x(index)},${y(value)}`).join(' ')}></polyline>
        <circle class=${kind} cx=${x(now)} cy=${y(values[now] ?? 0)} r="3.5"></circle>`,
      )}
    </svg>
    <figcaption>${title}</figcaption>
  </figure>`;
}

export const operationsOf = (costs: readonly Decoding[]): readonly number[] =>
  costs.map(({ operations }) => operations);
export const recomputedOf = (costs: readonly Decoding[]): readonly number[] =>
  costs.map(({ recomputed }) => recomputed);
export const bytesOf = (costs: readonly Decoding[]): readonly number[] => costs.map(({ bytes }) => bytes);
