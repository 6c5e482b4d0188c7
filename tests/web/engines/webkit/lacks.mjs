// What WebDriver has no command for.
let report = (what) => {
  throw new Error(`WebDriver has no ${what}`);
};

/** Called, and does not return, where a test asks for what there is no command for. */
export const lacks = (what) => report(what);

export function onLack(next) {
  report = next;
}
