// The steps, one file a step, in the order the data goes. Each has its computation (rows of one head, from what the
// step reads; computation.hpp) and its description (name, formula, axes) side by side. Beside each computation stands
// what it reads, in order, as row, key or all (Dependency), and its numbers; "over": `out` begins as the first of them.
//
// A computation that has a derivative has its backward beside it (gradient/backward.hpp), which the core's module for
// the page does without.
//
// With grouped-query attention head h reads key/value head h / group (integer division), group = H / H_kv.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "../attention.hpp"
#include "../scene/dimensions.hpp"

#include <xtensor/containers/xtensor.hpp>

namespace self_attention {
struct Backward;
struct BackwardFormula;
}  // namespace self_attention

namespace self_attention::steps {

// A tensor on the side of the queries, or of the keys where those come from an encoder: the names end in _k then.
enum class Side { both, queries, keys };

// What names and formulas say of a side.
struct SideNames {
  Literal k, row, tokens, x0, p, x, T, T_d_word, T_d_p, T_d_model;
};
const SideNames& names_of(Side side);

// The key/value head that query head h reads.
constexpr Literal head_of(std::size_t group) {
  return group == 1 ? "h" : "(div h group)";
}

// tokenize.cpp: the distinct tokens of both sides in order of first appearance, or the ids that the table has; and each
// token's place among them, (T).
std::vector<std::string> vocabulary(const Scene& scene);
// Where each of them stands; of equal ones the first.
std::unordered_map<std::string_view, std::size_t> places_of(const std::vector<std::string>& texts);
Tensor tokenize(const std::vector<std::string>& tokens, const std::vector<std::string>& vocabulary);
Description describe_tokens(Side side);

// embed.cpp: E (V, d_word), the embedding of each distinct token (of ids, their rows are E); rows that `before` (an E
// of the same embedding) has for one of `known` are taken from there. x0 (T, d_word), E's rows in the order of the
// tokens.
Tensor embedding_matrix(const Embedding& embedding, const std::vector<std::string>& vocabulary, std::size_t d_word,
                        const std::vector<std::string>& known = {}, const Tensor* before = nullptr);
void embed(const RowBlock& block);  // tokens row, E all
void embed_backward(const Backward& back);
std::string embed_backward_formula(const BackwardFormula& back);
// Rows of what is given.
void copy_given(const RowBlock& block);
Description describe_x0(Side side, bool given, bool concat);

// position.cpp: sin and cos of place / base^(2c/width) for every place and pair c of columns: (places, ⌈width/2⌉).
struct Sinusoids {
  xt::xtensor<double, 2> sines, cosines;
};
Sinusoids sinusoids(Span places, double base, std::size_t width);
// p (T, d_p), sine and cosine by turns (Vaswani et al. 2017); x = x0 + p, or [x0 | p], or x0 + rows of P.
void sinusoidal(const RowBlock& block);  // base
Description describe_p(Side side);
void position(const RowBlock& block);  // over x0 row, p or P row
void position_backward(const Backward& back);
std::string position_backward_formula(const BackwardFormula& back);
void position_beside(const RowBlock& block);  // x0 row, p row
void position_beside_backward(const Backward& back);
std::string position_beside_backward_formula(const BackwardFormula& back);
Description describe_x(Side side, bool learned, bool concat);
// What a later layer reads: what the one before gave.
Description describe_next_x(Literal given);

// project.cpp: x (T, d_model) · w (d_model, G·d) + b (G·d), cut into G contiguous heads of width d: (G, T, d). Or the
// same cut of what is given.
void project(const RowBlock& block);  // x row, w all, b all
void project_backward(const Backward& back);
std::string project_backward_formula(const BackwardFormula& back);
void split(const RowBlock& block);
// `name` is q, k or v; `x` the tensor that is projected, or empty where q, k and v are given.
Description describe_projection(Literal name, Literal x, bool bias);

// rotate.cpp: pairs (2c, 2c+1) rotated by place / base^(2c/d_k) (RoFormer).
void rotate(const RowBlock& block);  // q row; base
void rotate_backward(const Backward& back);
std::string rotate_backward_formula(const BackwardFormula& back);
Description describe_rotated(Literal name);

// score.cpp: q (H, T_q, d_k), k (H_kv, T_k, d_k) -> (H, T_q, T_k); k before q is the mistake swapped-qk.
void score(const RowBlock& block);  // q row, k key
void score_backward(const Backward& back);
std::string score_backward_formula(const BackwardFormula& back);
Description describe_scores(Literal q, Literal k, std::size_t group);
void score_cosine(const RowBlock& block);  // q row, k key
void score_cosine_backward(const Backward& back);
std::string score_cosine_backward_formula(const BackwardFormula& back);
Description describe_cosine(Literal q, Literal k, std::size_t group);
// Every head's q (or k) through its own columns of w: (H, T, d_a). `heads` may exceed those of k (grouped-query).
void project_heads(const RowBlock& block);  // q row, w all
void project_heads_backward(const Backward& back);
std::string project_heads_backward_formula(const BackwardFormula& back);
Description describe_project_heads(Literal name, Literal of, std::size_t group, bool general);
// q_a, k_a (H, T, d_a), v_a (H·d_a).
void score_additive(const RowBlock& block);  // q_a row, k_a key, v_a all
void score_additive_backward(const Backward& back);
std::string score_additive_backward_formula(const BackwardFormula& back);
Description describe_additive();
Description describe_given_scores();
// The mistakes no-transpose (needs T_k = d_k) and swapped-qk.
void score_untransposed(const RowBlock& block);  // q row, k all
Description describe_untransposed(Literal q, Literal k, std::size_t group);
Description describe_swapped(Literal q, Literal k, std::size_t group);

// relate.cpp: q times a row of E_rel a distance. qe (H, T_q, R); `skew` makes (H, T_q, T_k) of it by padding, reshaping
// and cutting (arXiv:1809.04281), `relate` the plain way, 0 where there is no such distance.
void relative_products(const RowBlock& block);  // q row, E_rel all; clip
Description describe_qe(Literal q, bool clip);
void skew(const RowBlock& block);  // qe all
Description describe_skewed();
void relate(const RowBlock& block);  // q row, E_rel all; clip, R
void relate_backward(const Backward& back);
std::string relate_backward_formula(const BackwardFormula& back);
Description describe_relative(Literal q, bool clip);
Description describe_related();
Description describe_given_related();

// scale.cpp: scores times a factor, 1/√d_k unless another is given. model-scale divides by √d_model.
void scale(const RowBlock& block);  // over the scores row; factor
void scale_backward(const Backward& back);
std::string scale_backward_formula(const BackwardFormula& back);
Description describe_scaled(Literal input, bool given, bool by_model);

// cap.cpp: softcap·tanh(scaled/softcap), as in Gemma 2 (arXiv:2408.00118): bounds scores to ±softcap.
void cap(const RowBlock& block);  // over scaled row; softcap
void cap_backward(const Backward& back);
std::string cap_backward_formula(const BackwardFormula& back);
void cap(float* numbers, std::size_t count, double softcap);
Description describe_capped(Literal input);

// bias.cpp: less the distance times a slope a head (ALiBi).
void bias(const RowBlock& block);  // over capped row
void bias_backward(const Backward& back);
std::string bias_backward_formula(const BackwardFormula& back);
Description describe_biased(Literal input);

// mask.cpp: blocked (T_q, T_k) is 1 where a key is hidden from a query; mask is −∞ there and 0 elsewhere; masked is the
// sum, or 0 where blocked (the mistake zero-mask).
// What is wrong with its fields, and what its formula calls them.
Check check_mask(const Mask& mask, const Dimensions& dimensions);
std::vector<Symbol> mask_symbols(const Mask& mask);
// Which keys a query sees, of every kind of mask: these, and of a painted one those among them that `visible` shows.
Span visible_keys(const Mask& mask, std::size_t query, std::size_t keys);
// Of `queries`, those that see one of the keys, from the first to the last.
Span seeing_queries(const Mask& mask, Span keys, std::size_t queries);
void blocked(const RowBlock& block);  // kind, length, before, after
void blocked_painted(const RowBlock& block);
Description describe_blocked(const Mask& mask);
void mask(const RowBlock& block);  // over blocked row
Description describe_mask();
void mask_scores(const RowBlock& block);  // over capped row, mask row
void mask_scores_backward(const Backward& back);
std::string mask_scores_backward_formula(const BackwardFormula& back);
void mask_zero(const RowBlock& block);  // over capped row, blocked row
Description describe_masked(Literal input, bool zero);

// softmax.cpp: exp(masked/temperature) divided by its sum over each row; a row of −∞ alone gives zeros. The mistakes:
// the sum over the whole matrix; exp without the maximum subtracted; weights times 1 − blocked afterwards.
void softmax(const RowBlock& block);  // over masked row; temperature
void softmax_backward(const Backward& back);
std::string softmax_backward_formula(const BackwardFormula& back);
std::string softmax_jacobian_formula(const BackwardFormula& back);
void softmax_of_products(const RowBlock& block);   // masked row, q row, k key; temperature, factor, before, after
void softmax_whole_matrix(const RowBlock& block);  // over masked row; temperature
void softmax_overflowing(const RowBlock& block);   // over masked row; temperature
void softmax_then_mask(const RowBlock& block);     // over capped row, blocked row; temperature
struct SoftmaxForm {
  bool temperature = false;
  bool whole_matrix = false;
  bool hidden_after = false;
};
Description describe_weights(Literal input, SoftmaxForm form);

// sparsemax.cpp: support (H, T_q, T_k) is 1 where a weight is positive, threshold (H, T_q) what is taken off every
// score so that what is left above 0 adds up to 1.
void sparsemax_support(const RowBlock& block);    // over masked row; temperature
void sparsemax_threshold(const RowBlock& block);  // masked row; temperature
void sparsemax(const RowBlock& block);            // over masked row; temperature
void sparsemax_backward(const Backward& back);
std::string sparsemax_backward_formula(const BackwardFormula& back);
std::string sparsemax_jacobian_formula(const BackwardFormula& back);
Description describe_support(Literal input, bool temperature);
Description describe_threshold(Literal input, bool temperature);
Description describe_sparsemax(Literal input, bool temperature);

// round.cpp: to `decimals` decimals, so that a row still adds up to what it did (the method of the largest remainder).
void round(const RowBlock& block);  // over weights row; decimals
Description describe_rounded();

// mix.cpp: weights (G_q, T_q, T_k) · v (G_kv, T_k, d_v) -> (G_q, T_q, d_v); or first the products, weighted
// (G_q, T_q, T_k, d_v), then their sum over the keys. The mistake wrong-axis-values takes the weight of the column
// instead of the row's (needs T_k = d_v) and sums each value's numbers: (G_q, T_q, T_k).
void mix(const RowBlock& block);  // weights row, v key; before, after: the band that has weights
void mix_backward(const Backward& back);
std::string mix_backward_formula(const BackwardFormula& back);
Description describe_z(Literal weights, std::size_t group);
void weigh(const RowBlock& block);  // weights row, v key
void weigh_backward(const Backward& back);
std::string weigh_backward_formula(const BackwardFormula& back);
void weigh_wrong_axis(const RowBlock& block);  // weights row, v key
Description describe_weighted(Literal weights, std::size_t group, bool wrong_axis);
void sum_weighted(const RowBlock& block);  // weighted row
void sum_weighted_backward(const Backward& back);
std::string sum_weighted_backward_formula(const BackwardFormula& back);
void sum_wrong_axis(const RowBlock& block);  // weighted row
Description describe_summed(bool wrong_axis);

// merge.cpp: z (H, T_q, d_v) -> (T_q, H·d_v), heads side by side; through w_o (H·d_v, d_model) and b_o where there are.
void merge(const RowBlock& block);  // z row
void merge_backward(const Backward& back);
std::string merge_backward_formula(const BackwardFormula& back);
void merge_through(const RowBlock& block);  // z row, w_o all, b_o all
void merge_through_backward(const Backward& back);
std::string merge_through_backward_formula(const BackwardFormula& back);
Description describe_output(bool w_o, bool b_o);

// Keeps the root of a norm away from 0, as PyTorch does.
inline constexpr double norm_epsilon = 1e-5;

// norm.cpp: over each row of x (T, d_model). mean, variance, mean_square (T); normed (T, d_model). `which` is 1 beside
// attention, 2 beside the feed-forward.
void mean_of_rows(const RowBlock& block);  // x row
void mean_of_rows_backward(const Backward& back);
std::string mean_of_rows_backward_formula(const BackwardFormula& back);
void variance_of_rows(const RowBlock& block);  // x row, mean row
void variance_of_rows_backward(const Backward& back);
std::string variance_of_rows_backward_formula(const BackwardFormula& back);
void mean_square_of_rows(const RowBlock& block);  // x row
void mean_square_of_rows_backward(const Backward& back);
std::string mean_square_of_rows_backward_formula(const BackwardFormula& back);
void norm(const RowBlock& block);  // over x row, variance or mean square row, gamma all, beta all, mean row
void norm_backward(const Backward& back);
std::string norm_backward_formula(const BackwardFormula& back);
Description describe_mean(Literal input, std::size_t which);
Description describe_variance(Literal input, std::size_t which);
Description describe_mean_square(Literal input, std::size_t which);
Description describe_normed(Literal input, std::size_t which, bool layer);

// feed_forward.cpp: activation(x·w + b), and x·w + b; the residual sum.
void linear(const RowBlock& block);  // x row, w all, b all
void linear_backward(const Backward& back);
std::string linear_backward_formula(const BackwardFormula& back);
void linear_relu(const RowBlock& block);
void linear_relu_backward(const Backward& back);
std::string linear_relu_backward_formula(const BackwardFormula& back);
void linear_gelu(const RowBlock& block);
void linear_gelu_backward(const Backward& back);
std::string linear_gelu_backward_formula(const BackwardFormula& back);
Description describe_hidden(Literal input, bool b_1, Block::Activation activation);
Description describe_fed(bool b_2);
void add(const RowBlock& block);  // over x row, given row
void add_backward(const Backward& back);
std::string add_backward_formula(const BackwardFormula& back);
// What it is given, under another name.
void copy(const RowBlock& block);  // over x row
void copy_backward(const Backward& back);
std::string copy_backward_formula(const BackwardFormula& back);
Description describe_added(Literal name, Literal x, Literal given);

}  // namespace self_attention::steps
