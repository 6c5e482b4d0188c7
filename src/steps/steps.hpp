// The steps of the pipeline, in the order of the data. Each function returns one operation, whose name, axes, formula,
// computation and gradient stand together in the file that is named before it (op.hpp says what an operation is). The
// comment behind a function lists its inputs in their order.
//
// Head h of the queries reads key/value head h / group (integer division), with group = H / H_kv (grouped-query
// attention).
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "../attention.hpp"
#include "../scene/dimensions.hpp"
#include "../trace/row_block.hpp"

#include <xtensor/containers/xtensor.hpp>

namespace self_attention::steps {

// Whose tokens a tensor belongs to. Those of the keys differ only in cross-attention; their names then end in _k.
enum class Side { both, queries, keys };
constexpr StaticString of_side(Side side, StaticString both, StaticString queries, StaticString keys) {
  return side == Side::both ? both : side == Side::queries ? queries : keys;
}

// given.cpp: a tensor that the scene gives, the same for every head.
Op given(StaticString name, StaticString axes, const Tensor& tensor, StaticString formula = "");
void copy_given(const RowBlock& block);

// tokenize.cpp: the distinct tokens of both sides in order of first appearance, or the ids that the table has.
std::vector<std::string> vocabulary(const Scene& scene);
// The index of each text; the first index of equal texts.
std::unordered_map<std::string_view, std::size_t> indices_of(const std::vector<std::string>& texts);
// Each token's index in the vocabulary: (T).
Tensor tokenize(const std::vector<std::string>& tokens, const std::vector<std::string>& vocabulary);
Op tokens(Side side);

// embed.cpp: E (V, d_word), one row for each text of the vocabulary. Its first rows are copied from `previous`, an E of
// the same embedding, as long as they belong to the same texts as before.
Tensor embedding_matrix(const Embedding& embedding, const std::vector<std::string>& vocabulary, std::size_t d_word,
                        const std::vector<std::string>& previous_vocabulary = {}, const Tensor* previous = nullptr);
// x0 (T, d_word): the rows of E that the tokens name.
Op embed(Side side, bool concat);  // tokens, E
Op given_x0(Side side, bool concat, const Tensor& x);

// position.cpp: sines and cosines of position / base^(2c/width), for each position and each pair c of columns:
// (positions, ⌈width/2⌉).
struct Sinusoids {
  xt::xtensor<double, 2> sines, cosines;
};
Sinusoids sinusoids(Span positions, double base, std::size_t width);
// p (T, d_p): sines and cosines alternate (Vaswani et al. 2017).
Op sinusoidal(Side side, double base);
// x (T, d_model): x0 + p, or x0 + P; or x0 and p side by side.
Op position(Side side);         // x0, p or P
Op position_beside(Side side);  // x0, p
// x of a later layer: the previous layer's result.
Op next_x();  // that result

// project.cpp: one of q, k, v (G, T, d): x (T, d_model) · w (d_model, G·d) + b (G·d), cut into G contiguous heads; or
// the same cut of a given matrix.
enum class Projection { q, k, v };
Op project(Projection which);  // x, w, b or null
Op split(Projection which, const Tensor& given);

// rotate.cpp: pairs of q or k rotated by position / base^(2c/d_k) for pair c (RoFormer).
Op rotate(Projection which, const Positions& positions);  // q or k

// score.cpp: q·k, (H, T_q, T_k). Given k, q it is the mistake swapped-qk.
Op score();               // q, k
Op score_untransposed();  // q, k: the mistake no-transpose, which needs T_k = d_k

// cosine.cpp: the cosine of the angle between q and k.
Op score_cosine();  // q, k

// additive.cpp: q_a or k_a (H, T, d_a), each head of q or k through its own columns of w; there may be more heads of
// q_a than of k. Then v_aᵀ·tanh(q_a + k_a).
Op project_heads(StaticString name, StaticString axes);  // q or k, w_a or u_a
Op score_additive();                                     // q_a, k_a, v_a

// relate.cpp: each query times a row of E_rel for each distance. qe (H, T_q, R); `skew` turns it into (H, T_q, T_k) by
// padding, reshaping and cutting (arXiv:1809.04281), `relate` computes the same directly; 0 for a distance without a
// row.
Op relative_products(std::size_t clip, std::size_t T_q);              // q, E_rel
Op skew();                                                            // qe
Op relate(std::size_t clip, std::size_t T_q, std::size_t distances);  // q, E_rel

// scale.cpp: the scores times a factor. The formula names what it is: `scale`, 1/√d_k, or 1/√d_model (the mistake
// model-scale).
enum class Factor { given, d_k, d_model };
Op scale(double factor, Factor kind);  // scores

// cap.cpp: softcap·tanh(scaled/softcap), as in Gemma 2 (arXiv:2408.00118): bounds scores to ±softcap.
Op cap(double softcap);  // scaled
void cap(float* numbers, std::size_t count, double softcap);

// bias.cpp: minus the distance times a slope for each head (ALiBi).
float alibi_slope(Positions::Slopes slopes, std::size_t head, std::size_t heads);
// The largest power of two that is at most `heads`: H_2 of the formula.
std::size_t power_of_two_in(std::size_t heads);
Op bias(Positions::Slopes slopes, std::size_t heads);  // capped

// mask.cpp: whether the mask hides a key from a query.
bool hides(const Mask& mask, std::size_t query, std::size_t key);
// The bounds of the keys that a query sees. Every key outside is hidden. Between them, only a mask with gaps hides any.
Span visible_keys(const Mask& mask, std::size_t query, std::size_t keys);
bool has_gaps(const Mask& mask);
// Whether no query sees a later key, which is what a cache of keys and values needs.
bool hides_the_future(const Mask& mask);
// How many of the first `keys` keys a query sees.
std::size_t count_visible(const Mask& mask, std::size_t query, std::size_t keys);
// The same as a band around the query; every key where the visible keys are no such band.
kernels::Band band_of(const Mask& mask);
// What is wrong with the mask's fields, and the numbers that its formula names.
MaybeError check_mask(const Mask& mask, const Dimensions& dimensions);
std::vector<Symbol> mask_symbols(const Mask& mask);
Op blocked(const Mask& mask);  // (T_q, T_k): 1 where a key is hidden from a query
Op mask();                     // blocked: −∞ where a key is hidden, else 0
Op mask_scores();              // capped, mask: their sum
Op mask_zero();                // capped, blocked: 0 where a key is hidden, the mistake zero-mask

// softmax.cpp: exp(masked/temperature) divided by its sum over each row; a row of −∞ gives zeros.
Op softmax(double temperature);  // masked
// The same where masked = q·k·factor inside the band: faster where masked is not kept.
Op softmax_of_products(double temperature, double factor, kernels::Band band);  // masked, q, k
// The mistakes: the sum over the whole matrix; without the row's maximum subtracted; weights times 1 − blocked after
// it.
Op softmax_whole_matrix(double temperature);  // masked
Op softmax_overflowing(double temperature);   // masked
Op softmax_then_mask(double temperature);     // capped, blocked

// sparsemax.cpp: support (H, T_q, T_k) is 1 where a weight is positive; threshold (H, T_q) is what each score is
// reduced by so that the positive rest adds up to 1. `masked`: some scores may be −∞.
Op sparsemax_support(double temperature, bool masked);    // masked
Op sparsemax_threshold(double temperature, bool masked);  // masked
Op sparsemax(double temperature);                         // masked

// round.cpp: the weights to `decimals` decimals so that a row's sum stays the same (the largest remainder method).
Op round(std::size_t decimals);  // weights

// mix.cpp: weights (H, T_q, T_k) · v (H_kv, T_k, d_v) -> z (H, T_q, d_v), inside the band that the weights are not 0
// in.
Op mix(kernels::Band band);  // weights, v
// Or in two steps: weighted (H, T_q, T_k, d_v), the products, and then their sum over the keys.
Op weigh();         // weights, v
Op sum_weighted();  // weighted
// The mistake wrong-axis-values: each product takes the weight of its column, not of its row, and the sum runs over
// each value's numbers. Needs T_k = d_v.
Op weigh_wrong_axis();  // weights, v
Op sum_wrong_axis();    // weighted

// merge.cpp: z (H, T_q, d_v) -> output (T_q, H·d_v), heads side by side; or through w_o (H·d_v, d_model) and b_o.
Op merge();              // z
Op merge_and_project();  // z, w_o, b_o or null

// norm.cpp: over each row of x (T, d_model). `place` is 1 beside attention and 2 beside the feed-forward network.
inline constexpr double norm_epsilon = 1e-5;  // keeps the root away from 0, as in PyTorch
Op mean_of_rows(std::size_t place);           // x
Op variance_of_rows(std::size_t place);       // x, mean
Op mean_square_of_rows(std::size_t place);    // x
Op layer_norm(std::size_t place);             // x, variance, gamma, beta, mean
Op rms_norm(std::size_t place);               // x, mean square, gamma

// feed_forward.cpp: activation(x·w_1 + b_1), and hidden·w_2 + b_2.
Op hidden(Block::Activation activation);  // x, w_1, b_1 or null
Op fed();                                 // hidden, w_2, b_2 or null

// residual.cpp: x + what attention or the feed-forward network gives; the same sum for other tensors.
Op added(StaticString name);  // x, that
Op sum(StaticString name, StaticString axes, StaticString formula);

}  // namespace self_attention::steps
