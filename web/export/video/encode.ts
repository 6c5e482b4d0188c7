import { ArrayBufferTarget, Muxer } from 'webm-muxer';
import { yieldToMessages } from '../../views/shared/yield.ts';
import type { StageSubject } from '../stage-subject.ts';
import { BITRATE, FRAME, RATE, stageFrames } from './frames.ts';
import type { VideoProgress } from './video.ts';

export interface VideoEncoding {
  /** The codec's name in WebM. */
  readonly codec: 'V_VP9' | 'V_VP8';
  readonly config: VideoEncoderConfig;
}

/** WebCodecs names. VP9 is preferred because it keeps thin lines sharper. */
const codecs = { V_VP9: 'vp09.00.31.08', V_VP8: 'vp8' } as const;

/** Seconds between key frames. Seeking is accurate to this. */
const KEY_FRAME_SECONDS = 1;
/** Most frames in the encoder's queue. Each takes 3.7 MB. */
const MOST_QUEUED = 4;

/** The encoding that this browser supports (WebCodecs, only in a secure context), or null. */
export async function encodingHere(): Promise<VideoEncoding | null> {
  if (typeof VideoEncoder === 'undefined') return null;
  for (const codec of ['V_VP9', 'V_VP8'] as const) {
    const config: VideoEncoderConfig = { codec: codecs[codec], ...FRAME, bitrate: BITRATE, framerate: RATE };
    const { supported } = await VideoEncoder.isConfigSupported(config).catch(() => ({ supported: false }));
    if (supported) return { codec, config };
  }
  return null;
}

/** Encodes every frame of the stage. The page stays responsive, and encoding continues in a background tab. */
export async function encodeStage(
  subject: StageSubject,
  { codec, config }: VideoEncoding,
  { signal, onProgress }: VideoProgress,
): Promise<Blob> {
  const { canvas, paint, length } = stageFrames(subject, signal);
  const target = new ArrayBufferTarget();
  const muxer = new Muxer({ target, video: { codec, ...FRAME, frameRate: RATE } });
  let failure: DOMException | null = null;
  /** Resumes the wait for the encoder's queue. */
  let wake = (): void => undefined;
  const encoder = new VideoEncoder({
    output: (chunk, about) => muxer.addVideoChunk(chunk, about),
    error: (thrown) => {
      failure = thrown;
      wake();
    },
  });
  encoder.ondequeue = () => wake();
  const finished = new AbortController();
  signal.addEventListener('abort', () => wake(), { signal: finished.signal });
  const throwIfFailed = (): void => {
    signal.throwIfAborted();
    if (failure !== null) throw failure;
  };
  try {
    encoder.configure(config);
    // The last frame is at the very end, so that the file has the right duration.
    const last = Math.ceil(length * RATE);
    for (let index = 0; index <= last; index++) {
      const seconds = Math.min(index / RATE, length);
      paint(seconds);
      const frame = new VideoFrame(canvas, { timestamp: Math.round(seconds * 1e6) });
      encoder.encode(frame, { keyFrame: index % (KEY_FRAME_SECONDS * RATE) === 0 });
      frame.close();
      onProgress(seconds);
      await yieldToMessages();
      throwIfFailed();
      while (encoder.encodeQueueSize > MOST_QUEUED) {
        await new Promise<void>((done) => {
          wake = done;
        });
        throwIfFailed();
      }
    }
    await encoder.flush();
    throwIfFailed();
    muxer.finalize();
    return new Blob([target.buffer], { type: 'video/webm' });
  } finally {
    finished.abort();
    if (encoder.state !== 'closed') encoder.close();
  }
}
