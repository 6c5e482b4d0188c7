/**
 * The host's half of an embedded frame: a page that has `<iframe src="…/embed.html#…">` and this script gives each such frame
 * the height of what is in it. Without this script the frames keep the height they have, and scroll.
 */
import { heightIn, helloMessage } from './embed-message.ts';

const frames = (): HTMLIFrameElement[] => [...document.querySelectorAll('iframe')].filter((frame) => addressOf(frame));

/** Where the frame's page is, where that is one of ours. */
function addressOf(frame: HTMLIFrameElement): URL | null {
  try {
    const address = new URL(frame.src, document.baseURI);
    return address.pathname.endsWith('/embed.html') ? address : null;
  } catch {
    return null;
  }
}

/** Who may speak for a frame: its page's origin, or where the frame is sandboxed an opaque one, which is written "null". */
function originOf(frame: HTMLIFrameElement): string {
  const isOpaque = frame.hasAttribute('sandbox') && !frame.sandbox.contains('allow-same-origin');
  const { origin = 'null', protocol = '' } = addressOf(frame) ?? {};
  return isOpaque || protocol === 'file:' ? 'null' : origin;
}

const greeted = new WeakSet<object>();

/** The frame then knows that it is given its height, and needs no scroll bar of its own. */
function greet(frame: HTMLIFrameElement): void {
  frame.contentWindow?.postMessage(helloMessage(), '*');
}

addEventListener('message', ({ source, origin, data }: MessageEvent) => {
  const height = heightIn(data);
  if (height === null || source === null) return;
  const frame = frames().find(({ contentWindow }) => contentWindow === source);
  if (frame === undefined || origin !== originOf(frame)) return;
  // A frame's height may be that of its border box.
  const { boxSizing } = getComputedStyle(frame);
  const border = boxSizing === 'border-box' ? frame.offsetHeight - frame.clientHeight : 0;
  frame.style.height = `${height + border}px`;
  if (greeted.has(source)) return;
  greeted.add(source);
  greet(frame);
});

// Those that have spoken before this script was there.
for (const frame of frames()) greet(frame);
addEventListener('DOMContentLoaded', () => frames().forEach(greet));
