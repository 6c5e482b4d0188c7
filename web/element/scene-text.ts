import { elementFileWords } from '../i18n/element/files.ts';
import type { LanguageCode } from '../i18n/language.ts';
import { sceneOfLink } from '../lessons/link.ts';
import { quoted } from '../scene/error.ts';
import { parseSceneText } from '../scene/json.ts';
import { limits } from '../scene/limits.ts';
import type { Scene } from '../scene/types.ts';
import { Refused } from './source.ts';

/**
 * JSON, a link's text with its #, or an address. Throws Refused: `attribute` for an empty text, which as an address would be the
 * host's own page, and `fetch`; and what the scene's parsers throw.
 */
export async function sceneFromText(
  language: LanguageCode,
  text: string,
  base: string,
  signal: AbortSignal,
): Promise<Scene> {
  if (text === '') throw new Refused('attribute', elementFileWords(language).empty, 'scene');
  // A list or a text is JSON too: that it is no scene is a better answer than a missing file.
  if (/^[{["]/.test(text)) return parseSceneText(text);
  if (text.startsWith('#')) return sceneOfLink(text);
  return parseSceneText(await fetched(language, text, base, signal));
}

/** The text at an address of the page's author, relative to `base`, as long as a scene can be. */
async function fetched(language: LanguageCode, address: string, base: string, signal: AbortSignal): Promise<string> {
  const words = elementFileWords(language);
  const fail = (why: string): never => {
    throw new Refused('fetch', words.fetch(quoted(address), why), 'scene');
  };
  const url = URL.canParse(address, base) ? new URL(address, base) : fail('?');
  if (!['https:', 'http:', location.protocol].includes(url.protocol)) fail(words.fetchScheme(url.protocol));
  const response = await fetch(url, { signal, headers: { accept: 'application/json' } }).catch((why: unknown) =>
    fail(String(why)),
  );
  if (!response.ok) fail(`status ${response.status}`);
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
    text += decoder.decode(part.value, { stream: true });
    if (text.length <= limits.json) continue;
    await reader?.cancel();
    fail(words.fetchLong(limits.json));
  }
  return text + decoder.decode();
}
