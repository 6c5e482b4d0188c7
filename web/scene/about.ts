/**
 * What the keys of a scene mean, by their path in the description (description.ts), for scene.schema.json. They stand apart because every
 * page parses scenes, and none shows these texts.
 */
export const about: Readonly<Record<string, string>> = {
  tokens: 'The tokens, taken as they are.',
  sentence: 'Split into tokens at word boundaries (Unicode UAX #29).',
  'tokenizer.lowercase': 'Lower-case every token.',
  'tokenizer.punctuation': 'Keep punctuation marks as tokens.',
  'tokenizer.version':
    'From 2 on, a sentence is normalized before it is split: apostrophes are straight, invisible characters are removed, and the rest is in Unicode form NFKC. Given tokens stay as they are. From 3 on, words of scripts without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese) end with a zero-width space (U+200B). Without any, each character is a token.',
  encoder:
    "Cross-attention: keys and values come from this sequence of T_k tokens, cut and embedded as the scene's own are.",
  'encoder.x': '(T_k, d_model): its rows, exactly where the embedding is "given".',
  embedding: 'The embedding, which produces x0 (T, d_model).',
  'embedding.given.x': '(T, d_model): a row a token.',
  'embedding.given.columns': 'Of rows that the scene brings: what each column means.',
  'embedding.oneHot.dModel': 'Default: the number of distinct tokens.',
  'embedding.random': 'The same token gets the same vector wherever it stands and whatever stands beside it.',
  'embedding.random.low': 'uniform: low <= number < high.',
  'embedding.random.mean': 'normal.',
  'embedding.table': "A row a word: of a table that ships, or of the scene's own.",
  'embedding.table.version':
    'Version of the table. The words of one version never change. From 2 on, pronouns like "I" are someone. In 3, small is the opposite of big, and things that hold others have a size. In 4, their sizes are balanced, and there are words of other languages.',
  'embedding.table.language': 'The language of the words, if it is not English. From version 4 of the table on.',
  'embedding.table.learned':
    'Rows learned from word vectors, for words that are not in the handmade table. They are looked up when the scene is written, and take precedence over the table.',
  'embedding.table.missing': 'What happens to a token without a row: an error, or a seeded random vector.',
  'embedding.wordVectors':
    'Published vectors (GloVe, Pennington et al. 2014) of 19,500 English words, reduced to 64 numbers by their principal axes.',
  'embedding.wordVectors.version': 'Version of the vectors. Those of one version never change.',
  'embedding.wordVectors.language':
    'The language of the words, if it is not English. Each of them has the vector of its English translation.',
  'embedding.wordVectors.vectors':
    'The vectors of the words, looked up when the scene is written: a letter of base64url for each number. The number is (index − 32) / 5.',
  'embedding.ids': 'Every token is a whole number: the row that it takes.',
  'embedding.ids.rows': '(V, d_model)',
  'embedding.zero': 'All zeros: with positions, only the position speaks.',
  'embedding.qkv': 'No embedding and no projection.',
  'embedding.qkv.q': '(T_q, H·d_k); left out, as k is, exactly where the score is "given".',
  'embedding.qkv.k': '(T_k, H_kv·d_k)',
  'embedding.qkv.v': '(T_k, H_kv·d_v)',
  'embedding.qkv.layers': "The layers of somebody else's model, all of the same widths. None reads another.",
  'embedding.qkv.layers.name': 'Its name in the model.',
  'embedding.qkv.layers.heads': 'The names of its heads.',
  'embedding.qkv.layers.q': '(T_q, H·d_k). Required, as k is, if the score is computed.',
  'embedding.qkv.layers.k': '(T_k, H_kv·d_k)',
  'embedding.qkv.layers.v': '(T_k, H_kv·d_v). Optional if scores or weights are given.',
  'embedding.qkv.layers.scores': '(H, T_q, T_k). Required if the score is "given".',
  'embedding.qkv.layers.weights':
    '(H, T_q, T_k). Required if the score is "weights". Each row adds up to 1, within 0.01, or is all zeros.',
  positions: "How a token's position is encoded. Default: not at all.",
  'positions.sinusoidal': 'Vaswani et al. 2017, arXiv 1706.03762.',
  'positions.sinusoidal.base': 'Greater than 1.',
  'positions.sinusoidal.width': 'Columns of p. Default: the width of the embedding.',
  'positions.learned': 'A vector a place, added; drawn normal with mean 0.',
  'positions.learned.rows': 'In place of drawing: at least as many as tokens.',
  'positions.rope': 'Su et al. 2021, arXiv 2104.09864: turns pairs of q and k; d_k is even.',
  'positions.rope.pairs':
    'Which numbers are a pair. adjacent: 2c and 2c + 1, as in the paper. halves: c and c + d_k/2, as in Llama.',
  'positions.alibi': 'Press et al. 2021, arXiv 2108.12409: head h loses 2^(−8(h+1)/H) a token of distance.',
  'positions.alibi.slopes':
    'geometric: as in the text of the paper. reference: as in its code, which has other slopes if the number of heads is not a power of two.',
  'positions.relative':
    'A vector a distance and head: Shaw et al. 2018, arXiv 1803.02155; skewed as in arXiv 1809.04281.',
  'positions.relative.clip': 'Larger distances share a row.',
  'positions.relative.rows':
    'In place of drawing: (R, H·d_k), R = 2·clip+1, or T_q with a causal mask and T_q = T_k, else T_q + T_k − 1.',
  'positions.given': 'A number for every query and key, added to the scores of every head before they are scaled.',
  'positions.given.rows': 'S_rel (T_q, T_k).',
  parameters:
    'The parameters: w_q (d_model, H·d_k), w_k (d_model, H_kv·d_k), w_v (d_model, H_kv·d_v), and what the score, the block and the layers need.',
  'parameters.given':
    'The parameters of one layer, or of every layer alike. What the scene needs and is left out: wA uA vA w1 w2 are drawn (Xavier, seed 1, other numbers in every layer), gammas are 1 and betas 0, and there are no biases and no wO.',
  'parameters.given.wQ': '(d_model, H·d_k)',
  'parameters.given.wK': '(d_model, H_kv·d_k)',
  'parameters.given.wV': '(d_model, H_kv·d_v)',
  'parameters.given.wO': '(H·d_v, d_model)',
  'parameters.given.wA': 'additive: (d_k, H·d_a); general: (d_k, H·d_k)',
  'parameters.given.uA': 'additive: (d_k, H·d_a)',
  'parameters.given.vA': 'additive: (H·d_a)',
  'parameters.given.w1': '(d_model, d_ff)',
  'parameters.given.w2': '(d_ff, d_model)',
  'parameters.stack': 'One set a layer; as many as there are layers.',
  'parameters.none':
    'Nothing is given: for an embedding "qkv". What score or block need all the same is drawn as with "given".',
  'parameters.random.dK': 'Default: d_model / heads.',
  'parameters.random.dV': 'Default: d_model / heads.',
  'parameters.random.dA': 'Width of additive attention. Default: d_k.',
  'parameters.random.biases': 'Adds random biases b_q, b_k, b_v (and b_o, b_1, b_2).',
  'parameters.random.output': 'Adds w_o.',
  'parameters.random.low': 'uniform: low <= number < high.',
  'parameters.random.mean': 'normal.',
  'parameters.identity': 'Ones on the diagonal: q, k and v are the embeddings themselves.',
  'parameters.handmade': "Heads made by hand for a table's features; one name a head.",
  'parameters.handmade.later':
    'The heads of the layers after the first, one list per layer. Default: the same in every layer.',
  'attention.kvHeads': 'Key/value heads; divides heads. Default: heads.',
  'attention.score':
    'scaledDot: q·k/√d_k. dot: q·k. additive: v_a·tanh(q·w_a + k·u_a). general: q·w_a·k. cosine: of the angle. given: `scores`. weights: those of the given layers.',
  'attention.scores': '(T_q, T_k), for every head; exactly where the score is "given" and no layers are.',
  'attention.scale': 'Multiplies the scores; replaces 1/√d_k for "scaledDot".',
  'attention.mask': 'Which keys j a query i sees.',
  'attention.mask.causal': 'j <= i',
  'attention.mask.causal.align':
    'Where the triangle starts if there are not as many keys as queries. topLeft: j <= i. bottomRight: j <= i + T_k − T_q, so the last query sees every key. Default: topLeft.',
  'attention.mask.padding': 'j < length',
  'attention.mask.window': 'i − before <= j <= i + after, or j < sinks and j <= i + after',
  'attention.mask.window.sinks':
    'The first tokens, which every later query sees: attention sinks, Xiao et al. 2023, arXiv 2309.17453.',
  'attention.mask.prefix': 'j < length or j <= i',
  'attention.mask.painted.visible': '(T_q, T_k): 1 where the query sees the key.',
  'attention.temperature': 'Greater than 0. weights = softmax(masked / temperature).',
  'attention.softcap': '0 = off.',
  'attention.normalizer': 'sparsemax: Martins & Astudillo 2016, arXiv 1602.02068.',
  'attention.roundWeights': 'Rounds the weights to this many decimals before they are used. Default: no rounding.',
  'attention.weightedValues': 'Shows each value times its weight as a separate step.',
  block: 'What stands around the attention of each layer.',
  'block.norm': 'layer: arXiv 1607.06450. rms: arXiv 1910.07467.',
  'block.place': 'After each addition, or before attention and before the feed-forward network.',
  'block.feedForward': 'activation(x · w_1 + b_1) · w_2 + b_2. Default: none.',
  'block.feedForward.width': 'd_ff',
  layers: 'Number of layers. Each one reads the output of the previous one.',
  mistake: 'A classic mistake, made on purpose: its tensors replace the correct ones.',
  view: 'What is looked at; changes no number.',
  'view.digits': 'Digits after the point.',
  'view.notation': 'scientific: every number with a power of ten, so 0.00001 is 1.00e−5.',
  'view.names': 'How a lesson names its steps: as everywhere else, or as its document does.',
  'view.head': 'The head that is shown, from 0.',
  'view.layer':
    'The layer that is shown, from 0. Default: the last one. A link without it shows layer 0, as the first releases did.',
  'view.focus': 'The token in focus (a query), from 0.',
  'view.at': 'The moment on the stage: 2.5 is halfway through its third chapter.',
  'view.screen':
    'The screen that shows the scene without "at". Default: "train" with runs and without a lesson, else "experiment".',
  'view.training': 'What the Train screen shows: a task, painted attention, or the latter with one step from inside.',
  'view.page':
    'The page or challenge of that lesson, by its id. Default: the first page. In older links it is a number, from 0.',
  'view.runs': 'What the Train screen opens with: one or two runs on a task, such as "task:copy layers:2 seed:4".',
};
