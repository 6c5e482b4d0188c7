import { edit, editor, file, given, input, npy, open, paste, trouble } from '../support/editor.ts';
import { settled } from '../support/page.ts';
import { expect, test } from '../support/test.ts';

const lesson = '#lesson=its-snowing';

test('a block pasted into a cell fills from there, and a larger one is refused with both shapes', async ({ show }) => {
  const page = await show(lesson);
  const before = await given(page, 'wQ');
  await edit(page, 'w_q');
  await page.keyboard.press('ArrowDown');
  await settled(page);
  await paste(page, '7\t8\n9\t0,5');
  await expect(page.locator('.editor-status')).toContainText('2×2');
  expect(await given(page, 'wQ')).toEqual([before[0], [7, 8], [9, 0.5]]);
  await paste(page, '[[1. 2.]\n [3. 4.]\n [5. 6.]]');
  await expect(page.locator('.editor-status')).toContainText('3×2');
  expect(await given(page, 'wQ')).toEqual([
    [1, 2],
    [3, 4],
    [5, 6],
  ]);
  await paste(page, '1\t2\t3');
  await expect(trouble(page)).toHaveText(/1×3, but w_q is 3×2\. From row 1, column 0 there is room for 2×2/);
  await paste(page, '1\t2\n3\t\n');
  await expect(trouble(page)).toHaveText(/row 2, column 2 is empty/i);
  await paste(page, '1\tx');
  await expect(trouble(page)).toHaveText(/row 1, column 2 is “x”/i);
  expect(await given(page, 'wQ')).toEqual([
    [1, 2],
    [3, 4],
    [5, 6],
  ]);
});

test('a file replaces the matrix, and one that does not fit is refused with both shapes', async ({ show }) => {
  const page = await show(lesson);
  await edit(page, 'w_q');
  await open(page).setInputFiles(file('w.npy', npy('<f4', [3, 2], [1, 2, 3, 4, 5, 6])));
  await expect(page.locator('.editor-status')).toContainText('w_q now holds the block of 3×2');
  const filled = [
    [1, 2],
    [3, 4],
    [5, 6],
  ];
  expect(await given(page, 'wQ')).toEqual(filled);
  for (const [name, contents, why] of [
    ['w.npy', npy('<f4', [5, 3], new Array(15).fill(1)), /w\.npy is 5×3, but w_q is 3×2\. .*d_model is 3/],
    ['w.npy', npy('<f4', [3, 2], [1, 2, 3]), /cut off: 3×2 needs 24 bytes of numbers, 12 found/],
    ['w.npy', npy('|O', [3, 2], [1, 2, 3, 4, 5, 6]), /dtype object/],
    ['w.csv', '1,2\n3,4\n5', /row 3 has 1 entry/],
    ['w.csv', '1,2\n3,NaN\n5,6', /row 2, column 2 is NaN/],
    ['w.xlsx', 'PK', /is not a supported file/],
  ] as const) {
    await open(page).setInputFiles(file(name, contents));
    await expect(trouble(page)).toHaveText(why);
    expect(await given(page, 'wQ')).toEqual(filled);
  }
  await open(page).setInputFiles(file('w.npy', npy('<f8', [3, 2], [0.1, 2, 3, 4, 5, 6])));
  await expect(page.locator('.editor-status')).toContainText('rounds them to float32');
  await editor(page).getByRole('button', { name: 'Undo' }).click();
  expect(await given(page, 'wQ')).toEqual(filled);
});

test('the reader chooses among several arrays, and the one with the same name is proposed', async ({ show }) => {
  const page = await show(lesson);
  await edit(page, 'w_k');
  await editor(page)
    .getByRole('textbox', { name: /Replace w_k/ })
    .fill('w_q = [[1, 2], [3, 4], [5, 6]]\nw_k = [[6, 5], [4, 3], [2, 1]]');
  await editor(page).getByRole('button', { name: 'Insert' }).click();
  await expect(page.getByRole('radio', { name: /w_k/ })).toBeChecked();
  await page.getByRole('radio', { name: /w_q/ }).check();
  await page.locator('.choices').getByRole('button', { name: 'Insert' }).click();
  expect(await given(page, 'wK')).toEqual([
    [1, 2],
    [3, 4],
    [5, 6],
  ]);
});

