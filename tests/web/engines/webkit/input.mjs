// Keys, mouse and finger, as WebDriver's actions.
import { sleep } from './webdriver.mjs';

const KEYS = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  ControlOrMeta: '\uE009',
  Alt: '\uE00A',
  Escape: '\uE00C',
  Space: ' ',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Insert: '\uE016',
  Delete: '\uE017',
  Meta: '\uE03D',
  F1: '\uE031',
  F2: '\uE032',
};
const keyOf = (name) => KEYS[name] ?? (/^Key[A-Z]$/.test(name) ? name[3].toLowerCase() : name);

export class Keyboard {
  constructor(page) {
    this._page = page;
  }
  _actions(path, actions) {
    return this._page._browser._locked(async () => {
      await this._page._switch(path ?? this._page._focusPath ?? []);
      await this._page._browser._raw('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
    });
  }
  async _in(path, combo) {
    const parts =
      combo === '+' ? ['+'] : combo.endsWith('++') ? [...combo.slice(0, -2).split('+'), '+'] : combo.split('+');
    const keys = parts.map(keyOf);
    await this._actions(path, [
      ...keys.map((value) => ({ type: 'keyDown', value })),
      ...keys.toReversed().map((value) => ({ type: 'keyUp', value })),
    ]);
  }
  press(combo) {
    return this._in(undefined, combo);
  }
  async type(text, { delay = 0 } = {}) {
    if (delay === 0)
      return this._actions(
        undefined,
        [...text].flatMap((c) => {
          const value = c === '\n' ? KEYS.Enter : c;
          return [
            { type: 'keyDown', value },
            { type: 'keyUp', value },
          ];
        }),
      );
    for (const c of text) {
      await this._in(undefined, c === ' ' ? 'Space' : c);
      await sleep(delay);
    }
  }
  down(key) {
    return this._actions(undefined, [{ type: 'keyDown', value: keyOf(key) }]);
  }
  up(key) {
    return this._actions(undefined, [{ type: 'keyUp', value: keyOf(key) }]);
  }
  insertText(text) {
    return this._page.evaluate((t) => {
      document.execCommand('insertText', false, t);
    }, text);
  }
}
export class Mouse {
  constructor(page) {
    this._page = page;
    this.x = 0;
    this.y = 0;
  }
  async _in(path, actions) {
    await this._page._browser._locked(async () => {
      await this._page._switch(path);
      await this._page._browser._raw('POST', '/actions', {
        actions: [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }],
      });
    });
    const last = actions.findLast((a) => a.type === 'pointerMove');
    if (last) {
      this.x = last.x;
      this.y = last.y;
    }
  }
  async move(x, y, { steps = 1 } = {}) {
    const [fx, fy] = [this.x, this.y];
    await this._in(
      [],
      Array.from({ length: steps }, (_, i) => ({
        type: 'pointerMove',
        duration: 0,
        origin: 'viewport',
        x: Math.round(fx + ((x - fx) * (i + 1)) / steps),
        y: Math.round(fy + ((y - fy) * (i + 1)) / steps),
      })),
    );
  }
  down({ button = 'left' } = {}) {
    return this._in([], [{ type: 'pointerDown', button: { left: 0, middle: 1, right: 2 }[button] }]);
  }
  up({ button = 'left' } = {}) {
    return this._in([], [{ type: 'pointerUp', button: { left: 0, middle: 1, right: 2 }[button] }]);
  }
  async click(x, y, { clickCount = 1 } = {}) {
    await this.move(x, y);
    for (let i = 0; i < clickCount; i++) {
      await this.down();
      await this.up();
    }
  }
  async dblclick(x, y) {
    return this.click(x, y, { clickCount: 2 });
  }
  async wheel(dx, dy) {
    await this._page._browser._locked(async () => {
      await this._page._switch([]);
      await this._page._browser._raw('POST', '/actions', {
        actions: [
          {
            type: 'wheel',
            id: 'wheel',
            actions: [
              { type: 'scroll', x: this.x, y: this.y, deltaX: dx, deltaY: dy, duration: 0, origin: 'viewport' },
            ],
          },
        ],
      });
    });
  }
}
export class Touchscreen {
  constructor(page) {
    this._page = page;
  }
  async tap(x, y) {
    await this._page._browser._locked(async () => {
      await this._page._switch([]);
      await this._page._browser._raw('POST', '/actions', {
        actions: [
          {
            type: 'pointer',
            id: 'finger',
            parameters: { pointerType: 'touch' },
            actions: [
              { type: 'pointerMove', duration: 0, origin: 'viewport', x: Math.round(x), y: Math.round(y) },
              { type: 'pointerDown', button: 0 },
              { type: 'pointerUp', button: 0 },
            ],
          },
        ],
      });
    });
  }
}
