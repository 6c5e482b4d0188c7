import { words } from '../../i18n/words.ts';

/** Every word the views show or say, in the language of the page. */
export const strings = words.views;

/** Puts named values into the `{slots}` of one of the strings above. */
export function fill(template: string, slots: Readonly<Record<string, string | number>>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(slots, name) ? String(slots[name]) : whole,
  );
}
