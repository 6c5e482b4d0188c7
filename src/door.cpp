#include "door.hpp"

#include <algorithm>
#include <iterator>
#include <list>
#include <string_view>
#include <utility>

#include "overview.hpp"

namespace self_attention {

namespace {

Span span(Numbers& in) {
  const std::size_t from = in.count();
  return {from, in.count()};
}

}  // namespace

const void* Door::memory(Memory which, std::size_t count) {
  const auto room = [count](auto& of) -> const void* {
    of.resize(count);
    return of.data();
  };
  switch (which) {
    case Memory::numbers:
      return room(numbers_);
    case Memory::floats:
      return room(floats_);
    case Memory::window:
      return room(window_);
    case Memory::text:
      return room(text_);
    case Memory::shown:
      break;
  }
  return calls_ ? calls_->shown() : nullptr;
}

double Door::ask(Ask what) {
  if (what == Ask::said) return said();
  error_ = {};
  const double answer = answered(what);
  return error_ ? -1 : answer;
}

double Door::said() {
  if (error_) text_ = sentence("{}\n{}\n{}", error_->code, error_->path, error_->message());
  return static_cast<double>(text_.size());
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
    case Ask::row_sums: {
      const std::size_t rows = in.count();
      row_sums(window_.data(), rows, in.count());
      break;
    }
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
    default:
      if (calls_) return calls_->answered(what, in, floats_, error_);
      error_ = error("unsupported", "", "this module of the core computes scenes only");
  }
  return 1;
}

void Door::update(Numbers& in) {
  const bool lazy = in.yes();
  std::string_view text = text_;
  Tensors tensors(floats_);
  auto scene = std::make_unique<Scene>();
  const std::size_t head = in.count(), tail = in.count();
  std::vector<std::string> given = in.texts(text);
  scene->tokens = std::vector<std::string>(head + given.size() + tail);
  std::ranges::move(given, scene->tokens.begin() + static_cast<std::ptrdiff_t>(head));
  if (head > 0) std::copy_n(live_.scene().tokens.begin(), head, scene->tokens.begin());
  if (tail > 0) std::copy_n(live_.scene().tokens.rbegin(), tail, scene->tokens.rbegin());
  scene->encoder.tokens = in.texts(text);
  scene->embedding.row_names = in.texts(text);
  read_scene(in, tensors, *scene);
  tensors.fill(floats_);
  error_ = live_.update(std::move(scene), lazy);
  if (error_) return;
  tensors_.emplace(std::move(tensors));
  keep();
}

void Door::refresh(bool lazy) {
  tensors_->fill(floats_);
  error_ = live_.refresh(lazy);
  if (!error_) {
    keep();
    return;
  }
  tensors_->fill(before_);
  live_.refresh(lazy);
}

void Door::keep() {
  before_.resize(floats_.size());
  std::ranges::copy(floats_, before_.begin());
}

void Door::read(Numbers& in) {
  TraceTensor& of = traced(in.count());
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
  TraceTensor& of = traced(in.count());
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
    for (const TraceTensor& one : *list) {
      std::string extents;
      for (const std::size_t extent : one.shape) extents += sentence("{} ", extent);
      text_ += sentence("{}\t{}\t{}\t{}\t{}\n", one.name, one.layer, one.axes, extents, one.formula());
    }
    text_ += '\f';
  }
  numbers_.resize(trace.symbols.size());
  double* next = numbers_.data();
  for (const auto& [name, value] : trace.symbols) {
    text_ += sentence("{}\n", name);
    *next++ = value;
  }
  return static_cast<double>(numbers_.size());
}

double Door::bytes() const {
  std::size_t floats = floats_.size() + before_.size() + window_.size();
  for (const auto* list : {&live_.trace().steps, &live_.trace().parameters}) {
    for (const TraceTensor& one : *list) floats += one.tensor.size();
  }
  return static_cast<double>(floats * sizeof(float));
}

TraceTensor& Door::traced(std::size_t place) {
  Trace& trace = live_.trace();
  const bool step = place < trace.steps.size();
  return *std::next(step ? trace.steps.begin() : trace.parameters.begin(),
                    static_cast<std::ptrdiff_t>(step ? place : place - trace.steps.size()));
}

}  // namespace self_attention
