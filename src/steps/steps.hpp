// The steps, one file a step, in the order the data goes. Each has its computation (tensors in, tensor out; shapes are
// checked by the caller) and its description (name, formula, axes) side by side.
//
// Tensors with heads have rank 3 here: (G, T, d), where G counts heads, or batches times heads. With grouped-query
// attention head g reads key/value head g / group (integer division), group = G_q / G_kv.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "../attention.hpp"
#include "../dimensions.hpp"

namespace self_attention::steps {

// A tensor on the side of the queries, or of the keys where those come from an encoder: the names end in _k then.
enum class Side { both, queries, keys };

// What names and formulas say of a side.
struct Letters {
  Literal k, row, tokens, x0, p, x, T, T_d_word, T_d_p, T_d_model;
};
const Letters& letters_of(Side side);

// The key/value head that query head h reads.
constexpr Literal head_of(std::size_t group) {
  return group == 1 ? "h" : "(div h group)";
}

// tokenize.cpp: the distinct tokens of both sides in order of first appearance, or the ids that the table has; and each
// token's place among them, (T).
std::vector<std::string> vocabulary(const Scene& scene);
Tensor tokenize(std::span<const std::string> tokens, std::span<const std::string> vocabulary);
Description describe_tokens(Side side);

// embed.cpp: E (V, d_word), the embedding of each distinct token; x0 (T, d_word), E's rows in the order of the tokens.
Tensor embedding_matrix(const Embedding& embedding, std::span<const std::string> vocabulary, std::size_t d_word);
Tensor embed(const Tensor& tokens, const Tensor& E);
Description describe_x0(Side side, bool given, bool concat);

// position.cpp: p (T, d_p), sine and cosine by turns (Vaswani et al. 2017); x = x0 + p, or [x0 | p], or x0 + rows of P.
Tensor sinusoidal(std::size_t tokens, std::size_t d_p, double base);
Description describe_p(Side side);
Tensor position(const Tensor& x0, const Tensor& p, bool concat);
Description describe_x(Side side, bool learned, bool concat);
// What a later layer reads: what the one before gave.
Description describe_next_x(Literal given);

// project.cpp: x (T, d_model) · w (d_model, G·d) + b (G·d), cut into G contiguous heads of width d: (G, T, d). Or the
// same cut of what is given.
Tensor project(const Tensor& x, const Tensor& w, const Tensor* b, std::size_t heads);
Tensor split(const Tensor& merged, std::size_t heads);
// `name` is q, k or v; `x` the tensor that is projected, or empty where q, k and v are given.
Description describe_projection(Literal name, Literal x, bool bias);

// rotate.cpp: pairs (2c, 2c+1) turned by place / base^(2c/d_k) (RoFormer).
Tensor rotate(const Tensor& q, double base);
Description describe_rotated(Literal name);

// score.cpp: q (G_q, T_q, d_k), k (G_kv, T_k, d_k) -> (G_q, T_q, T_k).
Tensor score(const Tensor& q, const Tensor& k);
Description describe_scores(Literal q, Literal k, std::size_t group);
Tensor score_cosine(const Tensor& q, const Tensor& k);
Description describe_cosine(Literal q, Literal k, std::size_t group);
// Every head's q (or k) through its own columns of w: (H, T, d_a). `heads` may exceed those of k (grouped-query).
Tensor project_heads(const Tensor& q, const Tensor& w, std::size_t heads);
Description describe_project_heads(Literal name, Literal of, std::size_t group, bool general);
// q_a, k_a (H, T, d_a), v_a (H·d_a).
Tensor score_additive(const Tensor& q_a, const Tensor& k_a, const Tensor& v_a);
Description describe_additive();
Tensor repeat(const Tensor& scores, std::size_t heads);
Description describe_given_scores();
// The mistakes no-transpose (needs T_k = d_k) and swapped-qk.
Tensor score_untransposed(const Tensor& q, const Tensor& k);
Description describe_untransposed(Literal q, Literal k, std::size_t group);
Tensor score_swapped(const Tensor& q, const Tensor& k);
Description describe_swapped(Literal q, Literal k, std::size_t group);

// relate.cpp: q times a row of E_rel a distance. qe (H, T_q, R); `skew` makes (H, T_q, T_k) of it by padding, reshaping
// and cutting (arXiv:1809.04281), `relate` the plain way, 0 where there is no such distance.
Tensor relative_products(const Tensor& q, const Tensor& E_rel, const Dimensions& dimensions, std::size_t clip);
Description describe_qe(Literal q, bool clip);
Tensor skew(const Tensor& qe, std::size_t keys);
Description describe_skewed();
Tensor relate(const Tensor& q, const Tensor& E_rel, const Dimensions& dimensions, std::size_t clip);
Description describe_relative(Literal q, bool clip);
Description describe_related();

// scale.cpp: scores times a factor, 1/√d_k unless another is given. model-scale divides by √d_model.
Tensor scale(const Tensor& scores, double factor);
Description describe_scaled(Literal input, bool given, bool by_model);

// cap.cpp: softcap·tanh(scaled/softcap), as in Gemma 2 (arXiv:2408.00118): bounds scores to ±softcap.
Tensor cap(const Tensor& scaled, double softcap);
Description describe_capped(Literal input);

// bias.cpp: less the distance times a slope a head (ALiBi).
Tensor bias(const Tensor& capped);
Description describe_biased(Literal input);

// mask.cpp: blocked (T_q, T_k) is 1 where a key is hidden from a query; mask is −∞ there and 0 elsewhere; masked is the
// sum, or 0 where blocked (the mistake zero-mask). mask_causal is for scaled_dot_product_attention: −∞ where
// key j > query i + offset; mask_added adds a mask broadcast to `capped` seen as `shape`.
Tensor blocked(const Mask& mask, std::size_t queries, std::size_t keys);
Description describe_blocked(const Mask& mask);
Tensor mask_of(const Tensor& blocked);
Description describe_mask();
Tensor mask_zero(const Tensor& capped, const Tensor& blocked);
Description describe_masked(Literal input, bool zero);
Tensor mask_causal(const Tensor& capped, std::int64_t offset);
Tensor mask_added(const Tensor& capped, const Tensor& mask, const std::vector<std::size_t>& shape);

// softmax.cpp: exp(masked/temperature) divided by its sum over each row; a row of −∞ alone gives zeros. The mistakes:
// the sum over the whole matrix; exp without the maximum subtracted; weights times 1 − blocked afterwards.
enum class Softmax { rows, whole_matrix, overflowing };
Tensor softmax(const Tensor& masked, double temperature, Softmax kind = Softmax::rows);
Tensor hide(const Tensor& weights, const Tensor& blocked);
struct SoftmaxForm {
  bool temperature = false;
  bool whole_matrix = false;
  bool hidden_after = false;
};
Description describe_weights(Literal input, SoftmaxForm form);

// sparsemax.cpp: support (H, T_q, T_k) is 1 where a weight is positive, threshold (H, T_q) what is taken off every
// score so that what is left above 0 adds up to 1.
struct Sparse {
  Tensor support, threshold, weights;
};
Sparse sparsemax(const Tensor& masked, double temperature);
Description describe_support(Literal input, bool temperature);
Description describe_threshold(Literal input, bool temperature);
Description describe_sparsemax(Literal input, bool temperature);

// round.cpp: to `decimals` decimals, so that a row still adds up to what it did (the method of the largest remainder).
Tensor round(const Tensor& weights, std::size_t decimals);
Description describe_rounded();

// mix.cpp: weights (G_q, T_q, T_k) · v (G_kv, T_k, d_v) -> (G_q, T_q, d_v); or first the products, weighted
// (G_q, T_q, T_k, d_v), then their sum over the keys. The mistake wrong-axis-values takes the weight of the column
// instead of the row's (needs T_k = d_v) and sums each value's numbers: (G_q, T_q, T_k).
Tensor mix(const Tensor& weights, const Tensor& v);
Description describe_z(Literal weights, std::size_t group);
Tensor weigh(const Tensor& weights, const Tensor& v, bool wrong_axis);
Description describe_weighted(Literal weights, std::size_t group, bool wrong_axis);
Tensor sum_weighted(const Tensor& weighted, bool wrong_axis);
Description describe_summed(bool wrong_axis);

// merge.cpp: z (H, T_q, d_v) -> (T_q, H·d_v), heads side by side; through w_o (H·d_v, d_model) and b_o where there are.
Tensor merge(const Tensor& z, const Tensor* w_o, const Tensor* b_o);
Description describe_output(bool w_o, bool b_o);

// Keeps the root of a norm away from 0, as PyTorch does.
inline constexpr double norm_epsilon = 1e-5;

// norm.cpp: over each row of x (T, d_model). mean, variance, mean_square (T); normed (T, d_model). `which` is 1 beside
// attention, 2 beside the feed-forward.
Tensor mean_of_rows(const Tensor& x);
Tensor variance_of_rows(const Tensor& x, const Tensor& mean);
Tensor mean_square_of_rows(const Tensor& x);
Tensor norm(const Tensor& x, const Tensor* mean, const Tensor& spread, const Tensor& gamma, const Tensor* beta);
Description describe_mean(Literal input, std::size_t which);
Description describe_variance(Literal input, std::size_t which);
Description describe_mean_square(Literal input, std::size_t which);
Description describe_normed(Literal input, std::size_t which, bool layer);

// feed_forward.cpp: activation(x·w + b), and x·w + b; the residual sum.
Tensor linear(const Tensor& x, const Tensor& w, const Tensor* b);
void activate(Tensor& hidden, Block::Activation activation);
Description describe_hidden(Literal input, bool b_1, Block::Activation activation);
Description describe_fed(bool b_2);
Tensor add(const Tensor& x, const Tensor& given);
Description describe_added(Literal name, Literal x, Literal given);

}  // namespace self_attention::steps
