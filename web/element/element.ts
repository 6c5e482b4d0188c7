import type { LoadOptions } from '../core/types.ts';
import { version } from '../core/version.ts';
import type { Scene } from '../scene/types.ts';
import { estimateSize } from './estimated-size.ts';
import { ownPlayground } from './own-playground.ts';
import * as placeholder from './placeholder.ts';
import type { Renderer } from './renderer.ts';

/** Where there is no DOM there is nothing to extend, and nothing to draw in: the class can be imported all the same. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? class {};

/** What all elements of a page have in common, until the first of them fetches the core. */
export const settings: { core: LoadOptions; taken: boolean } = { core: {}, taken: false };

/** How far from the viewport it begins. */
const NEAR = '600px';

export interface ImageOptions {
  /** Default svg. */
  readonly format?: 'svg' | 'png';
  /** Pixels of a PNG for one of the picture; default 1. */
  readonly scale?: 1 | 2 | 4;
}

/** What the element tells besides what every element does. */
export interface SelfAttentionEventMap {
  readonly ready: CustomEvent<{ readonly scene: Scene }>;
  readonly change: CustomEvent<{ readonly scene: Scene }>;
  readonly error: CustomEvent<{ readonly code: string; readonly message: string; readonly path: string }>;
}

type Listener<Name extends keyof SelfAttentionEventMap> = (
  this: SelfAttentionElement,
  event: SelfAttentionEventMap[Name],
) => unknown;

