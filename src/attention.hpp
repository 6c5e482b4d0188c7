// The contract of the attention core: what goes in, what comes out, and when it fails.
//
// The letters are those of Vaswani et al. 2017 (arXiv:1706.03762): T tokens (T_q queries, T_k keys), d_model, H heads,
// H_kv key/value heads, d_k and d_v per head. Tensors are dense, row-major float32, outermost axis first, heads before
// tokens. Row-vector convention: q = x · w_q.
//
// Every function here checks its input first and returns an Error that names the place and the numbers. None throws,
// clamps or replaces. Every number in a result is finite, except −∞ where `masked` (or a mask) hides a key, and what a
// mistake made on purpose gives.
#pragma once

#include <array>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "error.hpp"
#include "limits.hpp"
#include "tensor.hpp"
#include "trace/computation.hpp"
#include "trace/description.hpp"

namespace self_attention {

// ---- The scene: what decides every number --------------------------------------------------------------------------

// How random numbers are spread. Xavier (Glorot & Bengio 2010): uniform in ±√(6/(fan_in+fan_out)). Kaiming (He et al.
// 2015, arXiv:1502.01852): normal with variance 2/fan_in. Identity: ones on the diagonal, nothing random.
enum class Distribution { uniform, normal, xavier, kaiming, identity };

// A seeded draw. The generator is PCG32 (src/math/random.hpp): the same seed gives the same numbers on every platform.
struct Draw {
  Distribution distribution = Distribution::normal;
  std::uint32_t seed = 0;
  double low = -1, high = 1;  // uniform: low <= number < high, as float32 too
  double mean = 0, std = 1;   // normal

  bool operator==(const Draw&) const = default;
};

struct Embedding {
  // ids: every token is a whole number, the row of `rows` it takes. zero: only the position speaks. qkv: q, k and v
  // themselves; nothing is embedded or projected.
  enum class Kind { given, one_hot, random, table, ids, zero, qkv };
  Kind kind = Kind::random;
  std::size_t d_model = 0;  // one_hot: 0 = as many as distinct tokens; random, zero: required; others: from the matrix
  bool draw_missing = false;           // table: false = a token without a row is an error that names it
  Draw draw;                           // random; table: for tokens that have no row, when `draw_missing`
  std::vector<std::string> row_names;  // table: the token each row belongs to
  Tensor x = no_tensor();              // given: (T_q, d_model), a row a token
  Tensor rows = no_tensor();           // table: (row_names, d_model); ids: (V, d_model)
  // qkv: (T_q, H·d_k) (T_k, H_kv·d_k) (T_k, H_kv·d_v); q and k are absent where the scores are given
  Tensor q = no_tensor(), k = no_tensor(), v = no_tensor();
};

// Cross-attention: the sequence that keys and values come from; absent when there are no tokens.
struct Encoder {
  std::vector<std::string> tokens;  // (T_k)
  Tensor x = no_tensor();           // Embedding::Kind::given: (T_k, d_model)
};

// How a token's place gets in.
//   sinusoidal (Vaswani et al. 2017): p, added to the embedding or set beside it
//   learned: a row of P a place, added
//   rope (Su et al. 2021, arXiv:2104.09864): q and k rotated by place, in pairs (2c, 2c+1)
//   alibi (Press et al. 2022, arXiv:2108.12409): scores less the distance times a slope, 2^(−8(h+1)/H) for head h
//   relative (Shaw et al. 2018, arXiv:1803.02155; Huang et al. 2018, arXiv:1809.04281): q times a row a distance,
//     added to the scores before they are scaled
//   given: S_rel, a number for every query and key, added to the scores of every head before they are scaled
struct Positions {
  enum class Kind { none, sinusoidal, learned, rope, alibi, relative, given };
  Kind kind = Kind::none;
  double base = 10000;    // sinusoidal, rope: > 1
  bool concat = false;    // sinusoidal: beside the embedding
  std::size_t width = 0;  // of p, when beside; 0 = as wide as the embedding
  std::uint32_t seed = 1;
  double std = 0.5;
  std::size_t clip = 0;       // relative: distances beyond ±clip share a row; 0 = every distance has its own
  Tensor rows = no_tensor();  // instead of drawing; learned: P, at least as many rows as places; relative: E_rel;
                              // given: S_rel (T_q, T_k)
};

// The learned matrices of one layer:
//   w_q (d_model, H·d_k)  w_k (d_model, H_kv·d_k)  w_v (d_model, H_kv·d_v)  w_o (H·d_v, d_model)
//   a bias behind each, as long as its matrix is wide
//   additive score: w_a, u_a (d_k, H·d_a), v_a (H·d_a); general score: w_a (d_k, H·d_k)
//   feed-forward: w_1 (d_model, d_ff) b_1, w_2 (d_ff, d_model) b_2; norms: gamma, beta (d_model)
enum class Matrix : std::size_t {
  w_q,
  b_q,
  w_k,
  b_k,
  w_v,
  b_v,
  w_o,
  b_o,
  w_a,
  u_a,
  v_a,
  w_1,
  b_1,
  w_2,
  b_2,
  gamma_1,
  beta_1,
  gamma_2,
  beta_2
};

// Those that are given; of the others each is of size 0.
struct Matrices {
  static constexpr std::size_t count = 19;
  std::map<Matrix, Tensor> tensors;

