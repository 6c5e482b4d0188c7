// What a head has become, told by its weights (T, T) in one sequence: 0 to 1 each.
#pragma once

#include <cstddef>

namespace self_attention::training {

// How much a token looks at the one before it, and at the first: the mean of all tokens but the first. Of one token: 0.
double previous_token(const float* weights, std::size_t tokens);
double first_token(const float* weights, std::size_t tokens);

// Prefix matching (Olsson et al. 2022, arXiv:2209.11895): of tokens that all come again after `period`, how much each
// looks at what came after it the last time. The mean from the first that comes again on; `period` is less than T.
double prefix_matching(const float* weights, std::size_t tokens, std::size_t period);

}  // namespace self_attention::training
