/** Text as markup. No DOM here: the guides are written once, when the site is built. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** A table with a header and a header column. */
export function table(caption: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const header = head.map((text) => `<th scope="col">${escaped(text)}</th>`).join('');
  const body = rows.map(([first = '', ...rest]) => {
    const cells = rest.map((text) => `<td>${escaped(text)}</td>`).join('');
    return `<tr><th scope="row">${escaped(first)}</th>${cells}</tr>`;
  });
  return `<table><caption>${escaped(caption)}</caption><thead><tr>${header}</tr></thead><tbody>${body.join('')}</tbody></table>`;
}

/** A table whose heading stands above it, of text in which backquotes mark code. */
export function rows(head: readonly string[], cells: readonly (readonly string[])[]): string {
  const marked = (text: string): string => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');
  const header = head.map((text) => `<th scope="col">${escaped(text)}</th>`).join('');
  const body = cells.map((row) => `<tr>${row.map((text) => `<td>${marked(text)}</td>`).join('')}</tr>`);
  return `<table><thead><tr>${header}</tr></thead><tbody>${body.join('')}</tbody></table>`;
}
