// The contract of the attention core: its inputs, its results and its errors.
//
// The letters are those of Vaswani et al. 2017 (arXiv:1706.03762): T tokens (T_q queries, T_k keys), d_model, H heads,
// H_kv key/value heads, d_k and d_v per head. Tensors are dense, row-major float32, with the outermost axis first and
// heads before tokens. Vectors are rows: q = x · w_q.
//
// Every function here checks its input first and returns an Error that names the place and the numbers. None throws or
// changes its input. Every number in a result is finite, except for −∞ where `masked` (or a mask) hides a key, and for
// the results of a deliberate mistake.
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
#include "trace/op.hpp"

namespace self_attention {

// ---- The scene: the input that decides every number ----------------------------------------------------------------

// How random numbers are distributed. Xavier (Glorot & Bengio 2010): uniform in ±√(6/(fan_in+fan_out)). Kaiming (He et
// al. 2015, arXiv:1502.01852): normal with variance 2/fan_in. Identity: ones on the diagonal, nothing random.
enum class Distribution { uniform, normal, xavier, kaiming, identity };

// A seeded draw. The generator is PCG32 (src/math/random.hpp): the same seed gives the same numbers on every platform.
struct Draw {
  Distribution distribution = Distribution::normal;
  std::uint32_t seed = 0;
  double low = -1, high = 1;  // uniform: low <= number < high, as float32 too
  double mean = 0, std = 1;   // normal

  bool operator==(const Draw&) const = default;
};

// The learned matrices of one layer:
//   w_q (d_model, H·d_k)  w_k (d_model, H_kv·d_k)  w_v (d_model, H_kv·d_v)  w_o (H·d_v, d_model)
//   each of these four has a bias as long as the matrix is wide
//   additive score: w_a, u_a (d_k, H·d_a), v_a (H·d_a); general score: w_a (d_k, H·d_k)
//   feed-forward: w_1 (d_model, d_ff) b_1, w_2 (d_ff, d_model) b_2; norms: gamma, beta (d_model)
// Or what a layer of somebody else's model makes of them (Embedding::layers):
//   q (T_q, H·d_k)  k (T_k, H_kv·d_k)  v (T_k, H_kv·d_v)
//   or, as Attention::Score says, scores or weights (H, T_q, T_k) in place of q and k; the sum of each row of weights
//   is 1 within 1e-3, or 0. Then v may be missing, and the last step is `weights`.
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
  beta_2,
  q,
  k,
  v,
  scores,
  weights
};

// The given matrices of a layer. All others are of size 0.
struct Matrices {
  // The learned ones.
  static constexpr std::size_t count = 19;
  std::map<Matrix, Tensor> tensors;

  Tensor& operator[](Matrix matrix) { return tensors.try_emplace(matrix, no_tensor()).first->second; }
  const Tensor& operator[](Matrix matrix) const {
    static const Tensor absent = no_tensor();
    const auto found = tensors.find(matrix);
    return found == tensors.end() ? absent : found->second;
  }
};

struct Embedding {
  // ids: every token is a whole number, the index of its row in `rows`. zero: only positions distinguish tokens. qkv:
  // q, k and v, scores or weights are given for each layer. Nothing is embedded or projected, and no layer reads
  // another.
  enum class Kind { given, one_hot, random, table, ids, zero, qkv };
  Kind kind = Kind::random;
  std::size_t d_model = 0;    // one_hot: 0 = the number of distinct tokens; random, zero: required; others: unused
  bool draw_missing = false;  // table: false = a token without a row is an error that names it
  Draw draw;                  // random; table: for tokens without a row, if `draw_missing`
  std::vector<std::string> row_names;  // table: the token that each row belongs to
  std::vector<std::string> estimated;  // table: of these, the tokens whose row was estimated (trace/certainty.hpp)
  Tensor x = no_tensor();              // given: (T_q, d_model), one row for each token
  Tensor rows = no_tensor();           // table: (row_names, d_model); ids: (V, d_model)
  // qkv: one for each layer, all of the same widths
  std::vector<Matrices> layers = std::vector<Matrices>(1);
};

// Cross-attention: the sequence that keys and values come from. Without tokens there is no encoder.
struct Encoder {
  std::vector<std::string> tokens;  // (T_k)
  Tensor x = no_tensor();           // Embedding::Kind::given: (T_k, d_model)
};