  Tensor& operator[](Matrix matrix) { return tensors.try_emplace(matrix, no_tensor()).first->second; }
  const Tensor& operator[](Matrix matrix) const {
    static const Tensor absent = no_tensor();
    const auto found = tensors.find(matrix);
    return found == tensors.end() ? absent : found->second;
  }
};

struct Parameters {
  enum class Kind { given, random, identity };
  Kind kind = Kind::random;
  // random, identity: widths of one head (0 = d_model / H; d_a: 0 = d_k), and which optional parameters there are. w_o
  // is then (H·d_v, d_model). Drawn biases are uniform in ±1/√d_model; gamma is 1 and beta 0.
  Draw draw;
  std::size_t d_k = 0, d_v = 0, d_a = 0;
  bool biases = false, output = false;
  // given: the same for every layer, or `stack`, one set a layer. What the scene does not use is passed over. What it
  // uses and is not given: w_q, w_k and w_v are an error; w_a u_a v_a w_1 w_2 are drawn as `draw` says, other numbers
  // in every layer; gamma is 1 and beta 0; there are no biases and no w_o.
  Matrices matrices;
  std::vector<Matrices> stack;
};

// Which keys a query does not see; i is the query, j the key.
struct Mask {
  // causal: sees j <= i. padding: j < length. window: i − before <= j <= i + after. prefix: j < length or j <= i.
  // painted: where `visible` (T_q, T_k) is 1.
  enum class Kind { none, causal, padding, window, prefix, painted };
  Kind kind = Kind::none;
  std::size_t length = 0, before = 0, after = 0;
  Tensor visible = no_tensor();
};

struct Attention {
  // additive (Bahdanau et al. 2015, arXiv:1409.0473): v_aᵀ·tanh(w_aᵀq + u_aᵀk); general (Luong et al. 2015,
  // arXiv:1508.04025): qᵀ·w_a·k; cosine: q·k/(|q||k|), 0 where one is a zero vector; given: `scores`.
  enum class Score { dot, scaled_dot, additive, general, cosine, given };
  // sparsemax (Martins & Astudillo 2016, arXiv:1602.02068): the nearest point of the simplex, with exact zeros.
  enum class Normalizer { softmax, sparsemax };
  std::size_t heads = 1;
  std::size_t kv_heads = 0;  // grouped-query attention (arXiv:2305.13245): divides `heads`; 0 = as many as heads
  Score score = Score::scaled_dot;
  std::optional<double> scale{};  // not for dot: a factor on the scores; absent: 1/√d_k for scaled_dot, none for others
  double temperature = 1;         // > 0; weights = softmax(masked / temperature)
  double softcap = 0;             // capped = softcap·tanh(scaled/softcap); 0 = off
  Normalizer normalizer = Normalizer::softmax;
  std::optional<std::size_t> round{};  // weights rounded to so many decimals before they mix; rows add up as before
  bool weighted = false;               // the values times their weights as a step of their own
  Mask mask{};
  Tensor scores = no_tensor();  // given: (T_q, T_k), the same for every head
};

// What stands around attention in a Transformer's layer.
struct Block {
  // layer: Ba et al. 2016, arXiv:1607.06450. rms: Zhang & Sennrich 2019, arXiv:1910.07467.
  enum class Norm { none, layer, rms };
  // gelu: Hendrycks & Gimpel 2016, arXiv:1606.08415, in its tanh form.
  enum class Activation { relu, gelu };
  bool residual = false;
  Norm norm = Norm::none;
  bool pre = false;      // the norm stands before attention and feed-forward, not after
  std::size_t d_ff = 0;  // 0 = no feed-forward
  Activation activation = Activation::relu;
};

// A well-known mistake, made on purpose: its tensors take the place of the right ones. Each is described where its step
// is.
enum class Mistake {
  none,
  whole_matrix_softmax,
  wrong_axis_values,
  no_transpose,
  no_scale,
  model_scale,
  zero_mask,
  mask_after_softmax,
  overflow_softmax,
  swapped_qk
};

struct Scene {
  Mistake mistake = Mistake::none;
  std::size_t layers = 1;  // one after the other, each reading what the one before gave
  Block block;
  std::vector<std::string> tokens;  // (T_q), UTF-8
  Attention attention;
  Positions positions;
  Encoder encoder;
  Embedding embedding;
  Parameters parameters;
};

// ---- The trace: everything that was computed -----------------------------------------------------------------------

// What differs from the scene before: rows, and columns of a tensor whose columns are keys. From the first to the last.
struct Change {
  Span rows{0, 0}, columns{0, 0};

