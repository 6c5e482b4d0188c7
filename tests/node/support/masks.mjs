// Every kind of mask for all tests of the package: an example, and which keys a query sees.

const kinds = {
  causal: {
    sees:
      ({ align }, T_q, T_k) =>
      (i, j) =>
        j <= i + (align === 'bottomRight' ? T_k - T_q : 0),
  },
  padding: {
    fields: ({ count }) => ({ length: count(1) }),
    sees:
      ({ length }) =>
      (_, j) =>
        j < length,
  },
  window: {
    fields: ({ count }) => ({ before: count(0), after: count(0) }),
    sees:
      ({ before, after }) =>
      (i, j) =>
        i - before <= j && j <= i + after,
  },
  prefix: {
    fields: ({ count }) => ({ length: count(0) }),
    sees:
      ({ length }) =>
      (i, j) =>
        j < length || j <= i,
  },
  painted: {
    fields: ({ visible }) => ({ visible: visible() }),
    sees:
      ({ visible }) =>
      (i, j) =>
        visible[i][j] === 1,
  },
};

export const maskKinds = ['none', ...Object.keys(kinds)];

/** A mask of every kind. `count(least)` returns a whole number of at least that, `visible()` rows of ones and zeros. */
export const masksWith = (numbers) => [
  { kind: 'none' },
  ...Object.entries(kinds).map(([kind, { fields }]) => ({ kind, ...fields?.(numbers) })),
];

/** (i, j) → whether query i of T_q sees key j of T_k. */
export const sees = (mask, T_q, T_k) => kinds[mask.kind].sees(mask, T_q, T_k);
