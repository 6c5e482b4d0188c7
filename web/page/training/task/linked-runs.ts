import { taskWords } from '../../../i18n/training/task.ts';
import type { Scene } from '../../../scene/types.ts';
import { request } from '../../shell/events.ts';
import { type RunChoice, suitedTo } from './choices.ts';
import { choiceOf, RunTextFault } from './run-text.ts';

/** What a link asks for, all of it or nothing, and what is wrong with it. */
export function linkedChoices({ view }: Scene): { readonly choices: readonly RunChoice[]; readonly problem: string } {
  const { text, link } = taskWords;
  const suited = [suitedTo('induction', text)];
  try {
    const choices = (view?.runs ?? []).map((run) => choiceOf(run, text));
    return { choices: choices.length > 0 ? choices : suited, problem: '' };
  } catch (thrown) {
    if (!(thrown instanceof RunTextFault)) throw thrown;
    return { choices: suited, problem: link.wrong[thrown.fault](thrown.key, thrown.value) };
  }
}

/** The runs of the page's link, where it names any: they follow what is chosen, and what is chosen follows them where somebody takes a step back. */
export class LinkedRuns {
  /** What was told of and has not come back with a scene. */
  private told: string[] = [];

  constructor(private readonly host: HTMLElement) {}

  tell({ view }: Scene, runs: readonly string[]): void {
    const text = String(runs);
    if (view?.runs === undefined || text === (this.told.at(-1) ?? String(view.runs))) return;
    this.told.push(text);
    request(this.host, 'sa-runs', runs);
  }

  /** Whether a scene brings other runs than those that were told of. */
  isOther({ view }: Scene, before: Scene | undefined, runs: readonly string[]): boolean {
    if (view?.runs === undefined || before === undefined) return false;
    const text = String(view.runs);
    const at = this.told.indexOf(text);
    if (at >= 0) this.told = this.told.slice(at + 1);
    return at < 0 && text !== String(before.view?.runs) && text !== String(runs);
  }
}
