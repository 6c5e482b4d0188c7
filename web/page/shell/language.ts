import { LitElement } from 'lit';
import { sentenceWords } from '../../i18n/controls.ts';
import { languageOf } from '../../i18n/language.ts';
import { currentLanguage, speak } from '../../i18n/messages.ts';
import { pageWords } from '../../i18n/page.ts';

/**
 * The language of the page: `lang` in the address's query (`?lang=es#lesson=illustrated`), else the first of the browser's
 * that it speaks, else English. The query is there only where someone chose, so a copied link keeps a choice and otherwise
 * leaves the language to whoever opens it. The scene stands after the # and knows nothing of it.
 */
const key = 'lang';

/** What the reader chose here. Entries of the browser's history from before have it not: they get it when returned to. */
let chosen: string | null = null;

const inAddress = (): string | null => new URLSearchParams(location.search).get(key);

const preferred = (): string =>
  [inAddress() ?? '', ...navigator.languages].map(languageOf).find((language) => language !== null)?.code ??
  currentLanguage();

/** Speaks the language that the address or the browser asks for; English where its file does not come. */
export async function speakFirst(): Promise<void> {
  const code = preferred();
  if (code === currentLanguage()) return;
  try {
    if (await speak(code)) sayAgain();
  } catch {
    // The page in English is better than none; its list of languages says which one it speaks.
  }
}

/** The reader chose a language. False where its file did not come: the page then speaks on as it did. */
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

/** Says everything on the page in the language that is spoken now. */
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

/** The page in each language has an address of its own, where the site was built with one. */
function nameOwnAddress(): void {
  const own = document.querySelector<HTMLLinkElement>(`link[rel=alternate][hreflang="${currentLanguage()}"]`);
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
  if (own !== null && canonical !== null) canonical.href = own.href;
}

/** The text at a path of the page's words, for the parts that index.html came with; `needs` is what a function is given. */
function wordAt(path: string, needs: string): string {
  let found: unknown = { ...pageWords, sentence: sentenceWords };
  for (const part of path.split('.')) found = Reflect.get(Object(found), part);
  return String(typeof found === 'function' ? found(needs) : found);
}

/** Every component, in shadow roots too. What they keep of their words they make anew when `lang` is text to have changed. */
function drawAgain(root: Document | ShadowRoot): void {
  for (const element of root.querySelectorAll('*')) {
    if (element instanceof LitElement) element.requestUpdate('lang');
    if (element.shadowRoot !== null) drawAgain(element.shadowRoot);
  }
}
