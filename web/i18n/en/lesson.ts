/** The words around a lesson that is not there yet; what is said in it comes with it. */
export const lesson = {
  label: 'Lesson',
  open: 'Lesson',
  close: 'Close the lesson',
  loading: 'Opening the lesson …',
  failed: 'The lesson could not be loaded.',
  again: 'Try again',
};
