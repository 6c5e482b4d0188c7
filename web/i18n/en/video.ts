/** The stage as a video, in the share dialog. */
export const video = {
  about: {
    encoder: (seconds: number) =>
      `The stage as a video of ${seconds} seconds, made picture by picture: this dialog stays open meanwhile.`,
    recorder: (seconds: number) =>
      `The stage as a video of ${seconds} seconds, recorded while it plays out of sight: this dialog stays open meanwhile.`,
  },
  make: (name: string) => `Make ${name}`,
  making: 'The video is being made …',
  progress: 'Done so far',
  soFar: (seconds: number, all: number) => `${seconds} of ${all} s`,
  cancel: 'Cancel',
  cancelled: 'Cancelled: nothing was kept.',
  none: 'This browser makes no videos of what a page draws (it has neither WebCodecs nor MediaRecorder). The SVG above plays wherever a page shows a picture.',
};
