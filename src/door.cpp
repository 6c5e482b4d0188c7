#include "door.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <list>
#include <string_view>
#include <utility>

#include "checks.hpp"
#include "limits.hpp"
#include "overview.hpp"

namespace self_attention {

namespace {

Span span(Numbers& in) {
  const std::size_t from = in.count();
  return {from, in.count()};
}

}  // namespace

std::string Door::said() const {
  return error_ ? sentence("{}\n{}\n{}", error_->code, error_->path, error_->message) : text_;
}

double Door::ask(int what) {
  error_ = {};
  const double answer = answered(static_cast<Ask>(what));
  return error_ ? -1 : answer;
}

double Door::answered(Ask what) {
  Numbers in(numbers_);
  switch (what) {
    case Ask::update:
      update(in);
      break;
    case Ask::refresh:
      refresh(in.yes());
      break;
    case Ask::read:
      read(in);
      break;
    case Ask::overview:
      overview(in);
      break;
    case Ask::computed:
      return static_cast<double>(traced(in.count()).computed);
    case Ask::variance:
      return variance(window_.data(), in.count());
    case Ask::score_variances: {
      const Tensor& q = traced(in.count()).tensor;
      const Tensor variances = score_variances(q, traced(in.count()).tensor);
      std::copy_n(variances.data(), variances.size(), window_.data());
      break;
    }
    case Ask::bytes:
      return bytes();
    case Ask::describe:
      return describe();
    case Ask::room:
      error_ = check_bytes(in.number() * sizeof(float), limits::max_bytes);
      break;
    case Ask::attention:
      attend(in);
      break;
    case Ask::result:
      show(in.count());
      break;
    case Ask::prepare:
      prepare(in);
      return static_cast<double>(layer_.width());
    case Ask::reserve: {
      const std::size_t tokens = in.count();
      error_ = layer_.reserve(tokens, in.yes());
      return static_cast<double>(layer_.rows_at_once());
    }
    case Ask::attend: {
      const auto [from, to] = span(in);
      error_ = layer_.attend(from, to);
      break;
    }
  }
  return 1;
}

void Door::update(Numbers& in) {
  const bool lazy = in.yes();
  std::string_view text = text_;
  Tensors tensors(floats_);
  auto scene = std::make_unique<Scene>();
  const std::size_t head = in.count(), tail = in.count();
  const auto stay = [&](std::size_t from, std::size_t count) {
    for (; count > 0; --count, ++from) scene->tokens.push_back(live_.scene().tokens[from]);
  };
  stay(0, head);
  for (std::string& token : in.texts(text)) scene->tokens.push_back(std::move(token));
  if (tail > 0) stay(live_.scene().tokens.size() - tail, tail);
  scene->encoder.tokens = in.texts(text);
  scene->embedding.row_names = in.texts(text);
  read_scene(in, tensors, *scene);
  tensors.fill(floats_);
  error_ = live_.update(std::move(scene), lazy);
  if (error_) return;
  tensors_.emplace(std::move(tensors));
  before_ = floats_;
}

void Door::refresh(bool lazy) {
  tensors_->fill(floats_);
  error_ = live_.refresh(lazy);
  if (!error_) {
    before_ = floats_;
    return;
  }
  tensors_->fill(before_);
  live_.refresh(lazy);
}

void Door::read(Numbers& in) {
  Traced& of = traced(in.count());
  const std::size_t from = in.count(), to = in.count();
  const Span rows = span(in), columns = span(in);
  float* out = window_.data();
  for (std::size_t head = from; head < to; ++head) {
    error_ = live_.evaluator().read(of, head, rows, columns, out);
    if (error_) return;
    out += (rows.to - rows.from) * (columns.to - columns.from);
  }
}

void Door::overview(Numbers& in) {
  Traced& of = traced(in.count());
  const std::size_t head = in.count();
  const Span rows = span(in), columns = span(in);
  const std::size_t height = in.count(), width = in.count(), pixels = height * width;
  float* out = window_.data();
  error_ = self_attention::overview(live_.evaluator(), live_.scene(), of, head, rows, columns,
                                    {height, width, out, out + pixels, out + 2 * pixels});
}

double Door::describe() {
  text_.clear();
  const Trace& trace = live_.trace();
  for (const auto* list : {&trace.steps, &trace.parameters}) {
    for (const Traced& one : *list) {
      std::string extents;
      for (const std::size_t extent : one.shape) extents += sentence("{} ", extent);
      text_ += sentence("{}\t{}\t{}\t{}\t{}\n", one.name, one.layer, one.axes, extents, one.formula());
    }
    text_ += '\f';
  }
  numbers_.clear();
  for (const auto& [name, value] : trace.symbols) {
    text_ += sentence("{}\n", name);
    numbers_.push_back(value);
  }
  return static_cast<double>(numbers_.size());
}

double Door::bytes() const {
  std::size_t floats = floats_.size() + before_.size() + window_.size();
  for (const auto* list : {&live_.trace().steps, &live_.trace().parameters}) {
    for (const Traced& one : *list) floats += one.tensor.size();
  }
  return static_cast<double>(floats * sizeof(float));
}

void Door::attend(Numbers& in) {
  const float* next = floats_.data();
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
  floats_ = {};
  options.causal = in.yes();
  options.causal_offset = static_cast<std::int64_t>(in.number());
  options.scale = in.maybe();
  options.softcap = in.number();
  options.keep_scores = in.yes();
  options.keep_scaled = in.yes();
  options.keep_capped = in.yes();
  options.keep_masked = in.yes();
  result_ = {};
  error_ = scaled_dot_product_attention(q, k, v, options, result_);
}

void Door::show(std::size_t place) {
  std::optional<Tensor>* const kept[] = {&result_.scores, &result_.scaled, &result_.capped, &result_.masked};
  std::vector<float>* const of_layer[] = {&layer_.input(), &layer_.output(), &layer_.weights()};
  constexpr std::size_t tensors = 2 + std::size(kept);
  if (place >= tensors) {
    shown_ = *of_layer[place - tensors];
  } else {
    const Tensor& tensor = place == 0 ? result_.output : place == 1 ? result_.weights : **kept[place - 2];
    shown_ = {tensor.data(), tensor.size()};
  }
}

void Door::prepare(Numbers& in) {
  Tensors tensors(floats_);
  Projections given;
  for (Tensor* tensor :
       {&given.w_q, &given.b_q, &given.w_k, &given.b_k, &given.w_v, &given.b_v, &given.w_o, &given.b_o}) {
    tensors.matrix(*tensor);
  }
  tensors.fill(floats_);
  floats_ = {};
  MultiHeadOptions options;
  options.heads = in.count();
  options.kv_heads = in.count();
  for (std::ptrdiff_t* reach : {&options.band.before, &options.band.after}) {
    if (const auto given_reach = in.maybe()) *reach = static_cast<std::ptrdiff_t>(*given_reach);
  }
  options.scale = in.maybe();
  error_ = layer_.prepare(given, options);
}

Traced& Door::traced(std::size_t place) {
  Trace& trace = live_.trace();
  const bool step = place < trace.steps.size();
  return *std::next(step ? trace.steps.begin() : trace.parameters.begin(),
                    static_cast<std::ptrdiff_t>(step ? place : place - trace.steps.size()));
}

}  // namespace self_attention
