// The inner loops. All SIMD of the project is behind this header, and no SIMD type appears in it.
//
// Matrices are row-major float32 with a stride (the number of floats from one row to the next). No function checks a
// shape, and none allocates once the memory that the caller keeps for it is large enough.
//
// Each element of a product is one sum in the order of k that starts at +0; −0 becomes +0. Each product and each sum is
// rounded separately. The bits of an element therefore depend on its row and column alone: not on its position, on the
// span or rows that are computed with it, on packing, or on skipped factors of 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace self_attention::kernels {

struct Rows {
  const float* data;
  std::size_t stride;
};

struct MutableRows {
  float* data;
  std::size_t stride;
};

// Half open.
struct Span {
  std::size_t from, to;
};

// ---- Products ------------------------------------------------------------------------------------------------------

// c (m×n) = a (m×k) · b (k×n). Here and below, c must not overlap a and b.
void matmul(Rows a, Rows b, MutableRows c, std::size_t m, std::size_t n, std::size_t k);

// c (m×n) = a (m×k) · bᵀ, b (n×k)
void matmul_transposed(Rows a, Rows b, MutableRows c, std::size_t m, std::size_t n, std::size_t k);

// The right-hand matrix of a product, in the layout that the inner loop reads. It is packed once and serves any rows of
// the left-hand matrix. Its memory is reused by the next packing.
class Packed {
 public:
  // b (k×n)
  void pack(Rows b, std::size_t n, std::size_t k);

  // b (n×k); the product is with bᵀ
  void pack_transposed(Rows b, std::size_t n, std::size_t k);

  // n and k of the product.
  std::size_t columns() const { return columns_; }
  std::size_t depth() const { return depth_; }

  // How many floats a packed k×n matrix needs.
  static std::size_t size(std::size_t n, std::size_t k);

  const float* data() const { return panels_.data(); }

 private:
  void resize(std::size_t n, std::size_t k);

  std::vector<float> panels_;
  std::size_t columns_ = 0, depth_ = 0;
};

// c (m × columns) = a (m × depth) · the rows `depth` and columns `columns` of b. a starts at column depth.from and c at
// column columns.from, which must be the first column of a panel of b. An empty depth gives zeros.
void matmul(Rows a, const Packed& b, MutableRows c, std::size_t m, Span columns, Span depth);

// The first column of the panel that has this column.
std::size_t first_of_panel(std::size_t column);

// ---- Softmax -------------------------------------------------------------------------------------------------------

// Query i sees the keys max(0, i − before) <= j < min(keys, i + after + 1). `before` and `after` may be negative.
struct Band {
  std::ptrdiff_t before, after;

  // No limit on that side.
  static constexpr std::ptrdiff_t all = PTRDIFF_MAX;
};
inline constexpr Band every_key{Band::all, Band::all};
Span visible(Band band, std::size_t query, std::size_t keys);
// From the first to the last key that any of these queries sees.
Span visible(Band band, Span queries, std::size_t keys);

// Row r of `weights` = softmax(scores · factor / temperature) for query first + r: inside the band, and 0 outside it,
// where the scores are not read. The row's maximum is subtracted before the division by the temperature. A row that
// sees no key, or only −∞, gives zeros. Both have `keys` columns and may be the same memory. The bits are those of
// softmax on scores · factor (rounded) with −∞ outside the band.
void softmax_band(Rows scores, MutableRows weights, std::size_t count, std::size_t first, std::size_t keys, Band band,
                  float factor, float temperature);

inline void softmax_band(MutableRows rows, std::size_t count, std::size_t first, std::size_t keys, Band band,
                         float factor, float temperature) {
  softmax_band({rows.data, rows.stride}, rows, count, first, keys, band, factor, temperature);
}

// Each row of `weights` = softmax(row of `scores` / temperature). Rows are dense, and no key is hidden.
inline void softmax(const float* scores, float* weights, std::size_t rows, std::size_t columns, float temperature) {
  softmax_band({scores, columns}, {weights, columns}, rows, 0, columns, every_key, 1, temperature);
}

// The same in place, and without subtracting the row's maximum: exp of a large score is infinite.
void softmax_overflowing(float* rows, std::size_t count, std::size_t columns, float temperature);

// The state of one row of a softmax whose scores arrive in parts ("online softmax", Milakov and Gimelshein 2018,
// arXiv:1805.02867). The row's weights are exp(score − maximum) / sum.
struct OnlineSoftmax {
  float maximum = -std::numeric_limits<float>::infinity();
  std::size_t key = 0;  // the first with this score
  double sum = 0;       // of exp(score − maximum)
  double weighted = 0;  // of exp(score − maximum) · (score − maximum), which gives the entropy
};

// Adds the scores in columns `seen` of a row to its state and replaces them by exp(score − maximum). The other columns
// of `written` become 0. Column c is key first_key + c. The row needs room for whole vectors (panels) beyond `seen`.
// `key` and `weighted` are only kept up to date `with_statistics`. Returns the factor for everything that was computed
// with the previous maximum.
float softmax_online(float* scores, Span written, Span seen, std::size_t first_key, bool with_statistics,
                     OnlineSoftmax& row);

// powers = exp(numbers) as softmax needs it. From −87.68 to 88.37 the error is at most 1.35 ulp. Below, where the true
// value is under 2^−126.5, the result is 0. Above it is wrong, but no softmax needs it there. NaN stays NaN.
void exp(const float* numbers, float* powers, std::size_t count);

// numbers = tanh(numbers). The error is at most 2 ulp. NaN stays NaN.
void tanh(float* numbers, std::size_t count);

// ---- Attention -----------------------------------------------------------------------------------------------------

// Working memory of `attention` that the caller keeps between calls. Its size is proportional to the number of keys.
using Scratch = std::vector<float>;

// z (count × d_v) = softmax(q·kᵀ · factor / temperature) · v inside the band, for the queries first … first + count − 1
// of one head. The first row of q and of z is query `first`. k is (keys × d_k), packed transposed; v is (keys × d_v),
// packed. `weights` may be null; otherwise it receives the weights, dense (count × keys). Blocks of hidden keys are
// skipped. The bits are those of matmul, softmax_band and matmul.
void attention(Rows q, const Packed& k, const Packed& v, MutableRows z, float* weights, std::size_t count,
               std::size_t first, Band band, float factor, float temperature, Scratch& scratch);

// ---- Element by element --------------------------------------------------------------------------------------------

void multiply(float* numbers, float factor, std::size_t count);
// Adds `row` to each of `count` dense rows.
void add_to_rows(const float* row, float* rows, std::size_t count, std::size_t width);

// Whether all bits are equal.
bool same(const float* a, const float* b, std::size_t count);

// ---- Properties ----------------------------------------------------------------------------------------------------

// The index of the first number that is NaN or infinite, or `count`. −∞ passes if `allow_hidden`.
std::size_t first_not_finite(const float* data, std::size_t count, bool allow_hidden);

// The largest absolute value; NaN if a number is NaN, 0 if there are no numbers. −∞ counts as 0 if `allow_hidden`.
float largest(const float* data, std::size_t count, bool allow_hidden = false);

}  // namespace self_attention::kernels
