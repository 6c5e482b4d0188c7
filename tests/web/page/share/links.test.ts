import { engine } from '../../support/engine.ts';
import { showControls } from '../../support/lesson.ts';
import {
  chips,
  chooseLesson,
  fragment,
  inMoreMenu,
  notice,
  numbers,
  painted,
  press,
  problems,
  scene,
  sentence,
  settled,
} from '../../support/page.ts';
import { expect, test } from '../../support/test.ts';

const question = 'The animal didn';

test('a link gives the same picture in a fresh page, after everything was changed', async ({ page, context, open }) => {
  await open();
  await sentence(page).fill('👩‍👩‍👧 & = 50 % + “café” #1, 我喜欢猫');
  await page.getByRole('combobox', { name: 'Vectors' }).selectOption('uniform');
  await page.getByRole('combobox', { name: 'Source' }).selectOption('kaiming');
  for (const [name, value] of [
    ['d_model, numbers in a vector', '24'],
    ['Number of heads, H', '4'],
    ['Seed of the vectors', '99'],
    ['Seed of the parameters', '4294967295'],
    ['Temperature', '0.37'],
    ['Softcap, 0 is off', '2.5'],
    ['Digits after the point', '3'],
  ] as const) {
    await page.getByRole('textbox', { name, exact: true }).fill(value);
  }
  await page.getByRole('combobox', { name: /^K\/V/ }).selectOption('2');
  await page.getByRole('textbox', { name: /^d_v/ }).fill('7');
  for (const name of ['Biases', 'w_o, the output projection', 'Keep punctuation as tokens']) {
    await page.getByRole('checkbox', { name, exact: true }).check();
  }
  await page.getByRole('combobox', { name: /^Score function/ }).selectOption('dot');
  await page.getByRole('radio', { name: 'Causal' }).check();
  await page.locator('#all-heads').getByRole('option').nth(2).click();
  await chips(page).nth(3).click();
  await page.mouse.move(0, 0);
  await expect(problems(page)).toHaveCount(0);
  await settled(page);
  const link = await fragment(page);
  expect(link).not.toBe('');
  const [here, picture, controls] = [
    await numbers(page),
    await painted(page),
    await page.locator('sa-controls').ariaSnapshot(),
  ];

  const fresh = await context.newPage();
  await open(link, fresh);
  await expect(notice(fresh)).toHaveCount(0);
  expect(await numbers(fresh)).toEqual(here);
  expect(await fresh.locator('sa-controls').ariaSnapshot()).toBe(controls);
  // A picture is drawn one frame after its numbers, or its size.
  await expect.poll(() => painted(fresh)).toEqual(picture);
  expect(await fragment(fresh)).toBe(link);
});

