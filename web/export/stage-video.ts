import { FRAME, framePainter, lengthOf } from './stage-canvas.ts';
import type { StageSubject } from './stage-subject.ts';

/** In the order in which they are preferred. */
const types = ['video/webm', 'video/mp4'] as const;
export type VideoType = (typeof types)[number];

/** Pictures a second. */
const RATE = 30;
/** Bits a second: thin lines and digits stay sharp. */
const BITS = 4_000_000;

/** What the browser records a canvas as; null: it does not. */
export function videoTypeHere(): VideoType | null {
  if (typeof MediaRecorder === 'undefined' || !('captureStream' in HTMLCanvasElement.prototype)) return null;
  return types.find((type) => MediaRecorder.isTypeSupported(type)) ?? null;
}

interface Recording {
  /** Ends it before its time: it throws what the signal says. */
  readonly signal: AbortSignal;
  /** Told how many seconds of it there are, with each picture. */
  readonly onProgress: (seconds: number) => void;
}

/**
 * The stage as a video at normal speed, which takes as long as it plays. While the page is in the background, where a browser draws
 * nothing, it waits. Rejects with what the browser's recorder fails with.
 */
export function recordStage(subject: StageSubject, type: VideoType, { signal, onProgress }: Recording): Promise<Blob> {
  signal.throwIfAborted();
  const canvas = Object.assign(document.createElement('canvas'), FRAME);
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new Error('there is no canvas here');
  const paint = framePainter(context, subject);
  const length = lengthOf(subject);
  const stream = canvas.captureStream(RATE);
  const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: BITS });
  const parts: Blob[] = [];
  const over = new AbortController();
  let [seconds, last] = [0, performance.now()];

  const draw = (now: number): void => {
    if (over.signal.aborted) return;
    if (recorder.state === 'recording') seconds += Math.max(0, now - last) / 1000;
    last = now;
    paint(Math.min(seconds, length));
    onProgress(Math.min(seconds, length));
    if (seconds < length) requestAnimationFrame(draw);
    else recorder.stop();
  };
  const wait = (): void => {
    if (document.hidden) recorder.pause();
    else {
      recorder.resume();
      last = performance.now();
    }
  };
  const video = new Promise<Blob>((resolve, reject) => {
    recorder.ondataavailable = ({ data }) => parts.push(data);
    recorder.onstop = () => resolve(new Blob(parts, { type }));
    recorder.onerror = (event) => reject('error' in event ? event.error : new Error(recorder.mimeType));
    signal.addEventListener('abort', () => reject(signal.reason), { signal: over.signal });
  });
  document.addEventListener('visibilitychange', wait, { signal: over.signal });
  paint(0);
  recorder.start();
  requestAnimationFrame(draw);
  return video.finally(() => {
    over.abort();
    if (recorder.state !== 'inactive') recorder.stop();
    for (const track of stream.getTracks()) track.stop();
  });
}