test('a text with two readings is a question, pasted below or into a cell', async ({ show }) => {
  const page = await show(lesson);
  const before = await given(page, 'wQ');
  await edit(page, 'w_q');
  const insert = page.locator('.choices').getByRole('button', { name: 'Insert' });
  await editor(page)
    .getByRole('textbox', { name: /Replace w_q/ })
    .fill('0,0.5,1.5\n1,0.25,2.5\n2,-1.5,3.0');
  await editor(page).getByRole('button', { name: 'Insert' }).click();
  await expect(page.locator('.choices').getByRole('radio')).toHaveCount(2);
  expect(await given(page, 'wQ')).toEqual(before);
  // Only one reading has the shape of the matrix.
  await expect(page.getByRole('radio', { name: /3×2/ })).toBeChecked();
  await insert.click();
  expect(await given(page, 'wQ')).toEqual([
    [0.5, 1.5],
    [0.25, 2.5],
    [-1.5, 3],
  ]);
  await input(page).focus();
  await page.keyboard.press('Control+Home');
  await paste(page, '1,5, 1');
  await expect(page.locator('.choices').getByRole('radio', { checked: true })).toHaveCount(0);
  await insert.click();
  await expect(trouble(page)).toHaveText(/choose/i);
  await page.getByRole('radio', { name: /1\.5, 1/ }).check();
  await insert.click();
  expect(await given(page, 'wQ')).toEqual([
    [1.5, 1],
    [0.25, 2.5],
    [-1.5, 3],
  ]);
});

test('arrays of one row can be the rows of the matrix', async ({ show }) => {
  const page = await show(lesson);
  await edit(page, 'w_q');
  await editor(page)
    .getByRole('textbox', { name: /Replace w_q/ })
    .fill('tensor([1., 2.])\ntensor([3., 4.])\ntensor([5., 6.])');
  await editor(page).getByRole('button', { name: 'Insert' }).click();
  await expect(page.getByRole('radio', { name: /3×2/ })).toBeChecked();
  await page.locator('.choices').getByRole('button', { name: 'Insert' }).click();
  expect(await given(page, 'wQ')).toEqual([
    [1, 2],
    [3, 4],
    [5, 6],
  ]);
});

test('a dropped file of 100 MB is refused by its size', async ({ show }) => {
  const page = await show(lesson);
  const before = await given(page, 'wQ');
  await edit(page, 'w_q');
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(100 * 1024 * 1024)], 'weights.npy'));
    document
      .querySelector('.bring')
      ?.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await expect(trouble(page)).toHaveText(/weights\.npy has 104,857,600 bytes\. The limit is 8,388,608/);
  expect(await given(page, 'wQ')).toEqual(before);
});

test('two dropped files are refused', async ({ show }) => {
  const page = await show(lesson);
  const before = await given(page, 'wQ');
  await edit(page, 'w_q');
  await page.evaluate(() => {
    const data = new DataTransfer();
    for (const name of ['a.csv', 'b.csv']) data.items.add(new File(['1,2\n3,4\n5,6'], name));
    document
      .querySelector('.bring')
      ?.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await expect(trouble(page)).toHaveText(/You dropped 2 files\. Drop one at a time\./);
  expect(await given(page, 'wQ')).toEqual(before);
});

test('the page goes on while a file of two million numbers is read', async ({ show }) => {
  const page = await show('#lesson=its-snowing');
  await edit(page, 'w_q');
  await page.evaluate(() => {
    const row = `${'0.5,'.repeat(1999)}0.5\n`;
    const data = new DataTransfer();
    data.items.add(new File([row.repeat(1000)], 'w.csv'));
    document.documentElement.dataset['turns'] = '0';
    const turn = (): void => {
      if (document.querySelector('#editor-error')?.textContent?.includes('1000×2000')) return;
      document.documentElement.dataset['turns'] = `${Number(document.documentElement.dataset['turns']) + 1}`;
      setTimeout(turn);
    };
    document
      .querySelector('.bring')
      ?.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    turn();
  });
  await expect(trouble(page)).toHaveText(/w\.csv is 1000×2000/);
  expect(await page.evaluate(() => Number(document.documentElement.dataset['turns']))).toBeGreaterThan(10);
});