test('a small scene has a readable address', async ({ show }) => {
  const page = await show();
  await sentence(page).fill('The cat sat');
  await page.getByRole('radio', { name: 'Causal' }).check();
  expect(await fragment(page)).toMatch(/^#sentence=The\+cat\+sat&mask=causal(&focus=\d+)?$/);
});

test('the address bar has the scene soon after a pause in typing', async ({ page, open, site }) => {
  await open();
  await sentence(page).fill('The cat sat');
  await expect(page).toHaveURL(/#sentence=The\+cat\+sat/);
  await press(page, 'Undo');
  await expect(page).toHaveURL(`${site}#v=1`);
});

test('a changed lesson is a link too', async ({ page, context, open }) => {
  await open('#lesson=illustrated');
  await showControls(page);
  await page.getByRole('combobox', { name: /^Score function/ }).selectOption('scaledDot');
  const link = await fragment(page);
  expect(link).toContain('lesson=illustrated');
  const fresh = await context.newPage();
  await open(link, fresh);
  expect(await numbers(fresh)).toEqual(await numbers(page));
  await expect(fresh.getByRole('heading', { name: 'Illustrated self-attention' })).toBeVisible();
});

test('Back and Forward go between scenes that links opened', async ({ page, open }) => {
  await open();
  const start = await numbers(page);
  await chooseLesson(page, 'Illustrated self-attention');
  await expect(chips(page)).toHaveCount(3);
  await chooseLesson(page, 'It’s snowing outside');
  await expect(chips(page).nth(1)).toContainText('snowing');
  await page.goBack();
  await expect(chips(page).nth(1)).toContainText(/Input.2/);
  await page.goBack();
  await expect(chips(page)).toHaveCount(11);
  await settled(page);
  expect(await numbers(page)).toEqual(start);
  await page.goForward();
  await expect(chips(page)).toHaveCount(3);
});

test('typing does not fill the history of the browser', async ({ show }) => {
  const page = await show();
  const before = await page.evaluate(() => history.length);
  await sentence(page).press('End');
  for (const word of [' and', ' then', ' more']) {
    await page.keyboard.type(word);
    await fragment(page);
  }
  expect(await page.evaluate(() => history.length)).toBe(before);
});

test('the link is copied with one press', async ({ page, context, open, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(site).origin });
  await open();
  await page.getByRole('radio', { name: 'Causal' }).check();
  await press(page, 'Copy link');
  await expect(page.locator('.action-status')).toHaveText('Link copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site}#mask=causal`);
});

test('a link pasted into the address bar opens at once', async ({ show }) => {
  const page = await show();
  await page.evaluate(() => {
    location.hash = 'sentence=one+two&mask=causal';
  });
  await expect(chips(page)).toHaveCount(2);
  await expect(page.getByRole('radio', { name: 'Causal' })).toBeChecked();
});

const given = (x: string): string =>
  `#scene=${encodeURIComponent(`{"version":1,"tokens":["a"],"embedding":{"kind":"given","x":[[${x}]]},"parameters":{"kind":"identity"},"attention":{"heads":1}}`)}`;

const hostile: Readonly<Record<string, readonly [string, RegExp]>> = {
  'broken percent-encoding': ['#scene=%', /percent-encoding/],
  'no key and no value': ['#%%%broken', /not a key=value pair/],
  'an unknown key': ['#sentnce=a', /no such key/],
  'a key twice': ['#heads=1&heads=2', /appears twice/],
  'a key of Object.prototype': ['#__proto__=1', /no such key/],
  'constructor as a key': ['#constructor=1', /no such key/],
  '__proto__ inside a scene': ['#scene={"__proto__":{"version":1}}', /__proto__|unknown key|version/],
  '__proto__ as a lesson': ['#lesson=__proto__', /no such lesson/],
  'toString as a lesson': ['#lesson=toString', /no such lesson/],
  'another version': ['#v=2', /version/],
  'broken JSON': ['#scene={"version":1,', /JSON/],
  'a number that float32 cannot hold': ['#temperature=1e999', /finite/],
  'NaN as a number': ['#temperature=NaN', /must be a number/],
  'Infinity as a number': ['#softcap=Infinity', /must be a number/],
  '1e999 in a matrix': [given('1e999'), /finite/],
  'NaN in a matrix': [given('NaN'), /JSON/],
  'a string in a matrix': [given('"1"'), /number/],
  'null in a matrix': [given('null'), /number/],
  '−∞ in a matrix': [given('"-inf"'), /finite|number/],
  'half a head': ['#heads=1.5', /whole number/],
  'no heads': ['#heads=0', /1/],
  'more heads than there are': ['#embedding=random.normal&seed=1&d=1000&heads=1000', /64/],
  'more heads than there are made by hand': ['#heads=9', /head/],
  'a negative temperature': ['#temperature=-1', /temperature/i],
  'a table that is not there': ['#embedding=table.nothing', /nothing/],
  'markup as a key': ['#<img src=x onerror=alert(1)>=1', /img/],
  'a sentence over the limit': [`#sentence=${'a+'.repeat(9000)}`, /8192/],
};

for (const [name, [link, why]] of Object.entries(hostile)) {
  test(`a damaged link is explained, and the default scene shown: ${name}`, async ({ show }) => {
    const page = await show(link);
    await expect(notice(page)).toHaveRole('alert');
    await expect(notice(page)).toContainText('This link could not be read');
    await expect(notice(page)).toContainText(why);
    await expect(sentence(page)).toHaveValue(new RegExp(question));
    await expect(chips(page)).toHaveCount(11);
    await expect(problems(page)).toHaveCount(0);
    // The damaged link stays in the address bar until the reader changes something.
    expect(await fragment(page)).not.toBe('');
  });
}

for (const name of [
  'broken percent-encoding',
  '__proto__ as a lesson',
  '1e999 in a matrix',
  'more heads than there are',
]) {
  test(`a damaged link is explained when the page opens on it: ${name}`, async ({ page, open }) => {
    const [link, why] = hostile[name] ?? ['', /never/];
    await open(link);
    await expect(notice(page)).toContainText(why);
    await expect(chips(page)).toHaveCount(11);
    await expect(await inMoreMenu(page, 'Undo')).toBeDisabled();
  });
}

test('a link as long as the engine takes is refused with its length and the limit', async ({ page, open }) => {
  await open();
  // Chromium cuts addresses at 2 MB, Firefox refuses those of more than 1 MB.
  const length = engine === 'firefox' ? 1_000_000 : 1_900_000;
  await page.evaluate((count) => {
    location.hash = `sentence=${'a'.repeat(count)}`;
  }, length);
  await expect(notice(page)).toContainText(new RegExp(`${length / 100}\\d\\d characters; the limit is 200000`));
  await expect(chips(page)).toHaveCount(11);
});

test('markup in a sentence is shown as text', async ({ page, open }) => {
  const text = '<img src=x onerror=alert(1)> <script>alert(2)</script>';
  page.on('dialog', () => {
    throw new Error('The markup ran.');
  });
  await open(`#punctuation=yes&sentence=${encodeURIComponent(text)}`);
  await expect(sentence(page)).toHaveValue(text);
  await expect(page.locator('sa-playground img, sa-playground script')).toHaveCount(0);
  expect((await scene(page)).sentence).toBe(text);
});

test('a notice can be dismissed, and a change removes it', async ({ show }) => {
  const page = await show('#scene=%');
  await press(page, 'Dismiss');
  await expect(notice(page)).toHaveCount(0);
  await page.evaluate(() => {
    location.hash = 'nothing';
  });
  await expect(notice(page)).toHaveCount(1);
  await page.getByRole('radio', { name: 'Causal' }).check();
  await expect(notice(page)).toHaveCount(0);
  expect(await fragment(page)).toBe('#mask=causal');
});
