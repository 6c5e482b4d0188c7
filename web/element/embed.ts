/**
 * The page in embed.html: one `<self-attention>` that fills its frame, as the address's hash says. It tells the page around it
 * how high it is (embed-message.ts), and keeps nothing anywhere.
 */
import { embedWords } from '../i18n/embed.ts';
import { languageOf } from '../i18n/language.ts';
import { sourceLanguage, speak } from '../i18n/messages.ts';
import { HashProblem, readEmbedHash } from './embed-hash.ts';
import { heights, isHello, resizeMessage } from './embed-message.ts';

/** What the classic script of this page leaves. */
declare const SelfAttention: Pick<typeof import('./classic.ts'), 'encodeLink'>;

const root = document.documentElement;
const names = ['show', 'controls', 'theme', 'readonly', 'scene', 'loading'];

const element = document.querySelector('self-attention');
const playground = document.querySelector<HTMLElement>('#playground');
const problem = document.querySelector<HTMLElement>('#problem');

function applyHash(): void {
  let attributes: Readonly<Record<string, string>>;
  try {
    attributes = { ...readEmbedHash(location.hash), loading: 'eager' };
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
  void linkPlayground();
}

/** The page that stands beside this one, with the scene on show. `playground=0` leaves the link to it out. */
async function linkPlayground(): Promise<void> {
  const link = playground?.querySelector('a');
  if (!element || !playground || !link) return;
  const { hash } = location;
  const { lang = '', scene = '', playground: wanted } = readEmbedHash(hash);
  playground.hidden = wanted === '0';
  if (playground.hidden) return;
  const { scene: shown } = element;
  const text = typeof shown === 'object' && shown !== null ? await SelfAttention.encodeLink(shown) : scene.slice(1);
  await speak(languageOf(lang)?.code ?? sourceLanguage);
  if (hash !== location.hash) return;
  link.href = `./#${text}`;
  link.textContent = embedWords.open;
}

/** A frame that may open nothing says where it would have led: the address can be copied. */
function openPlayground(event: MouseEvent): void {
  if (!(event.currentTarget instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  const { href } = event.currentTarget;
  const opened = open(href);
  if (opened === null) event.currentTarget.textContent = href;
  else opened.opener = null;
}

/** Says what is wrong with the hash in the language that it names, as far as it can be read. */
async function refuse({ fault, key, value }: HashProblem): Promise<void> {
  const { hash } = location;
  const [, lang = ''] = /[#&]lang=([\w-]+)/i.exec(hash) ?? [];
  await speak(languageOf(lang)?.code ?? sourceLanguage);
  if (hash === location.hash) showProblem(embedWords[fault](key, value.slice(0, 80)));
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
for (const name of ['ready', 'change']) element?.addEventListener(name, () => void linkPlayground());
playground?.querySelector('a')?.addEventListener('click', openPlayground);

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
