// Playwright's selectors of what is found by its role, its text or its label.

export const forText = (t, exact) => (typeof t !== 'string' ? escapeRe(t) : `${JSON.stringify(t)}${exact ? 's' : 'i'}`);

const forAttr = (v, exact) =>
  typeof v !== 'string' ? escapeRe(v) : `"${v.replace(/\\/g, '\\\\').replace(/["]/g, '\\"')}"${exact ? 's' : 'i'}`;

const escapeRe = (re) =>
  re.unicode || re.unicodeSets
    ? String(re)
    : String(re)
        .replace(/(^|[^\\])(\\\\)*(["'`])/g, '$1$2\\$3')
        .replace(/>>/g, '\\>\\>');

function byRole(role, o = {}) {
  const props = [];
  for (const name of ['checked', 'disabled', 'selected', 'expanded'])
    if (o[name] !== undefined) props.push([name, String(o[name])]);
  if (o.includeHidden !== undefined) props.push(['include-hidden', String(o.includeHidden)]);
  if (o.level !== undefined) props.push(['level', String(o.level)]);
  if (o.name !== undefined) props.push(['name', forAttr(o.name, !!o.exact)]);
  if (o.description !== undefined) props.push(['description', forAttr(o.description, !!o.exact)]);
  if (o.pressed !== undefined) props.push(['pressed', String(o.pressed)]);
  return `internal:role=${role}${props.map(([n, v]) => `[${n}=${v}]`).join('')}`;
}

export const finders = {
  getByRole(role, o) {
    return this.locator(byRole(role, o));
  },
  getByText(t, o) {
    return this.locator(`internal:text=${forText(t, !!o?.exact)}`);
  },
  getByLabel(t, o) {
    return this.locator(`internal:label=${forText(t, !!o?.exact)}`);
  },
  getByTitle(t, o) {
    return this.locator(`internal:attr=[title=${forAttr(t, !!o?.exact)}]`);
  },
  getByPlaceholder(t, o) {
    return this.locator(`internal:attr=[placeholder=${forAttr(t, !!o?.exact)}]`);
  },
};
