import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { stageWords } from '../../i18n/stage.ts';
import { groupsOf } from '../../stage/groups.ts';
import type { Journey } from '../../stage/journey.ts';
import { styled } from '../shared/custom-element.ts';
import { posterCaption, titled } from './captions.ts';

/** The end of the film: what it comes to, and the next step. */
export interface Payoff {
  readonly title: string;
  readonly text: string;
  readonly next: { readonly label: string; readonly press: () => void } | null;
}

/** Longer captions are written smaller. */
const LONG = 200;

// A new text gets a new element, so it does not count as a layout shift.

/** What is said about a chapter, or for null before the first one, whose `answer` is not searched for if it is given. */
export function captionTemplate(journey: Journey, index: number | null, answer: string): unknown {
  if (index === null) {
    const { lead, text } = posterCaption(journey, answer);
    return lead === '' ? keyed(text, html`<span>${text}</span>`) : keyed(lead + text, ledBy(lead, text));
  }
  const [title, text] = titled(journey, index);
  return keyed(
    title + text,
    html`<span class=${title.length + text.length > LONG ? 'long' : ''}>${title === '' ? nothing : html`<strong>${title}</strong> `}${text}</span>`,
  );
}

export const payoffTemplate = ({ title, text, next }: Payoff): unknown =>
  keyed(
    title + text,
    html`${ledBy(title, text)}
    ${next === null ? nothing : html`<button type="button" class="next" @click=${next.press}>${next.label}</button>`}`,
  );

const ledBy = (lead: string, text: string): TemplateResult =>
  html`<span><strong class="lead">${lead}</strong> <span class="quiet">${text}</span></span>`;

/** A button for each part of the film, as wide as its chapters are many. `go` gets the moment at which the part is complete. */
export function groupList(
  { language, layers, chapters }: Journey,
  index: number,
  isStarted: boolean,
  go: (moment: number) => void,
): readonly TemplateResult[] {
  const words = stageWords(language);
  const parts = groupsOf(chapters);
  return parts.map(({ group, layer, from, to }, part) => {
    const isNow = isStarted && index >= from && index < to;
    const title = words.groups[group];
    const name = layers > 1 && layer > 0 ? `${words.layer(layer + 1)} · ${title}` : title;
    const begins = part > 0 && parts[part - 1]?.layer !== layer;
    return html`<li ${styled({ 'flex-grow': String(to - from) })}><button
        type="button"
        class="${to <= index ? 'past' : ''} ${begins ? 'begins' : ''}"
        aria-current=${isNow ? 'step' : 'false'}
        title=${name}
        aria-label=${name}
        @click=${() => go(to)}
      >${title}</button></li>`;
  });
}
