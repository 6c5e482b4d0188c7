/**
 * The front end of `sa.widget()`, an anywidget (https://anywidget.dev/en/afm/). The library stands before it in one module, and registers
 * the element.
 */
import type { SelfAttentionElement } from '../element/element.ts';
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
  // What the reader made is on show already: setting it again would start the element anew.
  let own = '';
  const applyScene = (): void => {
    const scene = model.get('scene');
    if (JSON.stringify(scene) !== own) element.scene = scene;
  };
  follow('scene', applyScene);
  for (const name of ['show', 'controls', 'theme'] as const)
    follow(name, () => {
      element[name] = model.get(name);
    });
  follow('lang', () => {
    element.lang = model.get('lang');
  });
  listeners.set('change:focus', () => focus(element, model));
  model.on('change:focus', () => focus(element, model));
  element.addEventListener('change', ({ detail: { scene } }) => {
    own = JSON.stringify(scene);
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

function focus(element: SelfAttentionElement, model: Model): void {
  const scene = model.get('scene');
  const { focus: _, ...view } = scene.view ?? {};
  const query = model.get('focus');
  element.scene = { ...scene, view: query === null ? view : { ...view, focus: query } };
}

export default { render };
