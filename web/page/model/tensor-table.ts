import { html, nothing, type TemplateResult } from 'lit';
import { importWords } from '../../i18n/import.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import { parameterRoles } from '../../import/model/parameter-roles.ts';
import { INPUT, roles, type TensorRole, tensorRoles, whyNoWeights } from '../../import/model/roles.ts';
import type { Row } from '../../import/model/rows.ts';

type Change = (index: number, change: Partial<Row>) => void;

/** The tensors of a file, with what each of them is. */
export function tensorTable(language: LanguageCode, rows: readonly Row[], change: Change): TemplateResult {
  const words = importWords(language).model;
  return html`<table>
    <thead>
      <tr><th scope="col">${words.name}</th><th scope="col">${words.role}</th><th scope="col">${words.layer}</th></tr>
    </thead>
    <tbody>${rows.map((row, index) => tensorRow(language, row, (to) => change(index, to)))}</tbody>
  </table>`;
}

function tensorRow(
  language: LanguageCode,
  { tensor, shapeInFile, role, layer }: Row,
  change: (to: Partial<Row>) => void,
): TemplateResult {
  const words = importWords(language).model;
  const { name, shape } = { ...tensor, shape: shapeInFile ?? tensor.shape };
  const why = role === null ? whyNoWeights(importWords(language), tensor) : null;
  const option = (one: TensorRole, text: string) =>
    html`<option value=${one} ?selected=${one === role}>${text}</option>`;
  const chosen = (value: string): TensorRole | null => tensorRoles.find((one) => one === value) ?? null;
  return html`<tr>
    <td>${name} <small>${shape.join('×')}</small> ${why === null ? nothing : html`<small>${why}</small>`}</td>
    <td>
      <select
        aria-label=${words.roleOf(name)}
        @change=${({ target }: Event) => change({ role: chosen((target as HTMLSelectElement).value) })}
      >
        <option value="" ?selected=${role === null}>${words.unused}</option>
        <optgroup label=${words.kinds.attention}>${roles.map((one) => option(one, words.roles[one]))}</optgroup>
        <optgroup label=${words.kinds.parameters}>
          ${[INPUT, ...parameterRoles].map((one) => option(one, words.parameterRoles[one]))}
        </optgroup>
      </select>
    </td>
    <td>
      <input
        inputmode="numeric"
        aria-label=${words.layerOf(name)}
        placeholder=${words.all}
        .value=${layer}
        @input=${({ target }: Event) => change({ layer: (target as HTMLInputElement).value, layerName: undefined })}
      />
    </td>
  </tr>`;
}
