#include <algorithm>
#include <string_view>

#include "dimensions.hpp"

namespace self_attention {

Tensor::shape_type Dimensions::shape_of(std::string_view axes) const {
  constexpr std::string_view beside = "·";
  Tensor::shape_type shape{1};
  for (std::size_t begin = 0; begin < axes.size();) {
    const std::size_t end = std::min({axes.find(' ', begin), axes.find(beside, begin), axes.size()});
    const std::string_view name = axes.substr(begin, end - begin);
    shape.back() *= this->*std::ranges::find(dimension_names, name, &DimensionName::name)->size;
    begin = end + (axes.substr(end).starts_with(beside) ? beside.size() : 1);
    if (end < axes.size() && axes[end] == ' ') shape.push_back(1);
  }
  return shape;
}

}  // namespace self_attention
