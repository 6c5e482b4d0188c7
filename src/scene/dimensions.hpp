// The sizes a scene implies, and what they need: nothing is allocated for a scene before it has passed here.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "../attention.hpp"
#include "../limits.hpp"
#include "checks.hpp"

namespace self_attention {

struct Dimensions {
  std::size_t T_q = 0, T_k = 0, V = 0;  // tokens, of the encoder or the same; distinct tokens
  std::size_t d_word = 0, d_p = 0;      // embedding; sinusoidal position (0 = none)
  std::size_t d_model = 0;              // what is projected: d_word, or d_word + d_p side by side
  std::size_t H = 0, H_kv = 0, d_k = 0, d_v = 0;
  std::size_t d_a = 0, d_ff = 0;  // additive score, feed-forward; 0 = none
  std::size_t distances = 0;      // relative positions (R); 0 = none
  std::size_t layers = 1;
  // Given: as in Trace.
  std::size_t kept_score_bytes = limits::kept_score_bytes;
  // Whether tensors (…, T_q, T_k) are kept, or computed again whenever they are asked for.
  bool keeps_scores = true;

  std::size_t group() const { return H / H_kv; }
  // What the heads merged are wide, without w_o.
  std::size_t merged() const { return H * d_v; }
};

// "empty" or "too-large". Asked before anything is done with the tokens: finding the distinct ones takes T²
// comparisons.
Check check_token_count(const Scene& scene);

// Errors as `attend` lists them, but for "not-finite" in what is computed.
Check dimensions_of(const Scene& scene, const std::vector<std::string>& vocabulary, Dimensions& dimensions);

// Multiplications and additions that computing such a scene takes, roughly: a thousand million take about a second.
// What is asked of a scene before it is computed where somebody waits.
double operations_of(const Scene& scene, const Dimensions& dimensions);

}  // namespace self_attention
