/**
 * The script of a figure in a notebook. The frame of a notebook's first figure has the library, and leaves it in the page around it.
 * The frames of the other figures take it from there, whichever comes first.
 */
interface Figure {
  readonly scene?: object;
  readonly lesson?: string;
  readonly show: string;
  readonly controls: string;
  readonly theme: 'auto' | 'light' | 'dark';
  readonly lang: string;
}

const library = byId('library');
const figure = JSON.parse(byId('figure').textContent ?? '') as Figure;
const key = `self-attention library ${library.dataset['version']}`;
const host = hostWindow();

fit();
start().catch((thrown: unknown) => {
  const place = byId('waiting');
  place.textContent = String(thrown);
  place.hidden = false;
});

async function start(): Promise<void> {
  const own = library.textContent ?? '';
  if (host !== null && own !== '') {
    // A text outlives the frame that left it: a cell that runs again replaces its frame.
    Reflect.set(host, key, own);
    host.dispatchEvent(new Event(key));
  }
  const packed = own === '' ? await otherLibrary() : own;
  byId('waiting').hidden = true;
  await run(packed);
  draw();
}

/** The library that another frame of the page left, or will leave. Until then, the frame says what is missing. */
function otherLibrary(): Promise<string> {
  byId('waiting').hidden = false;
  if (host === null) return new Promise(() => {});
  const there = (): unknown => Reflect.get(host, key);
  return new Promise((resolve) => {
    const look = (): void => {
      const packed = there();
      if (typeof packed !== 'string') return;
      host.removeEventListener(key, look);
      resolve(packed);
    };
    host.addEventListener(key, look);
    addEventListener('pagehide', () => host.removeEventListener(key, look));
    look();
  });
}

/** The page around the frame. Null without one, and for a page of another origin. */
function hostWindow(): Window | null {
  try {
    return parent !== window && parent.document !== null ? parent : null;
  } catch {
    return null;
  }
}

async function run(packed: string): Promise<void> {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  const script = document.createElement('script');
  script.textContent = await new Response(unpacked).text();
  document.head.append(script);
}

function draw(): void {
  const theme = figure.theme === 'auto' ? hostTheme() : figure.theme;
  document.documentElement.style.colorScheme = theme;
  const element = document.createElement('self-attention');
  element.lang = figure.lang;
  element.show = figure.show;
  element.controls = figure.controls;
  element.theme = theme === 'light dark' ? 'auto' : theme;
  if (figure.lesson !== undefined) element.lesson = figure.lesson;
  else Reflect.set(element, 'scene', figure.scene);
  document.body.append(element);
}

/** A frame follows the notebook and not the reader's system: the notebook may not follow it either. */
function hostTheme(): string {
  if (host === null || frameElement === null) return 'light dark';
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  for (
    let element: Element | null = frameElement;
    element !== null && context !== null;
    element = element.parentElement
  ) {
    context.clearRect(0, 0, 1, 1);
    // Any notation of a colour becomes three numbers on a canvas.
    context.fillStyle = host.getComputedStyle(element).backgroundColor;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
    if (alpha > 0) return 0.3 * red + 0.6 * green + 0.1 * blue < 128 ? 'dark' : 'light';
  }
  return 'light';
}

/** The frame is as high as the figure. `max-height` limits it. */
function fit(): void {
  if (host === null || frameElement === null) return;
  const { style } = frameElement as HTMLElement;
  const { body } = document;
  const setHeight = (): void => {
    style.height = `${Math.ceil(body.getBoundingClientRect().height)}px`;
  };
  // In the next frame, since a size that changes while sizes are reported is an error of the page.
  new ResizeObserver(() => requestAnimationFrame(setHeight)).observe(body);
}

function byId(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the figure has no ${id}`);
  return element;
}
