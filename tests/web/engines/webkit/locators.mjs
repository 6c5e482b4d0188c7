// Locators and what is done with them. Playwright's own script in the page (injected.mjs) finds and checks the elements.
import { readFileSync } from 'node:fs';
import { expectOn } from './expectations.mjs';
import { finders, forText } from './finders.mjs';
import { lacks } from './lacks.mjs';
import { sleep } from './webdriver.mjs';

export class FrameLocator {
  constructor(page, path, selector) {
    this._page = page;
    this._path = path;
    this._sel = selector;
  }
  locator(s, o) {
    return new Locator(this._page, [...this._path, this._sel], s, o);
  }
  frameLocator(s) {
    return new FrameLocator(this._page, [...this._path, this._sel], s);
  }
  nth(n) {
    return new FrameLocator(this._page, this._path, `${this._sel} >> nth=${n}`);
  }
  first() {
    return this.nth(0);
  }
  last() {
    return this.nth(-1);
  }
}
Object.assign(FrameLocator.prototype, finders);

export class Locator {
  _apiName = 'Locator';
  constructor(page, path, selector, o) {
    this._page = page;
    this._path = path;
    this._selector = selector;
    this._timeout = page._context._options.actionTimeout ?? 8000;
    if (o?.hasText !== undefined) this._selector += ` >> internal:has-text=${forText(o.hasText, false)}`;
    if (o?.hasNotText !== undefined) this._selector += ` >> internal:has-not-text=${forText(o.hasNotText, false)}`;
    if (o?.has) this._selector += ` >> internal:has=${JSON.stringify(o.has._selector)}`;
    if (o?.hasNot) this._selector += ` >> internal:has-not=${JSON.stringify(o.hasNot._selector)}`;
    if (o?.visible !== undefined) this._selector += ` >> visible=${o.visible}`;
  }
  toString() {
    return `locator(${JSON.stringify(this._selector)})${this._path.length ? ` in ${this._path.join(' > ')}` : ''}`;
  }
  page() {
    return this._page;
  }
  locator(s, o) {
    return new Locator(
      this._page,
      this._path,
      `${this._selector} >> ${typeof s === 'string' ? s : `internal:chain=${JSON.stringify(s._selector)}`}`,
      o,
    );
  }
  filter(o) {
    return new Locator(this._page, this._path, this._selector, o);
  }
  first() {
    return this.nth(0);
  }
  last() {
    return this.nth(-1);
  }
  nth(n) {
    return new Locator(this._page, this._path, `${this._selector} >> nth=${n}`);
  }
  and(other) {
    return new Locator(this._page, this._path, `${this._selector} >> internal:and=${JSON.stringify(other._selector)}`);
  }
  or(other) {
    return new Locator(this._page, this._path, `${this._selector} >> internal:or=${JSON.stringify(other._selector)}`);
  }
  frameLocator(s) {
    return new FrameLocator(this._page, this._path, `${this._selector} >> ${s}`);
  }
  async all() {
    return Array.from({ length: await this.count() }, (_, i) => this.nth(i));
  }
  count() {
    return this._page._run(
      this._path,
      `(injected, s) => injected.querySelectorAll(injected.parseSelector(s), document).length`,
      this._selector,
    );
  }
  /** Runs (injected, element, arg) once there is exactly one element; the function gives {again} to be asked again. */
  async _with(fn, arg, { timeout = this._timeout, what = 'element' } = {}) {
    const end = Date.now() + timeout;
    let why = 'not found';
    for (;;) {
      const got = await this._page._run(
        this._path,
        `async (injected, { s, arg }) => { const parsed = injected.parseSelector(s); const found = injected.querySelectorAll(parsed, document); if (found.length > 1) throw injected.strictModeViolationError(parsed, found); if (found.length === 0) return { again: 'not found' }; const r = await (${fn})(injected, found[0], arg); return r && r.again ? r : { r }; }`,
        { s: this._selector, arg },
      );
      if (!('again' in got)) return got.r;
      why = got.again;
      if (Date.now() > end) throw new Error(`Timeout ${timeout}ms exceeded: ${what} ${this}: ${why}`);
      await sleep(40);
    }
  }
  evaluate(fn, arg, o) {
    return this._with(`async (injected, element, arg) => (${fn.toString()})(element, arg)`, arg, o);
  }
  evaluateAll(fn, arg) {
    return this._page._run(
      this._path,
      `async (injected, { s, arg }) => (${fn.toString()})(injected.querySelectorAll(injected.parseSelector(s), document), arg)`,
      { s: this._selector, arg },
    );
  }
  textContent(o) {
    return this._with('(i, e) => e.textContent', 0, o);
  }
  inputValue(o) {
    return this._with('(i, e) => (i.retarget(e, "follow-label")).value', 0, o);
  }
  getAttribute(name, o) {
    return this._with('(i, e, name) => e.getAttribute(name)', name, o);
  }
  allTextContents() {
    return this.evaluateAll((all) => all.map((e) => e.textContent ?? ''));
  }
  allInnerTexts() {
    // biome-ignore lint/performance/useDomNodeTextContent: Playwright's method is the text as it is rendered.
    return this.evaluateAll((all) => all.map((e) => e.innerText));
  }
  async _state(state) {
    const r = await this._page._run(
      this._path,
      `(injected, { s, state }) => { const found = injected.querySelectorAll(injected.parseSelector(s), document); return found.length === 0 ? null : injected.elementState(found[0], state, true).matches; }`,
      { s: this._selector, state },
    );
    return r;
  }
  async isVisible() {
    return (await this._state('visible')) === true;
  }
  async isEnabled() {
    return (await this._state('enabled')) === true;
  }
  async isDisabled() {
    return (await this._state('disabled')) === true;
  }
  async isChecked() {
    return this._with('(i, e) => i.elementState(e, "checked", true).matches');
  }
  boundingBox(o) {
    return this._with(
      '(i, e) => { const r = e.getBoundingClientRect(); return r.width || r.height || e.getClientRects().length ? { x: r.x, y: r.y, width: r.width, height: r.height } : null; }',
      0,
      o,
    );
  }
  async waitFor({ state = 'visible', timeout = this._timeout } = {}) {
    const end = Date.now() + timeout;
    for (;;) {
      const visible = await this._state('visible').catch((e) => {
        if (e.inPage) throw e;
        return null;
      });
      if (
        state === 'visible'
          ? visible === true
          : state === 'hidden'
            ? visible !== true
            : state === 'attached'
              ? visible !== null
              : visible === null
      )
        return;
      if (Date.now() > end) throw new Error(`Timeout ${timeout}ms exceeded: waitFor ${state} ${this}`);
      await sleep(40);
    }
  }
  scrollIntoViewIfNeeded(o) {
    return this._with(
      '(i, e) => { if (e.scrollIntoViewIfNeeded) e.scrollIntoViewIfNeeded(); else e.scrollIntoView({ block: "center" }); }',
      0,
      o,
    );
  }
  focus(o) {
    return this._with('(i, e) => { i.focusNode(e); }', 0, o);
  }
  dispatchEvent(type, init) {
    return this._with('(i, e, { type, init }) => { i.dispatchEvent(e, type, init); }', { type, init: init ?? {} });
  }
  /** The point to press, when the element is there, steady, and nothing else lies over it. */
  async _point({ timeout = this._timeout, force = false, position } = {}) {
    return this._with(
      `async (injected, element, { force, position }) => {
      const target = element;
      if (!force) { const missing = await injected.checkElementStates(target, ['visible', 'enabled', 'stable'], true); if (missing) return { again: 'not ' + (missing.missingState ?? missing) }; }
      const box = () => target.getBoundingClientRect();
      const top = box().top;
      const within = (r) => r.bottom > 0 && r.right > 0 && r.top < innerHeight && r.left < innerWidth;
      const point = () => { if (position) { const r = box(); return { x: r.x + target.clientLeft + position.x, y: r.y + target.clientTop + position.y }; }
        for (const r of target.getClientRects()) { const [l, t, rr, b] = [Math.max(0, r.left), Math.max(0, r.top), Math.min(innerWidth, r.right), Math.min(innerHeight, r.bottom)]; if (rr - l > 0.99 && b - t > 0.99) return { x: (l + rr) / 2, y: (t + b) / 2 }; } return null; };
      if (target.scrollIntoViewIfNeeded) target.scrollIntoViewIfNeeded();
      let at = point();
      if (!at || at.x < 0 || at.y < 0 || at.x > innerWidth || at.y > innerHeight) { target.scrollIntoView({ block: 'center' }); at = point(); }
      if (!at) return { again: 'outside of the viewport' };
      if (!force) {
        let hit = injected.expectHitTarget(at, injected.retarget(target, 'button-link') ?? target);
        if (hit !== 'done') { for (const block of ['end', 'center', 'start']) { target.scrollIntoView({ block, inline: 'nearest' }); at = point(); if (!at) continue; hit = injected.expectHitTarget(at, injected.retarget(target, 'button-link') ?? target); if (hit === 'done') break; } }
        if (hit !== 'done') return { again: 'covered by ' + hit.hitTargetDescription };
        // What came into view with it may be drawn only then, and push it away.
        const scrolled = box().top;
        if (scrolled !== top) { await new Promise((done) => setTimeout(done, 100)); if (box().top !== scrolled) return { again: 'moving' }; }
      }
      return at;
    }`,
      { force, position },
      { timeout, what: 'press' },
    );
  }
  async _press(o = {}, then) {
    const at = await this._point(o);
    // WebDriver's places are the page's, also where a frame is chosen.
    for (let depth = this._path.length; depth > 0; depth -= 1) {
      const frame = new Locator(this._page, this._path.slice(0, depth - 1), this._path[depth - 1]);
      const corner = await frame._with(
        '(i, e) => { const { x, y } = e.getBoundingClientRect(); return { x: x + e.clientLeft, y: y + e.clientTop }; }',
      );
      at.x += corner.x;
      at.y += corner.y;
    }
    for (const m of o.modifiers ?? []) await this._page.keyboard.down(m);
    await this._page.mouse._in(
      [],
      [{ type: 'pointerMove', duration: 0, x: Math.round(at.x), y: Math.round(at.y), origin: 'viewport' }, ...then],
    );
    for (const m of o.modifiers ?? []) await this._page.keyboard.up(m);
  }
  click(o = {}) {
    const button = { left: 0, middle: 1, right: 2 }[o.button ?? 'left'];
    const once = [
      { type: 'pointerDown', button },
      ...(o.delay ? [{ type: 'pause', duration: o.delay }] : []),
      { type: 'pointerUp', button },
    ];
    return this._press(o, Array.from({ length: o.clickCount ?? 1 }, () => once).flat());
  }
  hover(o) {
    return this._press(o, []);
  }
  async tap(o) {
    const at = await this._point(o);
    await this._page.touchscreen.tap(at.x, at.y);
  }
  async setChecked(on, o = {}) {
    const is = () => this._with('(i, e) => i.elementState(e, "checked", true).matches', 0, o);
    if ((await is()) === on) return;
    await this.click(o);
    if ((await is()) !== on) throw new Error(`Clicking the checkbox did not change its state: ${this}`);
  }
  check(o) {
    return this.setChecked(true, o);
  }
  uncheck(o) {
    return this.setChecked(false, o);
  }
  async fill(value, o = {}) {
    const needs = await this._with(
      `async (injected, element, value) => {
      const missing = await injected.checkElementStates(element, ['visible', 'enabled', 'editable'], true); if (missing) return { again: 'not ' + missing.missingState };
      const r = injected.fill(element, value); if (r !== 'needsinput') return r;
      if (value === '') document.execCommand('delete'); else document.execCommand('insertText', false, value);
      // In a frame that has not been pressed the command does nothing.
      if ('value' in element && element.value !== value) {
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value').set.call(element, value);
        element.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertText', data: value }));
      }
      return 'done'; }`,
      value,
      { timeout: o.timeout, what: 'fill' },
    );
    return needs;
  }
  clear(o) {
    return this.fill('', o);
  }
  async press(key, o) {
    await this.focus(o);
    await this._page.keyboard._in(this._path, key);
  }
  async pressSequentially(text, o) {
    await this.focus();
    await this._page.keyboard.type(text, o);
  }
  async selectOption(values, o = {}) {
    const list = (Array.isArray(values) ? values : [values]).map((v) =>
      typeof v === 'string' ? { valueOrLabel: v } : v,
    );
    return this._with(
      `async (injected, element, list) => { const missing = await injected.checkElementStates(element, ['visible', 'enabled'], true); if (missing) return { again: 'not ' + missing.missingState }; const r = injected.selectOptions(element, list); if (typeof r === 'string' && r.startsWith('error:')) return { again: r }; return r; }`,
      list,
      { timeout: o.timeout, what: 'selectOption' },
    );
  }
  async setInputFiles(files) {
    const list = (Array.isArray(files) ? files : [files]).map((f) =>
      typeof f === 'string'
        ? {
            name: f.replace(/.*\//, ''),
            mimeType: 'application/octet-stream',
            buffer: readFileSync(f).toString('base64'),
          }
        : { name: f.name, mimeType: f.mimeType, buffer: Buffer.from(f.buffer).toString('base64') },
    );
    return this._with('async (i, e, list) => { await i.setInputFiles(e, list); }', list);
  }
  screenshot() {
    lacks('locator.screenshot');
  }
  ariaSnapshot(o) {
    return this._with('(i, e) => i.ariaSnapshot(e, { mode: "default" })', 0, o);
  }
  _expect(expression, params) {
    return expectOn(this._page, this._path, this._selector, expression, params);
  }
}
Object.assign(Locator.prototype, finders);
