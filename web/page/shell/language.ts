import { LitElement } from 'lit';
import { sentenceWords } from '../../i18n/controls.ts';
import { type LanguageCode, languageAt, languageOf, sourceLanguage } from '../../i18n/language.ts';
import { fetchMessages } from '../../i18n/messages.ts';
import { pageWords } from '../../i18n/page.ts';

/**
 * The language of the page: `lang` in the address's query (`?lang=es#lesson=illustrated`), else the first of the
 * browser's languages that the page has, else English. The query is written only after a choice, so a copied link
 * keeps a choice and otherwise leaves the language to the person who opens it. The scene after the # does not
 * depend on it. The page's session has the language, and `<html lang>` repeats it for every component.
 */
const key = 'lang';

/**
 * The language that was chosen here. Older history entries do not have it and get it when the reader goes back to
 * them.
 */
let chosen: LanguageCode | null = null;
/** The choice whose messages are loading. */
let requested: LanguageCode | null = null;

const inAddress = (): string | null => new URLSearchParams(location.search).get(key);

const preferred = (): LanguageCode =>
  [inAddress() ?? '', ...navigator.languages].map(languageOf).find((language) => language !== null)?.code ??
  sourceLanguage;

/**
 * Switches to the language that the address or the browser asks for, or stays with English if its file does not
 * load.
 */
export async function showFirstLanguage(): Promise<void> {
  const language = preferred();
  if (language === languageAt(document.documentElement)) return;
  try {
    await fetchMessages(language);
    showLanguage(language);
  } catch {
    // A page in English is better than none, and the list of languages shows which one is on.
  }
}

/**
 * Loads the messages of a language that the reader chose. False if another one was chosen meanwhile. Throws what an
 * import throws.
 */
export async function loadChosenLanguage(language: LanguageCode): Promise<boolean> {
  requested = language;
  await fetchMessages(language);
  if (requested !== language) return false;
  if (chosen === null) addEventListener('popstate', writeAddress);
  chosen = language;
  writeAddress();
  return true;
}

function writeAddress(): void {
  if (chosen === null || inAddress() === chosen) return;
  const address = new URL(location.href);
  address.searchParams.set(key, chosen);
  history.replaceState(history.state, '', address);
}

/** Updates every text on the page to a language whose messages have been fetched. */
export function showLanguage(language: LanguageCode): void {
  document.documentElement.lang = language;
  for (const element of document.querySelectorAll<HTMLElement>('[data-words]')) {
    const text = wordAt(language, element.dataset['words'] ?? '', element.dataset['with'] ?? '');
    if (element instanceof HTMLMetaElement) element.content = text;
    else element.textContent = text;
  }
  nameOwnAddress(language);
  drawAgain(document);
}

/** If the site was built with an address for each language, the page links to them. */
function nameOwnAddress(language: LanguageCode): void {
  const own = document.querySelector<HTMLLinkElement>(`link[rel=alternate][hreflang="${language}"]`);
  const canonical = document.querySelector<HTMLLinkElement>('link[rel=canonical]');
  if (own !== null && canonical !== null) canonical.href = own.href;
}

/**
 * The text at a path of the page's words, for the parts that are in index.html. `needs` is the argument of a text
 * that is a function.
 */
function wordAt(language: LanguageCode, path: string, needs: string): string {
  let found: unknown = { ...pageWords(language), sentence: sentenceWords(language) };
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
