// The weights of several heads as one matrix, and weights with the lengths of the values that they multiply.
#pragma once

#include <string_view>

#include "evaluate.hpp"

namespace self_attention {

// mean and largest: of each cell, over all heads of the layers.
// rollout (Abnar & Zuidema 2020, arXiv:2005.00928): what reaches a token from each word through the layers, if every
// layer adds half of what attention brings to half of what was there. R = ½ (mean of the heads + I) R, layer after
// layer, from R = I. It takes as many queries as keys.
enum class Combination { mean, largest, rollout };

// Writes the combined weights (T_q, T_k) of the layers. `name`: weights, or rounded. Errors as Evaluator::read.
MaybeError combine_weights(Evaluator& evaluator, const Trace& trace, std::string_view name, Combination how,
                           Span layers, float* combined);

// Writes weight · ‖v‖ (T_q, T_k) of a head, after Kobayashi et al. (2020, arXiv:2004.10102): a large weight on a value
// near 0 moves nothing. If the layer has w_o, the length is that of v times the head's rows of w_o, without its bias.
// The layer must have v. Errors as Evaluator::read.
MaybeError weighted_norms(Evaluator& evaluator, const Trace& trace, std::string_view name, std::size_t layer,
                          std::size_t head, float* norms);

}  // namespace self_attention
