import { html, nothing } from 'lit';
import type { LanguageCode } from '../../i18n/language.ts';
import { lazyModule } from '../../i18n/lazy-module.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import type { Focus } from '../../views/index.ts';
import { lazy } from '../lazy.ts';
import { isChangeable } from '../matrix-editor/host.ts';

const cellValue = lazyModule(() => import('./cell-value.ts'));

/** Changes the number of a cell, if the scene gives it. */
export function changeControl(language: LanguageCode, result: SceneResult, cell: NonNullable<Focus['cell']>): unknown {
  if (result.viewport !== null || !isChangeable(result, cell.name)) return nothing;
  return lazy(language, cellValue, () => html`<sa-cell-value .result=${result} .cell=${cell}></sa-cell-value>`);
}
