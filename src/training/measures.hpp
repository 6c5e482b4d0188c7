// Patterns in the weights (T, T) of a head in one sequence, each from 0 to 1.
#pragma once

#include <cstddef>

namespace self_attention::training {

// The attention to the previous token, and to the first: the mean over all tokens but the first. One token gives 0.
double previous_token(const float* weights, std::size_t tokens);
double first_token(const float* weights, std::size_t tokens);

// Prefix matching (Olsson et al. 2022, arXiv:2209.11895) for tokens that repeat after `period`: the attention to the
// token after the last occurrence of the same token. The mean starts at the first repeated token. `period` is less than
// T.
double prefix_matching(const float* weights, std::size_t tokens, std::size_t period);

// The attention of a duplicate token head (Wang et al. 2022, arXiv:2211.00593) for such tokens: to the last occurrence
// of the same token. The mean starts at the first repeated token.
double same_token(const float* weights, std::size_t tokens, std::size_t period);

}  // namespace self_attention::training
