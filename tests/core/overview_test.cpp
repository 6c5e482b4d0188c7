#include "trace/overview.hpp"

#include "oracle.hpp"
#include "support.hpp"
#include "trace/incremental_trace.hpp"

using namespace self_attention;
using namespace self_attention::testing;

namespace {

struct Picture {
  Tensor mean, maximum, hidden;
};

Picture overview_of(IncrementalTrace& incremental, std::string_view name, std::size_t head, Span rows, Span columns,
                    std::size_t height, std::size_t width) {
  Picture picture{Tensor(Tensor::shape_type{height, width}), Tensor(Tensor::shape_type{height, width}),
                  Tensor(Tensor::shape_type{height, width})};
  auto& traced = const_cast<TraceTensor&>(*incremental.trace().find(name));
  const Pixels pixels{height, width, picture.mean.data(), picture.maximum.data(), picture.hidden.data()};
  REQUIRE(text_of(overview(incremental.evaluator(), incremental.scene(), traced, head, rows, columns, pixels)) == "");
  return picture;
}

// The overview by its definition, cell by cell.
void check_overview(const Scene& scene, std::string_view name, Span rows, Span columns, std::size_t height,
                    std::size_t width) {
  IncrementalTrace incremental;
  REQUIRE(text_of(incremental.update(std::make_unique<Scene>(scene), false)) == "");
  const auto& traced = *incremental.trace().find(name);
  const bool masks = scene.attention.mask.kind != Mask::Kind::none && name != "scores";
  for (std::size_t head = 0; head < traced.heads; ++head) {
    const Picture picture = overview_of(incremental, name, head, rows, columns, height, width);
    const auto pixel = [](std::size_t place, std::size_t pixels, Span cells) {
      const std::size_t count = cells.to - cells.from, from = place * count / pixels;
      return Span{cells.from + from, cells.from + std::max(from + 1, (place + 1) * count / pixels)};
    };
    for (std::size_t y = 0; y < height; ++y) {
      for (std::size_t x = 0; x < width; ++x) {
        double sum = 0, maximum = -1e30, seen = 0, all = 0;
        const Span down = pixel(y, height, rows), across = pixel(x, width, columns);
        for (std::size_t i = down.from; i < down.to; ++i) {
          for (std::size_t j = across.from; j < across.to; ++j, ++all) {
            if (masks && incremental.trace().find("blocked")->tensor.data()[i * traced.width + j] != 0) continue;
            const auto number = static_cast<double>(traced.tensor.data()[(head * traced.rows + i) * traced.width + j]);
            sum += number;
            maximum = std::max(maximum, number);
            ++seen;
          }
        }
        const std::size_t at = y * width + x;
        INFO(name, " head ", head, ", pixel ", y, " ", x);
        CHECK(static_cast<double>(picture.hidden.data()[at]) == doctest::Approx((all - seen) / all));
        if (seen == 0) {
          CHECK(std::isnan(picture.mean.data()[at]));
          CHECK(std::isnan(picture.maximum.data()[at]));
        } else {
          CHECK(static_cast<double>(picture.mean.data()[at]) == doctest::Approx(sum / seen));
          CHECK(static_cast<double>(picture.maximum.data()[at]) == maximum);
        }
      }
    }
  }
}

}  // namespace

TEST_CASE("an overview has the mean, the maximum and the hidden fraction of each pixel's cells") {
  Scene scene = small_scene(13, 8);
  scene.attention.heads = 2;
  for (const Mask& mask : masks_of_every_kind(13)) {
    scene.attention.mask = mask;
    for (const auto* name : {"scores", "weights"}) {
      check_overview(scene, name, {0, 13}, {0, 13}, 4, 5);
      check_overview(scene, name, {2, 9}, {3, 12}, 3, 9);
      check_overview(scene, name, {0, 13}, {0, 13}, 1, 1);
      check_overview(scene, name, {4, 7}, {6, 8}, 7, 5);
    }
  }
}

TEST_CASE("an overview of a tensor that is not kept agrees with its cells") {
  Scene scene = small_scene(700, 8);
  scene.attention.heads = 8;
  scene.attention.mask.kind = Mask::Kind::causal;
  IncrementalTrace incremental;
  REQUIRE(text_of(incremental.update(std::make_unique<Scene>(scene), true)) == "");
  auto& weights = const_cast<TraceTensor&>(*incremental.trace().find("weights"));
  REQUIRE(!weights.kept);
  const Picture picture = overview_of(incremental, "weights", 5, {0, 700}, {0, 700}, 7, 7);
  std::vector<float> row(700);
  REQUIRE(text_of(incremental.evaluator().read(weights, 5, {650, 651}, {0, 700}, row.data())) == "");
  // Rows 600 to 699, columns 0 to 99.
  CHECK(picture.maximum.data()[6 * 7] >= *std::max_element(row.begin(), row.begin() + 100));
  CHECK(picture.hidden.data()[6] == 1);
  CHECK(picture.hidden.data()[6 * 7 + 6] == doctest::Approx(0.495));
}
