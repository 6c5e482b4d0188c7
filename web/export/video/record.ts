import fixWebmDuration from 'fix-webm-duration';
import type { StageSubject } from '../stage-subject.ts';
import { BITS, RATE, stageFrames } from './frames.ts';
import type { Making } from './video.ts';

/** In the order in which they are preferred. */
const types = ['video/webm', 'video/mp4'] as const;
export type VideoType = (typeof types)[number];

/** What the browser records a canvas as; null: it does not. */
export function recordingHere(): VideoType | null {
  if (typeof MediaRecorder === 'undefined' || !('captureStream' in HTMLCanvasElement.prototype)) return null;
  return types.find((type) => MediaRecorder.isTypeSupported(type)) ?? null;
}

/** ms after which the recorder hands on what it has, again and again. */
const SLICE = 250;

/** Takes as long as it plays. While the page is in the background, where a browser draws nothing, it waits. */
export async function recordStage(
  subject: StageSubject,
  type: VideoType,
  { signal, onProgress }: Making,
): Promise<Blob> {
  const { canvas, paint, length } = stageFrames(subject, signal);
  const stream = canvas.captureStream(RATE);
  const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: BITS });
  const parts: Blob[] = [];
  const over = new AbortController();
  // Seconds of the stage that are drawn, and of the recording, which begins with a picture that stands until the recorder keeps pace.
  let [seconds, recorded, last] = [0, 0, performance.now()];

  const draw = (now: number): void => {
    if (over.signal.aborted) return;
    if (recorder.state === 'recording') {
      const passed = Math.max(0, now - last) / 1000;
      recorded += passed;
      if (parts.length > 0) seconds += passed;
    }
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
    recorder.ondataavailable = ({ data }) => {
      if (data.size > 0) parts.push(data);
    };
    recorder.onstop = () => resolve(new Blob(parts, { type }));
    recorder.onerror = (event) => reject('error' in event ? event.error : new Error(recorder.mimeType));
    signal.addEventListener('abort', () => reject(signal.reason), { signal: over.signal });
  });
  document.addEventListener('visibilitychange', wait, { signal: over.signal });
  paint(0);
  recorder.start(SLICE);
  requestAnimationFrame(draw);
  try {
    const blob = await video;
    // A recorder writes as it goes, and leaves out of the beginning what it knows at the end.
    return type === 'video/webm' ? await fixWebmDuration(blob, recorded * 1000, { logger: false }) : blob;
  } finally {
    over.abort();
    if (recorder.state !== 'inactive') recorder.stop();
    for (const track of stream.getTracks()) track.stop();
  }
}
