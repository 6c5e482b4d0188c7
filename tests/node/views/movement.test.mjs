import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bundle } from '../support/bundle.mjs';

const { edgesBetween, edgesOf } = await bundle('web/views/grid/movement.ts');

const edges = (size, cell) =>
  edgesOf({ left: 10, top: 20, rows: size, columns: size, cellWidth: cell, cellHeight: cell });

describe('rows and columns on their way', () => {
  const [two, three] = [edges(2, 30), edges(3, 20)];

  it('begin and end where the layout has them', () => {
    assert.deepEqual(two, { x: [10, 40, 70], y: [20, 50, 80] });
    const way = { rows: [0, -1, 1], columns: [0, -1, 1] };
    assert.deepEqual(edgesBetween(two, three, { ...way, progress: 1 }), three);
  });

  it('a new one opens between its neighbours, which start from their places', () => {
    const start = edgesBetween(two, three, { rows: [0, -1, 1], columns: [-1, 0, 1], progress: 0 });
    assert.deepEqual(start.y, [20, 50, 50, 80]);
    assert.deepEqual(start.x, [10, 10, 40, 70]);
    const half = edgesBetween(two, three, { rows: [0, -1, 1], columns: [0, 1, -1], progress: 0.5 });
    assert.deepEqual(half.y, [20, 45, 55, 80]);
    assert.deepEqual(half.x, [10, 35, 60, 70]);
  });

  it('one that is gone closes', () => {
    const start = edgesBetween(three, two, { rows: [0, 2], columns: [1, 2], progress: 0 });
    assert.deepEqual(start.y, [20, 60, 80]);
    assert.deepEqual(start.x, [30, 50, 70]);
  });

  it('edges with fewer rows than before (nothing had been drawn) are the new ones', () => {
    const all = edgesBetween({ x: [], y: [] }, two, { rows: [0, 1], columns: [0, 1], progress: 0.5 });
    for (const edge of [...all.x, ...all.y]) assert.ok(Number.isFinite(edge));
  });
});
