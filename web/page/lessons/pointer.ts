import type { LanguageCode } from '../../i18n/language.ts';
import { lessonWords } from '../../i18n/lessons/panel.ts';
import type { Target } from '../../lessons/types.ts';
import type { SceneResult } from '../../trace/scene-result.ts';
import { afterFrame } from '../../views/shared/frame.ts';
import { emit } from '../shell/events.ts';
import { scrollIntoViewUntilStable } from '../shell/in-sight.ts';
import { sectionOf } from '../steps/sections.ts';

interface Place {
  readonly kind: string;
  readonly name: string;
  readonly index: readonly number[];
}

const placeOf = (target: Target): Place => {
  const [kind = '', name = '', index = ''] = target.split(':');
  return { kind, name, index: index === '' ? [] : index.split(',').map(Number) };
};

/** The tensor of a target that is a step, a parameter or a cell. */
export function stepOf(target: Target): string | null {
  const { kind, name } = placeOf(target);
  return kind === 'control' ? null : name;
}

/** The name of a target, for a button that leads there. */
export function targetName(language: LanguageCode, target: Target, { called }: SceneResult): string {
  const words = lessonWords(language);
  const { kind, name: own } = placeOf(target);
  if (kind === 'control') return words.control;
  const name = called(own) ?? own;
  return kind === 'step' ? words.step(name) : words.cell(name);
}

/** Whether it is among the controls. The sentence and training are on the page itself. */
export const isControl = (target: Target): boolean => {
  const { kind, name } = placeOf(target);
  return kind === 'control' && name !== 'sentence' && name !== 'learn';
};

/** The control of a path in the scene, or of the part that contains it. A closed group stands for its controls. */
function controlAt(path: string): HTMLElement | null {
  if (path === 'sentence') {
    // The stage shows the tokens in place of the text box, which is one pixel large until it has the focus.
    const boxes = Array.from(document.querySelectorAll<HTMLElement>('.sentence, .stage-tokens'));
    return boxes.find((box) => box.offsetHeight > 1) ?? boxes[0] ?? null;
  }
  const parts = path.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const part = parts.slice(0, length).join('.');
    const found =
      document.querySelector<HTMLElement>(`[data-control="${part}"]`) ??
      document.querySelector<HTMLElement>(`[data-controls~="${part}"]`);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Null for a step while the stage is shown, which has its own moment. For a control in a closed sheet, the button that
 * opens the sheet.
 */
function elementAt({ kind, name }: Place, result: SceneResult): HTMLElement | null {
  if (kind !== 'control') return document.getElementById(sectionOf(result, name));
  return controlAt(name) ?? document.querySelector<HTMLElement>('.bottom-bar [data-sheet="controls"]');
}

let marked: Element | null = null;

/** Outlines a target, or for null removes the outline. Nothing is scrolled. */
export function pointAt(language: LanguageCode, target: Target | null, result: SceneResult): void {
  const element = target === null ? null : elementAt(placeOf(target), result);
  if (marked !== null && marked !== element) marked.removeAttribute('data-pointed');
  marked = element;
  // The label is drawn from the attribute, since the element's content belongs to its component.
  if (element !== null) element.setAttribute('data-pointed', lessonWords(language).here);
}

/** Whether the reader is typing or choosing outside the lesson. */
export function isTypingOutside(lesson: HTMLElement): boolean {
  const active = document.activeElement;
  return active?.matches('input, textarea, select, sa-matrix') === true && !lesson.contains(active);
}

/** The scroll box of a control among the others, so that the picture stays in place. Null for the page. */
function columnOf(control: HTMLElement): Element | null {
  const columns = [control.closest('.sidebar'), control.closest('.beside sa-controls')];
  return columns.find((column) => column !== null && column.scrollHeight > column.clientHeight) ?? null;
}

/** How far the page must scroll until an element is just above the sheet, with the picture above it in sight. */
function distanceTo(sheet: Element, element: Element): number {
  const { top, bottom } = element.getBoundingClientRect();
  return Math.min(top, bottom - sheet.getBoundingClientRect().top + LABEL);
}

/** Room below for the label of what is pointed at, in pixels. */
const LABEL = 24;

function bringIntoView(control: HTMLElement): void {
  const column = columnOf(control);
  if (column === null) {
    const sheet = openSheet();
    const isOnPage = control.closest('.sidebar, .beside') === null;
    if (sheet === null || !isOnPage) control.scrollIntoView({ block: 'nearest' });
    else scrollBy({ top: distanceTo(sheet, control), behavior: 'instant' });
    return;
  }
  const [box, own] = [column.getBoundingClientRect(), control.getBoundingClientRect()];
  // An element higher than the column is aligned with its top.
  column.scrollTop += own.top - box.top - Math.max(0, column.clientHeight - own.height) / 2;
}

/** Scrolls a target into view and opens the groups around it. The focus stays where it is. */
export async function showTarget(language: LanguageCode, target: Target, result: SceneResult): Promise<void> {
  const place = placeOf(target);
  if (place.kind === 'control') {
    closeStep();
    const isOnPage = controlAt(place.name)?.closest('.sidebar, .beside') === null;
    if (!isOnPage) showPicture();
    await showControl(place.name);
    pointAt(language, target, result);
    return;
  }
  const steps = document.querySelector('sa-steps .steps');
  if (steps === null) {
    const stage = document.querySelector('sa-stage');
    // Above the sheet there is room for the picture, not for its caption.
    stage?.shadowRoot?.querySelector('.board')?.scrollIntoView({ block: isInSheet() ? 'start' : 'nearest' });
    return;
  }
  emit(steps, 'sa-section', { name: place.name, isFocused: false });
  const cell = { name: place.name, index: place.index };
  if (place.kind === 'cell') emit(elementAt(place, result), 'sa-focus', { focus: { cell }, pinned: true });
}

/** Above a sheet there is room for the picture, and little else. Elsewhere it is in sight. */
export function showPicture(): void {
  const picture = document.querySelector('sa-attention #picture');
  if (picture === null || !isInSheet()) return;
  void scrollIntoViewUntilStable(picture, () => picture.scrollIntoView({ block: 'start' }));
}

/** An opened step takes half of the room of the picture and of what is below it. */
export function closeStep(): void {
  const steps = document.querySelector('sa-steps .steps.opened');
  if (steps !== null) emit(steps, 'sa-sections-hide', null);
}

/** On a narrow screen the lesson covers the lower half. */
const openSheet = (): Element | null => document.querySelector('.sidebar[role="dialog"]');

export const isInSheet = (): boolean => openSheet() !== null;

async function showControl(name: string): Promise<void> {
  const control = controlAt(name);
  if (control instanceof HTMLDetailsElement && !control.open) {
    control.open = true;
    // It is drawn after its toggle event.
    await afterFrame();
    await afterFrame();
  }
  const shown = controlAt(name);
  // Views drawn nearby may move it later. The focus does not wait for them.
  if (shown !== null) void scrollIntoViewUntilStable(shown, () => bringIntoView(shown));
}

/** Focuses a target if possible, else its heading. */
export function focusAt(target: Target, result: SceneResult): void {
  const element = elementAt(placeOf(target), result) ?? document.querySelector<HTMLElement>('sa-stage');
  const inner =
    element?.querySelector<HTMLElement>('textarea, input:checked') ??
    element?.querySelector<HTMLElement>('h3, input, select, button, summary') ??
    element?.shadowRoot?.querySelector<HTMLElement>('.board');
  (inner ?? element)?.focus({ preventScroll: true });
}
