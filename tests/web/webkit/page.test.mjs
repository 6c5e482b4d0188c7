// Smoke tests of the built page in WebKitGTK: a walk through what a reader does. What the page computes and says in every case is
// tested in Chromium.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Key } from 'selenium-webdriver';
import { declarations } from '../support/declarations.mjs';
import { eventually, openBrowser, Screen, start } from './browser.mjs';

const ANIMAL = "The animal didn't cross the street because it was too tired";

const { browser, servers, screen } = await start();

const open = async (fragment = '#v=1') => {
  await screen.open(servers.site + fragment);
  await screen.find('grid', /^weights/);
};
const openStage = async (fragment = '') => {
  await screen.open(servers.site + fragment);
  await screen.find('button', 'Play');
};
const hash = () => browser.driver.executeScript(() => location.hash);
const tokens = async () => Promise.all((await screen.all('option', /token \d+/)).map((chip) => chip.getText()));
const showsTokens = (count) => eventually(async () => assert.equal((await tokens()).length, count));
/** How many different colours the canvas beside a grid has. */
const coloursBeside = (grid) =>
  browser.driver.executeScript((item) => {
    const canvas = item.getRootNode().querySelector('canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size;
  }, grid);
const isPainted = async (role, name) => {
  const item = await screen.find(role, name);
  await eventually(async () => assert.ok((await coloursBeside(item)) > 10));
};
const isWithinWindow = () =>
  browser.driver.executeScript(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

const isChecked = (radio) =>
  eventually(async () => assert.equal(await (await screen.find('radio', radio)).isSelected(), true));

test('WebKit knows every declaration of every style sheet', async () => {
  await screen.open(servers.site);
  const all = declarations();
  assert.ok(all.length > 1000);
  const unknown = await browser.driver.executeScript(
    (given) => given.filter(([, property, value]) => !CSS.supports(property, value)),
    all,
  );
  assert.deepEqual(unknown, []);
});

test('the page opens on Watch, and the top bar leads to Experiment and back', async () => {
  await openStage();
  await screen.shows(/animal\W+92\s%/);
  await screen.click('button', 'Experiment');
  await screen.find('grid', /^weights/);
  await screen.click('button', 'Watch');
  await screen.find('button', 'Play');
});

test('“it” looks at “animal”, and the heatmap is painted', async () => {
  await open();
  assert.equal(await (await screen.find('textbox', 'Sentence')).getAttribute('value'), ANIMAL);
  await showsTokens(11);
  await screen.shows(/“it” looks mostly at “animal” \((6|7|8|9)\d\s%/);
  await isPainted('grid', /^weights/);
});

test('typing changes the tokens, the reading and the link', async () => {
  await open();
  await screen.fill('Sentence', 'The dog slept');
  await showsTokens(3);
  await screen.shows(/“(the|dog|slept)” .*\d\s%/);
  await eventually(async () => assert.match(await hash(), /sentence=The\+dog\+slept/));
});

test('the sentence’s box grows with its text', async () => {
  await open('#sentence=it+sat');
  const box = await screen.find('textbox', 'Sentence');
  const { height } = await box.getRect();
  await browser.driver.executeScript(
    (item, text) => {
      item.value = text;
      item.dispatchEvent(new InputEvent('input', { bubbles: true }));
    },
    box,
    'it sat down because it was too tired to cross the street again '.repeat(5),
  );
  await eventually(async () => assert.ok((await box.getRect()).height > height * 1.8));
});

test('Tab leads through the page with a visible focus, and Shift+Tab back', async () => {
  await open();
  const focused = () =>
    browser.driver.executeScript(() => {
      let item = document.activeElement;
      while (item.shadowRoot?.activeElement) item = item.shadowRoot.activeElement;
      return [item.localName, (item.getAttribute('aria-label') ?? item.textContent).trim()].join(' ');
    });
  const forward = async () => {
    await screen.keys(Key.TAB);
    return focused();
  };
  const backward = async () => {
    await screen.chord(Key.SHIFT, Key.TAB);
    return focused();
  };
  assert.match(await forward(), /Skip to/);
  const there = [];
  for (let index = 0; index < 8; index += 1) there.push(await forward());
  assert.equal(new Set(there).size, 8);
  const outline = await browser.driver.executeScript(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.notEqual(outline, 'none');
  const back = [];
  for (let index = 0; index < 7; index += 1) back.push(await backward());
  assert.deepEqual(back, there.slice(0, -1).reverse());
});

test('arrow keys move the focus in the tokens and in the heatmap', async () => {
  await open('#sentence=one+two+three+four');
  await (await screen.find('option', /^one ?, token 0/)).click();
  await screen.keys(Key.ARROW_RIGHT);
  await screen.shows(/“two” (looks|finds|gives)/);
  const grid = await screen.find('grid', /^weights/);
  await browser.driver.executeScript((item) => item.focus(), grid);
  await screen.chord(Key.CONTROL, Key.HOME);
  await screen.keys(Key.ARROW_DOWN, Key.ARROW_RIGHT, Key.ARROW_RIGHT);
  await screen.find('gridcell', /^two → three: 0\.\d\d$/);
});

test('a cell of the heatmap shows its arithmetic when it is pressed', async () => {
  await open();
  const grid = await screen.find('grid', /^weights/);
  await browser.driver.executeScript((item) => item.scrollIntoView({ block: 'center' }), grid);
  await grid.click();
  await screen.find('button', 'Deselect the cell');
  await screen.shows(/weights ?\(/);
});

test('controls change the scene, and Undo and Redo go back and forth', async () => {
  await open();
  await screen.click('radio', 'Causal');
  await eventually(async () => assert.equal(await hash(), '#mask=causal'));
  await screen.click('button', 'More');
  await screen.click('button', 'Undo');
  await isChecked('None');
  await screen.click('button', 'Redo');
  await isChecked('Causal');
});

test('a wrong number is explained beside its control, and the last result stays', async () => {
  await open();
  await screen.fill('Temperature', '0');
  const box = await screen.find('textbox', 'Temperature');
  await eventually(async () => assert.equal(await box.getAttribute('aria-invalid'), 'true'));
  await showsTokens(11);
  await screen.fill('Temperature', '2');
  await eventually(async () => assert.equal(await box.getAttribute('aria-invalid'), 'false'));
});

test('a damaged link is explained, and the default scene shown', async () => {
  await open('#temperature=NaN');
  assert.match(await (await screen.find('alert')).getText(), /could not be read.*must be a number/s);
  await showsTokens(11);
});

test('a link gives the same result in a new document', async () => {
  await open('#sentence=We+read+a+book&embedding=random.normal&seed=7&d=16&heads=2&mask=causal&focus=2');
  const names = async () => Promise.all((await screen.all('option', /, token \d+/)).map((one) => one.getText()));
  const reading = async () => /“[^”]+” (?:looks|finds|gives) [^.]+/.exec(await screen.text())?.[0];
  const [sentence, before] = [await reading(), await names()];
  assert.ok(sentence);
  assert.equal(before.length, 4);
  await open(await hash());
  assert.deepEqual(await names(), before);
  assert.equal(await reading(), sentence);
});

test('Back and Forward go between links that were opened', async () => {
  await open();
  await browser.driver.get(`${servers.site}#sentence=one+two`);
  await showsTokens(2);
  await browser.driver.navigate().back();
  await showsTokens(11);
  await browser.driver.navigate().forward();
  await showsTokens(2);
});

test('a step opens in place of the thumbnails', async () => {
  await open();
  await screen.click('button', 'scores');
  await isPainted('grid', /^scores/);
});

test('a lesson opens from the list, and its pages turn', async () => {
  await open();
  await screen.click('button', 'Lessons');
  await screen.click('link', /It’s snowing outside/);
  await showsTokens(3);
  await screen.find('heading', 'It’s snowing outside');
  const page = () => browser.driver.executeScript(() => document.querySelector('sa-lesson h3')?.textContent);
  await eventually(async () => assert.ok(await page()));
  const first = await page();
  await screen.click('button', 'Next');
  await eventually(async () => assert.notEqual(await page(), first));
  await screen.click('button', 'Back');
  await eventually(async () => assert.equal(await page(), first));
});

test('the share dialog has the link and the element, and Escape closes it', async () => {
  await open('#mask=causal');
  await screen.click('button', 'Share');
  await screen.find('dialog', 'Share this scene');
  const text = () => browser.driver.executeScript(() => document.querySelector('dialog textarea')?.value);
  await (await screen.find('radio', 'Link')).sendKeys(' ');
  await eventually(async () => assert.equal(await text(), `${servers.site}#mask=causal`));
  await screen.keys(Key.ARROW_DOWN);
  await eventually(async () => assert.match(await text(), /^<self-attention |<script[\s\S]*<self-attention /));
  await screen.keys(Key.ESCAPE);
  await eventually(async () => assert.deepEqual(await screen.all('dialog'), []));
});

test('“Film” does not crash the page when it looks for a video encoder', async () => {
  await openStage('#sentence=it+sat&heads=1&parameters.heads=pronoun&at=0');
  await screen.click('button', 'Share');
  await screen.find('dialog', 'Share this scene');
  await (await screen.find('radio', 'Film')).sendKeys(' ');
  await screen.find('button', /^Download .*\.svg$/);
  await screen.keys(Key.ESCAPE);
  await screen.find('button', 'Play');
});

test('the stage plays, and its slider and its keys move it', async () => {
  await openStage('#at=0');
  const moment = async () => Number(await (await screen.find('slider')).getAttribute('value'));
  await screen.click('button', 'Play');
  await eventually(async () => assert.ok((await moment()) > 0.3));
  await screen.click('button', 'Pause');
  await (await screen.find('slider')).sendKeys(Key.END);
  await eventually(async () => assert.equal(await moment(), 6));
  await screen.find('button', 'Play again');
});

test('training runs in a worker until the loss is small', async () => {
  await open(
    '#sentence=We+read+a+book&embedding=random.normal&seed=1&d=8&parameters=random.xavier&parameters.seed=3&heads=1',
  );
  await screen.click('button', 'Train');
  await screen.click('radio', 'Attention that you paint');
  await screen.click('summary', 'Look inside one step');
  await screen.shows(/loss = \d+\.\d{4}/);
  const train = await eventually(async () => {
    const found = await screen.all('button', 'Train');
    // The first leads to the screen.
    assert.ok(found[1]);
    return found[1];
  });
  await browser.driver.executeScript((item) => item.scrollIntoView({ block: 'center' }), train);
  await train.click();
  await screen.shows(/Done: /);
});

test('six hundred words are shown from afar', async () => {
  const words = Array.from({ length: 600 }, (_, index) => `w${index}`);
  await screen.open(`${servers.site}#sentence=${words.join('+')}`);
  await isPainted('grid', /600/);
});

test('the matrix editor changes a number', async () => {
  await open('#sentence=it+sat&embedding=random.normal&seed=1&d=4&heads=1&parameters=random.xavier&parameters.seed=3');
  await screen.click('button', /w_q/);
  await screen.find('textbox', 'w_q: 0, 0');
  await screen.keys('2.5', Key.ENTER);
  await eventually(async () => assert.match(decodeURIComponent(await hash()), /'wQ':\(\(2\.5,/));
});

test('at 450 pixels nothing is wider than the window, and the controls open over the page', async () => {
  const { width, height } = await browser.driver.manage().window().getRect();
  await browser.driver.manage().window().setRect({ width: 450, height: 844 });
  try {
    await open();
    assert.ok(await isWithinWindow());
    await screen.click('button', 'Controls');
    await screen.find('dialog');
    assert.ok(await isWithinWindow());
  } finally {
    await browser.driver.manage().window().setRect({ width, height });
  }
});

test('the page in one file works', async () => {
  await screen.open(`${servers.site}self-attention.html#v=1`);
  await showsTokens(11);
  await screen.fill('Sentence', 'We read a book');
  await showsTokens(4);
});

test('the page is dark where the desktop is, and Spanish where its address says so', async () => {
  const other = await openBrowser({ GTK_THEME: 'Adwaita:dark' });
  try {
    const there = new Screen(other.driver);
    await there.open(`${servers.site}?lang=es#v=1`);
    await there.find('textbox', 'Frase');
    await there.shows(/«it» mira sobre todo a «animal»/);
    const [isDark, background] = await other.driver.executeScript(() => [
      matchMedia('(prefers-color-scheme: dark)').matches,
      getComputedStyle(document.body).backgroundColor,
    ]);
    assert.equal(isDark, true);
    assert.ok(Number(/\d+/.exec(background)[0]) < 64, background);
  } finally {
    await other.close();
  }
});
