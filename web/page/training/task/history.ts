import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { LanguageCode } from '../../../i18n/language.ts';
import { taskWords } from '../../../i18n/training/task.ts';
import type { Snapshot } from '../../../training/index.ts';
import { formatConstant } from '../../../views/index.ts';
import { memoryText } from './choice-form.ts';

/** A slider through the snapshots of a run. */
export function historySlider(
  language: LanguageCode,
  given: {
    readonly snapshots: readonly Snapshot[];
    /** The step that is shown. */
    readonly step: number;
    readonly onChoose: (step: number) => void;
  },
): TemplateResult {
  const { history: own } = taskWords(language);
  const { snapshots, step } = given;
  const index = Math.max(
    0,
    snapshots.findLastIndex((one) => one.step <= step),
  );
  const shown = snapshots[index]?.step ?? 0;
  const bytes = snapshots.reduce((sum, { data }) => sum + data.byteLength, 0);
  const choose = ({ target }: Event): void => {
    const chosen = target instanceof HTMLInputElement ? snapshots[target.valueAsNumber] : undefined;
    if (chosen !== undefined) given.onChoose(chosen.step);
  };
  return html`<h3 class="task-history-title">${own.title}</h3>
    <div class="task-history">
      <label for="task-history-input">${own.at}</label>
      <input
        id="task-history-input"
        type="range"
        min="0"
        max=${snapshots.length - 1}
        step="1"
        .value=${live(String(index))}
        aria-valuetext=${own.text(formatConstant(shown))}
        @input=${choose}
      />
      <output for="task-history-input">${formatConstant(shown)}</output>
    </div>
    ${index === snapshots.length - 1 ? nothing : html`<p class="note">${own.about(formatConstant(snapshots.length), memoryText(bytes))}</p>`}`;
}
