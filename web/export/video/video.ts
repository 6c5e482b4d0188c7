import type { StageSubject } from '../stage-subject.ts';
import { encodeStage, encodingHere, type VideoEncoding } from './encode.ts';
import { recordingHere, recordStage, type VideoType } from './record.ts';

/** How this browser makes a video. An encoder is faster than real time; a recorder takes as long as the video plays. */
export type VideoMaker =
  | { readonly kind: 'encoder'; readonly type: VideoType; readonly encoding: VideoEncoding }
  | { readonly kind: 'recorder'; readonly type: VideoType };

/** The best method that this browser supports, or null. */
export async function videoMakerHere(): Promise<VideoMaker | null> {
  // Probe MediaRecorder first: it starts GStreamer, without which probing VideoEncoder crashes WebKitGTK 2.50.
  const type = recordingHere();
  const encoding = await encodingHere();
  if (encoding !== null) return { kind: 'encoder', type: 'video/webm', encoding };
  return type && { kind: 'recorder', type };
}

export interface VideoProgress {
  /** Cancels: the promise rejects with the signal's reason. */
  readonly signal: AbortSignal;
  /** Called after every frame with the finished seconds of video. */
  readonly onProgress: (seconds: number) => void;
}

/** The stage as a video at normal speed. Rejects with the error of the browser's encoder or recorder. */
export const videoOf = (subject: StageSubject, maker: VideoMaker, progress: VideoProgress): Promise<Blob> =>
  maker.kind === 'encoder'
    ? encodeStage(subject, maker.encoding, progress)
    : recordStage(subject, maker.type, progress);
