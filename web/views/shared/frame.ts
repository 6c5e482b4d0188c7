import { windowOf } from './own-window.ts';

/** Resolves once the frame that is being made is on the screen. */
export const afterFrame = (view: Window = window): Promise<void> =>
  new Promise((done) => {
    view.requestAnimationFrame(() => setTimeout(done));
  });

/** When to draw an element in a task after the current frame: at once where the pointer or the focus is in it. */
export async function frameOf(element: Element): Promise<void> {
  if (!element.matches(':hover, :focus-within')) await afterFrame(windowOf(element));
}
