// Patterns in the weights (T, T) of a head in one sequence, each from 0 to 1.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace self_attention {

// The attention to the previous token, and to the first: the mean over all tokens but the first. One token gives 0.
double previous_token(const float* weights, std::size_t tokens);
double first_token(const float* weights, std::size_t tokens);

// For each token the place of the same token's last occurrence before it, or its own place if there is none.
using LastOccurrences = std::vector<std::size_t>;
LastOccurrences last_occurrences(const std::vector<std::string>& tokens);

// Prefix matching (Olsson et al. 2022, arXiv:2209.11895): the attention to the token after the last occurrence of the
// same token, which is the token itself where two of them stand side by side. The mean over the tokens that have
// occurred before. NaN if none has.
double prefix_matching(const float* weights, const LastOccurrences& last);

// The attention of a duplicate token head (Wang et al. 2022, arXiv:2211.00593): to the last occurrence of the same
// token. The mean and NaN as above.
double same_token(const float* weights, const LastOccurrences& last);

}  // namespace self_attention
