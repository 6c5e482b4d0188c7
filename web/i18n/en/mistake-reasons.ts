/** Explanations of the deliberate mistakes, by their name in a scene. */
export const mistakeReasons = {
  'whole-matrix-softmax':
    'Softmax belongs to one row: each query divides its own attention, and its weights add up to 1. A sum without an axis adds up the whole matrix, so all queries share a single 1. Within a row the proportions still look right. But each output shrinks, and how much depends on every other token’s scores. To fix it, sum along the last axis and keep it (axis=-1, keepdims=True).',
  'wrong-axis-values':
    'A weight belongs to one key and multiplies that key’s whole value. In weights * values, the row of weights is lined up with the columns of the values instead: the first number of every value gets the first weight, the second number the second. There is no error as long as there are as many keys as numbers in a value. To fix it, use a matrix product, weights @ values, or turn the weights into a column.',
  'no-transpose':
    'A score compares a query with one key, number by number. Without the transpose, the query is multiplied with a column of the keys, which holds one number from each of several tokens. It only runs because there happen to be as many keys as numbers in a key. With one more token it would be an error. To fix it, use q @ k.T, and test with shapes that differ.',
  'no-scale':
    'A score is a sum of d_k products, so longer vectors spread the scores further: their variance grows with d_k. Softmax then gives nearly everything to one key, and in training almost no gradient flows through such a row. With short vectors the difference is small, so the mistake is easy to miss. Dividing by √d_k keeps the variance near 1, however long the vectors are.',
  'model-scale':
    'What counts is the number of products added up in one score. In one head that is d_k, not d_model. With several heads d_model is H times as large, so the scores become √H times too small and the weights too flat. With one head both are often the same number, so the mistake shows only when a second head is added.',
  'zero-mask':
    'The mask acts before softmax, where 0 is a score like any other. Its exponential is 1, so the hidden key still gets a weight, often more than a visible key with a negative score. Only −∞ has the exponential 0. A model trained this way sees the future that it is supposed to predict. It fails when the future is really missing.',
  'mask-after-softmax':
    'By then softmax has divided all of the attention, hidden keys included. Setting their weights to 0 throws that part away. The rows no longer add up to 1, and the outputs shrink, most of all for the first tokens, which see the fewest keys. The hidden scores still affect the visible weights too. Mask first, with −∞, and softmax divides 1 among the visible keys.',
  'overflow-softmax':
    'Exponentials grow fast. In float32 the exponential of anything above about 88 is ∞, and ∞ divided by ∞ is not a number (NaN), which then spreads to every result it touches. Subtracting the largest score of the row first changes no weight, because softmax only sees differences, and it makes the largest exponential exactly 1. With small scores both ways agree, so the mistake stays hidden until the first large one.',
  'swapped-qk':
    'Queries and keys have the same shape, so swapping them raises no error. The scores are only transposed. But softmax works along the rows, and each row now holds what all tokens ask of one instead of what one asks of all. The weights add up to 1 and look just as good. With a causal mask, each token divides its attention by the questions of other tokens.',
};
