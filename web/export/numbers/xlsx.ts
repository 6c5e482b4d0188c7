import { strToU8, zipSync } from 'fflate';

/**
 * Writes spreadsheets as Office Open XML (ECMA-376): text, numbers, and formulas with the values that they had, so that a viewer that does
 * not calculate shows numbers too. write-excel-file 4 writes no value beside a formula and no named cell. exceljs 4 writes both, but is a
 * megabyte with nine dependencies. This is what is needed of either.
 */

export type Style = keyof typeof styles;

export interface SheetCell {
  /** Text is never a formula, whatever it begins with. */
  readonly value: string | number;
  /** Without the equals sign. */
  readonly formula?: string;
  readonly style?: Style;
}

export interface Sheet {
  readonly name: string;
  /** Null for an empty cell. */
  readonly rows: readonly (readonly (SheetCell | null)[])[];
  /** Of the first column and of the others, in characters. */
  readonly widths: readonly [number, number];
}

/** Names of cells, such as temperature: Settings!$B$3. */
export type CellNames = Readonly<Record<string, string>>;

/** Styles in the order of the cell formats below. */
const styles = { plain: 0, title: 1, heading: 2, number: 3, input: 4, note: 5, label: 6, switch: 7, whole: 8 } as const;

const styleParts = `<numFmts count="1"><numFmt numFmtId="164" formatCode="0.0000"/></numFmts>
<fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><i/><sz val="11"/><color rgb="FF666666"/><name val="Calibri"/></font></fonts>
<fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFE8EAED"/></patternFill></fill><fill><patternFill patternType="solid"><fgColor rgb="FFFFF4CC"/></patternFill></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="9"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>
<xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1" applyAlignment="1"><alignment horizontal="right"/></xf>
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyAlignment="1"><alignment horizontal="right"/></xf>
<xf numFmtId="164" fontId="0" fillId="3" borderId="0" xfId="0" applyNumberFormat="1" applyFill="1" applyAlignment="1"><alignment horizontal="right"/></xf>
<xf numFmtId="0" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1"/>
<xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/>
<xf numFmtId="0" fontId="0" fillId="3" borderId="0" xfId="0" applyFill="1" applyAlignment="1"><alignment horizontal="right"/></xf>
<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment horizontal="right"/></xf></cellXfs>`;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export function workbookOf(sheets: readonly Sheet[], names: CellNames): Uint8Array {
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/>${sheets.map((_, index) => `<Override PartName="/${partOf(index)}" ContentType="${types}.worksheet+xml"/>`).join('')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets.map(({ name }, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets>${namesXml(names)}</workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships">${sheets.map((_, index) => `<Relationship Id="rId${index + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}<Relationship Id="rId${sheets.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': element('styleSheet', styleParts),
  };
  for (const [index, sheet] of sheets.entries()) parts[partOf(index)] = sheetXml(sheet);
  const files = Object.entries(parts).map(([path, xml]) => [path, strToU8(declaration + xml)]);
  // A fixed date makes the file reproducible.
  return zipSync(Object.fromEntries(files), { mtime: '1980-01-01T00:00:00' });
}

/** Without an end tag in the source: one of a style would end the page that has all of it in one file. */
const element = (name: string, content: string): string => `<${name} xmlns="${main}">${content}</${name}>`;

/** The element may not be empty. */
function namesXml(names: CellNames): string {
  const all = Object.entries(names).map(
    ([name, place]) => `<definedName name="${name}">${escaped(place)}</definedName>`,
  );
  return all.length === 0 ? '' : `<definedNames>${all.join('')}</definedNames>`;
}

const partOf = (index: number): string => `xl/worksheets/sheet${index + 1}.xml`;

function sheetXml({ rows, widths: [first, others] }: Sheet): string {
  const lines = rows.map((cells, row) => {
    const written = cells.map((cell, column) =>
      cell === null ? '' : cellXml(cell, `${columnName(column)}${row + 1}`),
    );
    return `<row r="${row + 1}">${written.join('')}</row>`;
  });
  const columns = `<col min="1" max="1" width="${first}" customWidth="1"/><col min="2" max="16384" width="${others}" customWidth="1"/>`;
  return `<worksheet xmlns="${main}"><cols>${columns}</cols><sheetData>${lines.join('\n')}</sheetData></worksheet>`;
}

function cellXml({ value, formula, style = 'plain' }: SheetCell, place: string): string {
  const at = `r="${place}" s="${styles[style]}"`;
  if (formula !== undefined) {
    const type = typeof value === 'string' ? ' t="str"' : '';
    return `<c ${at}${type}><f>${escaped(formula)}</f><v>${typeof value === 'string' ? escaped(value) : value}</v></c>`;
  }
  if (typeof value === 'number') return `<c ${at}><v>${value}</v></c>`;
  return `<c ${at} t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text of XML. Signs that XML does not have are written as _x0007_, as the format says, and what looks like that is kept apart. */
const escaped = (text: string): string =>
  text
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, (sign) => {
      const code = sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      return `_x${code}_`;
    })
    .replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);

/** 0 is A, 26 is AA. */
export function columnName(column: number): string {
  const before = Math.floor(column / 26);
  return (before === 0 ? '' : columnName(before - 1)) + String.fromCharCode(65 + (column % 26));
}
