import fixWebmDuration from 'fix-webm-duration';
import type { StageSubject } from '../stage-subject.ts';
import { BITRATE, RATE, stageFrames } from './frames.ts';
import type { VideoProgress } from './video.ts';

/** In order of preference. */
const types = ['video/webm', 'video/mp4'] as const;
export type VideoType = (typeof types)[number];

/** The type in which this browser records a canvas, or null. */
export function recordingHere(): VideoType | null {
  if (typeof MediaRecorder === 'undefined' || !('captureStream' in HTMLCanvasElement.prototype)) return null;
  return types.find((type) => MediaRecorder.isTypeSupported(type)) ?? null;
}

/** How often the recorder delivers data. ms */
const TIMESLICE = 250;

/** Records in real time. It pauses while the page is in the background, because the browser draws nothing then. */
export async function recordStage(
  subject: StageSubject,
  type: VideoType,
  { signal, onProgress }: VideoProgress,
): Promise<Blob> {
  const { canvas, paint, length } = stageFrames(subject, signal);
  const stream = canvas.captureStream(RATE);
  const recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: BITRATE });
  const parts: Blob[] = [];
  const finished = new AbortController();
  // Seconds of the stage, and of the recording. The first picture stands still until the recorder delivers data.
  let [seconds, recorded, last] = [0, 0, performance.now()];

  const draw = (now: number): void => {
    if (finished.signal.aborted) return;
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
  const pauseWhileHidden = (): void => {
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
    signal.addEventListener('abort', () => reject(signal.reason), { signal: finished.signal });
  });
  document.addEventListener('visibilitychange', pauseWhileHidden, { signal: finished.signal });
  paint(0);
  recorder.start(TIMESLICE);
  requestAnimationFrame(draw);
  try {
    const blob = await video;
    // A recorder writes the header first, without the duration.
    return type === 'video/webm' ? await fixWebmDuration(blob, recorded * 1000, { logger: false }) : blob;
  } finally {
    finished.abort();
    if (recorder.state !== 'inactive') recorder.stop();
    for (const track of stream.getTracks()) track.stop();
  }
}