// How positions enter.
//   sinusoidal (Vaswani et al. 2017): p, added to the embedding or set beside it
//   learned: the position's row of P, added to the embedding
//   rope (Su et al. 2021, arXiv:2104.09864): q and k are rotated by the position, in pairs
//   alibi (Press et al. 2022, arXiv:2108.12409): scores minus the distance times a slope for each head
//   relative (Shaw et al. 2018, arXiv:1803.02155; Huang et al. 2018, arXiv:1809.04281): q times the row of E_rel for
//   the
//     distance, added to the scores before they are scaled
//   given: S_rel, one number for each query and key, added to the scores of every head before they are scaled
struct Positions {
  enum class Kind { none, sinusoidal, learned, rope, alibi, relative, given };
  Kind kind = Kind::none;
  // alibi. geometric, the paper's text: 2^(−8(h+1)/H) for head h. reference, its published code: the same for a power
  // of two H_2; for other H, the slopes of H_2 heads for the largest power of two H_2 < H, then every other slope of
  // 2·H_2.
  enum class Slopes { geometric, reference };
  // rope. adjacent, the paper: (2c, 2c+1). halves, Llama and Hugging Face: (c, c + d_k/2).
  enum class Pairs { adjacent, halves };
  Slopes slopes = Slopes::geometric;
  Pairs pairs = Pairs::adjacent;
  double base = 10000;    // sinusoidal, rope: > 1
  bool concat = false;    // sinusoidal: p stands beside the embedding
  std::size_t width = 0;  // of p, if it stands beside; 0 = as wide as the embedding
  std::uint32_t seed = 1;
  double std = 0.5;
  std::size_t clip = 0;       // relative: distances beyond ±clip share a row; 0 = every distance has its own row
  Tensor rows = no_tensor();  // not drawn but given. learned: P, at least one row for each position; relative: E_rel;
                              // given: S_rel (T_q, T_k)
};

struct Parameters {
  enum class Kind { given, random, identity };
  Kind kind = Kind::random;
  // random, identity: the widths of one head (0 = d_model / H; d_a: 0 = d_k), and whether there are biases and w_o
  // (H·d_v, d_model). Drawn biases are uniform in ±1/√d_model; gamma is 1 and beta 0.
  Draw draw;
  std::size_t d_k = 0, d_v = 0, d_a = 0;
  bool biases = false, output = false;
  // given: the same matrices for every layer, or `stack`, one set for each layer. Matrices that the scene does not need
  // are ignored. If w_q, w_k or w_v is missing, that is an error. Missing w_a, u_a, v_a, w_1 and w_2 are drawn for each
  // layer as `draw` says; a missing gamma is 1 and a missing beta 0; missing biases and w_o are left out.
  Matrices matrices;
  std::vector<Matrices> stack;
};

// Which keys j query i sees.
struct Mask {
  // causal: j <= i + causal_offset. padding: j < length. window: i − before <= j <= i + after, and in the past also
  // j < sinks (attention sinks, Xiao et al. 2023, arXiv:2309.17453). prefix: j < length or j <= i. painted: those where
  // `visible` (T_q, T_k) is 1.
  enum class Kind { none, causal, padding, window, prefix, painted };
  Kind kind = Kind::none;
  std::size_t length = 0, before = 0, after = 0, sinks = 0;
  std::int64_t causal_offset = 0;  // T_k − T_q aligns the triangle at the bottom right
  Tensor visible = no_tensor();
};

struct Attention {
  // additive (Bahdanau et al. 2015, arXiv:1409.0473): v_aᵀ·tanh(w_aᵀq + u_aᵀk); general (Luong et al. 2015,
  // arXiv:1508.04025): qᵀ·w_a·k; cosine: q·k/(|q||k|), 0 if one is a zero vector; given: `scores`, or
  // those of each Matrices; weights: those of each Matrices, and nothing before them is computed.
  enum class Score { dot, scaled_dot, additive, general, cosine, given, weights };
  // sparsemax (Martins & Astudillo 2016, arXiv:1602.02068): the nearest point of the simplex, with exact zeros.
  enum class Normalizer { softmax, sparsemax };
  std::size_t heads = 1;
  std::size_t kv_heads = 0;  // grouped-query attention (arXiv:2305.13245): divides `heads`; 0 = as many as heads
  Score score = Score::scaled_dot;
  std::optional<double> scale{};  // a factor on the scores, except for dot; absent: 1/√d_k for scaled_dot, else none
  double temperature = 1;         // > 0; weights = softmax(masked / temperature)
  double softcap = 0;             // capped = softcap·tanh(scaled/softcap); 0 = off
  Normalizer normalizer = Normalizer::softmax;
  std::optional<std::size_t> round{};  // decimals that weights are rounded to before they mix; row sums stay the same
  bool weighted = false;               // the values times their weights as a separate step
  Mask mask{};
  Tensor scores = no_tensor();  // given: (T_q, T_k), the same for every head and layer
};

