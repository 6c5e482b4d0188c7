/** Why each of the mistakes is one, by its name in a scene. */
export const mistakeReasons = {
  'whole-matrix-softmax':
    'Softmax belongs to one row: each query shares out its own attention, and its weights add up to 1. A sum without an axis adds up the whole matrix, so all queries share a single 1. Within a row the proportions still look right, but each output shrinks, and how much one token hears depends on every other token’s scores. The cure is to sum along the last axis and keep it (axis=-1, keepdims=True).',
  'wrong-axis-values':
    'A weight belongs to one key and multiplies that key’s whole value. Written as weights * values, the row of weights is lined up with the columns of the values, so the first number of every value gets the first weight, the second number the second. Nothing complains as long as there are as many keys as numbers in a value. The cure is a matrix product, weights @ values, or weights stood upright as a column.',
  'no-transpose':
    'A score compares a query with one key, number by number. Without the transpose, the query is multiplied with a column of the keys: one number from each of several tokens, which belongs to none of them. It only runs because there happen to be as many keys as numbers in a key; with one token more it would be an error. The cure is q @ k.T, and a test with shapes that differ.',
  'no-scale':
    'A score is a sum of d_k products, so the longer the vectors, the further the scores spread: their variance grows with d_k. Softmax then gives nearly everything to one key, and in training almost no gradient flows through such a row. With short vectors the difference is small, which is why the omission is easily missed. Dividing by √d_k keeps the variance near 1, however long the vectors are.',
  'model-scale':
    'What counts is how many products were added up in one score, and in one head that is d_k, not d_model. With several heads d_model is H times as large, so the scores become √H times too small, and the weights come out flatter than they should. With one head both are often the same number, and so the slip shows only when a second head is added.',
  'zero-mask':
    'The mask acts before softmax, and there 0 is a score like any other: its exponential is 1, so the hidden key still gets a weight, often more than a visible key with a score below zero. Only −∞ has the exponential 0. A model that is trained this way sees the future that it is supposed to predict, and is helpless when the future is really missing.',
  'mask-after-softmax':
    'Softmax has shared out the whole of the attention by then, hidden keys included. Setting their weights to 0 throws that share away: the rows no longer add up to 1, and the outputs shrink, most of all for the first tokens, which see the fewest keys. The hidden scores also still decide how large the visible weights are. Mask first, with −∞, and softmax shares out 1 among what can be seen.',
  'overflow-softmax':
    'Exponentials grow fast: in float32 everything above about 88 is ∞, and ∞ divided by ∞ is no number (NaN), which then spreads to every result it touches. Subtracting the largest score of the row first changes no weight, because softmax only sees differences, and makes the largest exponential exactly 1. With small scores both ways agree, so the mistake waits for the first large one.',
  'swapped-qk':
    'Queries and keys have the same shape, so nothing complains when they trade places; the scores are just turned on their side. But softmax works along the rows: now each row holds what all tokens ask of one, instead of what one asks of all. The weights add up to 1 and look just as good, and with a causal mask each token shares out its attention by other tokens’ questions.',
};
