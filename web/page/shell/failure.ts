import { words } from '../../i18n/words.ts';
import { problemOf } from '../../model/problem.ts';

/** Says in the standing page why the live part did not start; its picture stays. */
export function startFailed(thrown: unknown): void {
  const status = document.getElementById('static-status');
  if (status === null) return;
  const title = document.createElement('strong');
  title.textContent = words.failure.title;
  const why = document.createElement('p');
  why.textContent = problemOf(thrown).message;
  const rest = document.createElement('p');
  rest.textContent = words.failure.picture;
  status.setAttribute('role', 'alert');
  status.replaceChildren(title, why, rest);
}
