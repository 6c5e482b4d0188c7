import { html, nothing, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { controlWords } from '../../i18n/controls.ts';
import { resolved, selectedView } from '../../session/focus.ts';
import { explain } from '../../session/problem.ts';
import { readRow } from '../../trace/reading.ts';
import { arithmeticStrip } from '../attention/focus.ts';
import { inspector } from '../attention/inspector.ts';
import { headTitles, lessonOf } from './catalogue.ts';
import type { ScreenProps } from './screens.ts';
import { readingLine } from './sentences.ts';
import { bottomBar, sidebar } from './sidebar.ts';
import '../attention/attention-panel.ts';
import '../controls/control-panel.ts';
import '../controls/what-if.ts';
import '../matrix-editor/host.ts';
import '../steps/steps.ts';

/** The screen with all controls and matrices, in three columns: controls, picture, and the cell in focus. The steps are below. */
export function experimentScreen(props: ScreenProps): TemplateResult {
  const { core, scene, start, result, problem, screen, pinned } = props;
  const why = problem === null ? '' : explain(props.language, problem);
  const { head } = selectedView(result.scene, result);
  const { focusOn, query } = resolved(props.hovered ?? pinned, result);
  const { cell } = focusOn;
  const isPinned = cell !== undefined && cell === pinned?.cell;
  const selected = problem === null ? selectedView(scene, result) : { head, layer: result.layer };
  const sentences = props.sentences(focusOn);
  const reading = readRow(props.language, result.row(head, query));
  return html`
    <main id="main" class=${classMap({ shell: true, bench: true, 'with-sheet': screen.sheet !== 'none', 'with-lesson': lessonOf(scene) !== null })}>
      <div class="first">
        ${props.notice} ${sentences.box(sentences.examples)} ${sentences.tokens} ${sentences.encoder}
        ${sentences.hint} ${readingLine(reading)}
        <sa-announcer .text=${reading.text}></sa-announcer>
        <sa-attention
          .result=${result}
          .head=${head}
          .selected=${selected}
          .query=${query}
          .headNames=${headTitles(props.language, result.scene)}
          .focusOn=${focusOn}
          .problem=${why}
          .inLesson=${lessonOf(scene) !== null}
          .computeAnyway=${problem?.computeAnyway}
        ></sa-attention>
      </div>
      ${sidebar(
        props,
        html`${
          result.viewport === null && lessonOf(scene) === null
            ? html`<sa-what-if .core=${core} .scene=${scene} .start=${start} .result=${result} .query=${query}></sa-what-if>
                <h2 class="all-settings">${controlWords(props.language).whatIf.settings}</h2>`
            : nothing
        }
        <sa-controls
          .core=${core}
          .scene=${scene}
          .start=${start}
          .inLesson=${lessonOf(scene) !== null}
          .problem=${problem}
          .result=${result}
          .resetCount=${props.resetCount}
        ></sa-controls>`,
      )}
      <div class="explanation">
        <sa-steps
          .result=${result}
          .head=${head}
          .query=${query}
          .focusOn=${focusOn}
        ></sa-steps>
      </div>
      ${
        screen.narrow
          ? arithmeticStrip(props.language, result, cell, {
              shown: screen.atSteps || pinned?.cell !== undefined,
              pinned: isPinned,
            })
          : inspector(props.language, result, { head, query, cell, isPinned })
      }
      <sa-matrix-host
        .scene=${scene}
        .result=${result}
        .core=${core}
        .problem=${why}
        .resetCount=${props.resetCount}
      ></sa-matrix-host>
    </main>
    ${bottomBar(props, true)}
  `;
}
