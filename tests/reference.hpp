// The oracle: attention in double precision, as array expressions from the papers' formulas. It is independent of src/
// and makes no attempt to be fast.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <xtensor/containers/xarray.hpp>

namespace reference {

// Any number of axes: one head's q is (T, d_k), that of all heads (H, T, d_k). An array without axes means "missing".
using Array = xt::xarray<double>;

inline bool is_there(const Array& array) {
  return array.dimension() != 0;
}

inline constexpr double infinity = std::numeric_limits<double>::infinity();

// ---- Products ----

// a · b over the last two axes; the axes before them broadcast.
Array matmul(const Array& a, const Array& b);
// Swaps the last two axes.
Array transposed(const Array& a);
// x · w + b, or x · w without b.
Array affine(const Array& x, const Array& w, const Array& b);
// (T, H·d) to (H, T, d), where columns h·d … (h+1)·d − 1 are head h; and back.
Array split_heads(const Array& projected, std::size_t heads);
Array merge_heads(const Array& z);

// ---- Scores to weights, separately for each row of the last axis ----

// softmax(scores / temperature); zeros if every key is hidden.
Array softmax(const Array& scores, double temperature);

// The point of the simplex nearest to scores / temperature (Martins & Astudillo 2016, arXiv:1602.02068, Algorithm 1).
// `support` is 1 where the weight is not 0. Zeros if every key is hidden.
struct Sparsemax {
  Array support, threshold, weights;
};
Sparsemax sparsemax(const Array& scores, double temperature);

// Rounds to so many decimals and keeps the sum of each row (the largest remainder method): all are rounded down, and
// the missing units go, one each, to those that lost most; between equals the first wins.
Array rounded(const Array& weights, std::size_t decimals);

// ---- Positions ----

// Vaswani et al. 2017, section 3.5. Column 2c is the sine of pair c, column 2c+1 its cosine. An odd width ends with a
// sine.
Array sinusoids(std::size_t places, std::size_t width, double base);
// Su et al. 2021, arXiv:2104.09864: each pair (2c, 2c+1) of (H, T, d) rotated by its angle.
Array rotated(const Array& heads, double base);
// The same for the pairs (c, c + d/2), as in Llama.
Array rotated_halves(const Array& heads, double base);
// Press et al. 2022, arXiv:2108.12409: the slopes (H) of the text, and of the authors' code (get_slopes).
Array geometric_slopes(std::size_t heads);
Array reference_slopes(std::size_t heads);
// The bias (H, T_q, T_k), which is minus the distance times the slope of each head.
Array alibi(const Array& slope, std::size_t T_q, std::size_t T_k);
// qe(h, i, r) = q(h, i) · E_rel of head h and distance r − (T_q − 1), for `distances` of them. With a clip, distances
// beyond it share the outermost rows of E_rel.
Array relative_products(const Array& q, const Array& E_rel, std::size_t distances, std::size_t clip);
// Shaw et al. 2018, arXiv:1803.02155: every cell looks up its distance in qe; 0 if qe has no such distance.
Array relative(const Array& qe, std::size_t T_k);
// Huang et al. 2018, arXiv:1809.04281, section 3.4.1. Correct at distances that qe has. At others (ahead, under a
// causal mask) it holds numbers of the next row.
Array skewed(const Array& qe, std::size_t T_k);

// ---- Scaled dot-product attention (Vaswani et al. 2017, arXiv:1706.03762) ----

struct Options {
  std::optional<double> scale;  // 1/√d_k if absent
  double softcap = 0;           // 0 = off (Gemma 2, arXiv:2408.00118)
  Array mask;                   // added, broadcast to (…, H, T_q, T_k); −∞ hides
  bool causal = false;
  std::int64_t causal_offset = 0;
};

// A step that is off returns its input.
struct Attention {
  Array scores, scaled, capped, masked, weights, z;
};

// q (…, H, T_q, d_k), k and v (…, H_kv, T_k, d): query head h reads key/value head h / (H / H_kv) (Ainslie et al. 2023,
// arXiv:2305.13245).
Attention attention(const Array& q, const Array& k, const Array& v, const Options& options);

// ---- A whole scene ----

// The parameters of one layer by name.
struct Parameters : std::map<std::string, Array> {
  bool has(const std::string& name) const { return contains(name); }
  Array operator[](const std::string& name) const { return has(name) ? at(name) : Array(); }
};

// Names are those of a scene. Empty and 0 mean off.
struct Setup {
  Array x0, x0_k;                                 // x0_k: the encoder's
  Array q, k, v;                                  // instead of projections
  std::string positions;                          // "sinusoidal" "concat" "learned" "rope" "alibi" "relative"
  bool halves = false, reference_slopes = false;  // "rope", "alibi"
  double base = 10000;
  std::size_t width = 0;  // of the sinusoids, with "concat"
  std::size_t clip = 0, distances = 0;
  Array P, E_rel, S_rel;  // learned; relative, heads side by side; given, (T_q, T_k)
  std::size_t heads = 1, kv_heads = 1;
  std::string score = "scaledDot";
  Array scores;  // given
  std::optional<double> scale;
  double softcap = 0, temperature = 1;
  Array visible;  // (T_q, T_k), 1 where a query sees a key; none without a mask
  bool sparsemax = false;
  std::optional<std::size_t> round;
  bool weighted = false;
  bool residual = false, pre = false;
  std::string norm;        // "layer" "rms"
  std::string activation;  // "relu" "gelu"; off: no feed-forward
  std::string mistake;
  std::vector<Parameters> layers;
};

struct Step {
  std::string name;
  std::size_t layer;
  Array tensor;
};

// Every step but `tokens` and `tokens_k`, in the order of the data.
std::vector<Step> attend(const Setup& setup);

// ---- How far a row of weights can be trusted ----

// Where the row of a token, or a parameter, comes from.
enum class Source { given, estimated, random };

// (H, T_q, T_k): the weights that multiply the values, and `masked`, if there is a mask.
struct JudgedLayer {
  Array weights, masked;
};

struct Judged {
  Source parameters = Source::given;
  std::vector<Source> of_queries, of_keys;  // of_keys: those of another sentence
  std::vector<JudgedLayer> layers;
};

// "clear" "unclear" "guess" "noise" "not a number", and the key with the largest weight.
struct Verdict {
  std::string kind;
  std::size_t key = 0;
};
Verdict verdict(const Judged& judged, std::size_t layer, std::size_t head, std::size_t query);

}  // namespace reference