// The rest of a Transformer's layer, around attention.
struct Block {
  // layer: Ba et al. 2016, arXiv:1607.06450. rms: Zhang & Sennrich 2019, arXiv:1910.07467.
  enum class Norm { none, layer, rms };
  // gelu: Hendrycks & Gimpel 2016, arXiv:1606.08415, in its tanh form.
  enum class Activation { relu, gelu };
  bool residual = false;
  Norm norm = Norm::none;
  bool pre = false;      // the norm comes before attention and the feed-forward network, not after
  std::size_t d_ff = 0;  // 0 = no feed-forward network
  Activation activation = Activation::relu;
};

// A well-known mistake, made on purpose: its tensors replace the correct ones. Each is described with its step
// (steps/steps.hpp).
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
  std::size_t layers = 1;  // each reads the result of the previous one, except where q, k and v are given
  Block block;
  std::vector<std::string> tokens;  // (T_q), UTF-8
  Attention attention;
  Positions positions;
  Encoder encoder;
  Embedding embedding;
  Parameters parameters;
};

// ---- The trace: every intermediate result --------------------------------------------------------------------------

// The tensor that one step (or parameter) gives. A tensor with heads is stored as one matrix of `rows` rows and `width`
// columns for each head; further axes count as width.
struct TraceTensor {
  Op op{};
  StaticString name{}, axes{};  // as in `op`, but the last step of a block is renamed to y
  std::size_t layer = 0;
  Tensor::shape_type shape{};
  std::size_t heads = 1, rows = 1, width = 1;
  // In the order of op.inputs. Null: the scene has no such tensor, such as a bias.
  std::array<TraceTensor*, max_inputs> inputs{};
  // A tensor that is not kept is computed again each time it is read.
  bool kept = true;
  // Empty until the first row is computed.
  Tensor tensor = no_tensor();
  // 1 for each row of `tensor` that is valid.
  std::vector<unsigned char> is_computed{};
  // How many rows were computed for this scene. The others were reused or are missing.
  std::size_t computed_rows = 0;

  // The formula of `op` with its holes filled in; empty for a parameter.
  std::string formula() const;
  // (T_q, T_k), with or without heads, or (H, T_q, T_k, d_v).
  bool columns_are_keys() const { return std::string_view(axes).find("T_q T_k") != std::string_view::npos; }
};

// A number that formulas name: d_k, temperature …
struct Symbol {
  StaticString name;
  double value;
};

// The steps in the order of the data. A step that is off is missing. T_q queries, T_k keys (the same tokens unless
// there is an encoder):
//
//   tokens (T) tokens_k  x0 (T, d_word) x0_k  p (T, d_p) p_k  x (T, d_model) x_k
//   then each layer:  x (in later layers, the previous layer's result)  mean_1 variance_1 normed_1 (if the norm is
//   first) q (H, T_q, d_k)  k (H_kv, T_k, d_k)  v (H_kv, T_k, d_v)  q_rotated k_rotated  q_a k_a (H, T, d_a) scores,
//   related, scaled, capped, biased, masked, weights, rounded (H, T_q, T_k), and on the way: qe (H, T_q, R) skewed
//   relative (H, T_q, T_k), blocked mask (T_q, T_k), support (H, T_q, T_k) threshold (H, T_q) weighted (H, T_q, T_k,
//   d_v)  z (H, T_q, d_v)  output (T_q, H·d_v), or (T_q, d_model) with w_o then the block: added_1 mean_1 variance_1
//   normed_1 hidden (T_q, d_ff) fed added_2 mean_2 variance_2 normed_2; the last of these is called y (T_q, d_model).
//   RMS norm has mean_square_1 (T_q) in place of mean_1 and variance_1.
//
// `tokens` holds each token's row in `vocabulary`: the distinct tokens in order of first appearance, or all ids. Only
// the result of softmax (or sparsemax) is called weights. A row whose keys are all masked has weights 0 and z 0.
//
// Tensors (H, T_q, T_k) are kept if all of them together are small enough (limits.hpp).
struct Trace {
  // The limit for keeping the tensors (H, T_q, T_k). Beyond it, they are computed again each time they are read.
  std::size_t kept_score_bytes = limits::kept_score_bytes;
  std::unique_ptr<Scene> scene;
  std::vector<std::string> vocabulary;
  std::list<TraceTensor> steps;
  std::list<TraceTensor> parameters;  // E (V, d_word), P, E_rel, S_rel and every Matrix of every layer
  std::vector<Symbol> symbols;

  // The step or parameter of that name in `layer` or, failing that, in the nearest earlier layer; else nullptr.
  const TraceTensor* find(std::string_view name, std::size_t layer = static_cast<std::size_t>(-1)) const;
};

