import { lessonWords } from '../../i18n/lessons/panel.ts';
import type { Target } from '../../lessons/types.ts';
import type { ComputedScene } from '../../trace/scene-result.ts';
import { FocusRequest } from '../../views/index.ts';
import { afterFrame } from '../../views/shared/frame.ts';
import { request } from '../shell/events.ts';
import { keepInSight } from '../shell/in-sight.ts';
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

/** What a target is called, for the name of a button that leads there. */
export function calledAs(target: Target, { called }: ComputedScene): string {
  const { kind, name: own } = placeOf(target);
  if (kind === 'control') return lessonWords.control;
  const name = called(own) ?? own;
  return kind === 'step' ? lessonWords.step(name) : lessonWords.cell(name);
}

/** Whether it is among the controls, which a narrow screen has in a sheet; the sentence stands on the page itself. */
export const isControl = (target: Target): boolean => {
  const { kind, name } = placeOf(target);
  return kind === 'control' && name !== 'sentence';
};

/** The control of a part of the scene, else of the part that holds it; a closed group stands for what is in it. */
function controlAt(path: string): HTMLElement | null {
  if (path === 'sentence') return document.querySelector('.sentence');
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

/** Null for a step where the stage is: that has the moment of it on show. */
function elementAt({ kind, name }: Place, picture: ComputedScene): HTMLElement | null {
  return kind === 'control' ? controlAt(name) : document.getElementById(sectionOf(picture, name));
}

let marked: Element | null = null;

/** Outlines what a target names and lets go of what was outlined before; null: nothing is. Moves nothing. */
export function pointAt(target: Target | null, picture: ComputedScene): void {
  const element = target === null ? null : elementAt(placeOf(target), picture);
  if (marked !== null && marked !== element) marked.removeAttribute('data-pointed');
  marked = element;
  // The label is drawn from the attribute: the element's own content belongs to its component.
  if (element !== null) element.setAttribute('data-pointed', lessonWords.here);
}

/** Whether somebody is typing or choosing outside of the lesson. */
export function isElsewhere(lesson: HTMLElement): boolean {
  const active = document.activeElement;
  return active?.matches('input, textarea, select, sa-matrix') === true && !lesson.contains(active);
}

/** What a control among the others is scrolled in, their column alone: the picture, which it changes, stays where it is. Null: the page. */
function columnOf(control: HTMLElement): Element | null {
  const column = control.closest('.sidebar') && control.closest('sa-controls, .sidebar');
  return column !== null && column.scrollHeight > column.clientHeight ? column : null;
}

function bringIntoView(control: HTMLElement): void {
  const column = columnOf(control);
  if (column === null) {
    const isOnPage = control.closest('.sidebar') === null;
    control.scrollIntoView({ block: isOnPage && isInSheet() ? 'start' : 'nearest' });
    return;
  }
  const [box, own] = [column.getBoundingClientRect(), control.getBoundingClientRect()];
  // What is higher than the column is read from its head.
  column.scrollTop += own.top - box.top - Math.max(0, column.clientHeight - own.height) / 2;
}

/** Brings what a target names into sight, opens what it is in, and leaves the focus where it is. */
export async function bringUp(target: Target, picture: ComputedScene): Promise<void> {
  const place = placeOf(target);
  if (place.kind === 'control') {
    await bringUpControl(place.name);
    pointAt(target, picture);
    return;
  }
  const steps = document.querySelector('sa-steps .steps');
  if (steps === null) {
    const stage = document.querySelector('sa-stage');
    if (isInSheet()) stage?.scrollIntoView({ block: 'start' });
    else stage?.shadowRoot?.querySelector('.board')?.scrollIntoView({ block: 'nearest' });
    return;
  }
  request(steps, 'sa-section', { name: place.name, isFocused: false });
  const cell = { name: place.name, index: place.index };
  if (place.kind === 'cell') elementAt(place, picture)?.dispatchEvent(new FocusRequest({ cell }, true));
}

/** The lower half of a narrow screen is under the lesson. */
const isInSheet = (): boolean => document.querySelector('.sidebar[role="dialog"]') !== null;

async function bringUpControl(name: string): Promise<void> {
  const control = controlAt(name);
  if (control instanceof HTMLDetailsElement && !control.open) {
    control.open = true;
    // It hears that it was opened, and is drawn after that.
    await afterFrame();
    await afterFrame();
  }
  const shown = controlAt(name);
  // What is drawn around it as it comes near may move it; the focus waits for none of that.
  if (shown !== null) void keepInSight(shown, () => bringIntoView(shown), columnOf(shown) ?? undefined);
}

/** Gives the focus to what a target names, where that can have it, or to its heading. */
export function focusAt(target: Target, picture: ComputedScene): void {
  const element = elementAt(placeOf(target), picture) ?? document.querySelector<HTMLElement>('sa-stage');
  const inner =
    element?.querySelector<HTMLElement>('textarea, input:checked') ??
    element?.querySelector<HTMLElement>('h3, input, select, button, summary') ??
    element?.shadowRoot?.querySelector<HTMLElement>('.board');
  (inner ?? element)?.focus({ preventScroll: true });
}
