// The inner loops. The only SIMD in the project is behind this header, and none of it shows here.
//
// Matrices are row-major float32 with a leading dimension (floats from one row to the next). Nothing checks a shape;
// nothing allocates once what is handed in to be kept is large enough.
//
// An element of a product is summed in the order of k, in one place, from +0; -0 becomes +0. So its bits depend neither
// on where it stands nor on the span, the rows or the form (packed or not) it was computed through, nor on whether
// factors that are 0 were skipped. Each product and each sum is rounded by itself.
#pragma once

#include <cstddef>
#include <cstdint>
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

// c (m×n) = a (m×k) · b (k×n). Here and below c shares no memory with the others.
void matmul(Rows a, Rows b, MutableRows c, std::size_t m, std::size_t n, std::size_t k);

// c (m×n) = a (m×k) · bᵀ, b (n×k)
void matmul_transposed(Rows a, Rows b, MutableRows c, std::size_t m, std::size_t n, std::size_t k);

// The right-hand matrix of a product laid out as the inner loop reads it: made once, then used for any rows of the left
// one. Keeps its memory from one packing to the next.
class Packed {
 public:
  // b (k×n)
  void pack(Rows b, std::size_t n, std::size_t k);

  // b (n×k); the product is with bᵀ
  void pack_transposed(Rows b, std::size_t n, std::size_t k);

  // Of the product: n and k.
  std::size_t columns() const { return columns_; }
  std::size_t depth() const { return depth_; }

  // Floats that a packed k×n takes.
  static std::size_t size(std::size_t n, std::size_t k);

  const float* data() const { return panels_.data(); }

 private:
  void resize(std::size_t n, std::size_t k);

  std::vector<float> panels_;
  std::size_t columns_ = 0, depth_ = 0;
};

// c (m × columns) = those columns of a (m × depth) · b's rows of that depth: a's first column is depth.from, c's first
// is columns.from, 0 or where a panel of b begins. Without depth it is zeros.
void matmul(Rows a, const Packed& b, MutableRows c, std::size_t m, Span columns, Span depth);

// ---- Softmax -------------------------------------------------------------------------------------------------------

// Which keys query i sees: max(0, i − before) <= j < min(keys, i + after + 1). Either may be negative.
struct Band {
  std::ptrdiff_t before, after;

  static constexpr std::ptrdiff_t all = PTRDIFF_MAX;
};
Span visible(Band band, std::size_t query, std::size_t keys);
// What some of these queries sees, from the first key to the last.
Span visible(Band band, Span queries, std::size_t keys);

// Rows `first`, first + 1 … of `weights` = softmax(scores · factor / temperature) inside the band and 0 outside it,
// where the scores need not have been computed. The row's maximum is subtracted first; what is left is divided by the
// temperature. A row that sees nothing, or −∞ alone, gives zeros. `scores` and `weights`, `keys` wide, may be the same
// memory. Exactly what softmax gives of scores · factor (rounded) with −∞ outside the band.
void softmax_band(Rows scores, MutableRows weights, std::size_t count, std::size_t first, std::size_t keys, Band band,
                  float factor, float temperature);

inline void softmax_band(MutableRows rows, std::size_t count, std::size_t first, std::size_t keys, Band band,
                         float factor, float temperature) {
  softmax_band({rows.data, rows.stride}, rows, count, first, keys, band, factor, temperature);
}

// Each row of `weights` = softmax(row of `scores` / temperature), of dense rows×columns and nothing hidden.
inline void softmax(const float* scores, float* weights, std::size_t rows, std::size_t columns, float temperature) {
  softmax_band({scores, columns}, {weights, columns}, rows, 0, columns, {Band::all, Band::all}, 1, temperature);
}

// The same without the row's maximum subtracted first: exp of a large score is infinite. In place.
void softmax_overflowing(float* rows, std::size_t count, std::size_t columns, float temperature);

// powers = exp(numbers) as softmax takes it: within 1.35 ulp of the true one from −87.68 to 88.37; 0 below, where the
// true one is under 2^−126.5; NaN of NaN. Above, where no softmax asks, it is wrong.
void exp(const float* numbers, float* powers, std::size_t count);

// numbers = tanh(numbers): within 2 ulp of the true one; NaN of NaN.
void tanh(float* numbers, std::size_t count);

// ---- Attention -----------------------------------------------------------------------------------------------------

// Memory that attention works in, kept from one call to the next. Grows as the number of keys.
using Scratch = std::vector<float>;

// Queries first … first + count of one head: z (count × d_v) = softmax of what the band shows of q·kᵀ · factor /
// temperature, times v. q's first row is query `first`, and so is z's. k is (keys × d_k) packed transposed, v (keys ×
// d_v) packed. Where `weights` is not null they are written there, count × keys and dense. What the band hides is
// skipped block by block. The bits are those of matmul, softmax_band and matmul one after the other.
void attention(Rows q, const Packed& k, const Packed& v, MutableRows z, float* weights, std::size_t count,
               std::size_t first, Band band, float factor, float temperature, Scratch& scratch);

// ---- Number by number ----------------------------------------------------------------------------------------------

void multiply(float* numbers, float factor, std::size_t count);
// The same row to each of `count` dense rows.
void add_to_rows(const float* row, float* rows, std::size_t count, std::size_t width);

// Whether they are the same bit for bit.
bool same(const float* one, const float* other, std::size_t count);

// ---- Looking at numbers --------------------------------------------------------------------------------------------

// Index of the first number that is NaN or infinite (−∞ counts only if `allow_hidden` is false); `count` when there is
// none.
std::size_t first_not_finite(const float* data, std::size_t count, bool allow_hidden);

// The largest absolute value; NaN where one is, 0 of none.
float largest(const float* data, std::size_t count);

}  // namespace self_attention::kernels
