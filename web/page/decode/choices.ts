/** The controls of the cache. What is typed wrong is explained there, and the last picture stays. */
import { html, nothing, type TemplateResult } from 'lit';
import { segmented } from '../../controls/field.ts';
import type { NumberDetail } from '../../controls/number-field.ts';
import '../../controls/number-field.ts';
import { decodeWords } from '../../i18n/decode.ts';
import type { LanguageCode } from '../../i18n/language.ts';
import type { Scene } from '../../scene/types.ts';
import { formatConstant } from '../../trace/number-format.ts';
import { type CacheChoice, type Keeping, MOST_KEYS, type Sharing, sharesOwnHeads, sharings } from './decoder.ts';

const keepings: readonly Keeping[] = ['all', 'window', 'sinks'];

/** What is wrong with a number that counts keys; '' if nothing is. */
export function problemOfCount(language: LanguageCode, name: string, value: number | null, isOptional = false): string {
  if (value === null && isOptional) return '';
  if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MOST_KEYS) return '';
  return decodeWords(language).wrong(name, String(value ?? ''), formatConstant(MOST_KEYS));
}

/** Of each number. */
export function problemsOf(language: LanguageCode, choice: CacheChoice): Readonly<Record<CountName, string>> {
  const words = decodeWords(language);
  const has = (name: CountName): boolean =>
    name === 'limit' || (choice.keeping === 'sinks' ? true : choice.keeping === name);
  const problem = (name: CountName): string =>
    has(name) ? problemOfCount(language, words[name], choice[name], name === 'limit') : '';
  return { window: problem('window'), sinks: problem('sinks'), limit: problem('limit') };
}

export type CountName = 'window' | 'sinks' | 'limit';

export function cacheControls(
  language: LanguageCode,
  scene: Scene,
  choice: CacheChoice,
  isTrained: boolean,
  change: (change: Partial<CacheChoice>) => void,
): TemplateResult {
  const words = decodeWords(language);
  const problems = problemsOf(language, choice);
  const names = { window: words.windowName, sinks: words.sinksName, limit: words.limitName };
  const count = (name: CountName): TemplateResult => {
    const value = choice[name];
    return html`<sa-number
      .control=${`decode-${name}`}
      .label=${words[name]}
      .name=${names[name]}
      .value=${value ?? undefined}
      .placeholder=${name === 'limit' ? words.noLimit : null}
      .problem=${problems[name]}
      .step=${(direction: -1 | 1) => {
        const next = (value ?? 0) + direction;
        return next >= 1 && next <= MOST_KEYS ? next : null;
      }}
      @sa-number=${({ detail }: CustomEvent<NumberDetail>) => change({ [name]: detail.value })}
    ></sa-number>`;
  };
  return html`<div class="choices">
    ${isTrained ? nothing : sharingControl(language, scene, choice.sharing, (sharing) => change({ sharing }))}
    <p class="fine">${sharingNote(language, scene, choice, isTrained)}</p>
    ${segmented({
      id: 'decode-keeping',
      label: words.keeping,
      options: keepings.map((value) => ({ value, text: words.keepings[value] })),
      value: choice.keeping,
      onChoose: (keeping) => change({ keeping }),
    })}
    ${choice.keeping === 'all' ? nothing : count('window')} ${choice.keeping === 'sinks' ? count('sinks') : nothing}
    ${count('limit')}
  </div>`;
}

function sharingControl(
  language: LanguageCode,
  scene: Scene,
  value: Sharing,
  onChoose: (sharing: Sharing) => void,
): TemplateResult {
  const words = decodeWords(language);
  const offered = sharings(scene);
  return segmented({
    id: 'decode-sharing',
    label: words.sharing,
    options: offered.map(([sharing]) => ({ value: sharing, text: words.sharings[sharing] })),
    value,
    onChoose,
  });
}

/** What the choice made of the scene's heads. */
function sharingNote(language: LanguageCode, scene: Scene, { sharing }: CacheChoice, isTrained: boolean): string {
  const words = decodeWords(language);
  if (isTrained) return words.trained;
  const found = sharings(scene).find(([name]) => name === sharing);
  const heads = sharings(scene).find(([name]) => name === 'mha')?.[1] ?? 1;
  const own = sharing === 'own' ? scene.attention.heads : heads;
  const named = words.sharingNames(formatConstant(own), formatConstant(found?.[1] ?? own));
  if (sharing !== 'own' && !sharesOwnHeads(scene)) return `${named} ${words.drawn(formatConstant(heads))}`;
  const isWritten = scene.parameters.kind === 'given' || scene.parameters.kind === 'stack';
  const now = scene.attention.kvHeads ?? scene.attention.heads;
  return isWritten && found !== undefined && found[1] !== now ? `${named} ${words.redrawn}` : named;
}