  bool any() const { return rows.from < rows.to || columns.from < columns.to; }
};

// A tensor with heads is as many tensors of `rows` rows and `width` columns; what has more axes is wider.
struct TraceTensor : Description {
  std::size_t layer = 0;
  Tensor::shape_type shape{};
  std::size_t heads = 1, rows = 1, width = 1;
  Computation computation{};
  // Whether its columns are keys: (T_q, T_k), with heads or not.
  bool columns_are_keys = false;
  // Whether a key that a query sees changes more of its row than the key's own column.
  bool mixes_keys = true;
  // Whether −∞ is one of its numbers: what is hidden.
  bool allows_hidden = false;
  // A tensor that is not kept is computed again whenever it is asked for.
  bool kept = true;
  // The rows that are `done`; of size 0 before there is one.
  Tensor tensor = no_tensor();
  std::vector<unsigned char> done{};
  // Rows computed since the scene came.
  std::size_t computed = 0;
  Change change{};

  // What it is computed from, in the order that its computation says (steps/steps.hpp). Null: there is no such
  // parameter.
  TraceTensor& reads_row(TraceTensor* from) { return add_input(from, Dependency::same_row); }
  TraceTensor& reads_keys(TraceTensor* from) { return add_input(from, Dependency::keys); }
  TraceTensor& reads_all(TraceTensor* from) { return add_input(from, Dependency::all_rows); }
  TraceTensor& in_place_of(TraceTensor& from);
  TraceTensor& with_constant(double number);

