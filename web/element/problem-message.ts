import { elementWords } from '../i18n/element.ts';

/** Says what is wrong; work that waits to be asked for has a button, which keeps the focus as long as it says the same. */
export function sayProblem(message: HTMLElement, text: string, onAnyway: (() => void) | undefined): void {
  if (message.firstChild?.textContent === text) return;
  message.textContent = text;
  if (onAnyway === undefined) return;
  const button = document.createElement('button');
  button.textContent = elementWords.anyway;
  button.onclick = onAnyway;
  message.append(' ', button);
}
