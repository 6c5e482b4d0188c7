// Checks of single values. Each returns nothing, or an error that names the numbers.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "../attention.hpp"

namespace self_attention {

// "range" if the count is 0, "too-large" beyond the limit.
MaybeError check_count(std::size_t count, std::size_t limit, StaticString name, StaticString path);

MaybeError check_draw(const Draw& draw, StaticString path);

// "shape" unless it is a matrix with rows and columns, "not-finite" as check_finite.
MaybeError check_matrix(const Tensor& matrix, StaticString name, StaticString path);

// As check_matrix, and "shape" unless it has this shape.
MaybeError check_shape(const Tensor& matrix, std::size_t rows, std::size_t columns, StaticString name,
                       StaticString path);

// As check_matrix, and "shape" unless there is one row for each token.
MaybeError check_rows(const Tensor& x, std::size_t tokens, StaticString name, StaticString path);

// Checks a matrix whose columns are cut into heads, and sets `width` to the width of one head. `rows` is for messages.
MaybeError find_width(const Tensor& tensor, std::size_t heads, std::size_t rows, StaticString name, StaticString path,
                      std::size_t& width);

// "too-large" if `bytes` exceeds the limit. `bytes` is a double so that products of sizes cannot overflow.
MaybeError check_bytes(double bytes, std::size_t limit);

// "too-large" unless so much memory can be allocated. Small sizes always pass.
MaybeError check_memory(std::size_t bytes);

// "range" if the formulas cannot use this temperature, softcap or scale.
MaybeError check_temperature(double temperature, StaticString path);
MaybeError check_softcap(double softcap, StaticString path);
MaybeError check_scale(const std::optional<double>& scale, StaticString path);

// "not-finite", with the index of the first NaN or infinity. −∞ passes if `allow_hidden`.
MaybeError check_finite(const Tensor& tensor, StaticString name, StaticString path, bool allow_hidden = false);

// A shape as messages write it: 4×3×2.
std::string shape_text(const Tensor& tensor);

}  // namespace self_attention
