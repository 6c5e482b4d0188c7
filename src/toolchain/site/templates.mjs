// What stands in a template of markup or styles only for who reads the source: the indentation of its lines.
import { readFile } from 'node:fs/promises';

const TAGS = /(?:\bhtml|\bsvg|\bcss)$/;

/**
 * The same source, whose templates html`…`, svg`…` and css`…` have lines without indentation; others are as they were. Regular
 * expressions are not understood: where one has a backquote, lines after it may keep their indentation.
 */
export function withoutIndentation(source) {
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
    const isOurs = TAGS.test(text);
    take(1);
    while (at < source.length && source[at] !== '`') {
      if (source[at] === '\\') take(2);
      else if (source.startsWith('${', at)) {
        take(2);
        code('}');
        take(1);
      } else if (isOurs && source[at] === '\n') {
        take(1);
        while (source[at] === ' ') at += 1;
      } else take(1);
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
      contents: withoutIndentation(await readFile(path, 'utf8')),
      loader: 'ts',
    }));
  },
};