// Computes every tensor that is kept. Errors: "empty", "too-large", "shape", "heads", "missing-token", "out-of-range",
// "range", "not-finite".
Result<Trace> attend(const Scene& scene);

// Checks the scene and adds every step to `trace`, which must be empty. Nothing is computed yet (see evaluate.hpp).
// Errors as `attend`, except "not-finite" of computed numbers; after an error `trace` must not be used. `previous`: the
// trace of the previous scene, or null; rows of E that are drawn alike are copied from it.
MaybeError build_trace(std::unique_ptr<Scene> scene, const Trace* previous, Trace& trace);

// Shows why scores are divided by √d_k: the population variance of the dot products q·k over the first c of the d_k
// numbers, for c = 1 … d_k and all heads together. q (H, T_q, d_k), k (H_kv, T_k, d_k) -> (d_k).
Tensor score_variances(const Tensor& q, const Tensor& k);

// The sum of each row of `numbers` (rows, columns), written to its first `rows` places; NaN if a sum is not finite.
void row_sums(float* numbers, std::size_t rows, std::size_t columns);

// The population variance of the finite numbers, or 0 if there are none.
double variance(const float* data, std::size_t count);

// The cosine similarity of a row of `columns` numbers with each row of a table (rows, columns), computed in double. 0
// if either has only zeros, since it then has no direction. NaN if either has a number that is not finite.
void cosine_similarities(const float* row, const Tensor& table, float* similarities);

// ---- Attention on given q, k, v ------------------------------------------------------------------------------------

// What a query that sees no key gets. zeros: weights and output 0. uniform: every weight 1/T_k, so the output is the
// mean of all values. nan: NaN, the softmax of a row of −∞ as it is written.
enum class EmptyRows { zeros, uniform, nan };

// scaled_dot_product_attention, as in PyTorch and other libraries.
//   q [B,H,T_q,d_k]  k [B,H_kv,T_k,d_k]  v [B,H_kv,T_k,d_v]; with rank 3 there is no batch, with rank 2 one head; H is
//   a multiple of H_kv.
struct AttentionOptions {
  bool causal = false;
  // The place of query 0 among the keys: with `causal`, key j is visible to query i when j <= i + causal_offset.
  std::int64_t causal_offset = 0;
  std::optional<Tensor> mask;   // added; −∞ hides; broadcast to [B,H,T_q,T_k]
  std::optional<double> scale;  // default 1/√d_k
  double softcap = 0;           // 0 = off
  // Key j is also hidden unless i + causal_offset − before <= j <= i + causal_offset + after. Nothing: no limit.
  std::optional<std::size_t> before = {}, after = {};
  // (H) or empty. ALiBi (Press et al. 2021, arXiv:2108.12409): masked also has − slope · |i + causal_offset − j|.
  Tensor slopes = no_tensor();
  EmptyRows empty_rows = EmptyRows::zeros;
  // Without weights the memory grows as T, not T², and none of the tensors below can be kept.
  bool keep_weights = true;
  bool statistics = false;
  bool keep_scores = false, keep_scaled = false, keep_capped = false, keep_masked = false;
};

// output has q's rank with d_v last, the other tensors have q's rank with T_k last. A tensor that was asked for always
// exists. If its step is off, it equals the previous one (`capped` without a softcap is `scaled`).
struct AttentionResult {
  Tensor output, weights;
  std::optional<Tensor> scores, scaled, capped, masked;
  // Empty without `statistics`, else of q's shape without its last axis: ln Σ exp(masked), the largest weight and the
  // first key that has it, and the entropy −Σ weight · ln weight in nats. A row that sees no key has −∞, 0, −1 and 0;
  // if such rows are uniform, −∞, 1/T_k, 0 and ln T_k; if they are NaN, −∞, NaN, −1 and NaN.
  std::vector<float> log_sum_exp, largest, entropy;
  std::vector<std::int32_t> largest_key;
  // The queries that see no key, among all B·H·T_q. Listed unless they get zeros.
  std::vector<std::size_t> empty_rows;
};

// scores = q·kᵀ; scaled = scale·scores; capped = softcap·tanh(scaled/softcap); masked = capped + mask, −∞ where hidden;
// weights = softmax(masked), and what `empty_rows` says where all is −∞. Without weights, keys are processed in tiles
// (FlashAttention, Dao et al. 2022, arXiv:2205.14135): output and statistics differ by rounding alone, but values near
// the limit of float32 are "not-finite" earlier, because each row is divided by its sum at the end. `result` must be
// empty; after an error it must not be used. Errors: "empty" (an axis of 0), "shape", "heads", "range", "too-large",
// "not-finite".
MaybeError scaled_dot_product_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                                        const AttentionOptions& options, AttentionResult& result);

}  // namespace self_attention
