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

// What pixel `place` of `pixels` covers.
Span covered(std::size_t place, std::size_t pixels, Span cells) {
  const std::size_t count = cells.to - cells.from;
  const std::size_t from = place * count / pixels;
  return {cells.from + from, cells.from + std::max(from + 1, (place + 1) * count / pixels)};
}

// The mask that the cells of a tensor are hidden by; null where none is, or a mistake is made with it.
const Mask* mask_of(const Scene& scene, const TraceTensor& traced) {
  const bool after =
      traced.name == "masked" || traced.name == "support" || traced.name == "weights" || traced.name == "rounded";
  return after && scene.mistake == Mistake::none ? &scene.attention.mask : nullptr;
}

}  // namespace

Check overview(Evaluator& evaluator, const Scene& scene, TraceTensor& traced, std::size_t head, Span rows, Span columns,
               const Pixels& pixels) {
  const Mask* mask = mask_of(scene, traced);
  const std::size_t count = columns.to - columns.from;
  const std::size_t block = Evaluator::rows_at_once(count);
  std::vector<float> numbers;
  const bool painted = mask != nullptr && mask->kind == Mask::Kind::painted;
  const xt::xtensor<float, 1> ones = xt::ones<float>({count});
  // Of the rows that a row of pixels covers, column by column.
  xt::xtensor<float, 1> highest(std::array{count}), seen(std::array{count});
  xt::xtensor<double, 1> sums(std::array{count});
  for (std::size_t first = 0; first < pixels.height;) {
    Span read = covered(first, pixels.height, rows);
    std::size_t last = first + 1;
    while (last < pixels.height && covered(last, pixels.height, rows).to - read.from <= block) ++last;
    read.to = covered(last - 1, pixels.height, rows).to;
    numbers.resize((read.to - read.from) * count);
    if (auto wrong = evaluator.read(traced, head, read, columns, numbers.data())) return wrong;
    for (; first < last; ++first) {
      const Span down = covered(first, pixels.height, rows);
      sums.fill(0);
      seen.fill(0);
      highest.fill(-std::numeric_limits<float>::infinity());
      for (std::size_t row = down.from; row < down.to; ++row) {
        const Span visible = mask == nullptr ? Span{0, traced.width} : steps::visible_keys(*mask, row, traced.width);
        const std::size_t from = std::max(visible.from, columns.from), to = std::min(visible.to, columns.to);
        if (from >= to) continue;
        const auto of = [&](auto* numbers_of_columns) {
          return row_at(numbers_of_columns + (from - columns.from), to - from);
        };
        const auto cells = of(numbers.data() + (row - read.from) * count);
        const auto shown = of(painted ? mask->visible.data() + row * traced.width + columns.from : ones.data());
        auto sum = of(sums.data());
        auto most = of(highest.data()), number = of(seen.data());
        assign(sum, sum + xt::where(shown > 0.0F, xt::cast<double>(cells), 0.0));
        assign(most, xt::where(shown > 0.0F && cells > most, cells, most));
        assign(number, number + shown);
      }
      for (std::size_t x = 0; x < pixels.width; ++x) {
        const Span across = covered(x, pixels.width, {0, count});
        const auto of = [&](auto& columns_of) {
          return row_at(columns_of.data() + across.from, across.to - across.from);
        };
        const std::size_t at = first * pixels.width + x;
        const double all = static_cast<double>((down.to - down.from) * (across.to - across.from));
        const double visible = static_cast<double>(sum_of(of(seen)));
        constexpr float none = std::numeric_limits<float>::quiet_NaN();
        pixels.mean[at] = visible == 0 ? none : static_cast<float>(sum_of(of(sums)) / visible);
        pixels.maximum[at] =
            visible == 0 ? none
                         : *std::max_element(&highest(across.from), &highest(across.from) + (across.to - across.from));
        pixels.hidden[at] = static_cast<float>((all - visible) / all);
      }
    }
  }
  return {};
}

}  // namespace self_attention
