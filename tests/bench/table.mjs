// What was measured, as text: times, how they compare, and how near they are to what the machine can do.

const columns = (rows) => {
  const widths = rows[0].map((_, at) => Math.max(...rows.map((row) => row[at].length)));
  return rows.map((row) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('  '),
  );
};

/** Three figures: 0.00152, 12.3, 1230. */
const figures = (value) =>
  value >= 100 ? value.toFixed(0) : value.toFixed(Math.max(0, 2 - Math.floor(Math.log10(value))));

const milliseconds = (value) => (value < 1 ? `${figures(value * 1000)} µs` : `${figures(value)} ms`);

/** The fastest of what a web page could load or write instead of the core. */
const bestPeer = ({ entries }) => {
  const others = entries.filter(({ kind }) => kind === 'library' || kind === 'javascript');
  const least = (what) => Math.min(...others.map((entry) => entry[what]));
  return { median: least('median'), least: least('least') };
};

/** How far ahead of the best of the others. Without the libraries there may be nobody else. */
const ahead = (times) => (Number.isFinite(times) ? times.toFixed(2) : '');

/** Floating-point operations a second as a part of the peak; undefined where it was not measured, and of all but the core. */
const partOfPeak = ({ operations, peak }, { kind, median }) =>
  kind === 'core' && peak !== undefined ? (operations * 1000) / median / peak : undefined;
const ofMachine = ({ peak }) => (peak === undefined ? '' : `peak ${(peak / 1e9).toFixed(1)}`);

/** Where the core's time goes: its products at the machine's peak, copying the answer out, all else. */
function parts({ entries, operations, peak, copying }) {
  const own = entries.find(({ kind }) => kind === 'core');
  if (own === undefined || peak === undefined) return [];
  const products = (operations * 1000) / peak;
  const rest = own.median - products - copying.median;
  const share = (part) => `${((part / own.median) * 100).toFixed(0)} %`;
  return [
    `  ${own.name}: ${share(products)} products at the peak, ${share(copying.median)} copying out, ${share(rest)} softmax and the rest`,
  ];
}

export function attentionTable(host, measured) {
  const rows = [['', 'median', '× best peer', 'least', '× best peer', 'GFLOP/s', 'of peak', 'from oracle']];
  for (const one of measured) {
    const peer = bestPeer(one);
    rows.push([`T, d_model, H = ${one.case}`, '', '', '', '', ofMachine(one), '', '']);
    for (const entry of one.entries) {
      const share = partOfPeak(one, entry);
      rows.push([
        `  ${entry.name}${entry.variant ? ` (${entry.variant})` : ''}`,
        ...[milliseconds(entry.median), ahead(peer.median / entry.median)],
        ...[milliseconds(entry.least), ahead(peer.least / entry.least)],
        ((one.operations * 1e-6) / entry.median).toFixed(1),
        share === undefined ? '' : `${(share * 100).toFixed(0)} %`,
        entry.apart.toExponential(1),
      ]);
    }
  }
  const spent = measured
    .filter(({ T }) => T >= 128)
    .flatMap((one) => parts(one).map((line) => `T, d_model, H = ${one.case}${line}`));
  return [`One layer of attention, ${host}, one thread, float32`, ...columns(rows), ...spent];
}

const orNothing = (value, shown) => (value === null ? 'not there' : shown(value));
const mebibytes = (value) => `${(value / 2 ** 20).toFixed(1)} MiB`;

const editKinds = [
  { kind: 'edit', title: 'one token' },
  { kind: 'look', title: 'and its rows' },
  { kind: 'append', title: 'one appended' },
];

