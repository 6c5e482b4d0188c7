// The contract of the attention core: what goes in, what comes out, and when it fails.
//
// The letters are those of Vaswani et al. 2017 (arXiv:1706.03762): T tokens (T_q queries, T_k keys), d_model, H heads,
// H_kv key/value heads, d_k and d_v per head. Tensors are dense, row-major float32, outermost axis first, heads before
// tokens. Row-vector convention: q = x · w_q.
//
// Every function here checks its input first and returns an Error that names the place and the numbers. None throws,
// clamps or replaces. Every number in a result is finite, except −∞ where `masked` (or a mask) hides a key.
#pragma once

#include <array>
#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "error.hpp"
#include "tensor.hpp"

namespace self_attention {

// ---- The scene: what decides every number --------------------------------------------------------------------------

// How random numbers are spread. Xavier (Glorot & Bengio 2010): uniform in ±√(6/(fan_in+fan_out)). Kaiming (He et al.
// 2015, arXiv:1502.01852): normal with variance 2/fan_in. Identity: ones on the diagonal, nothing random.
enum class Distribution { uniform, normal, xavier, kaiming, identity };

// A seeded draw. The generator is PCG32 (src/random.hpp): the same seed gives the same numbers on every platform.
struct Draw {
  Distribution distribution = Distribution::normal;
  std::uint32_t seed = 0;
  double low = -1, high = 1;  // uniform: low <= number < high, as float32 too
  double mean = 0, std = 1;   // normal
};

struct Embedding {
  enum class Kind { given, one_hot, random, table };
  Kind kind = Kind::random;
  std::size_t d_model = 0;  // one_hot: 0 = as many as distinct tokens; random: required; others: from the matrix
  Tensor x;                 // given: (T, d_model), a row a token
  Draw draw;                // random; table: for tokens that have no row, when `draw_missing`
  std::vector<std::string> row_names;  // table: the token each row belongs to
  Tensor rows;                         // table: (row_names, d_model)
  bool draw_missing = false;           // table: false = a token without a row is an error that names it
};

// The learned matrices and, behind each, its bias:
//   w_q (d_model, H·d_k)  w_k (d_model, H_kv·d_k)  w_v (d_model, H_kv·d_v)  w_o (H·d_v, d_model); a bias is as long as
// its matrix is wide.
enum class Matrix : std::size_t { w_q, b_q, w_k, b_k, w_v, b_v, w_o, b_o };

// One tensor each; absent ones have size 0. All but w_q, w_k and w_v may be absent.
struct Matrices {
  static constexpr std::size_t count = 8;
  std::array<Tensor, count> tensors;

  Tensor& operator[](Matrix matrix) { return tensors[static_cast<std::size_t>(matrix)]; }
  const Tensor& operator[](Matrix matrix) const { return tensors[static_cast<std::size_t>(matrix)]; }
};

struct Parameters {
  enum class Kind { given, random, identity };
  Kind kind = Kind::random;
  Matrices matrices;  // given
  // random, identity: widths of one head (0 = d_model / H), and which optional parameters there are. w_o is then
  // (H·d_v, d_model). Drawn biases are uniform in ±1/√d_model.
  Draw draw;
  std::size_t d_k = 0, d_v = 0;
  bool biases = false, output = false;
};

struct Attention {
  enum class Score { dot, scaled_dot };
  enum class Mask { none, causal };
  std::size_t heads = 1;
  std::size_t kv_heads = 0;  // grouped-query attention (arXiv:2305.13245): divides `heads`; 0 = as many as heads
  Score score = Score::scaled_dot;
  std::optional<double> scale;  // scaled_dot: replaces 1/√d_k
  Mask mask = Mask::none;       // causal: key j is visible to query i when j <= i
  double temperature = 1;       // > 0; weights = softmax(masked / temperature)
  double softcap = 0;           // capped = softcap·tanh(scaled/softcap); 0 = off
};

struct Scene {
  std::vector<std::string> tokens;  // (T), UTF-8
  Embedding embedding;
  Parameters parameters;
  Attention attention;
};

// ---- The trace: everything that was computed -----------------------------------------------------------------------

// What there is to say of a tensor beside its numbers.
struct Description {
  std::string_view name;
  // The formula as an s-expression over cells, e.g. "(= (scaled h i j) (/ (scores h i j) (sqrt d_k)))"; empty for a
  // parameter. A list whose head is a tensor's name is one of its cells, and the tensors on the right are what the step
  // reads; `(sum c d_k term)` sums over c < d_k.
  std::string formula;
  std::string_view axes;  // their letters, outermost first, a space between: "H T_q d_k"
};

struct Traced : Description {
  Tensor tensor;
};

// A number that formulas name: d_k, temperature …
struct Symbol {
  std::string_view name;
  double value;
};

// The steps in the order the data went through them; a step that is off is not there:
//
//   tokens (T)  x0 (T, d_model)  q (H, T_q, d_k)  k (H_kv, T_k, d_k)  v (H_kv, T_k, d_v)
//   scores, scaled, capped, masked, weights (H, T_q, T_k)  z (H, T_q, d_v)  output (T_q, H·d_v), or (T_q, d_model) with
//   w_o
//
// `tokens` holds each token's row in `vocabulary`, the distinct tokens in order of first appearance. `scores` are q·kᵀ;
// only what softmax returns is called weights. A row whose keys are all masked has weights 0 and z 0.
struct Trace {
  std::vector<std::string> vocabulary;
  std::list<Traced> steps;
  std::list<Traced> parameters;  // E (V, d_model) and w_q b_q w_k b_k w_v b_v w_o b_o, where there are such
  std::vector<Symbol> symbols;

  // The step or parameter of that name, or nullptr.
  const Traced* find(std::string_view name) const;
};

// Computes the whole trace. Errors: "empty", "too-large", "shape", "heads", "missing-token", "range", "not-finite".
Result<Trace> attend(const Scene& scene);

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
// weights = softmax(masked). Errors: "empty" (an axis of 0), "shape", "heads", "range", "too-large", "not-finite".
Result<AttentionResult> scaled_dot_product_attention(const Tensor& q, const Tensor& k, const Tensor& v,
                                                     const AttentionOptions& options);

}  // namespace self_attention
