/**
 * The page in embed.html: one `<self-attention>` that fills its frame, as the address's hash says. It tells the page around it
 * how high it is (embed-message.ts), and keeps nothing anywhere.
 */
import { embed as english } from '../i18n/en/embed.ts';
import { embed as spanish } from '../i18n/es/embed.ts';
import { HashProblem, readEmbedHash } from './embed-hash.ts';
import { heights, isHello, resizeMessage } from './embed-message.ts';

const root = document.documentElement;
const names = ['show', 'controls', 'theme', 'readonly', 'scene', 'loading'];

const element = document.querySelector<HTMLElement>('self-attention');
const problem = document.querySelector<HTMLElement>('#problem');

function take(): void {
  let attributes: Readonly<Record<string, string>>;
  try {
    attributes = { ...readEmbedHash(location.hash), loading: 'eager' };
  } catch (thrown) {
    if (!(thrown instanceof HashProblem)) throw thrown;
    const words = /[#&]lang=es\b/i.test(location.hash) ? spanish : english;
    say(words[thrown.fault](thrown.key, thrown.value.slice(0, 80)));
    return;
  }
  say('');
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

/** What is wrong with the hash stands above what is shown, which stays; at first that is nothing. */
function say(text: string): void {
  if (problem === null) return;
  problem.textContent = text;
  problem.hidden = text === '';
}

let sentHeight = 0;
let isGreeted = false;

function tell(again: boolean): void {
  const height = Math.ceil(document.body.getBoundingClientRect().height);
  // A frame that is as high as this page needs no scroll bar: it would only take width away, and change the height again.
  root.classList.toggle('given', isGreeted && height <= heights.most);
  if (parent === window || (height === sentHeight && !again)) return;
  sentHeight = height;
  parent.postMessage(resizeMessage(height), '*');
}

addEventListener('message', ({ source, data }) => {
  if (source !== parent || parent === window || !isHello(data)) return;
  isGreeted = true;
  tell(true);
});
addEventListener('hashchange', take);
new ResizeObserver(() => tell(false)).observe(document.body);
take();
