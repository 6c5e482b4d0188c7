import type { StageSubject } from '../stage-subject.ts';
import { encodeStage, encodingHere, type VideoEncoding } from './encode.ts';
import { recordingHere, recordStage, type VideoType } from './record.ts';

/** How a browser makes a video of what a page draws: its encoder is quicker than the video plays, its recorder takes as long. */
export type VideoMaker =
  | { readonly kind: 'encoder'; readonly type: VideoType; readonly encoding: VideoEncoding }
  | { readonly kind: 'recorder'; readonly type: VideoType };

/** What this browser has; null: neither. */
export async function videoMakerHere(): Promise<VideoMaker | null> {
  // WebKitGTK 2.50 loses the page where an encoder is asked before anything else has started GStreamer, which a recorder does.
  const type = recordingHere();
  const encoding = await encodingHere();
  if (encoding !== null) return { kind: 'encoder', type: 'video/webm', encoding };
  return type && { kind: 'recorder', type };
}

export interface Making {
  /** Ends it before its time: it throws what the signal says. */
  readonly signal: AbortSignal;
  /** Told how many seconds of the video there are, with each picture. */
  readonly onProgress: (seconds: number) => void;
}

/** The stage as a video at normal speed. Rejects with what the browser's encoder or recorder fails with. */
export const videoOf = (subject: StageSubject, maker: VideoMaker, making: Making): Promise<Blob> =>
  maker.kind === 'encoder' ? encodeStage(subject, maker.encoding, making) : recordStage(subject, maker.type, making);
