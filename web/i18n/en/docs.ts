/** The benchmark page of the site. */
/** The sizes of a trained model. */
type TrainedModel = Readonly<Record<'layers' | 'dModel' | 'heads' | 'dFf' | 'T' | 'batch', number>>;

export const benchmarks = {
  lang: 'en',
  title: 'How fast it is',
  description: 'The attention core measured against the libraries that a web page can load for the same job.',
  back: 'Self-attention, live',
  skip: 'Skip to the figures',
  intro:
    'Everything here was measured on one machine, with the benchmark in the sources. Times are medians. Each answer was compared with a double-precision one before it was timed.',
  measured: (date: string, processor: string, cores: number) =>
    `Measured on ${date}: ${processor}, ${cores} ${cores === 1 ? 'core' : 'cores'}.`,
  versions: (list: string) => `Versions: ${list}.`,
  again: 'To measure it again on your machine:',
  numbers: 'The numbers',
  hosts: { node: 'Node', chromium: 'Chromium' },
  notThere: 'missing',

  names: {
    'blocked JavaScript': 'JavaScript in 4×4 blocks',
    'plain JavaScript': 'plain JavaScript loops',
  } as Readonly<Record<string, string>>,

  attention: {
    title: 'One layer of attention',
    about:
      'Projections, scores, softmax and mix of T tokens, with the output and all weights returned as JavaScript arrays. One thread, float32. For each library, the fastest of several ways to write the layer is shown.',
    speed: (host: string) => `Speed compared with the best other library, ${host}`,
    axis: 'times as fast as the best other library (logarithmic)',
    size: 'T, d_model, H',
    plain: 'no mask',
    causal: 'causal mask',
    rate: (host: string) => `Work per second, ${host}, no mask`,
    rateAxis: 'GFLOP/s of the matrix products',
    tokens: 'tokens T (logarithmic)',
    peak: 'peak of the machine',
    ofPeak: 'of peak',
  },
  calls: {
    title: 'Attention on given q, k and v',
    about:
      'H heads of T tokens, d numbers wide. The output comes with all weights, or without them: then no matrix of weights is stored. The last size also asks for figures of each row, such as its largest weight. One thread, float32, new arrays at every call. For each library, the fastest of several ways to write the call is shown.',
    speed: (host: string) => `Speed compared with the best other library, given q, k and v, ${host}`,
    size: 'H, T, d',
    masked: 'mask',
    withWeights: 'with weights',
    without: 'without weights',
    statistics: 'figures of rows instead',
  },
  training: {
    title: 'One step of training',
    about: ({ layers, dModel, heads, dFf, T, batch }: TrainedModel, parameters: number) =>
      `Forward, backward and AdamW of ${layers} layers: d_model ${dModel}, ${heads} heads, d_ff ${dFf}, T ${T}, batch ${batch}, ${parameters} parameters. One thread, float32. The loss and all parameters after three steps were compared first. Work is counted as 6 × parameters × tokens, and attention. Of each library the fastest of several ways to say the step is shown.`,
    step: (host: string) => `A step of training, ${host}`,
    axis: 'milliseconds',
    by: 'by',
    median: 'median',
    work: 'work done',
    ahead: 'times as fast as the best other library',
  },
  keys: {
    title: 'From a key press to the picture',
    about:
      'A key press adds or removes one token. The clock stops at the end of the frame that shows the new weights. d_model 64, four heads, in a window of 1280 × 800.',
    axis: 'milliseconds (logarithmic)',
    median: 'median',
    high: '95th percentile',
    goal: 'goal, median',
  },
  load: {
    title: 'From the address to the interactive page',
    about: (visits: number) =>
      `A first visit with nothing cached, from the same machine and so without a network: median of ${visits} visits.`,
    painted: 'first picture on the screen',
    interactive: 'the page is interactive',
    axis: 'milliseconds',
  },
  bytes: {
    title: 'What a first visit downloads',
    about: (total: string, later: string) =>
      `${total} in all, compressed with brotli. The rest of the site, ${later}, is fetched when it is needed.`,
    axis: 'kB, brotli',
    scripts: 'scripts',
    wasm: 'WebAssembly',
    styles: 'style sheets',
    rest: 'page and icon',
  },
  heap: {
    title: 'Memory by number of tokens',
    about: (window: number) =>
      `WebAssembly memory of the core after reading all outputs and one window of ${window} × ${window} weights, and after computing everything at once and keeping what fits. d_model 64, four heads.`,
    axis: 'MiB (logarithmic)',
    lazy: 'outputs and one window',
    whole: 'everything computed at once',
    goal: 'goal at T = 8192',
  },
  edits: {
    title: 'What a change costs',
    about:
      'The whole scene computed again, compared with updating the same trace after one token changed or after one token was appended under a causal mask. An update computes either everything that changes (every weight, since each row of weights adds up to 1) or only what is read: the rows of weights and output of that token. All give the same bits. d_model 64, four heads.',
    axis: 'milliseconds (logarithmic)',
    whole: (power: string) => `whole scene, T^${power}`,
    edit: (power: string) => `one token changed, T^${power}`,
    look: (power: string) => `one token changed, its rows read, T^${power}`,
    append: (power: string) => `one token appended, its rows read, T^${power}`,
    cheaper: 'times cheaper',
  },
};

/** The page for unknown addresses. */
export const notFound = {
  lang: 'en',
  skip: 'Skip to the text',
  title: 'Page not found',
  description: 'No page of the playground has this address.',
  text: 'No page has this address.',
  playground: 'To the playground',
};

/** The texts around a guide, and in lesson plans. */
export const guides = {
  skip: 'Skip to the text',
  index: 'Guides',
  questions: { open: 'Try it' },
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
    guess: 'guess, then reveal',
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
  /** Translations of the descriptions in such tables, by their English text in the code. */
  described: {} as Readonly<Record<string, string>>,
};
