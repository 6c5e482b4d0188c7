/** The stage as a video, in the share dialog. */
export const video = {
  about: {
    encoder: (seconds: number) =>
      `The stage as a video of ${seconds} seconds, made frame by frame. Keep this dialog open meanwhile.`,
    recorder: (seconds: number) =>
      `The stage as a video of ${seconds} seconds, recorded while it plays in the background. Keep this dialog open meanwhile.`,
  },
  preview: 'The last picture of the film',
  make: (name: string) => `Make ${name}`,
  making: 'Making the video …',
  progress: 'Done so far',
  soFar: (seconds: number, all: number) => `${seconds} of ${all} s`,
  cancel: 'Cancel',
  cancelled: 'Cancelled. Nothing was saved.',
  none: 'This browser cannot make videos, because it has neither WebCodecs nor MediaRecorder. The SVG above plays wherever a page shows a picture.',
};
