import { html, nothing, type TemplateResult } from 'lit';
import { headCountControl } from '../../controls/attention-controls.ts';
import type { ControlContext } from '../../controls/control-context.ts';
import { checkField, selectField } from '../../controls/field.ts';
import { words as all } from '../../i18n/words.ts';
import { chooseKvHeads, groupings, offeredHeads, setHandmade } from '../../model/choices.ts';
import { table } from '../../model/meaning-table.ts';
import { headTitle } from '../shell/catalogue.ts';

const words = all.controls;

/** How many heads, how many of them share keys and values, and which of those made by hand. */
export function headControls(context: ControlContext): TemplateResult {
  const { parameters } = context.state.scene;
  return html`<fieldset>
    <legend>${words.heads}</legend>
    <div class="pair">
      ${headCountControl(context, words.headCount)}
      ${kvHeads(context)}
    </div>
    ${parameters.kind === 'handmade' ? handmade(context, parameters.heads) : nothing}
  </fieldset>`;
}

function kvHeads(context: ControlContext): TemplateResult {
  const { attention, parameters } = context.state.scene;
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
    problem: context.why('attention.kvHeads'),
    onChoose: (chosen) =>
      context.press(
        chooseKvHeads(context.state.scene, Number(chosen), context.state.computed.sizes),
        'attention.kvHeads',
      ),
  });
}

function handmade(context: ControlContext, chosen: readonly string[]): TemplateResult {
  return html`<div class="checks" data-control="parameters.heads" role="group" aria-label=${words.handmadeHeads}>
    ${offeredHeads(table, chosen).map((head) => {
      const title = headTitle(head);
      return checkField({
        id: `head-${head}`,
        label: title,
        name: title,
        checked: chosen.includes(head),
        disabled: chosen.length === 1 && chosen[0] === head,
        onChange: (on) => context.press(setHandmade(context.state.scene, head, on, table), 'parameters.heads'),
      });
    })}
  </div>`;
}