export const tables = {
  calls: (host, measured) => [
    `Attention on given q, k, v, ${host}, one thread, float32, new arrays at every call`,
    ...columns([
      ['H, T, d', 'median', '× best peer', 'least', '× best peer', 'GFLOP/s', 'from oracle'],
      ...measured.flatMap((one) => [
        [one.case, '', '', '', '', '', ''],
        ...one.entries.map((entry) => [
          `  ${entry.name}${entry.variant ? ` (${entry.variant})` : ''}`,
          ...[milliseconds(entry.median), ahead(bestPeer(one).median / entry.median)],
          ...[milliseconds(entry.least), ahead(bestPeer(one).least / entry.least)],
          ((one.operations * 1e-6) / entry.median).toFixed(1),
          entry.apart.toExponential(1),
        ]),
        ...one.failed.map((why) => [`  ${why}`, '', '', '', '', '', '']),
      ]),
    ]),
  ],
  training: (host, measured) => {
    const { layers, dModel, heads, dFf, T, batch } = measured.model;
    const peer = bestPeer(measured);
    return [
      `One step of training, ${host}: ${layers} layers, d_model ${dModel}, H ${heads}, d_ff ${dFf}, T ${T}, batch ${batch}; ${measured.parameters} parameters`,
      ...columns([
        ['', 'median', '× best peer', 'least', '× best peer', `GFLOP/s ${ofMachine(measured)}`, 'of peak', 'from core'],
        ...measured.entries.map((entry) => {
          const share = partOfPeak(measured, entry);
          return [
            `${entry.name}${entry.variant ? ` (${entry.variant})` : ''}`,
            ...[milliseconds(entry.median), ahead(peer.median / entry.median)],
            ...[milliseconds(entry.least), ahead(peer.least / entry.least)],
            ((measured.operations * 1e-6) / entry.median).toFixed(1),
            share === undefined ? '' : `${(share * 100).toFixed(0)} %`,
            entry.apart.toExponential(1),
          ];
        }),
      ]),
    ];
  },
  edits: (host, { dModel, heads, points, exponents }) => [
    `Cost of an edit, ${host}: d_model ${dModel}, H ${heads}`,
    ...columns([
      ['T', 'whole', ...editKinds.flatMap(({ title }) => [title, '×'])],
      ...points.map(({ T, whole, ...times }) => [
        ...[String(T), milliseconds(whole.median)],
        ...editKinds.flatMap(({ kind }) => [
          milliseconds(times[kind].median),
          (whole.median / times[kind].median).toFixed(1),
        ]),
      ]),
      [
        ...['grows as T to the', exponents.whole.toFixed(2)],
        ...editKinds.flatMap(({ kind }) => [exponents[kind].toFixed(2), '']),
      ],
    ]),
  ],
  explanation: (host, { T, dModel, heads, times }) => [
    `One score or output taken apart, ${host}: T ${T}, d_model ${dModel}, H ${heads}`,
    ...columns(Object.entries(times).map(([name, { median }]) => [name, milliseconds(median)])),
  ],
  heap: (host, { dModel, heads, window, points }) => [
    `Memory of the core, ${host}: d_model ${dModel}, H ${heads}, all outputs and ${window}×${window} weights`,
    ...columns([
      ['T', 'as asked', 'all at once'],
      ...points.map(({ T, bytes, whole }) => [String(T), orNothing(bytes, mebibytes), orNothing(whole, mebibytes)]),
    ]),
  ],
  music: (host, { median, least }) => [
    `One scene of the music-transformer lesson, ${host}: L 40, D 144, H 12, relative, every step kept`,
    `median ${milliseconds(median)}, least ${milliseconds(least)}`,
  ],
  keys: (host, points) => [
    `From a key to the frame that shows the picture, ${host}: d_model 64, H 4`,
    ...columns([
      ['T', 'median', '95th percentile', 'keys'],
      ...points.map(({ T, median, high, keys }) => [
        String(T),
        orNothing(median, milliseconds),
        orNothing(high, milliseconds),
        String(keys),
      ]),
    ]),
  ],
  load: (host, { painted, interactive, visits }) => [
    `First visit, ${host}, from this machine, ${visits} visits`,
    `first contents ${milliseconds(painted.median)}, interactive ${milliseconds(interactive.median)}`,
  ],
  bytes: (_, { first, later }) => [
    `Bytes as brotli: ${Object.values(first).reduce((sum, bytes) => sum + bytes)} in a first visit, ${later} later`,
    ...columns(Object.entries(first).map(([kind, bytes]) => [kind, String(bytes)])),
  ],
};
