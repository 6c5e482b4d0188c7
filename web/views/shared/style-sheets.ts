import type { CSSResult, CSSResultOrNative } from 'lit';

const sheets = new WeakMap<Document, WeakMap<CSSResultOrNative, CSSStyleSheet>>();

/**
 * The sheets of styles for a document. A constructed sheet belongs to the document of the window that constructed it, and no other
 * adopts it. Without a window there are none, since nothing is drawn there.
 */
export function sheetsIn(owner: Document, styles: readonly CSSResultOrNative[]): CSSStyleSheet[] {
  const { defaultView } = owner;
  if (defaultView === null) return [];
  const made = sheets.get(owner) ?? new WeakMap<CSSResultOrNative, CSSStyleSheet>();
  sheets.set(owner, made);
  return styles.map((style) => {
    const sheet = made.get(style) ?? sheetOf(style, owner === document ? window : defaultView);
    made.set(style, sheet);
    return sheet;
  });
}

function sheetOf(style: CSSResultOrNative, view: Window & typeof globalThis): CSSStyleSheet {
  if (!('cssText' in style)) return style;
  const sheet = new view.CSSStyleSheet();
  sheet.replaceSync((style as CSSResult).cssText);
  return sheet;
}
