/** The stage as a video, in the share dialog. */
export const video = {
  about: (seconds: number) =>
    `The stage as a video of ${seconds} seconds, recorded while it plays out of sight: this dialog stays open meanwhile.`,
  record: (name: string) => `Record ${name}`,
  recording: 'Recording …',
  progress: 'Recorded',
  soFar: (seconds: number, all: number) => `${seconds} of ${all} s`,
  cancel: 'Cancel',
  cancelled: 'Cancelled: nothing was kept.',
  none: 'This browser does not record videos of what a page draws (no MediaRecorder). The SVG above plays wherever a page shows a picture.',
};
