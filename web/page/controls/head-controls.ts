import { html, nothing, type TemplateResult } from 'lit';
import type { Desk } from '../../controls/control-context.ts';
import { checkField, selectField } from '../../controls/field.ts';
import { words as all } from '../../i18n/words.ts';
import {
  chooseHeads,
  chooseKvHeads,
  groupings,
  offeredHeads,
  setHandmade,
  typeHeads,
  workingHeads,
} from '../../model/choices.ts';
import { headTitle } from '../shell/catalogue.ts';

const words = all.controls;

/** How many heads, how many of them share keys and values, and which of those made by hand. */
export function headControls(desk: Desk): TemplateResult {
  const { scene, sizes, table } = desk.state;
  const { attention, parameters } = scene;
  const working = workingHeads(scene, sizes, table, 64);
  return html`<fieldset>
    <legend>${words.heads}</legend>
    <div class="pair">
      ${desk.number({
        path: 'attention.heads',
        label: words.headCount,
        name: words.headCountName,
        value: attention.heads,
        step: (direction) =>
          (direction > 0
            ? working.find((count) => count > attention.heads)
            : working.findLast((count) => count < attention.heads)) ?? null,
        onChange: (detail) => {
          const { value, typed } = detail;
          if (value === null) return;
          const next = typed ? typeHeads(scene, value, table) : chooseHeads(scene, value, table);
          desk.take(next, 'attention.heads', detail);
        },
      })}
      ${kvHeads(desk)}
    </div>
    ${parameters.kind === 'handmade' ? handmade(desk, parameters.heads) : nothing}
  </fieldset>`;
}

function kvHeads(desk: Desk): TemplateResult {
  const { attention, parameters } = desk.state.scene;
  if (parameters.kind === 'handmade') return html``;
  const now = attention.kvHeads ?? attention.heads;
  const counts = groupings(attention.heads);
  const options = (counts.includes(now) ? counts : [...counts, now]).map((count) => ({
    value: String(count),
    text: String(count),
  }));
  return selectField({
    id: 'kv-heads',
    path: 'attention.kvHeads',
    label: words.kvHeads,
    name: words.kvHeadsName,
    options,
    value: String(now),
    problem: desk.why('attention.kvHeads'),
    onChoose: (chosen) =>
      desk.press(chooseKvHeads(desk.state.scene, Number(chosen), desk.state.sizes), 'attention.kvHeads'),
  });
}

function handmade(desk: Desk, chosen: readonly string[]): TemplateResult {
  return html`<div class="checks" data-control="parameters.heads" role="group" aria-label=${words.handmadeHeads}>
    ${offeredHeads(desk.state.table, chosen).map((head) => {
      const title = headTitle(head);
      return checkField({
        id: `head-${head}`,
        label: title,
        name: title,
        checked: chosen.includes(head),
        disabled: chosen.length === 1 && chosen[0] === head,
        onChange: (on) => desk.press(setHandmade(desk.state.scene, head, on, desk.state.table), 'parameters.heads'),
      });
    })}
  </div>`;
}
