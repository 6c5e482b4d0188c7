#include "overview.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "../steps/steps.hpp"

namespace self_attention {
namespace {

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

// What one pixel is made of.
struct Cells {
  double sum = 0;
  float maximum = -std::numeric_limits<float>::infinity();
  std::size_t seen = 0;

  void add(const float* cell, const float* end) {
    float row = 0;
    seen += static_cast<std::size_t>(end - cell);
    for (; cell != end; ++cell) {
      row += *cell;
      maximum = std::max(maximum, *cell);
    }
    sum += static_cast<double>(row);
  }
};

}  // namespace

Check overview(Evaluator& evaluator, const Scene& scene, TraceTensor& traced, std::size_t head, Span rows, Span columns,
               const Pixels& pixels) {
  const Mask* mask = mask_of(scene, traced);
  const bool painted = mask != nullptr && mask->kind == Mask::Kind::painted;
  const std::size_t count = columns.to - columns.from, keys = traced.width;
  const std::size_t block = Evaluator::rows_at_once(count);
  std::vector<float> numbers;
  for (std::size_t first = 0; first < pixels.height;) {
    Span read = covered(first, pixels.height, rows);
    std::size_t last = first + 1;
    while (last < pixels.height && covered(last, pixels.height, rows).to - read.from <= block) ++last;
    read.to = covered(last - 1, pixels.height, rows).to;
    numbers.resize((read.to - read.from) * count);
    if (auto wrong = evaluator.read(traced, head, read, columns, numbers.data())) return wrong;
    std::vector<Span> seen(read.to - read.from);
    for (std::size_t row = read.from; row < read.to; ++row) {
      seen[row - read.from] = mask == nullptr ? Span{0, keys} : steps::visible_keys(*mask, row, keys);
    }
    for (; first < last; ++first) {
      const Span down = covered(first, pixels.height, rows);
      for (std::size_t x = 0; x < pixels.width; ++x) {
        const Span across = covered(x, pixels.width, columns);
        Cells cells;
        for (std::size_t row = down.from; row < down.to; ++row) {
          const float* numbers_of_row = numbers.data() + (row - read.from) * count;
          const Span shown = seen[row - read.from];
          const std::size_t from = std::max(across.from, shown.from), to = std::min(across.to, shown.to);
          for (std::size_t key = from; key < to;) {
            const std::size_t next = painted ? key + 1 : to;
            const float* cell = numbers_of_row + (key - columns.from);
            if (!painted || mask->visible(row, key) != 0) cells.add(cell, cell + (next - key));
            key = next;
          }
        }
        const std::size_t all = (down.to - down.from) * (across.to - across.from), at = first * pixels.width + x;
        constexpr float none = std::numeric_limits<float>::quiet_NaN();
        pixels.mean[at] = cells.seen == 0 ? none : static_cast<float>(cells.sum / static_cast<double>(cells.seen));
        pixels.maximum[at] = cells.seen == 0 ? none : cells.maximum;
        pixels.hidden[at] = static_cast<float>(all - cells.seen) / static_cast<float>(all);
      }
    }
  }
  return {};
}

}  // namespace self_attention
