/** The mask lab: what libraries do with masks, and what goes wrong. */
export const maskLab = {
  title: 'Mask lab',
  close: 'Close',
  loading: 'Computing …',
  cases: 'Question',
  names: {
    meaning: 'Does True keep or hide?',
    corner: 'Top left or bottom right?',
    empty: 'A row that sees nothing',
    after: '−∞ before or × 0 after?',
    half: 'Is −10,000 small enough?',
    padding: 'Padding: rows or columns?',
  },
  leads: {
    meaning:
      'One mask, two opposite arrays. In PyTorch’s nn.MultiheadAttention True hides a key. In the other libraries True keeps it.',
    corner:
      'A decoder with a cache has 2 new queries and 5 keys. A causal mask can start at the first key or end at the last one. Only one of them lets the new words see the past.',
    empty:
      'If a mask hides every key from a query, softmax divides 0 by 0. Libraries answer in three ways. Here the first word sees nothing.',
    after:
      'Softmax shares out 100 %. A key that is hidden before the softmax gives its part to the others. A key that is set to 0 afterwards takes its part with it.',
    half: 'Some code adds a large negative number in place of −∞. These are scores 1, 2 and 3 of a row in which every key is hidden. It depends on the number type whether the scores survive.',
    padding:
      'Two of five tokens are padding. Hide their columns, so that no word looks at them. Their rows may stay, because nobody reads them.',
  },
  mask: 'Mask',
  masks: {
    causal: 'Causal',
    padding: 'Padding',
    leftPadding: 'Left padding',
    window: 'Window',
    prefix: 'Prefix',
    packed: 'Packed',
    painted: 'Painted',
  },
  library: 'Library',
  paint: 'Press a cell to change it.',
  hides: 'True hides',
  keeps: 'True keeps',
  hidesWho: 'PyTorch nn.MultiheadAttention',
  keepsWho: 'SDPA, Hugging Face, Keras, JAX, ONNX',
  weights: 'The weights',
  swap: 'Pass the other array',
  swapName: 'Pass the array that is meant for the other kind of library',
  swapped: 'The library reads every True the wrong way round. No error is raised, and the shapes fit.',
  sum: 'sum',
  cell: (query: string, key: string, value: string) => `${query} to ${key}: ${value}`,
  call: 'The call',
  shape: 'Shape',
  tested: (version: string) => `The tests of this project run this call with ${version}.`,
  untested: 'Not tested here. The call follows the library’s documentation.',
  wrong: 'What many got wrong',
  wrongMasks: {
    causal:
      'tril or triu? Where True keeps, the triangle is tril. Where True hides, it is triu with diagonal=1. With triu alone, a word does not see itself.',
    padding:
      'A padding mask has one entry a key, (B, T_k), and an attention mask one a pair, (T_q, T_k). If B equals T, the wrong one may fit without an error.',
    leftPadding:
      'Generation pads on the left. With a causal mask, the rows of the padding then see nothing, and NaN in one row can spread to the loss.',
    window:
      'A window of 3 means different reaches. Here each word sees one word on either side. Mistral’s window counts back from the word itself.',
    prefix: 'A prefix is seen by all words, also by its own earlier words. A causal mask alone hides half of it.',
    packed:
      'Sequences that share a row must not see each other. A causal mask alone lets the second one read the first, and positions must start again at 0.',
    painted: 'A mask that nobody looks at is often wrong. Print it before you train.',
  } as Readonly<Record<string, string>>,
  topLeft: 'Top left: j ≤ i',
  topLeftWho:
    'PyTorch is_causal=True, JAX is_causal=True, Keras use_causal_mask=True, ONNX is_causal=1 without a cache',
  bottomRight: 'Bottom right: j ≤ i + T_k − T_q',
  bottomRightWho: 'FlashAttention since 2.1, PyTorch causal_lower_right, ONNX with a past key',
  wrongCorner:
    'is_causal=True with a cache. At the top left, the newest word sees only the first words of the sentence, and the text that follows makes no sense. With one query and is_causal=True, it sees the first word alone.',
  nan: 'NaN',
  nanWho: 'PyTorch nn.MultiheadAttention (tested with 1.13), softmax of −∞ as it is written, ONNX reference',
  zeros: 'Zeros',
  zerosWho: 'PyTorch SDPA since 2.5, FlashAttention, this page',
  uniform: 'Equal weights',
  uniformWho: 'Libraries that add a large finite number: Hugging Face, Keras, JAX',
  wrongEmpty:
    'Replacing NaN at the end with nan_to_num. If −∞ was added to the scores, the gradient of that row is still NaN. Let padded queries see one key, or use a library that gives zeros.',
  before: '−∞ before the softmax',
  beforeAbout: 'Every row adds up to 1.',
  afterwards: '× 0 after the softmax',
  afterwardsAbout: 'Rows add up to less, and by how much depends on what was hidden.',
  wrongAfter:
    'Multiplying the weights by the mask and going on. The first word keeps only a part of its attention, and the hidden words have changed the visible weights. Dividing by the new sum repairs it.',
  masked: 'What softmax gets',
  halfWeights: 'The weights',
  halfRow: (type: string, number: string) => `${type}, ${number}`,
  halfAbout:
    'float32 keeps −9,999, −9,998 and −9,997 apart, so the row looks as if nothing were hidden. float16 rounds all three to −10,000. It cannot hold −10⁹, which becomes −∞.',
  wrongHalf:
    'A constant copied from float32 code. −10⁹ is −∞ in float16, and a row of it is NaN. Adding two masks of finfo.min also gives −∞. Use torch.finfo(scores.dtype).min once, or −∞ where no row is empty.',
  columns: 'Only the columns',
  columnsAbout: 'The rows of the padding hold numbers that nobody reads. The loss must leave them out.',
  both: 'Columns and rows',
  bothAbout: 'The rows of the padding see nothing. That is 0 here and NaN in other libraries.',
  wrongPadding:
    'Hiding the rows too. It changes no word that counts, and it is the usual cause of NaN. Leave the padding out of the loss, for example with ignore_index.',
  sources: 'Where it was asked:',
};
