import type { LanguageCode } from '../../../i18n/language.ts';
import { taskWords } from '../../../i18n/training/task.ts';
import type { Scene } from '../../../scene/types.ts';
import { emit } from '../../shell/events.ts';
import { type RunChoice, suitedTo } from './choices.ts';
import { choiceOf, RunTextFault } from './run-text.ts';

/** The choices in a link, and what is wrong with it. A wrong link gives the usual choices. */
export function linkedChoices(
  language: LanguageCode,
  { view }: Scene,
): { readonly choices: readonly RunChoice[]; readonly problem: string } {
  const { text, link } = taskWords(language);
  const suited = [suitedTo('induction', text)];
  try {
    const choices = (view?.runs ?? []).map((run) => choiceOf(run, text));
    return { choices: choices.length > 0 ? choices : suited, problem: '' };
  } catch (thrown) {
    if (!(thrown instanceof RunTextFault)) throw thrown;
    return { choices: suited, problem: link.wrong[thrown.fault](thrown.key, thrown.value) };
  }
}

const textOf = (view: Scene['view']): string => String(view?.runs ?? []);

/**
 * Keeps the runs in the page's link and the choices equal: the link follows the choices, and an undo changes the choices. A link to the
 * Train screen names its runs from the first choice on.
 */
export class LinkedRuns {
  /** Sent runs that have not come back with a scene. */
  private sent: string[] = [];

  constructor(private readonly host: HTMLElement) {}

  send({ view }: Scene, runs: readonly string[]): void {
    const text = String(runs);
    if (view?.runs === undefined && view?.screen !== 'train') return;
    if (text === (this.sent.at(-1) ?? textOf(view))) return;
    this.sent.push(text);
    emit(this.host, 'sa-runs', runs);
  }

  /** Whether the scene has other runs than those that were sent. */
  hasChanged({ view }: Scene, before: Scene | undefined, runs: readonly string[]): boolean {
    if (before === undefined || (view?.runs ?? before.view?.runs) === undefined) return false;
    const text = textOf(view);
    const index = this.sent.indexOf(text);
    if (index >= 0) this.sent = this.sent.slice(index + 1);
    return index < 0 && text !== textOf(before.view) && text !== String(runs);
  }
}
