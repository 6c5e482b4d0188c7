// What stands in a template of markup or styles only for who reads the source: indentation, and in styles comments too.
import { readFile } from 'node:fs/promises';

const TAGS = /\b(html|svg|css)$/;

/** A part of a template between two holes. */
const SHORTER = {
  html: withoutIndents,
  svg: withoutIndents,
  css: (part) =>
    withoutIndents(part.replace(/\/\*[\s\S]*?\*\//g, ''))
      .replace(/([;{}])\n+/g, '$1')
      .replace(/(^|[;{}\n])([\w-]+): /g, '$1$2:'),
};

function withoutIndents(part) {
  return part.replace(/\n +/g, '\n');
}

/**
 * The same source with templates html`…`, svg`…` and css`…` that are shorter and mean the same; others are as they were. Regular
 * expressions are not understood: where one has a backquote, lines after it may stay as they are.
 */
export function withShortTemplates(source) {
  let text = '';
  let at = 0;
  const take = (count) => {
    text += source.slice(at, at + count);
    at += count;
  };
  const takeTo = (pattern) => {
    pattern.lastIndex = at;
    take((pattern.exec(source)?.index ?? source.length) - at);
  };

  /** From a backquote to the one that ends it. */
  function template() {
    const [, tag = ''] = TAGS.exec(text) ?? [];
    const shorter = SHORTER[tag] ?? ((part) => part);
    take(1);
    while (at < source.length && source[at] !== '`') {
      const before = text;
      text = '';
      while (at < source.length && source[at] !== '`' && !source.startsWith('${', at))
        take(source[at] === '\\' ? 2 : 1);
      text = before + shorter(text);
      if (source[at] !== '$') continue;
      take(2);
      code('}');
      take(1);
    }
    take(1);
  }

  /** To a closing brace that nothing before it has opened, or to the end. */
  function code(end) {
    while (at < source.length && source[at] !== end) {
      if (source[at] === '`') template();
      else if (source[at] === '{') {
        take(1);
        code('}');
        take(1);
      } else if (source.startsWith('//', at)) takeTo(/\n/g);
      else if (source.startsWith('/*', at)) {
        takeTo(/\*\//g);
        take(2);
      } else if (source[at] === "'" || source[at] === '"') {
        const quote = source[at];
        take(1);
        while (at < source.length && source[at] !== quote) take(source[at] === '\\' ? 2 : 1);
        take(1);
      } else take(1);
    }
  }

  code('');
  return text;
}

/** For a script of which nobody reads a source map: its lines are shorter than those of the source. */
export const shortTemplates = {
  name: 'short-templates',
  setup(build) {
    build.onLoad({ filter: /[/\\]web[/\\][\w/\\-]+\.ts$/ }, async ({ path }) => ({
      contents: withShortTemplates(await readFile(path, 'utf8')),
      loader: 'ts',
    }));
  },
};
