/** Takes the place of notebook-download.ts in the page of one file, which has no room for it: nothing is offered there. */
export {};
