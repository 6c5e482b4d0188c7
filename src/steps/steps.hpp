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

// tokenize.cpp: the distinct tokens in order of first appearance, and each token's place among them, (T).
std::vector<std::string> vocabulary(std::span<const std::string> tokens);
Tensor tokenize(std::span<const std::string> tokens, std::span<const std::string> vocabulary);
Description describe_tokens();

// embed.cpp: E (V, d_model), the embedding of each distinct token; x0 (T, d_model), E's rows in the order of the
// tokens.
Tensor embedding_matrix(const Embedding& embedding, std::span<const std::string> vocabulary, std::size_t d_model);
Description describe_embedding_matrix();
Tensor embed(const Tensor& tokens, const Tensor& E);
Description describe_x0(bool given);

// project.cpp: x (T, d_model) · w (d_model, G·d) + b (G·d), cut into G contiguous heads of width d: (G, T, d).
Tensor project(const Tensor& x, const Tensor& w, const Tensor* b, std::size_t heads);
// `name` is q, k or v; `x` the tensor that is projected.
Description describe_projection(std::string_view name, std::string_view x, bool bias);

// score.cpp: q (G_q, T_q, d_k), k (G_kv, T_k, d_k) -> q·kᵀ (G_q, T_q, T_k).
Tensor score(const Tensor& q, const Tensor& k);
Description describe_scores(std::size_t group);

// scale.cpp: scores times a factor, 1/√d_k unless another is given.
Tensor scale(const Tensor& scores, double factor);
Description describe_scaled(bool given);

// cap.cpp: softcap·tanh(scaled/softcap), as in Gemma 2 (arXiv:2408.00118): bounds scores to ±softcap.
Tensor cap(const Tensor& scaled, double softcap);
Description describe_capped(std::string_view input);

// mask.cpp: −∞ where key j > query i + offset; or the sum with `mask`, broadcast to `capped` seen as `shape`.
Tensor mask_causal(const Tensor& capped, std::int64_t offset);
Tensor mask_added(const Tensor& capped, const Tensor& mask, const std::vector<std::size_t>& shape);
Description describe_masked(std::string_view input);

// softmax.cpp: exp(masked/temperature) divided by its sum over each row; a row of −∞ alone gives zeros.
Tensor softmax(const Tensor& masked, double temperature);
Description describe_weights(std::string_view input, bool temperature);

// mix.cpp: weights (G_q, T_q, T_k) · v (G_kv, T_k, d_v) -> (G_q, T_q, d_v).
Tensor mix(const Tensor& weights, const Tensor& v);
Description describe_z(std::size_t group);

// merge.cpp: z (H, T_q, d_v) -> (T_q, H·d_v), heads side by side; through w_o (H·d_v, d_model) and b_o where there are.
Tensor merge(const Tensor& z, const Tensor* w_o, const Tensor* b_o);
Description describe_output(bool w_o, bool b_o);

}  // namespace self_attention::steps
