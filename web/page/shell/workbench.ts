import { html, type TemplateResult } from 'lit';
import { resolved, selectedView } from '../../session/focus.ts';
import { explain } from '../../session/problem.ts';
import { readRow } from '../../trace/reading.ts';
import { arithmeticStrip } from '../attention/focus.ts';
import { headTitles, lessonOf } from './catalogue.ts';
import type { ScreenPlace } from './screens.ts';
import { readingLine } from './sentences.ts';
import { bottomBar, sidebar } from './sidebar.ts';
import '../attention/attention-panel.ts';
import '../controls/control-panel.ts';
import '../matrix-editor/host.ts';
import '../steps/steps.ts';

/** The screen with all controls and matrices: picture, steps and controls. */
export function workbench(place: ScreenPlace): TemplateResult {
  const { core, scene, start, result, problem, screen, pinned } = place;
  const why = problem === null ? '' : explain(place.language, problem);
  const { head } = selectedView(result.scene, result);
  const { focusOn, query } = resolved(place.hovered ?? pinned, result);
  const { cell } = focusOn;
  const selected = problem === null ? selectedView(scene, result) : { head, layer: result.layer };
  const sentences = place.sentences(focusOn);
  const reading = readRow(place.language, result.row(head, query));
  return html`
    <main id="main" class=${screen.sheet === 'none' ? 'shell' : 'shell with-sheet'}>
      <div class="first">
        ${place.notice} ${sentences.box(sentences.examples)} ${sentences.tokens} ${sentences.encoder}
        ${sentences.hint} ${readingLine(reading)}
        <sa-announcer .text=${reading.text}></sa-announcer>
        <sa-attention
          .result=${result}
          .head=${head}
          .selected=${selected}
          .query=${query}
          .headNames=${headTitles(place.language, result.scene)}
          .focusOn=${focusOn}
          .problem=${why}
          .anyway=${problem?.anyway}
        ></sa-attention>
      </div>
      ${sidebar(
        place,
        html`<sa-controls
          .core=${core}
          .scene=${scene}
          .start=${start}
          .inLesson=${lessonOf(scene) !== null}
          .problem=${problem}
          .result=${result}
          .resetCount=${place.resetCount}
        ></sa-controls>`,
      )}
      <div class="explanation">
        ${place.about}
        <sa-steps
          .result=${result}
          .head=${head}
          .selectedLayer=${selected.layer}
          .query=${query}
          .focusOn=${focusOn}
        ></sa-steps>
      </div>
      ${arithmeticStrip(place.language, result, cell, {
        shown: screen.atSteps || pinned?.cell !== undefined,
        pinned: cell !== undefined && cell === pinned?.cell,
      })}
      <sa-matrix-host
        .scene=${scene}
        .result=${result}
        .core=${core}
        .problem=${why}
        .resetCount=${place.resetCount}
      ></sa-matrix-host>
    </main>
    ${bottomBar(place, true)}
  `;
}
