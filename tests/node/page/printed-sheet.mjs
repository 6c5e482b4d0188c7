// Reads the tables of a worksheet as they are printed, and solves it with the formulas and nothing else.
import { evaluate } from '../support/evaluate.mjs';

const unescaped = (text) => text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
const numberOf = (text) => Number(text.replace('−', '-').replace('e−', 'e-').replace('∞', 'Infinity'));

/** The tables of a part of the document: name, rest of the caption, labels, and texts of the cells ('' where blank). */
export function tablesIn(html) {
  return [
    ...html.matchAll(
      /<table><caption>([^<]*)<\/caption><thead><tr><td><\/td>(.*?)<\/tr><\/thead><tbody>(.*?)<\/tbody>/g,
    ),
  ].map(([, caption, head, body]) => {
    const [name, ...where] = unescaped(caption).split(' · ');
    const columns = [...head.matchAll(/<th scope="col">([^<]*)<\/th>/g)].map(([, text]) => unescaped(text));
    const rows = [...body.matchAll(/<tr><th scope="row">([^<]*)<\/th>(.*?)<\/tr>/g)].map(([, label, cells]) => ({
      label: unescaped(label),
      cells: [...cells.matchAll(/<td(?: class="blank")?>([^<]*)<\/td>/g)].map(([, text]) => text),
    }));
    return { name, where, columns, rows };
  });
}

/** The sections: the step's name, and its tables. */
export const sectionsIn = (html) =>
  html
    .split('<section')
    .slice(1)
    .map((part) => ({ name: unescaped(/<code>([^<]*)<\/code>/.exec(part)[1]), tables: tablesIn(part) }));

/** The values of the symbols on the sheet. */
export const symbolsIn = (html) =>
  Object.fromEntries(
    [...html.matchAll(/<var>([^<]*)<\/var> = ([^<]*)<\/span>/g)].map(([, name, text]) => [name, numberOf(text)]),
  );

/**
 * Fills in a sheet from top to bottom. `tensors` describes steps and parameters of the layer (name, axes, shape, formula), and `indexOf(axis,
 * label, tensor)` is where a label stands on an axis. Returns what was filled in: [name, index, value]. Throws if a number is needed that the sheet
 * does not give.
 */
export function solve(sheet, { tensors, indexOf, heads }) {
  const symbols = symbolsIn(sheet);
  const given = new Map();
  const blanks = [];
  for (const { tables } of sectionsIn(sheet)) {
    for (const table of tables) {
      const tensor = tensors.find(({ called }) => called === table.name);
      const lead = tensor.axes.slice(0, -2).map((axis, place) => {
        const size = tensor.shape[place];
        if (axis === 'H' || axis === 'H_kv') {
          const said = table.where
            .map((text) => /^head (\d+) of \d+$/.exec(text)?.[1])
            .find((text) => text !== undefined);
          return size === 1 ? 0 : Number(said) - 1;
        }
        const word = table.where.map((text) => /^“(.*)”$/.exec(text)?.[1]).find((text) => text !== undefined);
        return indexOf(axis, word, tensor);
      });
      const head = heads(table.where);
      for (const { label, cells } of table.rows)
        for (const [place, text] of cells.entries()) {
          const column = indexOf(tensor.axes.at(-1), table.columns[place], tensor, head);
          const row = tensor.axes.length > 1 ? [indexOf(tensor.axes.at(-2), label, tensor, head)] : [];
          const index = [...lead, ...row, column];
          if (text === '') blanks.push({ tensor, index });
          else given.set(`${tensor.name} ${index}`, numberOf(text));
        }
    }
  }
  const notes = [...sheet.matchAll(/<p class="cut">([^<]*)<\/p>/g)].map(([, text]) => unescaped(text));
  const hasZeros = (name) => notes.some((text) => text.split(/ · |: /)[0] === name);
  const read = (name, index) => {
    const value = given.get(`${name} ${index}`);
    if (value !== undefined) return value;
    // Rows and columns of zeros are left out, and the sheet says so.
    if (hasZeros(tensors.find((one) => one.name === name)?.called)) return 0;
    throw new Error(`${name}[${index}] is not on the sheet`);
  };
  return blanks.map(({ tensor, index }) => {
    const [left, right] = tensor.formula.args;
    const letters = Object.fromEntries(left.index.map(({ name }, place) => [name, index[place]]));
    const { value } = evaluate(right, { letters, symbols, read, look: () => Number.NaN, layer: tensor.layer });
    given.set(`${tensor.name} ${index}`, value);
    return { called: tensor.called, index, value };
  });
}
