/** Gives a file to the browser, which keeps it as it keeps any download. */
export function download(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // The browser reads it after this turn, however large it is.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The folder that the page's files are in, as an absolute address. */
export const siteFolder = (): string => new URL('.', location.href).href;

/** The page itself, with the language that was chosen and without a scene. */
export const pageAddress = (): string => location.href.replace(/#.*/s, '');

/** This is self-attention.html: one file, with nothing beside it that could be fetched. */
export const isAlone = (): boolean => document.querySelector('script#scene') !== null;
