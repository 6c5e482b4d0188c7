/** The stage as a part: fetched for the first element that shows it. */
import { css, html, type TemplateResult } from 'lit';
import { stageWords } from '../i18n/stage.ts';
import { journeyOf } from '../stage/journey.ts';
import type { SceneResult } from '../trace/scene-result.ts';
import type { Renderer } from './renderer.ts';
import '../views/stage/stage.ts';
import type { DetailEvent } from '../views/shared/events.ts';

/** The way of the token in focus, whatever is pointed at, with the controls of the page's own stage. */
export const stagePart = (renderer: Renderer, result: SceneResult): TemplateResult => html`<sa-stage
    .source=${result}
    .query=${renderer.query}
    .moment=${renderer.scene?.view?.at ?? 0}
    @sa-moment=${(event: DetailEvent<'sa-moment'>) => rest(renderer, event)}
  ></sa-stage>`;

/** The reader looks at another moment. */
function rest(renderer: Renderer, event: DetailEvent<'sa-moment'>): void {
  event.stopPropagation();
  if (!renderer.element.readonly && renderer.problem === null) renderer.goTo(event.detail);
}

/** Throws what is wrong with the attribute whose scene asks for a moment that there is not. */
export function checkMoment(renderer: Renderer): void {
  const { result } = renderer;
  const { at: time = 0 } = result?.scene.view ?? {};
  const chapters =
    time === 0 || result === null ? 0 : journeyOf(renderer.language, result, renderer.query).chapters.length;
  if (time >= 0 && time <= chapters) return;
  throw Object.assign(new Error(stageWords(renderer.language).noMoment(time, chapters)), {
    code: 'attribute',
    path: 'scene',
  });
}

export const stagePartStyles = css`
  /* The board takes what its controls leave. */
  .stage > sa-stage {
    --board: 10rem;
    block-size: 100%;
  }
`;
