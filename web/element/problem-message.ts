import { elementWords } from '../i18n/element.ts';
import type { Problem } from '../model/problem.ts';

/** Says what is wrong; work that waits to be asked for has a button, which keeps the focus as long as it says the same. */
export function sayProblem(message: HTMLElement, text: string, problem: Problem | null, onAnyway: () => void): void {
  if (message.firstChild?.textContent === text) return;
  message.textContent = text;
  if (problem?.anyway === undefined) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = elementWords.anyway;
  button.addEventListener('click', onAnyway);
  message.append(' ', button);
}
