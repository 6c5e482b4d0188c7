/** What the steps and parameters beyond the plain ones are, and why. */
export const steps = {
  sources: 'After',
  /** Title and explanation by the name of the tensor; `scores.additive` is what `scores` is where the score is additive. */
  about: {
    tokens_k: [
      'second sentence',
      'The tokens that keys and values come from; the queries come from the first sentence.',
    ],
    x0_k: ['embeddings of the keys', 'The second sentence as rows of numbers, from the same table as the first.'],
    p: [
      'positions',
      'Attention by itself does not know which word comes first. Here each place gets a row of sines and cosines of growing wavelength, so that any two places have different rows and near places similar ones.',
    ],
    p_k: ['positions of the keys', 'The same rows of sines and cosines, for the places of the second sentence.'],
    x: ['with positions', 'The embedding with its position: what the projections read from here on.'],
    'x.concat': [
      'with positions beside them',
      'The position stands beside the embedding instead of being added to it: d_model grows, and the two never mix before w_q, w_k and w_v.',
    ],
    'x.learned': [
      'with positions',
      'To each embedding the row of P for its place is added; in a trained model these rows are learned like any other parameter.',
    ],
    'x.layer': [
      'input of this layer',
      'What the layer before gave is what this one reads. Its parameters are its own; the computation is the same.',
    ],
    x_k: ['keys’ input', 'The second sentence with its positions: what keys and values are made from.'],
    'k.shared': [
      'keys',
      'There are fewer key heads than query heads: each group of query heads shares one, which saves memory when text is generated word by word.',
    ],
    'v.shared': ['values', 'Shared as the keys are: one value head for a group of query heads.'],
    'q.given': [
      'queries',
      'What each token is looking for: given by the scene itself, nothing is embedded or projected.',
    ],
    'k.given': ['keys', 'What each token offers to be found by: given by the scene.'],
    'v.given': ['values', 'What each token hands over when it is looked at: given by the scene.'],
    q_rotated: [
      'turned queries',
      'Rotary positions: each pair of numbers is turned by an angle that grows with the place. The dot product of two turned vectors depends on how far apart the words are, not on where they stand.',
    ],
    k_rotated: [
      'turned keys',
      'The keys, turned in the same way: only the difference of the angles remains in the scores.',
    ],
    q_a: ['queries for the score', 'The queries through w_a, the score function’s own matrix.'],
    'q_a.general': [
      'queries for the score',
      'The queries through w_a, so that they may be compared with keys of another kind.',
    ],
    k_a: ['keys for the score', 'The keys through u_a, into the same space as the queries.'],
    'scores.additive': [
      'scores',
      'The first attention in translation did not multiply queries with keys: it added the two, bent the sum with tanh, and let a vector v_a weigh the result.',
    ],
    'scores.general': [
      'scores',
      'A matrix w_a stands between query and key: with the identity it is the dot product, otherwise it learns which number of one goes with which of the other.',
    ],
    'scores.cosine': [
      'scores',
      'Only the angle between query and key counts, not their lengths: every score lies between −1 and 1. A vector of zeros has no angle; its scores are 0.',
    ],
    'scores.given': ['scores', 'These scores are given with the scene; no queries and keys were compared.'],
    qe: [
      'queries with distances',
      'Each query is multiplied with a learned vector for every distance: how much does this word care for what stands so far away? One column a distance.',
    ],
    skewed: [
      'skewed',
      'The columns of qe are distances, those of the scores are keys. Padding the rows, reading the same numbers with another row length and cutting the rest moves each into place, without a copy for each pair.',
    ],
    relative: [
      'relative scores',
      'The same numbers in the plain way, one pair at a time: for query i and key j the entry of qe for the distance j − i. It equals the skewed matrix; where there is no such distance it is 0.',
    ],
    related: ['scores with distances', 'The relative scores are added to the scores before they are scaled.'],
    biased: [
      'with a slope',
      'ALiBi uses no position vectors: each head lowers a score in proportion to the distance, the first heads steeply, the last gently.',
    ],
    blocked: ['what is hidden', '1 where a query may not see a key, 0 where it may.'],
    mask: ['mask', 'The same as numbers to add: 0 changes nothing, −∞ leaves nothing of a score.'],
    'weights.sparsemax': [
      'weights',
      'Sparsemax takes the nearest point to the scores among all shares that are positive and add up to 1. Unlike softmax it gives exactly 0 to keys that are far behind.',
    ],
    support: ['support', '1 for the keys that get something at all: those whose score is not too far behind the best.'],
    threshold: [
      'threshold',
      'What sparsemax takes off every score of a row, so that what is left above 0 adds up to 1.',
    ],
    rounded: [
      'rounded weights',
      'The weights with a few digits, as they are often written down, each row still adding up to 1. What comes after uses these, so the rounding shows in the result.',
    ],
    weighted: [
      'weighted values',
      'Every value times the weight that the query gives it, before they are added: one small matrix a query.',
    ],
    added_1: [
      'added',
      'The residual connection: the output is added to what the layer read, so that attention only has to say what changes.',
    ],
    mean_1: ['mean', 'The mean of each token’s numbers.'],
    variance_1: ['variance', 'How far each token’s numbers spread around their mean.'],
    mean_square_1: ['mean square', 'The mean of each token’s squared numbers; RMSNorm needs no mean.'],
    normed_1: [
      'normed',
      'LayerNorm brings each token’s numbers to mean 0 and variance 1; gamma and beta may stretch and shift them again. The small ε keeps the division from failing.',
    ],
    'normed_1.rms': [
      'normed',
      'RMSNorm divides each token’s numbers by the root of their mean square and multiplies them by gamma: cheaper than LayerNorm, and often as good.',
    ],
    hidden: [
      'hidden numbers',
      'The feed-forward network looks at each token alone: w_1 makes d_ff numbers of it, and ReLU sets the negative ones to 0.',
    ],
    'hidden.gelu': [
      'hidden numbers',
      'The feed-forward network looks at each token alone: w_1 makes d_ff numbers of it, and GELU lets the larger ones through and fades the negative ones out.',
    ],
    fed: ['fed forward', 'w_2 brings the hidden numbers back to the width of the model.'],
    added_2: ['added', 'The second residual connection: what the feed-forward network made is added to what it read.'],
    mean_2: ['mean', 'The mean of each token’s numbers.'],
    variance_2: ['variance', 'How far each token’s numbers spread around their mean.'],
    mean_square_2: ['mean square', 'The mean of each token’s squared numbers.'],
    normed_2: ['normed', 'LayerNorm once more, with a gamma and a beta of its own.'],
    'normed_2.rms': ['normed', 'RMSNorm once more, with a gamma of its own.'],
    y: [
      'output of the block',
      'What the layer as a whole makes of each token: what the next layer reads, or what a model goes on with.',
    ],
    P: ['P', 'A row of numbers for each place.'],
    E_rel: ['E_rel', 'A vector for each distance and head.'],
    w_a: ['w_a', 'The parameters of the score function.'],
    u_a: ['u_a', 'What the score function makes of the keys.'],
    v_a: ['v_a', 'How much each number of the bent sum counts.'],
    w_1: ['w_1', 'From the model’s width to the hidden numbers.'],
    b_1: ['b_1', 'What is added to the hidden numbers.'],
    w_2: ['w_2', 'From the hidden numbers back to the model’s width.'],
    b_2: ['b_2', 'What is added after w_2.'],
    gamma_1: ['gamma_1', 'Stretches each number after the norm.'],
    beta_1: ['beta_1', 'Shifts each number after the norm.'],
    gamma_2: ['gamma_2', 'Stretches each number after the second norm.'],
    beta_2: ['beta_2', 'Shifts each number after the second norm.'],
  } as Readonly<Record<string, readonly [string, string]>>,
};
