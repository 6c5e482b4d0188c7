// The learned matrices, which are given or drawn from a seed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "../attention.hpp"
#include "dimensions.hpp"

namespace self_attention {

// Each Matrix's name, axes and path in a scene, in the order of the enumeration.
struct MatrixName {
  StaticString name, axes, path;
  bool vector = false;
};
inline constexpr std::array<MatrixName, Matrices::count> matrix_names{{
    {"w_q", "d_model H·d_k", "/parameters/wQ"},       {"b_q", "H·d_k", "/parameters/bQ", true},
    {"w_k", "d_model H_kv·d_k", "/parameters/wK"},    {"b_k", "H_kv·d_k", "/parameters/bK", true},
    {"w_v", "d_model H_kv·d_v", "/parameters/wV"},    {"b_v", "H_kv·d_v", "/parameters/bV", true},
    {"w_o", "H·d_v d_model", "/parameters/wO"},       {"b_o", "d_model", "/parameters/bO", true},
    {"w_a", "d_k H·d_a", "/parameters/wA"},           {"u_a", "d_k H·d_a", "/parameters/uA"},
    {"v_a", "H·d_a", "/parameters/vA", true},         {"w_1", "d_model d_ff", "/parameters/w1"},
    {"b_1", "d_ff", "/parameters/b1", true},          {"w_2", "d_ff d_model", "/parameters/w2"},
    {"b_2", "d_model", "/parameters/b2", true},       {"gamma_1", "d_model", "/parameters/gamma1", true},
    {"beta_1", "d_model", "/parameters/beta1", true}, {"gamma_2", "d_model", "/parameters/gamma2", true},
    {"beta_2", "d_model", "/parameters/beta2", true},
}};

inline const MatrixName& name_of(Matrix matrix) {
  return matrix_names[static_cast<std::size_t>(matrix)];
}

// Whether a scene's layers use a matrix. An optional matrix may be absent.
enum class Need { none, optional, required };
Need need_of(Matrix matrix, const Scene& scene);

// Whether queries are compared with keys, so that the scene has q and k.
inline bool is_compared(Attention::Score score) {
  return score != Attention::Score::given && score != Attention::Score::weights;
}

// Whether layers read the results of others.
inline bool is_chained(const Scene& scene) {
  return scene.layers > 1 && scene.embedding.kind != Embedding::Kind::qkv;
}

// Whether every layer has a w_o.
bool has_w_o(const Parameters& parameters);

// The shape a matrix must have: rows × (blocks · width). A vector has one row. `by_head`: the blocks are heads.
struct MatrixShape {
  std::size_t rows, blocks, width;
  bool by_head;

  std::size_t columns() const { return blocks * width; }
};
MatrixShape shape_of(Matrix matrix, const Scene& scene, const Dimensions& dimensions);

// The operation that copies a given matrix of one layer or draws it from a seed. Without `compute`, the scene has no
// such matrix.
Op parameter_of(Matrix matrix, const Scene& scene, const Dimensions& dimensions, std::size_t layer);

// P (positions, d_model) and E_rel (R or R_clip, H·d_k): given, or drawn from a normal distribution. Each row has its
// own stream, so a longer sentence does not change the rows that were there before.
Op learned_positions(const Positions& positions, const Dimensions& dimensions);
Op relative_embedding(const Positions& positions, const Dimensions& dimensions);

// Fills a dense rows×columns matrix. Draws with the same seed and different streams are independent (see Pcg32). Xavier
// and Kaiming take rows as fan_in and columns as fan_out.
void fill(float* data, std::size_t rows, std::size_t columns, const Draw& draw, std::uint64_t stream);

}  // namespace self_attention
