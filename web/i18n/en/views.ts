/** Every word the views show or say. `{slots}` are filled by the views; a translation may move them. */
export const views = {
  grid: {
    cell: '{row} → {column}: {value}',
    /** A matrix whose rows or columns are not tokens. */
    matrixCell: '{row}, {column}: {value}',
    masked: 'masked',
    queries: 'queries',
    keys: 'keys',
    legend: 'colour scale from {low} to {high}',
    shortened: 'digits shortened to fit',
    tooSmall: 'point at a cell for its number',
    window: '{shape}, showing {parts}',
    rows: 'rows {from}–{to}',
    columns: 'columns {from}–{to}',
    empty: 'nothing to show yet',
    noSlice: 'no slice {head} in {shape}',
  },
  lines: {
    queries: 'queries',
    keys: 'keys',
    under: 'Lines under {percent} are drawn only for the token in focus.',
    strongest: 'The {count} strongest lines are drawn; {left} weaker ones only for the token in focus.',
    query: ', query {position}',
    key: ', key {position}',
    keyWeight: ', key {position}: ',
    keyMasked: ', key {position}: masked',
  },
};
