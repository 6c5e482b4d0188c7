#include "calls.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>

#include "attention.hpp"
#include "checks.hpp"
#include "limits.hpp"
#include "multi_head_attention.hpp"

namespace self_attention {

namespace {

class AllCalls final : public Calls {
 public:
  double answered(Ask what, Numbers& in, std::vector<float>& floats, Check& wrong) override {
    switch (what) {
      case Ask::room:
        wrong = check_bytes(in.number() * sizeof(float), limits::max_bytes);
        break;
      case Ask::attention:
        wrong = attention(in, floats);
        break;
      case Ask::result:
        shown_ = result(in.count());
        return static_cast<double>(shown_.size());
      case Ask::prepare:
        wrong = prepare(in, floats);
        return static_cast<double>(layer_.width());
      case Ask::reserve: {
        const std::size_t tokens = in.count();
        wrong = layer_.reserve(tokens, in.yes());
        return static_cast<double>(layer_.rows_at_once());
      }
      default: {
        const std::size_t from = in.count();
        wrong = layer_.attend(from, in.count());
        break;
      }
    }
    return 1;
  }

  const float* shown() const override { return shown_.data(); }

 private:
  // scaled_dot_product_attention of the tensors that were written, one behind the other.
  Check attention(Numbers& in, std::vector<float>& floats) {
    const float* next = floats.data();
    const auto tensor = [&](std::size_t rank) {
      std::vector<std::size_t> shape(rank);
      for (std::size_t& extent : shape) extent = in.count();
      Tensor made = Tensor::of_shape(shape);
      std::copy_n(next, made.size(), made.data());
      next += made.size();
      return made;
    };
    const Tensor q = tensor(in.count()), k = tensor(in.count()), v = tensor(in.count());
    AttentionOptions options;
    if (in.yes()) options.mask = tensor(in.count());
    floats = {};
    options.causal = in.yes();
    options.causal_offset = static_cast<std::int64_t>(in.number());
    options.scale = in.maybe();
    options.softcap = in.number();
    options.keep_scores = in.yes();
    options.keep_scaled = in.yes();
    options.keep_capped = in.yes();
    options.keep_masked = in.yes();
    result_ = {};
    return scaled_dot_product_attention(q, k, v, options, result_);
  }

  // Output, weights, what is kept of the attention; then input, output and weights of the layer.
  std::span<const float> result(std::size_t place) {
    std::optional<Tensor>* const kept[] = {&result_.scores, &result_.scaled, &result_.capped, &result_.masked};
    std::vector<float>* const of_layer[] = {&layer_.input(), &layer_.output(), &layer_.weights()};
    constexpr std::size_t tensors = 2 + std::size(kept);
    if (place >= tensors) return *of_layer[place - tensors];
    const Tensor& tensor = place == 0 ? result_.output : place == 1 ? result_.weights : **kept[place - 2];
    return {tensor.data(), tensor.size()};
  }

  // A layer of the projections that were written.
  Check prepare(Numbers& in, std::vector<float>& floats) {
    Tensors tensors(floats);
    Projections given;
    for (Tensor* tensor :
         {&given.w_q, &given.b_q, &given.w_k, &given.b_k, &given.w_v, &given.b_v, &given.w_o, &given.b_o}) {
      tensors.matrix(*tensor);
    }
    tensors.fill(floats);
    floats = {};
    MultiHeadOptions options;
    options.heads = in.count();
    options.kv_heads = in.count();
    for (std::ptrdiff_t* reach : {&options.band.before, &options.band.after}) {
      if (const auto given_reach = in.maybe()) *reach = static_cast<std::ptrdiff_t>(*given_reach);
    }
    options.scale = in.maybe();
    return layer_.prepare(given, options);
  }

  AttentionResult result_;
  MultiHeadAttention layer_;
  std::span<const float> shown_;
};

}  // namespace

std::unique_ptr<Calls> new_calls() {
  return std::make_unique<AllCalls>();
}

}  // namespace self_attention
