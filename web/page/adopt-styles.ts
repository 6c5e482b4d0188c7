import type { CSSResult } from 'lit';

/** Adds styles to the page. They are loaded with what they are for, so that a first visit does not load them. */
export function adoptStyles(...styles: readonly CSSResult[]): void {
  const sheets = styles.flatMap(({ styleSheet }) => styleSheet ?? []);
  if (sheets.every((one) => document.adoptedStyleSheets.includes(one))) return;
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, ...sheets];
}
