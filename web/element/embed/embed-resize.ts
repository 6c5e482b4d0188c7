/**
 * The host's half of an embedded frame: a page that has `<iframe src="…/embed.html#…">` and this script gives each such frame
 * the height of what is in it. Without this script the frames keep the height they have, and scroll.
 */
import { heightIn, helloMessage } from '../../export/embed-message.ts';

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

/** The address that a frame's window had in the host's page when it was greeted, and when it answered. */
const greeted = new WeakMap<object, string>();
const answered = new WeakMap<object, string>();

/**
 * The frame then knows that it is given its height, and needs no scroll bar of its own. It is also given a port, over which it
 * speaks from then on: a port belongs to one document, so that what the frame goes to by itself, which a sandbox gives the same
 * opaque origin, has none and is not believed. Where the host sends the frame elsewhere, it begins anew.
 */
function greet(frame: HTMLIFrameElement): void {
  const { contentWindow } = frame;
  if (contentWindow === null) return;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => {
    const height = heightIn(data);
    if (height === null || frame.contentWindow !== contentWindow) return;
    answered.set(contentWindow, frame.src);
    resize(frame, height);
  };
  contentWindow.postMessage(helloMessage(), '*', [port2]);
}

function resize(frame: HTMLIFrameElement, height: number): void {
  // A frame's height may be that of its border box.
  const { boxSizing } = getComputedStyle(frame);
  const border = boxSizing === 'border-box' ? frame.offsetHeight - frame.clientHeight : 0;
  frame.style.height = `${height + border}px`;
}

addEventListener('message', ({ source, origin, data }: MessageEvent) => {
  const height = heightIn(data);
  if (height === null || source === null) return;
  const frame = frames().find(({ contentWindow }) => contentWindow === source);
  if (frame === undefined || origin !== originOf(frame) || answered.get(source) === frame.src) return;
  resize(frame, height);
  if (greeted.get(source) === frame.src) return;
  greeted.set(source, frame.src);
  greet(frame);
});

// Those that have spoken before this script was there.
for (const frame of frames()) greet(frame);
addEventListener('DOMContentLoaded', () => frames().forEach(greet));
