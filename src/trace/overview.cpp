#include "overview.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "../steps/steps.hpp"
#include "../steps/views.hpp"

namespace self_attention {
namespace {

using steps::assign;
using steps::row_at;
using steps::sum_of;

// The cells that one of `pixels` pixels covers.
Span covered(std::size_t pixel, std::size_t pixels, Span cells) {
  const std::size_t count = cells.to - cells.from;
  const std::size_t from = pixel * count / pixels;
  return {cells.from + from, cells.from + std::max(from + 1, (pixel + 1) * count / pixels)};
}

// The mask that hides cells of a tensor. Null if none does, or if a mistake may not respect the mask.
const Mask* mask_of(const Scene& scene, const TraceTensor& traced) {
  const bool after =
      traced.name == "masked" || traced.name == "support" || traced.name == "weights" || traced.name == "rounded";
  return after && scene.mistake == Mistake::none ? &scene.attention.mask : nullptr;
}

// The visible cells of some rows, summed up column by column.
class Columns {
 public:
  Columns(const Mask* mask, std::size_t width, Span columns)
      : mask_(mask), width_(width), columns_(columns), count_(columns.to - columns.from) {}

  void clear() {
    sums_.fill(0);
    visible_.fill(0);
    highest_.fill(-std::numeric_limits<float>::infinity());
  }

  // `numbers` are the cells of these columns in one row.
  void add(std::size_t row, const float* numbers) {
    const Span seen = mask_ == nullptr ? Span{0, width_} : steps::visible_keys(*mask_, row, width_);
    const std::size_t from = std::max(seen.from, columns_.from), to = std::min(seen.to, columns_.to);
    if (from >= to) return;
    const auto part = [&](auto* whole) { return row_at(whole + (from - columns_.from), to - from); };
    if (mask_ != nullptr && steps::has_gaps(*mask_)) {
      for (std::size_t key = from; key < to; ++key) {
        shown_(key - columns_.from) = steps::hides(*mask_, row, key) ? 0.0F : 1.0F;
      }
    }
    const auto cells = part(numbers);
    const auto shown = part(shown_.data());
    auto sums = part(sums_.data());
    auto highest = part(highest_.data()), visible = part(visible_.data());
    assign(sums, sums + xt::where(shown > 0.0F, xt::cast<double>(cells), 0.0));
    assign(highest, xt::where(shown > 0.0F && cells > highest, cells, highest));
    assign(visible, visible + shown);
  }

  // The row of pixels that shows `rows` rows.
  void write(std::size_t y, std::size_t rows, const Pixels& pixels) const {
    constexpr float none = std::numeric_limits<float>::quiet_NaN();
    for (std::size_t x = 0; x < pixels.width; ++x) {
      const Span across = covered(x, pixels.width, {0, count_});
      const std::size_t pixel = y * pixels.width + x, width = across.to - across.from;
      const auto part = [&](const auto& whole) { return row_at(whole.data() + across.from, width); };
      const double all = static_cast<double>(rows * width), visible = static_cast<double>(sum_of(part(visible_)));
      const float* highest = highest_.data() + across.from;
      pixels.mean[pixel] = visible == 0 ? none : static_cast<float>(sum_of(part(sums_)) / visible);
      pixels.maximum[pixel] = visible == 0 ? none : *std::max_element(highest, highest + width);
      pixels.hidden[pixel] = static_cast<float>((all - visible) / all);
    }
  }

 private:
  const Mask* mask_;
  std::size_t width_;
  Span columns_;
  std::size_t count_;
  // 1 where the row that is added has a visible cell. Only a mask with gaps has a 0 between its bounds.
  xt::xtensor<float, 1> shown_ = xt::ones<float>({count_});
  xt::xtensor<float, 1> highest_ = shown_, visible_ = shown_;
  xt::xtensor<double, 1> sums_ = shown_;
};

}  // namespace

MaybeError overview(Evaluator& evaluator, const Scene& scene, TraceTensor& traced, std::size_t head, Span rows,
                    Span columns, const Pixels& pixels) {
  Columns sums(mask_of(scene, traced), traced.width, columns);
  const std::size_t count = columns.to - columns.from;
  const std::size_t rows_at_once = Evaluator::rows_at_once(count);
  std::vector<float> numbers;
  for (std::size_t y = 0; y < pixels.height;) {
    Span read = covered(y, pixels.height, rows);
    std::size_t end = y + 1;
    while (end < pixels.height && covered(end, pixels.height, rows).to - read.from <= rows_at_once) ++end;
    read.to = covered(end - 1, pixels.height, rows).to;
    numbers.resize((read.to - read.from) * count);
    if (auto wrong = evaluator.read(traced, head, read, columns, numbers.data())) return wrong;
    for (; y < end; ++y) {
      const Span down = covered(y, pixels.height, rows);
      sums.clear();
      for (std::size_t row = down.from; row < down.to; ++row) {
        sums.add(row, numbers.data() + (row - read.from) * count);
      }
      sums.write(y, down.to - down.from, pixels);
    }
  }
  return {};
}

}  // namespace self_attention
