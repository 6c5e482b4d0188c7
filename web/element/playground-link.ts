/** The link from an element to its scene in the playground: fetched where there is one. */
import { html, nothing, render } from 'lit';
import { playgroundWords } from '../i18n/playground.ts';
import { AttentionError, quoted } from '../scene/error.ts';
import { encodeLink } from '../scene/packed.ts';
import type { Scene } from '../scene/types.ts';
import type { SelfAttentionElement } from './element.ts';
import { leftoverIn } from './leftovers.ts';
import type { Renderer } from './renderer.ts';

/**
 * The address of a scene in the playground that the attribute names; null where it names none, or what is no address of a page,
 * and where no link can hold the scene.
 */
export async function playgroundAddress(element: Linked, scene: Scene): Promise<string | null> {
  const url = pageAt(element);
  if (url === null) return null;
  try {
    url.hash = await encodeLink(scene);
    return url.href;
  } catch (thrown) {
    if (thrown instanceof AttentionError) return null;
    throw thrown;
  }
}

type Linked = Pick<SelfAttentionElement, 'playground' | 'baseURI'>;

function pageAt({ playground, baseURI }: Linked): URL | null {
  if (playground === 'none' || playground.trim() === '' || leftoverIn(playground) !== null) return null;
  if (!URL.canParse(playground, baseURI)) return null;
  const url = new URL(playground, baseURI);
  return ['https:', 'http:', location.protocol].includes(url.protocol) ? url : null;
}

/** What a place was last asked to link to: a scene is encoded once, and what comes late is dropped. */
const asked = new WeakMap<HTMLElement, readonly unknown[]>();

/** Draws the link in its place: to the scene that was asked for last, also where the element refuses to compute it. */
export async function linkPlayground({ scene, language, element }: Renderer, place: HTMLElement): Promise<void> {
  const { playground } = element;
  const request = [scene, language, playground];
  if (scene === null || asked.get(place)?.every((value, index) => value === request[index])) return;
  asked.set(place, request);
  const address = await playgroundAddress(element, scene);
  if (asked.get(place) !== request) return;
  place.part.add('playground');
  place.lang = language;
  const words = playgroundWords(language);
  if (pageAt(element) === null) {
    const message = words.notAddress(quoted(playground));
    render(message, place);
    element.emit('error', { code: 'attribute', message, path: 'playground' });
  } else if (address === null) render(nothing, place);
  else render(html`<a href=${address} target="_blank" rel="noopener" @click=${open}>${words.open}</a>`, place);
}

/** A frame that may open nothing says where the link would have led: the address can be copied. */
function open(event: MouseEvent): void {
  event.preventDefault();
  const link = event.currentTarget as HTMLAnchorElement;
  const opened = openedAt(link.href);
  if (opened === null) link.textContent = link.href;
  else opened.opener = null;
}

/** The window that was opened; null in a frame that may open none. */
function openedAt(href: string): Window | null {
  try {
    return window.open(href);
  } catch {
    // Firefox throws where others answer null.
    return null;
  }
}
