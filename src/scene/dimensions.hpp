// The sizes that follow from a scene, and their limits. A scene must pass these checks before memory is allocated for
// it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "../attention.hpp"
#include "../limits.hpp"
#include "checks.hpp"

namespace self_attention {

struct Dimensions {
  std::size_t T_q = 0, T_k = 0, V = 0;  // tokens; keys (T_q, or the encoder's tokens); distinct tokens
  std::size_t d_word = 0, d_p = 0;      // embedding; sinusoidal position (0 = none)
  std::size_t d_model = 0;              // x: d_word, or d_word + d_p if the positions stand beside the embedding
  std::size_t H = 0, H_kv = 0, d_k = 0, d_v = 0;
  std::size_t d_a = 0, d_ff = 0;  // additive score, feed-forward; 0 = none
  // Relative positions, else 0: R, the number of distances between a query and a key; R_clip, the rows of E_rel where
  // distances are clipped.
  std::size_t distances = 0, clipped_distances = 0;
  std::size_t layers = 1;
  // An input, as in Trace.
  std::size_t kept_score_bytes = limits::kept_score_bytes;
  // Whether tensors (…, T_q, T_k) are kept. Otherwise they are computed again each time they are read.
  bool keeps_scores = true;

  std::size_t group() const { return H / H_kv; }
  // The width of the merged heads, before w_o.
  std::size_t merged() const { return H * d_v; }

  // The shape of a tensor with these axes: "H T_q d_k", or "d_model H·d_k" where heads stand side by side.
  Tensor::shape_type shape_of(std::string_view axes) const;
};

// A size by the name that axes and formulas use.
struct DimensionName {
  StaticString name;
  std::size_t Dimensions::*size;
  bool always = true;  // a symbol of every trace; otherwise only if it is not 0
};
inline constexpr DimensionName dimension_names[] = {
    {"T", &Dimensions::T_q},
    {"T_q", &Dimensions::T_q},
    {"T_k", &Dimensions::T_k},
    {"V", &Dimensions::V},
    {"d_word", &Dimensions::d_word},
    {"d_model", &Dimensions::d_model},
    {"H", &Dimensions::H},
    {"H_kv", &Dimensions::H_kv},
    {"d_k", &Dimensions::d_k},
    {"d_v", &Dimensions::d_v},
    {"layers", &Dimensions::layers},
    {"d_p", &Dimensions::d_p, false},
    {"d_a", &Dimensions::d_a, false},
    {"d_ff", &Dimensions::d_ff, false},
    {"R", &Dimensions::distances, false},
    {"R_clip", &Dimensions::clipped_distances, false},
};

// "empty" or "too-large". Must pass before anything else is done with the tokens.
MaybeError check_token_count(const Scene& scene);

// Errors as `attend`, except "not-finite" of computed numbers.
MaybeError dimensions_of(const Scene& scene, const std::vector<std::string>& vocabulary, Dimensions& dimensions);

// The error of a layer, from 0, which the message then names.
Error in_layer(Error wrong, std::size_t layer);

// "shape" unless the heads of a layer are as wide as those of the first one.
MaybeError check_same_widths(const Dimensions& own, const Dimensions& first, std::size_t layer, StaticString path);

// Roughly how many multiplications and additions a scene takes. A billion take about a second. The page checks this
// before it computes a scene while somebody waits.
double operations_of(const Scene& scene, const Dimensions& dimensions);

}  // namespace self_attention
