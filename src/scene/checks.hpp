// What is asked of one value at a time: each check returns nothing, or what is wrong with the numbers named.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "../attention.hpp"

namespace self_attention {

// "range" when 0, "too-large" beyond the limit.
Check check_count(std::size_t count, std::size_t limit, Literal name, Literal path);

Check check_draw(const Draw& draw, Literal path);

// "shape" unless there are rows and columns, "not-finite" as check_finite.
Check check_matrix(const Tensor& matrix, Literal name, Literal path);

// A matrix of that shape.
Check check_shape(const Tensor& matrix, std::size_t rows, std::size_t columns, Literal name, Literal path);

// "too-large" when `bytes` exceeds the limit. In double, so that no product of extents can wrap.
Check check_bytes(double bytes, std::size_t limit);

// "too-large" unless there is memory for so much: asked before anything is given up for it. Little always fits.
Check check_memory(std::size_t bytes);

// "range" when temperature, softcap or scale is not a number the formulas can use.
Check check_temperature(double temperature, Literal path);
Check check_softcap(double softcap, Literal path);
Check check_scale(const std::optional<double>& scale, Literal path);

// "not-finite" with the cell's index when there is a NaN or an infinity (−∞ passes if `allow_hidden`).
Check check_finite(const Tensor& tensor, Literal name, Literal path, bool allow_hidden = false);

// 4×3×2, as messages write shapes.
std::string shape_text(const Tensor& tensor);

}  // namespace self_attention