 private:
  TraceTensor& add_input(TraceTensor* from, Dependency dependency);
};

// A number that formulas name: d_k, temperature …
struct Symbol {
  Literal name;
  double value;
};

// The steps in the order the data went through them; a step that is off is not there. T_q queries, T_k keys (the same
// tokens unless there is an encoder):
//
//   tokens (T) tokens_k  x0 (T, d_word) x0_k  p (T, d_p) p_k  x (T, d_model) x_k
//   then, a layer:  x (that of a later layer is what the one before gave)  mean_1 variance_1 normed_1 (norm before)
//   q (H, T_q, d_k)  k (H_kv, T_k, d_k)  v (H_kv, T_k, d_v)  q_rotated k_rotated  q_a k_a (H, T, d_a)
//   scores, related, scaled, capped, biased, masked, weights, rounded (H, T_q, T_k), and on the way: qe (H, T_q, R)
//   skewed relative (H, T_q, T_k), blocked mask (T_q, T_k), support (H, T_q, T_k) threshold (H, T_q) weighted (H, T_q,
//   T_k, d_v)  z (H, T_q, d_v)  output (T_q, H·d_v), or (T_q, d_model) with w_o
//   then the block: added_1 mean_1 variance_1 normed_1 hidden (T_q, d_ff) fed added_2 mean_2 variance_2 normed_2; its
//   last is called y (T_q, d_model). RMS norm has mean_square_1 (T_q) in place of mean_1 and variance_1.
//
// `tokens` holds each token's row in `vocabulary`: the distinct tokens in order of first appearance, or the ids there
// are. Only what softmax (or sparsemax) returns is called weights. A row whose keys are all masked has weights 0, z 0.
//
// Tensors (H, T_q, T_k) are kept where all of them together are small (limits.hpp).
struct Trace {
  // Up to which all its tensors (H, T_q, T_k) are kept; more are computed again for every look.
  std::size_t kept_score_bytes = limits::kept_score_bytes;
  std::unique_ptr<Scene> scene;
  std::vector<std::string> vocabulary;
  std::list<TraceTensor> steps;
  std::list<TraceTensor> parameters;  // E (V, d_word) P E_rel and every Matrix that there is
  std::vector<Symbol> symbols;

  // The step or parameter of that name as `layer` sees it: its own, or the newest before; nullptr where there is none.
  const TraceTensor* find(std::string_view name, std::size_t layer = static_cast<std::size_t>(-1)) const;
};

// Computes all that is kept. Errors: "empty", "too-large", "shape", "heads", "missing-token", "out-of-range", "range",
// "not-finite".
Result<Trace> attend(const Scene& scene);

// The scene checked and every step described, none computed: see evaluate.hpp. Errors as `attend`, but for "not-finite"
// in what is computed. `before`: the trace of another scene, or null; rows of E are taken over from there. `trace` is
// empty before; after an error it is of no use.
Check build_trace(std::unique_ptr<Scene> scene, const Trace* before, Trace& trace);

// What shows why scores are divided by √d_k: of the dot products q·k over the first c of the d_k numbers, c = 1 … d_k,
// the population variance, all heads together. q (H, T_q, d_k), k (H_kv, T_k, d_k) -> (d_k).
Tensor score_variances(const Tensor& q, const Tensor& k);

// The sum of each row of numbers (rows, columns), written over the first of them; NaN where it is not finite.
void row_sums(float* numbers, std::size_t rows, std::size_t columns);

// Population variance of the numbers that are finite; 0 when there is none.
double variance(const float* data, std::size_t count);

// ---- Attention on given q, k, v ------------------------------------------------------------------------------------

// The name for the same function in other libraries: scaled_dot_product_attention.
//   q [B,H,T_q,d_k]  k [B,H_kv,T_k,d_k]  v [B,H_kv,T_k,d_v]; rank 3: no batch, rank 2: one head; H is a multiple of
//   H_kv.
struct AttentionOptions {
  bool causal = false;
  std::int64_t causal_offset = 0;  // key j is visible to query i when j <= i + causal_offset
  std::optional<Tensor> mask;      // added; −∞ hides; broadcast to [B,H,T_q,T_k]
  std::optional<double> scale;     // default 1/√d_k
  double softcap = 0;              // 0 = off
  bool keep_scores = false, keep_scaled = false, keep_capped = false, keep_masked = false;
};

// output has q's rank with d_v last; the others have q's rank with T_k last. A kept tensor is always there: where its
// step is off it equals the one before it (`capped` without a softcap is `scaled`).
struct AttentionResult {
  Tensor output, weights;
  std::optional<Tensor> scores, scaled, capped, masked;
};

// scores = q·kᵀ; scaled = scale·scores; capped = softcap·tanh(scaled/softcap); masked = capped + mask, −∞ where hidden;
// weights = softmax(masked). `result` is empty before; after an error it is of no use. Errors: "empty" (an axis of 0),
// "shape", "heads", "range", "too-large", "not-finite".
Check scaled_dot_product_attention(const Tensor& q, const Tensor& k, const Tensor& v, const AttentionOptions& options,
                                   AttentionResult& result);

}  // namespace self_attention
