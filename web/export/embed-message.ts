/**
 * What embed.html and the page around it say to each other, and what either believes. Nothing in it is secret, so it is
 * sent to any origin; who it came from is checked by whoever hears it.
 */
const resize = 'self-attention:resize';
const hello = 'self-attention:hello';
const version = 1;

/** CSS pixels. A frame lower than this shows nothing; past the other end it scrolls. */
export const heights = { least: 40, most: 8000 } as const;

/** The embedded page tells how high it is. Out of range, it is what is nearest: the frame then scrolls, or has room to spare. */
export const resizeMessage = (height: number): object => ({
  type: resize,
  version,
  height: Math.min(heights.most, Math.max(heights.least, Math.ceil(height))),
});

/** The page around it asks for that, and may send a port along on which it is to be said. */
export const helloMessage = (): object => ({ type: hello, version });

const says = (data: unknown, type: string): data is object =>
  typeof data === 'object' &&
  data !== null &&
  Reflect.get(data, 'type') === type &&
  Reflect.get(data, 'version') === version;

export const isHello = (data: unknown): boolean => says(data, hello);

/** The height that a message tells; null where it is none of ours, or not a height that one of ours would tell. */
export function heightIn(data: unknown): number | null {
  if (!says(data, resize)) return null;
  const height: unknown = Reflect.get(data, 'height');
  return typeof height === 'number' && Number.isInteger(height) && height >= heights.least && height <= heights.most
    ? height
    : null;
}
