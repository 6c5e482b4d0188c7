import { ArrayBufferTarget, Muxer } from 'webm-muxer';
import { yieldToMessages } from '../../views/shared/yield.ts';
import type { StageSubject } from '../stage-subject.ts';
import { BITS, FRAME, RATE, stageFrames } from './frames.ts';
import type { Making } from './video.ts';

export interface VideoEncoding {
  /** As WebM calls it. */
  readonly codec: 'V_VP9' | 'V_VP8';
  readonly config: VideoEncoderConfig;
}

/** In the order in which they are preferred: VP9 keeps thin lines sharper. */
const codecs = { V_VP9: 'vp09.00.31.08', V_VP8: 'vp8' } as const;

/** Seconds between pictures that need no other: a player that is asked for a time begins at the one before it. */
const KEYS = 1;
/** How many pictures may wait for the encoder: each is kept as 3.7 MB. */
const WAITING = 4;

/** What the browser encodes pictures as (WebCodecs, in a secure context); null: it does not. */
export async function encodingHere(): Promise<VideoEncoding | null> {
  if (typeof VideoEncoder === 'undefined') return null;
  for (const codec of ['V_VP9', 'V_VP8'] as const) {
    const config: VideoEncoderConfig = { codec: codecs[codec], ...FRAME, bitrate: BITS, framerate: RATE };
    const { supported } = await VideoEncoder.isConfigSupported(config).catch(() => ({ supported: false }));
    if (supported) return { codec, config };
  }
  return null;
}

/** Every picture of the stage, encoded one after the other; the page goes on meanwhile, and so does this when it is in the background. */
export async function encodeStage(
  subject: StageSubject,
  { codec, config }: VideoEncoding,
  { signal, onProgress }: Making,
): Promise<Blob> {
  const { canvas, paint, length } = stageFrames(subject, signal);
  const target = new ArrayBufferTarget();
  const muxer = new Muxer({ target, video: { codec, ...FRAME, frameRate: RATE } });
  let failure: DOMException | null = null;
  /** Whoever waits for the encoder goes on. */
  let wake = (): void => undefined;
  const encoder = new VideoEncoder({
    output: (chunk, about) => muxer.addVideoChunk(chunk, about),
    error: (thrown) => {
      failure = thrown;
      wake();
    },
  });
  encoder.ondequeue = () => wake();
  const over = new AbortController();
  signal.addEventListener('abort', () => wake(), { signal: over.signal });
  const goOn = (): void => {
    signal.throwIfAborted();
    if (failure !== null) throw failure;
  };
  try {
    encoder.configure(config);
    // The last picture stands at the very end: that is how long the file says it is.
    const last = Math.ceil(length * RATE);
    for (let at = 0; at <= last; at++) {
      const seconds = Math.min(at / RATE, length);
      paint(seconds);
      const frame = new VideoFrame(canvas, { timestamp: Math.round(seconds * 1e6) });
      encoder.encode(frame, { keyFrame: at % (KEYS * RATE) === 0 });
      frame.close();
      onProgress(seconds);
      await yieldToMessages();
      goOn();
      while (encoder.encodeQueueSize > WAITING) {
        await new Promise<void>((done) => {
          wake = done;
        });
        goOn();
      }
    }
    await encoder.flush();
    goOn();
    muxer.finalize();
    return new Blob([target.buffer], { type: 'video/webm' });
  } finally {
    over.abort();
    if (encoder.state !== 'closed') encoder.close();
  }
}
