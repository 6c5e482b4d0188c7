import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundle } from '../support/bundle.mjs';

const { cellAt, layoutGrid, scrollTo, visibleCells } = await bundle('web/views/grid/layout.ts');
const { moveCell } = await bundle('web/views/shared/keyboard.ts');
const { focusedLines, MOST_LINES, riseAt, selectLines } = await bundle('web/views/lines/line-selection.ts');
const { contrast, toLab, toRgb } = await bundle('web/views/shared/colour.ts');
const { divergingScale, sequentialScale } = await bundle('web/views/shared/colour.ts');

const square = (tokens, width, label = 60) =>
  layoutGrid({
    rows: tokens,
    columns: tokens,
    width,
    height: width,
    fit: 'square',
    rowLabel: label,
    columnLabel: label,
    value: 27,
    corner: 60,
  });

test('a square grid fits its box until cells are one pixel', () => {
  for (const tokens of [1, 2, 3, 12, 32, 100, 200]) {
    const grid = square(tokens, 560);
    assert.ok(grid.width <= 560.01 && grid.height <= 560.01, `${tokens} tokens`);
  }
  assert.equal(square(512, 390).cellWidth, 1);
});

test('labels turn and values go as cells shrink', () => {
  assert.deepEqual(
    [3, 12, 32, 200].map((tokens) => square(tokens, 560).columnLabels),
    ['flat', 'slanted', 'upright', 'none'],
  );
  assert.deepEqual(
    [3, 12, 32].map((tokens) => square(tokens, 560).values),
    [true, true, false],
  );
});

test('cells get wider than high where their numbers fit only then', () => {
  const low = {
    rows: 11,
    columns: 11,
    height: 280,
    fit: 'square',
    rowLabel: 55,
    columnLabel: 55,
    value: 20,
    corner: 60,
  };
  const wide = layoutGrid({ ...low, width: 560 });
  assert.ok(wide.values && wide.cellWidth > wide.cellHeight && wide.cellWidth <= 1.5 * wide.cellHeight);
  assert.ok(wide.width <= 560 && wide.height <= 280.01);
  // A number that needs more than half as much again as the height is left out, and cells are square.
  const long = layoutGrid({ ...low, width: 560, value: 60 });
  assert.ok(!long.values && long.cellWidth === long.cellHeight);
  // Where slanted labels take too much of the width, they stand upright.
  const narrow = layoutGrid({ ...low, width: 345, height: 262 });
  assert.deepEqual([narrow.values, narrow.columnLabels], [true, 'upright']);
});

test('rows of a matrix get lower where all are in sight then', () => {
  const matrix = {
    rows: 11,
    columns: 11,
    width: 700,
    fit: 'scroll',
    rowLabel: 55,
    columnLabel: 55,
    value: 30,
    corner: 0,
  };
  const high = layoutGrid({ ...matrix, height: 400 });
  const low = layoutGrid({ ...matrix, height: 290 });
  assert.ok(low.cellHeight < high.cellHeight && low.height <= 290.01 && low.values);
  // There is no room for all of them, so they keep their height.
  assert.equal(layoutGrid({ ...matrix, height: 190 }).cellHeight, high.cellHeight);
});

test('a matrix keeps numbers readable and scrolls', () => {
  const grid = layoutGrid({
    rows: 512,
    columns: 64,
    width: 390,
    height: 0,
    fit: 'scroll',
    rowLabel: 40,
    columnLabel: 14,
    value: 40,
    corner: 0,
  });
  assert.ok(grid.cellWidth >= 40 && grid.width > 390);
  const seen = visibleCells(grid, { x: 0, y: 0 }, 390, 300);
  assert.equal(seen.first.row, 0);
  assert.ok(seen.last.row < 12 && seen.last.column < 8);
  const to = scrollTo(grid, { x: 0, y: 0 }, 390, 300, { row: 511, column: 63 });
  const there = visibleCells(grid, to, 390, 300);
  assert.deepEqual(there.last, { row: 511, column: 63 });
});

