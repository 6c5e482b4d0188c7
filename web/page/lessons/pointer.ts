import { afterFrame } from '../../controls/light-dom-element.ts';
import { lessonWords } from '../../i18n/lessons.ts';
import type { Target } from '../../lessons/types.ts';
import type { ComputedScene } from '../../model/computed-scene.ts';
import { FocusRequest } from '../../views/index.ts';
import { request } from '../shell/events.ts';
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
export function calledAs(target: Target): string {
  const { kind, name } = placeOf(target);
  if (kind === 'control') return lessonWords.control;
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

/** A control among the others is brought up in their column alone: the picture, which it changes, stays where it is. */
function bringIntoView(control: HTMLElement): void {
  const sidebar = control.closest('.sidebar');
  if (sidebar === null || sidebar.scrollHeight <= sidebar.clientHeight) {
    control.scrollIntoView({ block: 'center' });
    return;
  }
  const [box, own] = [sidebar.getBoundingClientRect(), control.getBoundingClientRect()];
  sidebar.scrollTop += own.top - box.top - (sidebar.clientHeight - own.height) / 2;
  control.scrollIntoView({ block: 'nearest' });
}

/** The reader asked to be led there: brings it into view and gives it the focus. */
export async function leadTo(target: Target, picture: ComputedScene): Promise<void> {
  const place = placeOf(target);
  if (place.kind !== 'control') {
    request(document.querySelector('sa-steps .steps'), 'sa-section', { name: place.name });
    const cell = { name: place.name, index: place.index };
    if (place.kind === 'cell') elementAt(place, picture)?.dispatchEvent(new FocusRequest({ cell }, true));
    return;
  }
  let control = controlAt(place.name);
  if (control instanceof HTMLDetailsElement && !control.open) {
    control.open = true;
    // It hears that it was opened, and is drawn after that.
    await afterFrame();
    await afterFrame();
    control = controlAt(place.name);
  }
  pointAt(target, picture);
  if (control !== null) bringIntoView(control);
  const inner =
    control?.querySelector<HTMLElement>('textarea, input:checked') ??
    control?.querySelector<HTMLElement>('input, select, button, summary');
  (inner ?? control)?.focus({ preventScroll: true });
}
