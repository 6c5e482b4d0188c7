// What is expected of a locator, asked again until it is so. Playwright's own script in the page (injected.mjs) checks the elements.
import { sleep } from './webdriver.mjs';

export async function expectOn(page, path, selector, expression, params) {
  const { isNot, timeout = 5000, title, signal, ...options } = params;
  const end = Date.now() + timeout;
  const log = [];
  let last = {};
  const isArray = expression === 'to.have.count' || expression.endsWith('.array');
  for (const wait of [0, 20, 50, 100, 100, ...Array(1000).fill(200)]) {
    if (wait) await sleep(wait);
    let result;
    try {
      result = await page._run(
        path,
        `async (injected, { selector, options, isArray }) => {
        const parsed = injected.parseSelector(selector);
        const elements = injected.querySelectorAll(parsed, document);
        if (!isArray && elements.length > 1) throw injected.strictModeViolationError(parsed, elements);
        if (!isArray && elements.length === 0) return { missing: true };
        if (isArray && elements.length === 0) return { none: true };
        const r = await injected.expect(elements[0], options, elements, true);
        return { matches: r.matches, received: r.received };
      }`,
        { selector: selector ?? ':root', options: { expression, isNot, ...options }, isArray },
      );
    } catch (e) {
      if (e.inPage && /strict mode|Unknown|not a/i.test(e.message))
        return { matches: !!isNot, errorMessage: `Error: ${e.message}`, log, received: { value: undefined } };
      last = { matches: !!isNot, errorMessage: e.message, received: undefined };
      if (Date.now() > end) break;
      continue;
    }
    let matches;
    let received;
    let errorMessage;
    if (result.none) {
      if (expression === 'to.have.count') {
        received = 0;
        matches = options.expectedNumber === 0;
      } else {
        received = [];
        matches = (options.expectedText?.length ?? 0) === 0;
      }
    } else if (result.missing) {
      if (!isNot && (expression === 'to.be.hidden' || expression === 'to.be.detached')) matches = true;
      else if (isNot && ['to.be.visible', 'to.be.attached', 'to.be.in.viewport'].includes(expression)) matches = false;
      else {
        matches = !!isNot;
        errorMessage = 'element(s) not found';
      }
    } else ({ matches, received } = result);
    last = {
      matches,
      received: received && typeof received === 'object' && 'value' in received ? received : { value: received },
      errorMessage,
    };
    if (matches !== !!isNot) return { ...last, log };
    if (Date.now() > end) break;
  }
  return { ...last, log, timedOut: true };
}
