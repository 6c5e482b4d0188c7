// The learned matrices: given, or drawn from a seed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "attention.hpp"
#include "dimensions.hpp"

namespace self_attention {

// What there is to say of each Matrix, in the order of the enumeration.
struct MatrixName {
  std::string_view name, axes, path;
};
inline constexpr std::array<MatrixName, Matrices::count> matrix_names{{
    {"w_q", "d_model H·d_k", "/parameters/wQ"},
    {"b_q", "H·d_k", "/parameters/bQ"},
    {"w_k", "d_model H_kv·d_k", "/parameters/wK"},
    {"b_k", "H_kv·d_k", "/parameters/bK"},
    {"w_v", "d_model H_kv·d_v", "/parameters/wV"},
    {"b_v", "H_kv·d_v", "/parameters/bV"},
    {"w_o", "H·d_v d_model", "/parameters/wO"},
    {"b_o", "d_model", "/parameters/bO"},
}};

inline const MatrixName& name_of(Matrix matrix) {
  return matrix_names[static_cast<std::size_t>(matrix)];
}

constexpr bool is_bias(Matrix matrix) {
  return static_cast<std::size_t>(matrix) % 2 == 1;
}

// The shape a matrix must have, as rows × (blocks · width); a bias is one row. Blocks are heads, each `width` wide.
struct MatrixShape {
  std::size_t rows, blocks, width;

  std::size_t columns() const { return blocks * width; }
};
MatrixShape shape_of(Matrix matrix, const Dimensions& dimensions);

Matrices initialise(const Parameters& parameters, const Dimensions& dimensions);

// Fills a dense rows×columns matrix. `stream` tells draws with the same seed apart (see Pcg32). Xavier and Kaiming take
// rows as fan_in and columns as fan_out.
void fill(float* data, std::size_t rows, std::size_t columns, const Draw& draw, std::uint64_t stream);

}  // namespace self_attention
