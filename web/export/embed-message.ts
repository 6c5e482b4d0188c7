/**
 * The messages between embed.html and the page around it. They contain no secret, so they are sent to any origin. The receiver checks who
 * sent them.
 */
const resize = 'self-attention:resize';
const hello = 'self-attention:hello';
const version = 1;

/** Limits of a frame's height. CSS pixels */
export const heights = { least: 40, most: 8000 } as const;

/** Sent by the embedded page. The height is limited to `heights`; a higher page scrolls. */
export const resizeMessage = (height: number): object => ({
  type: resize,
  version,
  height: Math.min(heights.most, Math.max(heights.least, Math.ceil(height))),
});

/** Sent by the page around the frame to request the height. It may include a port for the answer. */
export const helloMessage = (): object => ({ type: hello, version });

const isMessage = (data: unknown, type: string): data is object =>
  typeof data === 'object' &&
  data !== null &&
  Reflect.get(data, 'type') === type &&
  Reflect.get(data, 'version') === version;

export const isHello = (data: unknown): boolean => isMessage(data, hello);

/** The height in a message; null for other messages and heights out of range. */
export function heightIn(data: unknown): number | null {
  if (!isMessage(data, resize)) return null;
  const height: unknown = Reflect.get(data, 'height');
  return typeof height === 'number' && Number.isInteger(height) && height >= heights.least && height <= heights.most
    ? height
    : null;
}
