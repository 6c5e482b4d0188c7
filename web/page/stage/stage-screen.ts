import { html, nothing, type TemplateResult } from 'lit';
import { segmented } from '../../controls/field.ts';
import { mistakeWords } from '../../i18n/mistakes.ts';
import { pageWords } from '../../i18n/page.ts';
import { headlineAround, stageWords } from '../../i18n/stage.ts';
import type { Scene } from '../../scene/types.ts';
import { resolved } from '../../session/focus.ts';
import { explain } from '../../session/problem.ts';
import { typeSentence } from '../../session/scene-choices.ts';
import { namedToken } from '../../trace/token-text.ts';
import type { MomentEvent } from '../../views/stage/stage.ts';
import { headTitles } from '../shell/catalogue.ts';
import { request } from '../shell/events.ts';
import type { ScreenPlace } from '../shell/screens.ts';
import '../../views/stage/stage.ts';
import './presentation.ts';

/** The first screen: its headline, the sentence, and the stage. */
export function stageScreen(place: ScreenPlace): TemplateResult {
  const { scene, result, hovered, pinned, problem } = place;
  const { query } = resolved(pinned, result);
  const asking = namedToken(result.tokens, query);
  const [before, after] = headlineAround(asking);
  return html`<main id="main" class="stage-screen">
    ${place.notice}
    <h2 class="promise">${before}<em>${asking}</em>${after}</h2>
    <div class="stage-head">
      ${place.sentences(resolved(hovered ?? pinned, result).focusOn)}
      <div class="stage-bar">${heads(place)} ${challenge(scene)} ${note(place)}
        <sa-presentation
          .source=${result}
          .tokens=${result.tokens}
          .query=${query}
          .moment=${scene.view?.at ?? 0}
          @sa-moment=${({ detail }: MomentEvent) => place.onTime(detail)}
        ></sa-presentation>
      </div>
    </div>
    <div id="picture" tabindex="-1" class=${problem === null ? '' : 'outdated'}>
      <sa-stage
        .source=${result}
        .query=${query}
        .moment=${scene.view?.at ?? 0}
        @sa-moment=${({ detail }: MomentEvent) => place.onTime(detail)}
      ></sa-stage>
    </div>
    ${place.about}
  </main>`;
}

/** The choice of head, if there are several. */
function heads({ result }: ScreenPlace): TemplateResult | typeof nothing {
  if (result.heads === 1) return nothing;
  const names = headTitles(result.scene);
  return segmented({
    id: 'head',
    label: pageWords.picture.head,
    options: Array.from({ length: result.heads }, (_, head) => ({
      value: String(head),
      text: pageWords.picture.headName(head + 1, names[head] ?? ''),
    })),
    value: String(result.head),
    onChoose: (head) => request(document.querySelector('sa-stage'), 'sa-head', Number(head)),
  });
}

/** Says that the result belongs to another scene, or makes a mistake. */
function note({ result, problem }: ScreenPlace): TemplateResult | typeof nothing {
  const { mistake } = result.scene;
  const say = result.withoutMistake === null ? pageWords.scale.mistake : stageWords.mistake.note;
  if (problem !== null) {
    const button = html`<button type="button" @click=${problem.anyway}>${pageWords.picture.anyway}</button>`;
    return html`<p class="outdated">${pageWords.picture.stale}: ${explain(problem)} ${problem.anyway === undefined ? nothing : button}</p>`;
  }
  return mistake ? html`<p class="outdated mistaken">${say(mistakeWords[mistake])}</p>` : nothing;
}

/** Swaps the word that decides what "it" means, if the sentence has it. */
function challenge(scene: Scene): TemplateResult | typeof nothing {
  const { sentence = '' } = scene;
  const { turn } = stageWords;
  const there = [turn.from, turn.to].find((word) => new RegExp(`\\b${word}\\b`, 'i').test(sentence));
  if (there === undefined || scene.layers !== 2) return nothing;
  const other = there === turn.from ? turn.to : turn.from;
  const press = ({ currentTarget }: Event): void => {
    const changed = sentence.replace(new RegExp(`\\b${there}\\b`, 'i'), other);
    request(currentTarget, 'sa-edit', { scene: typeSentence(scene, changed), key: 'challenge' });
  };
  const text = there === turn.from ? stageWords.challenge(there, other) : stageWords.challengeBack(there, other);
  return html`<button type="button" class="challenge" @click=${press}>${text}</button>`;
}
