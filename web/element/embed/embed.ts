/**
 * The page in embed.html: one `<self-attention>` that fills its frame, as the address's hash says. It tells the page around it
 * how high it is (message.ts), and keeps nothing anywhere.
 */

import { heights, isHello, resizeMessage } from '../../export/embed-message.ts';
import { embedWords } from '../../i18n/element/embed.ts';
import { languageOf, sourceLanguage } from '../../i18n/language.ts';
import { fetchMessages } from '../../i18n/messages.ts';
import { HashProblem, readEmbedHash } from './hash.ts';

const root = document.documentElement;
const names = ['show', 'controls', 'theme', 'readonly', 'scene', 'loading', 'playground'];

/** What a frame without a hash shows. */
const first = { show: 'arcs heatmap' };
/** The scene of a hash that names none, whose numbers never change. */
const named = { scene: '#v=1' };

const element = document.querySelector('self-attention');
const problem = document.querySelector<HTMLElement>('#problem');

function applyHash(): void {
  let attributes: Readonly<Record<string, string>>;
  try {
    const given = readEmbedHash(location.hash);
    // The page that stands beside this one.
    const playground = given['playground'] === '0' ? 'none' : './';
    attributes = {
      ...(Object.keys(given).length === 0 ? first : { ...named, ...given }),
      playground,
      loading: 'eager',
    };
  } catch (thrown) {
    if (!(thrown instanceof HashProblem)) throw thrown;
    void refuse(thrown);
    return;
  }
  showProblem('');
  if (element === null) return;
  element.hidden = false;
  const { theme = 'auto', lang = '' } = attributes;
  // What the frame is painted on, too; a language that is not spoken is for the element to refuse.
  root.style.colorScheme = theme === 'dark' || theme === 'light' ? theme : '';
  if (lang === '') element.removeAttribute('lang');
  else element.setAttribute('lang', lang);
  for (const name of names) {
    const value = attributes[name];
    if (value === undefined) element.removeAttribute(name);
    else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
  }
}

/** Says what is wrong with the hash in the language that it names, as far as it can be read. */
async function refuse({ fault, key, value }: HashProblem): Promise<void> {
  const { hash } = location;
  const [, lang = ''] = /[#&]lang=([\w-]+)/i.exec(hash) ?? [];
  const language = languageOf(lang)?.code ?? sourceLanguage;
  await fetchMessages(language);
  if (hash === location.hash) showProblem(embedWords(language)[fault](key, value.slice(0, 80)));
}

/** What is wrong with the hash stands above what is shown, which stays; at first that is nothing. */
function showProblem(text: string): void {
  if (problem === null) return;
  problem.textContent = text;
  problem.hidden = text === '';
}

/** Where the page around it wants to hear the height, once it has said so. */
let port: MessagePort | null = null;
let sentHeight = 0;
let isGreeted = false;

function sendHeight(again: boolean): void {
  const height = Math.ceil(document.body.getBoundingClientRect().height);
  // A frame that is as high as this page needs no scroll bar: it would only take width away, and change the height again.
  root.classList.toggle('given', isGreeted && height <= heights.most);
  if (parent === window || (height === sentHeight && !again)) return;
  sentHeight = height;
  if (port === null) parent.postMessage(resizeMessage(height), '*');
  else port.postMessage(resizeMessage(height));
}

addEventListener('message', ({ source, data, ports }) => {
  if (source !== parent || parent === window || !isHello(data)) return;
  port = ports[0] ?? null;
  isGreeted = true;
  sendHeight(true);
});
addEventListener('hashchange', applyHash);

let observed = '';
/**
 * A height that is told, and the scroll bar that it may do without, change the height again. What is observed meanwhile cannot be
 * told in the same frame, which is an error: the body is let go of until the next one, and is the same when it is observed anew.
 */
const resizes = new ResizeObserver(([entry]) => {
  const { width = 0, height = 0 } = entry?.contentRect ?? {};
  if (`${width} ${height}` === observed) return;
  observed = `${width} ${height}`;
  resizes.disconnect();
  requestAnimationFrame(() => {
    sendHeight(false);
    resizes.observe(document.body);
  });
});
resizes.observe(document.body);
applyHash();