test('the cell under a point', () => {
  const grid = square(12, 560);
  const at = (row, column) => [grid.left + (column + 0.5) * grid.cellWidth, grid.top + (row + 0.5) * grid.cellHeight];
  assert.deepEqual(cellAt(grid, { x: 0, y: 0 }, ...at(3, 7)), { row: 3, column: 7 });
  assert.equal(cellAt(grid, { x: 0, y: 0 }, 2, 2), null);
  assert.equal(cellAt(grid, { x: 0, y: 0 }, ...at(12, 0)), null);
});

test('keys move within the grid', () => {
  const size = { rows: 5, columns: 4, page: 3 };
  const from = { row: 1, column: 1 };
  const go = (key, ctrlKey = false) => moveCell({ key, ctrlKey, metaKey: false }, from, size);
  assert.deepEqual(go('ArrowRight'), { row: 1, column: 2 });
  assert.deepEqual(go('End'), { row: 1, column: 3 });
  assert.deepEqual(go('End', true), { row: 4, column: 3 });
  assert.deepEqual(go('Home', true), { row: 0, column: 0 });
  assert.deepEqual(go('PageDown'), { row: 4, column: 1 });
  assert.deepEqual(go('PageUp'), { row: 0, column: 1 });
  assert.equal(go('a'), null);
});

test('lines: bounded, strongest kept, all of the focused query', () => {
  const size = 64;
  const weights = Float32Array.from({ length: size * size }, (_, i) => 0.021 + (i % 97) / 1000);
  const chosen = selectLines(weights, size, size, 0.02);
  assert.equal(chosen.lines.length, MOST_LINES);
  assert.equal(chosen.left, size * size - MOST_LINES);
  const weakest = chosen.lines[0].weight;
  assert.equal(weights.filter((weight) => weight > weakest).length <= MOST_LINES, true);
  assert.equal(focusedLines(chosen.lines, weights, size, { query: 5 }).length, size);
  assert.equal(selectLines(Float32Array.of(0.01, 0.99), 1, 2, 0.02).under, true);
  assert.ok(Math.abs(riseAt(0.5) - 0.5) < 1e-6 && riseAt(0) < 1e-6 && riseAt(1) > 1 - 1e-6);
});

const palette = (dark) => ({
  dark,
  panel: toLab(dark ? [31, 30, 37] : [245, 243, 238]),
  q: toLab(dark ? [138, 184, 255] : [31, 95, 191]),
  k: toLab(dark ? [255, 176, 112] : [168, 76, 0]),
  v: toLab(dark ? [122, 214, 162] : [23, 115, 74]),
  w: toLab(dark ? [199, 163, 255] : [106, 63, 165]),
});

for (const dark of [false, true]) {
  test(`colour scales on ${dark ? 'dark' : 'light'} paper: even steps, readable text`, () => {
    const scales = [
      sequentialScale(palette(dark)),
      ...['q', 'k', 'v', 'w', 'x', 'parameter'].map((accent) => divergingScale(palette(dark), accent)),
    ];
    for (const scale of scales) {
      for (const [step, rgb] of scale.rgb.entries()) {
        const ink = scale.ink[step].match(/\d+/g).map(Number);
        assert.ok(contrast(rgb, ink) >= 4.5, `${rgb} under ${ink}`);
      }
    }
    const lightness = scales[0].rgb.map((rgb) => toLab(rgb).l);
    const total = lightness.at(-1) - lightness[0];
    assert.equal(total > 0, dark);
    for (let step = 16; step < 256; step += 16) {
      const share = (lightness[step] - lightness[0]) / total;
      assert.ok(Math.abs(share - step / 255) < 0.03, `step ${step} is at ${share}`);
    }
    assert.equal(scales[1].step(0, 2), 128);
    assert.equal(scales[0].step(1, 1), 255);
    assert.equal(scales[0].step(Number.NaN, 1), 0);
  });
}

test('colours survive a round trip to OKLab', () => {
  for (const rgb of [
    [0, 0, 0],
    [255, 255, 255],
    [106, 63, 165],
    [1, 254, 3],
  ])
    assert.deepEqual([...toRgb(toLab(rgb))], rgb);
});