/** Listeners as every element has them, and those of the element's own events with the type of what they hear. */
export interface SelfAttentionElement {
  addEventListener<Name extends keyof SelfAttentionEventMap>(
    name: Name,
    listener: Listener<Name>,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    name: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<Name extends keyof SelfAttentionEventMap>(
    name: Name,
    listener: Listener<Name>,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    name: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

const texts = ['lesson', 'sentence', 'show', 'controls', 'training', 'theme', 'loading', 'playground'] as const;

let rendererModules: Promise<typeof import('./renderer.ts')> | null = null;
/** There once the first has come: paper does not wait. */
let rendererModule: typeof import('./renderer.ts') | null = null;

/**
 * `<self-attention>`: a scene's attention in somebody else's page. It fetches nothing before it nears the viewport
 * (`loading="eager"`: at once) or is printed, and keeps the room that its picture will take; until then, and where it fails, its
 * children show. The first print has the children too, where it had not begun: paper does not wait.
 *
 * Attributes, each a property too: `lesson`, `scene` (JSON, a link's text from its #, or an address), `sentence`, `show`,
 * `controls`, `training`, `theme`, `lang`, `loading`, `readonly`, `playground`. Events, none of which bubbles: `ready`, `change` (the reader made another
 * scene: `detail.scene`), `error` (`detail`: code, message, path).
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the merged methods are HTMLElement's; only their types are added.
export class SelfAttentionElement extends Base {
  static readonly version: string = version;
  static readonly observedAttributes: readonly string[] = [...texts, 'scene', 'lang', 'readonly'];

  /** Where the core comes from, for all of them. Throws once one of them has begun to fetch it. */
  static configure(options: Pick<LoadOptions, 'wasmUrl' | 'wasmBinary' | 'flavour'>): void {
    if (settings.taken)
      throw new Error('the core is being fetched already: configure before the first element is near');
    settings.core = options;
  }

  declare lesson: string | null;
  declare sentence: string | null;
  declare show: string;
  declare controls: string;
  declare training: string | null;
  declare theme: string;
  declare loading: string;
  declare playground: string;

  #box: HTMLElement | null = null;
  #renderer: Renderer | null = null;
  #given: Scene | null = null;
  #loading = false;
  #sightings: IntersectionObserver | null = null;
  /** The window that it prints with: a page may put it into a frame's or a pop-up window's document. */
  #window: Window | null = null;

  /** The scene on show; before there is one, what was given. Set: an object, or a text as in the attribute. */
  get scene(): Scene | string | null {
    return this.#renderer?.shown ?? this.#given ?? this.getAttribute('scene');
  }

  set scene(scene: Scene | string | null) {
    // As an attribute too: a copy of the element (cloneNode, saved markup) has nothing else.
    if (scene === null || scene === undefined) this.removeAttribute('scene');
    else this.setAttribute('scene', textOf(scene));
    // A copy: the same object set again, changed meanwhile, is another scene.
    this.#given = scene && typeof scene === 'object' ? { ...scene } : null;
    if (this.#box !== null) this.#makePlaceholder();
    this.#renderer?.changed();
  }

  get readonly(): boolean {
    return this.hasAttribute('readonly');
  }

  set readonly(readonly: boolean) {
    // A text is what a framework made of an attribute, and is checked as one.
    if (typeof readonly === 'string') this.setAttribute('readonly', readonly);
    else this.toggleAttribute('readonly', Boolean(readonly));
  }

  /** @internal The scene that was set as an object. */
  get given(): Scene | null {
    return this.#given;
  }

  /** @internal Sends one of its own events. */
  emit<Name extends keyof SelfAttentionEventMap>(name: Name, detail: SelfAttentionEventMap[Name]['detail']): void {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  connectedCallback(): void {
    for (const name of [...texts, 'scene', 'readonly']) this.#upgrade(name);
    this.#makePlaceholder();
    const view = this.ownerDocument.defaultView ?? window;
    this.#window = view;
    view.addEventListener('beforeprint', this.#print);
    if (this.#renderer !== null) this.#renderer.connect();
    else if (this.loading === 'eager' || view.IntersectionObserver === undefined) this.load();
    else this.#watch(view);
  }

  adoptedCallback(): void {
    if (this.shadowRoot !== null)
      this.shadowRoot.adoptedStyleSheets = placeholder.placeholderSheets(this.ownerDocument);
  }

  disconnectedCallback(): void {
    this.#sightings?.disconnect();
    this.#window?.removeEventListener('beforeprint', this.#print);
    // Moved in the document, it is there again at once, and draws on.
    queueMicrotask(() => {
      if (!this.isConnected) this.#renderer?.disconnect();
    });
  }

  attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (name === 'scene' && value !== null && value !== before) this.#given = null;
    if (this.#box === null) return;
    this.#makePlaceholder();
    if (this.#renderer !== null) this.#renderer.changed();
    else if (name === 'loading' && value === 'eager' && this.isConnected) this.load();
  }

  /** Begins now, wherever it is. */
  load(): void {
    this.#sightings?.disconnect();
    if (this.#loading || this.#renderer !== null) return;
    this.#loading = true;
    void this.#begin();
  }

  /** The scene as the attributes have it, without what the reader made of it. No `change` comes: the page knows. */
  reset(): void {
    this.#renderer?.reset();
  }

  /**
   * The pictures on show as a file; begins where it has not. Rejects with an AttentionError where there is none, or for an option
   * that there is not; with an Error of code `load`, or `disposed` in no document, where what draws could not be loaded.
   */
  async exportImage(options?: ImageOptions): Promise<Blob> {
    await this.#begin();
    if (this.#renderer === null) {
      const code = this.isConnected ? 'load' : 'disposed';
      throw Object.assign(new Error('the element could not be loaded, or is in no document'), { code, path: '' });
    }
    return this.#renderer.image(options);
  }

  #watch({ IntersectionObserver }: Window & typeof globalThis): void {
    const near = (entries: readonly IntersectionObserverEntry[]): void => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) this.load();
    };
    this.#sightings = new IntersectionObserver(near, { rootMargin: NEAR });
    this.#sightings.observe(this);
  }

  async #begin(): Promise<void> {
    try {
      rendererModules ??= import('./renderer.ts');
      rendererModule = await rendererModules;
      if (this.isConnected) this.#render(rendererModule);
    } catch (thrown) {
      rendererModules = null;
      this.#fail(thrown);
    }
    this.#loading = false;
  }

  #render({ Renderer: Made }: typeof import('./renderer.ts')): void {
    if (this.#renderer === null && this.#box !== null)
      this.#renderer = new Made(this, this.#box, { ...placeholder, settings });
  }

  /** In English only: the words of another language are among what could not be loaded, and no place for them is in 6 kB. */
  #fail(thrown: unknown): void {
    const message = `The result could not be loaded: ${thrown}`;
    const problem = { code: 'load', message, path: '' };
    const paragraph = document.createElement('p');
    paragraph.className = 'problem';
    paragraph.part.add('error');
    paragraph.textContent = problem.message;
    this.#box?.classList.add('failed');
    this.#box?.querySelector('.problem')?.remove();
    this.#box?.append(paragraph);
    this.emit('error', problem);
  }

  readonly #print = (): void => {
    if (rendererModule !== null) this.#render(rendererModule);
    // Paper does not wait for what has not come: this one has the children, the next one the picture.
    else this.load();
    this.#renderer?.print();
  };

  #makePlaceholder(): void {
    if (this.#box === null) {
      const shadow = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
      shadow.adoptedStyleSheets = placeholder.placeholderSheets(this.ownerDocument);
      const box = made('box');
      const fallback = made('fallback');
      fallback.append(document.createElement('slot'));
      box.append(made('placeholder'), fallback, made('playground'));
      shadow.replaceChildren(box);
      this.#box = box;
    }
    this.#box.classList.toggle('linked', this.playground !== 'none');
    const place = this.#box.querySelector<HTMLElement>('.placeholder');
    const size = estimateSize(this.lesson, this.#given ?? this.getAttribute('scene'), this.sentence);
    if (place !== null)
      placeholder.fillPlaceholder(place, this.show, placeholder.controlsOf(this.controls, this.readonly), size);
  }

  /** What was set before this class was there covers the accessor: it is set again. */
  #upgrade(name: string): void {
    if (!Object.hasOwn(this, name)) return;
    const value: unknown = Reflect.get(this, name);
    Reflect.deleteProperty(this, name);
    Reflect.set(this, name, value);
  }
}

const initial: Readonly<Record<string, string>> = {
  show: 'heatmap',
  controls: 'none',
  theme: 'auto',
  loading: 'lazy',
  playground: ownPlayground,
};

for (const name of texts) {
  Object.defineProperty(SelfAttentionElement.prototype, name, {
    configurable: true,
    enumerable: true,
    get(this: HTMLElement): string | null {
      return this.getAttribute(name) ?? initial[name] ?? null;
    },
    set(this: HTMLElement, value: unknown): void {
      if (value === null || value === undefined) this.removeAttribute(name);
      else this.setAttribute(name, String(value));
    },
  });
}

declare global {
  interface HTMLElementTagNameMap {
    'self-attention': SelfAttentionElement;
  }
}

/** Of an object, its JSON. */
function textOf(scene: unknown): string {
  try {
    return (typeof scene === 'object' && JSON.stringify(scene)) || String(scene);
  } catch {
    return Object.prototype.toString.call(scene);
  }
}

function made(name: string): HTMLElement {
  const element = document.createElement('div');
  element.className = name;
  return element;
}
