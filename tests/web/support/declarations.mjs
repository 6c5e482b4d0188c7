// Every declaration of every style sheet, for the test that an engine knows them all. An engine drops the ones that it does not know.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const inProject = (path) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** What one engine or another does not know, and what stands in for it there. */
const EXCEPTIONS = {
  'field-sizing:content': 'WebKit: web/controls/grow.ts makes the boxes as high as their text',
  'forced-color-adjust:none': 'WebKit has no forced colours',
  'user-select:none': 'WebKit: -webkit-user-select stands before it',
  'text-size-adjust:100%': 'only telephones enlarge text: desktop Firefox and WebKit do without',
};

const filesOf = (folder, end) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(end))
    .map((name) => join(folder, name));

/** [file, property, value] of each declaration in a sheet. What TypeScript fills into a value is a number. */
const declarationsIn = (file, sheet) =>
  Array.from(
    sheet
      .replaceAll(/\/\*[\s\S]*?\*\//g, '')
      .replaceAll(/\$\{[^}]*\}/g, '1')
      .matchAll(/[{;]\s*([a-z-]+)\s*:\s*([^{};]+?)\s*(?=[;}])/g),
    ([, property, value]) => [file, property, value.replace(/\s*!important$/, '')],
  ).filter(([, property]) => !property.startsWith('--'));

/**
 * [file, property, value] of the built style sheets and of the sheets in scripts, without the exceptions and without prefixed ones, which
 * are for other engines.
 */
export function declarations() {
  const built = filesOf(inProject('dist'), '.css').map((file) => [file, readFileSync(file, 'utf8')]);
  const written = filesOf(inProject('web'), '.ts').flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(/(?<=[\s([,:])css`([^`]*)`/g), ([, sheet]) => [file, sheet]),
  );
  if (built.length < 2 || written.length < 10) throw new Error('Style sheets are missing.');
  return [...built, ...written]
    .flatMap(([file, sheet]) => declarationsIn(file, sheet))
    .filter(([, property, value]) => {
      const declaration = `${property}:${value.replaceAll(/\s+/g, '')}`;
      return !Object.hasOwn(EXCEPTIONS, declaration) && !/(^|:)-(moz|webkit)-/.test(declaration);
    });
}
