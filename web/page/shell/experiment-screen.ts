import { html, nothing, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { controlWords } from '../../i18n/controls.ts';
import { resolved, selectedView } from '../../session/focus.ts';
import { explain } from '../../session/problem.ts';
import { readRow } from '../../trace/row-sentence.ts';
import { arithmeticStrip } from '../attention/focus.ts';
import { inspector } from '../attention/inspector.ts';
import { headTitles, lessonOf } from './catalogue.ts';
import type { ScreenProps } from './screens.ts';
import { readingLine } from './sentences.ts';
import { besideLesson, bottomBar, sidebar } from './sidebar.ts';
import '../attention/attention-panel.ts';
import '../controls/control-panel.ts';
import '../controls/what-if.ts';
import '../matrix-editor/host.ts';
import '../steps/steps.ts';

/** The screen with all controls and matrices, in three columns: controls, picture, and the cell in focus. The steps are below. */
export function experimentScreen(props: ScreenProps): TemplateResult {
  const { core, scene, result, problem, screen, pinned } = props;
  const why = problem === null ? '' : explain(props.language, problem);
  const { head } = selectedView(result.scene, result);
  const { focusOn, query } = resolved(props.hovered ?? pinned, result);
  const { cell } = focusOn;
  const isPinned = cell !== undefined && cell === pinned?.cell;
  const selected = problem === null ? selectedView(scene, result) : { head, layer: result.layer };
  const sentences = props.sentences(focusOn);
  const reading = readRow(props.language, result.row(head, query));
  const inLesson = lessonOf(scene) !== null;
  const controls = controlsOf(props, query);
  const explained = inspector(props.language, result, { head, query, cell, isPinned });
  return html`
    <main id="main" class=${classMap({ shell: true, bench: true, columns: !screen.narrow, 'with-sheet': screen.sheet !== 'none', 'with-lesson': inLesson })}>
      <div class="first">
        ${props.notice} ${sentences.box(inLesson ? nothing : sentences.examples)} ${sentences.tokens} ${sentences.encoder}
        ${sentences.hint} ${screen.narrow ? whatIf(props, query) : nothing} ${readingLine(reading)}
        <sa-announcer .text=${reading.text}></sa-announcer>
        <sa-attention
          .core=${core}
          .result=${result}
          .head=${head}
          .selected=${selected}
          .query=${query}
          .headNames=${headTitles(props.language, result.scene)}
          .focusOn=${focusOn}
          .problem=${why}
          .inLesson=${inLesson}
          .computeAnyway=${problem?.computeAnyway}
        ></sa-attention>
      </div>
      ${sidebar(props, controls)}
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
          : inLesson
            ? besideLesson(props, explained, controls)
            : explained
      }
      <sa-matrix-host
        .scene=${scene}
        .result=${result}
        .core=${core}
        .problem=${why}
        .resetCount=${props.resetCount}
      ></sa-matrix-host>
      <sa-show-mask-lab></sa-show-mask-lab>
    </main>
    ${bottomBar(props, true)}
  `;
}

/** The questions. A lesson asks questions of its own. */
function whatIf({ core, scene, start, result, screen }: ScreenProps, query: number): TemplateResult | typeof nothing {
  if (result.viewport !== null || lessonOf(scene) !== null) return nothing;
  return html`<sa-what-if
    .core=${core}
    .scene=${scene}
    .start=${start}
    .result=${result}
    .query=${query}
    .isLine=${screen.narrow}
  ></sa-what-if>`;
}

/** All settings, and on a wide screen the questions. */
function controlsOf(props: ScreenProps, query: number): TemplateResult {
  const { language, core, scene, start, result, problem, screen } = props;
  const inLesson = lessonOf(scene) !== null;
  return html`${screen.narrow ? nothing : whatIf(props, query)}
    ${inLesson || result.viewport !== null ? nothing : html`<h2 class="all-settings">${controlWords(language).whatIf.settings}</h2>`}
    <sa-controls
      .core=${core}
      .scene=${scene}
      .start=${start}
      .inLesson=${inLesson}
      .problem=${problem}
      .result=${result}
      .resetCount=${props.resetCount}
    ></sa-controls>`;
}
