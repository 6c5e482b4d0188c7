// The smallest scene, and changed copies of it.

export const smallest = {
  version: 1,
  tokens: ['the', 'cat', 'sat'],
  embedding: {
    kind: 'given',
    x: [
      [1, 0],
      [0, 1],
      [1, 1],
    ],
  },
  parameters: {
    kind: 'given',
    wQ: [
      [1, 0],
      [0, 1],
    ],
    wK: [
      [1, 0],
      [0, 1],
    ],
    wV: [
      [1, 2],
      [3, 4],
    ],
  },
  attention: { heads: 1 },
};

/** A copy with one change. Without a value the key is removed. */
export function changed(path, ...value) {
  const copy = structuredClone(smallest);
  const keys = path.split('/').slice(1);
  const last = keys.pop();
  const parent = keys.reduce((part, key) => part[key], copy);
  if (value.length > 0) {
    Object.defineProperty(parent, last, { value: value[0], enumerable: true, configurable: true, writable: true });
  } else {
    delete parent[last];
  }
  return copy;
}

export const table = (rows) => changed('/embedding', { kind: 'table', rows });
export const many = (length, value) => new Array(length).fill(value);
const { kind: __, ...given } = smallest.parameters;
/** The matrices of one layer. */
export const matrices = given;
export const stacked = (layers) => changed('/parameters', { kind: 'stack', layers });
