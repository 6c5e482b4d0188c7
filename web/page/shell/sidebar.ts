import { html, nothing, type TemplateResult } from 'lit';
import { segmented } from '../../controls/field.ts';
import { controlWords } from '../../i18n/controls.ts';
import { lessonWords } from '../../i18n/lessons/panel.ts';
import { lessonOf } from './catalogue.ts';
import type { ScreenProps } from './screens.ts';
import '../lessons/lesson-panel.ts';

/**
 * The lesson's text, or the controls. On a wide screen they are beside the picture. On a narrow one they are in a
 * sheet at the bottom, so that the picture stays in sight and usable. It has room for one of the two.
 */
export function sidebar(props: ScreenProps, controls: TemplateResult | null): TemplateResult {
  const words = controlWords(props.language);
  const { scene, result, problem, screen } = props;
  const { narrow, sheet } = screen;
  const lesson = lessonOf(scene);
  return html`<div
    id="sidebar"
    class="sidebar"
    role=${narrow ? 'dialog' : 'region'}
    aria-label=${(narrow ? sheet === 'lesson' : lesson !== null) || controls === null ? lessonWords(props.language).label : words.title}
    tabindex="-1"
    ?hidden=${narrow && sheet === 'none'}
  >
    ${
      narrow
        ? html`<button type="button" class="close" aria-label=${words.close} @click=${screen.close}>✕</button>`
        : nothing
    }
    ${
      // Always rendered, because it keeps checking what the reader does.
      lesson === null
        ? nothing
        : html`<sa-lesson
            ?hidden=${narrow && sheet !== 'lesson'}
            .lesson=${lesson}
            .scene=${scene}
            .result=${result}
            .problem=${problem}
            .sheet=${narrow ? sheet : null}
          ></sa-lesson>`
    }
    ${lesson === null || (narrow && sheet === 'controls') ? controls : nothing}
  </div>`;
}

/** The buttons that open and close the sheet on a narrow screen. */
export function bottomBar(
  { language, screen, scene }: ScreenProps,
  hasControls: boolean,
): TemplateResult | typeof nothing {
  const words = controlWords(language);
  if (!screen.narrow) return nothing;
  const button = (sheet: 'controls' | 'lesson', text: string) => html`<button
    type="button"
    data-sheet=${sheet}
    aria-controls="sidebar"
    aria-expanded=${screen.sheet === sheet ? 'true' : 'false'}
    @click=${() => (screen.sheet === sheet ? screen.close() : screen.open(sheet))}
  >
    ${text}
  </button>`;
  return html`<nav class="bottom-bar" aria-label=${words.bar}>
    ${hasControls ? button('controls', words.open) : nothing}
    ${lessonOf(scene) === null ? nothing : button('lesson', lessonWords(language).open)}
  </nav>`;
}

/** What is beside the picture of a lesson on a wide screen: the cell in focus or the controls, with a switch. */
export function besideLesson(
  { language, screen }: ScreenProps,
  inspector: TemplateResult,
  controls: TemplateResult,
): TemplateResult {
  const words = lessonWords(language);
  return html`<div class=${screen.controlsBeside ? 'beside has-controls' : 'beside'}>
    ${segmented({
      id: 'beside',
      label: words.beside,
      options: [
        { value: 'cell', text: words.besideCell },
        { value: 'controls', text: controlWords(language).open },
      ],
      value: screen.controlsBeside ? 'controls' : 'cell',
      onChoose: (chosen) => screen.putControlsBeside(chosen === 'controls'),
    })}
    ${screen.controlsBeside ? controls : inspector}
  </div>`;
}
