/**
 * The front end of `sa.widget()`, an anywidget (https://anywidget.dev/en/afm/). The library stands before it in one module, and registers
 * the element.
 */
import type { Scene } from '../scene/types.ts';

interface Traits {
  scene: Scene;
  focus: number | null;
  show: string;
  controls: string;
  theme: string;
  lang: string;
}

/** What anywidget gives: the traits of the widget in Python. */
interface Model {
  get<Name extends keyof Traits>(name: Name): Traits[Name];
  set<Name extends keyof Traits>(name: Name, value: Traits[Name]): void;
  save_changes(): void;
  on(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
}

function render({ model, el }: { readonly model: Model; readonly el: HTMLElement }): () => void {
  const element = document.createElement('self-attention');
  const listeners = new Map<string, () => void>();
  const follow = (name: keyof Traits, apply: () => void): void => {
    listeners.set(`change:${name}`, apply);
    model.on(`change:${name}`, apply);
    apply();
  };
  // What is on show already is not set again: that would start the element anew.
  let own = '';
  const isNew = (scene: Scene): boolean => {
    const text = JSON.stringify(scene);
    const isOther = text !== own;
    own = text;
    return isOther;
  };
  const applyScene = (): void => {
    const scene = model.get('scene');
    if (!isNew(scene)) return;
    element.scene = scene;
    const focus = scene.view?.focus ?? null;
    if (model.get('focus') === focus) return;
    model.set('focus', focus);
    model.save_changes();
  };
  const applyFocus = (): void => {
    const scene = focused(model.get('scene'), model.get('focus'));
    if (!isNew(scene)) return;
    element.scene = scene;
    model.set('scene', scene);
    model.save_changes();
  };
  follow('scene', applyScene);
  for (const name of ['show', 'controls', 'theme'] as const)
    follow(name, () => {
      element[name] = model.get(name);
    });
  follow('lang', () => {
    element.lang = model.get('lang');
  });
  listeners.set('change:focus', applyFocus);
  model.on('change:focus', applyFocus);
  element.addEventListener('change', ({ detail: { scene } }) => {
    isNew(scene);
    model.set('scene', scene);
    model.set('focus', scene.view?.focus ?? null);
    model.save_changes();
  });
  el.append(element);
  return () => {
    for (const [event, listener] of listeners) model.off(event, listener);
    element.remove();
  };
}

/** The scene with the token in focus, or without one. As it is if nothing changes: the order of its keys counts. */
function focused(scene: Scene, query: number | null): Scene {
  if ((scene.view?.focus ?? null) === query) return scene;
  const { focus: _, ...view } = scene.view ?? {};
  return { ...scene, view: query === null ? view : { ...view, focus: query } };
}

export default { render };
