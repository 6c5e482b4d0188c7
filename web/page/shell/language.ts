import { LitElement } from 'lit';
import { sentenceWords } from '../../i18n/controls.ts';
import { languageOf } from '../../i18n/language.ts';
import { currentLanguage, speak } from '../../i18n/messages.ts';
import { pageWords } from '../../i18n/page.ts';

/**
 * The language of the page: `lang` in the address's query (`?lang=es#lesson=illustrated`), else the first of the
 * browser's languages that the page has, else English. The query is written only after a choice, so a copied link
 * keeps a choice and otherwise leaves the language to the person who opens it. The scene after the # does not
 * depend on it.
 */
const key = 'lang';

/**
 * The language that was chosen here. Older history entries do not have it and get it when the reader goes back to
 * them.
 */
let chosen: string | null = null;

const inAddress = (): string | null => new URLSearchParams(location.search).get(key);

const preferred = (): string =>
  [inAddress() ?? '', ...navigator.languages].map(languageOf).find((language) => language !== null)?.code ??
  currentLanguage();

/**
 * Switches to the language that the address or the browser asks for, or stays with English if its file does not
 * load.
 */
export async function speakFirst(): Promise<void> {
  const code = preferred();
  if (code === currentLanguage()) return;
  try {
    if (await speak(code)) sayAgain();
  } catch {
    // A page in English is better than none, and the list of languages shows which one is on.
  }
}

/** Switches to the language that the reader chose. False if its file did not load: the page then keeps its language. */
export async function chooseLanguage(code: string): Promise<boolean> {
  try {
    if (!(await speak(code))) return true;
  } catch {
    return false;
  }
  if (chosen === null) addEventListener('popstate', writeAddress);
  chosen = code;
  writeAddress();
  sayAgain();
  return true;
}

function writeAddress(): void {
  if (chosen === null || inAddress() === chosen) return;
  const address = new URL(location.href);
  address.searchParams.set(key, chosen);
  history.replaceState(history.state, '', address);
}

/** Updates every text on the page to the current language. */
function sayAgain(): void {
  document.documentElement.lang = currentLanguage();
  for (const element of document.querySelectorAll<HTMLElement>('[data-words]')) {
    const text = wordAt(element.dataset['words'] ?? '', element.dataset['with'] ?? '');
    if (element instanceof HTMLMetaElement) element.content = text;
    else element.textContent = text;
  }
  nameOwnAddress();
  drawAgain(document);
}

/** If the site was built with an address for each language, the page links to them. */
function nameOwnAddress(): void {
  const own = document.querySelector<HTMLLinkElement>(`link[rel=alternate][hreflang="${currentLanguage()}"]`);
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
  if (own !== null && canonical !== null) canonical.href = own.href;
}

/**
 * The text at a path of the page's words, for the parts that are in index.html. `needs` is the argument of a text
 * that is a function.
 */
function wordAt(path: string, needs: string): string {
  let found: unknown = { ...pageWords, sentence: sentenceWords };
  for (const part of path.split('.')) found = Reflect.get(Object(found), part);
  return String(typeof found === 'function' ? found(needs) : found);
}

/** Every component, also those in shadow roots. Setting `lang` makes them recreate texts that they keep. */
function drawAgain(root: Document | ShadowRoot): void {
  for (const element of root.querySelectorAll('*')) {
    if (element instanceof LitElement) element.requestUpdate('lang');
    if (element.shadowRoot !== null) drawAgain(element.shadowRoot);
  }
}
