/** The guide to what was measured; part of the site, not of the page. */
/** Of what is trained, sizes alone. */
type TrainedModel = Readonly<Record<'layers' | 'dModel' | 'heads' | 'dFf' | 'T' | 'batch', number>>;

export const benchmarks = {
  lang: 'en',
  title: 'How fast it is',
  description: 'The attention core measured against the libraries that a web page can load for the same job.',
  back: 'Self-attention, live',
  skip: 'To the figures',
  intro:
    'Everything here was measured in one run on one machine, by the benchmark that comes with the sources. Times are medians. Each answer was compared with one in double precision before it was timed.',
  measured: (date: string, processor: string, cores: number) =>
    `Measured on ${date}: ${processor}, ${cores} ${cores === 1 ? 'core' : 'cores'}.`,
  versions: (list: string) => `Versions: ${list}.`,
  again: 'To measure it again on your machine:',
  numbers: 'The numbers',
  hosts: { node: 'Node', chromium: 'Chromium' },
  notThere: 'not there',

  names: {
    'blocked JavaScript': 'JavaScript in 4×4 blocks',
    'plain JavaScript': 'plain JavaScript loops',
  } as Readonly<Record<string, string>>,

  attention: {
    title: 'One layer of attention',
    about:
      'Projections, scores, softmax and mix of T tokens, with the output and all weights handed back as JavaScript arrays. One thread, float32. Of each library the fastest of several ways to say the layer is shown.',
    speed: (host: string) => `Speed against the best of the others, ${host}`,
    axis: 'times as fast as the best of the others (logarithmic)',
    size: 'T, d_model, H',
    plain: 'no mask',
    causal: 'causal mask',
    line: 'the best of the others',
    rate: (host: string) => `Work done a second, ${host}, no mask`,
    rateAxis: 'GFLOP/s of the matrix products',
    tokens: 'tokens T (logarithmic)',
    peak: (flavour: string) => `peak, ${flavour === 'simd' ? 'plain SIMD' : 'relaxed SIMD'}`,
    ofPeak: 'of peak',
  },
  training: {
    title: 'One step of training',
    about: ({ layers, dModel, heads, dFf, T, batch }: TrainedModel, parameters: number) =>
      `Forward, backward and AdamW of ${layers} layers: d_model ${dModel}, ${heads} heads, d_ff ${dFf}, T ${T}, batch ${batch}, ${parameters} parameters. One thread unless two are named, which compute half of the batch’s gradient each; float32. The loss and all parameters after three steps were compared first. Work is counted as 6 × parameters × tokens, and attention. Of each library the fastest of several ways to say the step is shown.`,
    step: (host: string) => `A step of training, ${host}`,
    axis: 'milliseconds',
    by: 'by',
    median: 'median',
    work: 'work done',
    ahead: 'times as fast as the best of the others',
  },
  keys: {
    title: 'From a key to the picture',
    about:
      'A key adds or takes one token; the clock stops at the end of the frame that shows the new weights. d_model 64, four heads, in a window of 1280 × 800.',
    axis: 'milliseconds (logarithmic)',
    median: 'median',
    high: '95th percentile',
    goal: 'to reach, median',
  },
  load: {
    title: 'From the address to the live page',
    about: (visits: number) =>
      `A first visit with nothing cached, from the same machine, so without the network: median of ${visits} visits.`,
    painted: 'first picture on the screen',
    interactive: 'the page is live',
    axis: 'milliseconds',
  },
  bytes: {
    file: 'file',
    title: 'What a first visit downloads',
    about: (total: string) => `${total} in all, compressed with brotli.`,
    axis: 'kB, brotli',
    later: 'fetched later, when wanted',
  },
  heap: {
    title: 'Memory against the number of tokens',
    about: (window: number) =>
      `WebAssembly memory of the core after all outputs and one window of ${window} × ${window} weights were read, and after all was computed at once and what fits was kept. d_model 64, four heads.`,
    axis: 'MiB (logarithmic)',
    lazy: 'outputs and one window',
    whole: 'all computed at once',
    goal: 'to stay under at T = 8192',
  },
  edits: {
    title: 'What a change costs',
    about:
      'The whole scene computed anew, against an update of the same trace after one token has changed: all that it changes (every weight, as each row of them adds up to 1), or only what is looked at, the token’s own rows of weights and output; and after a token has been appended under a causal mask. All give the same bits. d_model 64, four heads.',
    axis: 'milliseconds (logarithmic)',
    whole: (power: string) => `whole scene, T^${power}`,
    edit: (power: string) => `one token changed, T^${power}`,
    look: (power: string) => `one token changed, its rows read, T^${power}`,
    append: (power: string) => `one token appended, its rows read, T^${power}`,
    cheaper: 'times cheaper',
  },
};

/** What stands where there is no page. */
export const notFound = {
  lang: 'en',
  skip: 'To the text',
  title: 'There is no such page',
  description: 'Nothing of the playground has this address.',
  text: 'Nothing here has this address.',
  playground: 'To the playground',
};

/** What stands around the text of a guide, and in the plans of lessons. */
export const guides = {
  skip: 'To the text',
  index: 'Guides',
  plan: {
    lesson: 'Lesson',
    about: 'What it is about',
    pages: 'Pages',
    challenges: 'Challenges',
    minutes: 'Minutes',
    from: 'From minute',
    page: 'Page',
    what: 'What the class does',
    read: 'read',
    guess: 'guess, then show',
    act: 'do',
    solve: 'solve, in pairs',
  },
  tables: {
    errors: ['Code', 'What it means'],
    linkKeys: ['Key', 'In the scene', 'What it is'],
    attributes: ['Attribute', 'What it is', 'Type', 'By default'],
    members: ['Method or property', 'What it is'],
    events: ['Event', 'What it is'],
    parts: ['::part()', 'What it is'],
    properties: ['Custom property', 'What it is', 'By default'],
  },
  /** What such a table says of an error, an attribute or a key, by the English that the code has of it. */
  described: {} as Readonly<Record<string, string>>,
};
