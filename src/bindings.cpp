// The only door between C++ and JavaScript, and the only Emscripten include. Thin: it turns values into values and
// decides nothing. `web/core/` has checked types, keys and finiteness before anything comes here, because Embind
// coerces in silence (null to 0, a string to NaN).
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "attention.hpp"
#include "checks.hpp"
#include "limits.hpp"
#include "live.hpp"
#include "multi_head_attention.hpp"
#include "overview.hpp"
#include "parameters.hpp"

// What a plain `val` is in TypeScript (the .d.ts is generated).
EMSCRIPTEN_DECLARE_VAL_TYPE(Float32ArrayVal);
EMSCRIPTEN_DECLARE_VAL_TYPE(Float64ArrayVal);
EMSCRIPTEN_DECLARE_VAL_TYPE(StringsVal);
EMSCRIPTEN_DECLARE_VAL_TYPE(ErrorVal);
EMSCRIPTEN_DECLARE_VAL_TYPE(DescriptionsVal);
EMSCRIPTEN_DECLARE_VAL_TYPE(SymbolsVal);
EMSCRIPTEN_DECLARE_VAL_TYPE(ResultVal);

namespace {

using emscripten::val;
using namespace self_attention;

// Reads the numbers of a call one after another, in the order that web/core/pack.ts writes them: one array crosses the
// boundary once, where an object a part would cross it once a field.
class Numbers {
 public:
  explicit Numbers(std::vector<double> numbers) : numbers_(std::move(numbers)) {}

  double number() { return numbers_[next_++]; }
  std::size_t count() { return static_cast<std::size_t>(number()); }
  bool yes() { return number() != 0; }
  // Of an enumeration: its place in the list of names there, which is the order of the values here.
  template <class Enumeration>
  Enumeration choice() {
    return static_cast<Enumeration>(count());
  }

 private:
  std::vector<double> numbers_;
  std::size_t next_ = 0;
};

// val::set makes a function for every length of name there is.
void put(val& object, const char* name, const val& value) {
  object.set(name, value);
}

// A tensor on its way in: its shape, and a Float32Array of as many numbers. Not there: `rank` below 0.
struct TensorIn {
  TensorIn(Numbers& in, const Float32ArrayVal& numbers) : rank(in.number()), data(numbers) {
    for (double axis = 0; axis < rank; ++axis) {
      shape.push_back(in.count());
      size *= static_cast<double>(shape.back());
    }
  }

  // In double, so that no product of extents can wrap.
  double rank, size = 1;
  std::vector<std::size_t> shape;
  const Float32ArrayVal& data;
};

Tensor tensor_from(const TensorIn& in) {
  Tensor tensor = Tensor::of_shape(in.shape);
  val(emscripten::typed_memory_view(tensor.size(), tensor.data())).call<void>("set", in.data);
  return tensor;
}

// An owned copy: views of the heap die when memory grows.
val floats_out(const float* data, std::size_t count) {
  return val(emscripten::typed_memory_view(count, data)).call<val>("slice");
}

template <class Shape>
val tensor_out(const Shape& shape, const float* data, std::size_t count) {
  val out = val::object();
  put(out, "shape", val::array(shape.begin(), shape.end()));
  put(out, "data", floats_out(data, count));
  return out;
}

val tensor_out(const Tensor& tensor) {
  return tensor_out(tensor.shape(), tensor.data(), tensor.size());
}

val error_out(const Error& wrong) {
  val out = val::object();
  put(out, "code", val(std::string(wrong.code)));
  put(out, "message", val(wrong.message));
  put(out, "path", val(std::string(wrong.path)));
  return out;
}

// Reads the tensors of a scene one after another: rows, columns and the numbers of each. Absent ones have 0 columns.
// Remembers where the numbers of each stand, so that others can follow them.
class Tensors {
 public:
  explicit Tensors(const std::vector<float>& numbers) : numbers_(numbers) {}

  void matrix(Tensor& tensor, bool vector = false) {
    const auto rows = static_cast<std::size_t>(numbers_[next_]);
    const auto columns = static_cast<std::size_t>(numbers_[next_ + 1]);
    next_ += 2;
    if (columns == 0) return;
    tensor = Tensor::of_shape(vector ? Tensor::Shape{columns} : Tensor::Shape{rows, columns});
    places_.push_back({&tensor, next_});
    next_ += tensor.size();
  }

  // Of every tensor, from where they stand in `numbers`.
  void fill(const std::vector<float>& numbers) const {
    for (const auto& [tensor, from] : places_) std::copy_n(numbers.data() + from, tensor->size(), tensor->data());
  }

 private:
  struct Place {
    Tensor* tensor;
    std::size_t from;
  };

  const std::vector<float>& numbers_;
  std::size_t next_ = 0;
  std::vector<Place> places_;
};

// Two numbers: whether there is one, and which.
std::optional<double> maybe_in(Numbers& in) {
  const bool there = in.yes();
  const double number = in.number();
  return there ? std::optional(number) : std::nullopt;
}

Draw draw_in(Numbers& in) {
  Draw draw;
  draw.distribution = in.choice<Distribution>();
  draw.seed = static_cast<std::uint32_t>(in.number());
  draw.low = in.number();
  draw.high = in.number();
  draw.mean = in.number();
  draw.std = in.number();
  return draw;
}

void embedding_in(Numbers& in, Tensors& tensors, Embedding& embedding) {
  embedding.kind = in.choice<Embedding::Kind>();
  embedding.d_model = in.count();
  embedding.draw = draw_in(in);
  embedding.draw_missing = in.yes();
  for (Tensor* tensor : {&embedding.x, &embedding.rows, &embedding.q, &embedding.k, &embedding.v}) {
    tensors.matrix(*tensor);
  }
}

void positions_in(Numbers& in, Tensors& tensors, Positions& positions) {
  positions.kind = in.choice<Positions::Kind>();
  positions.base = in.number();
  positions.concat = in.yes();
  positions.width = in.count();
  positions.seed = static_cast<std::uint32_t>(in.number());
  positions.std = in.number();
  positions.clip = in.count();
  tensors.matrix(positions.rows);
}

void matrices_in(Tensors& tensors, Matrices& matrices) {
  for (std::size_t index = 0; index < Matrices::count; ++index) {
    tensors.matrix(matrices.tensors[index], matrix_names[index].vector);
  }
}

void parameters_in(Numbers& in, Tensors& tensors, Parameters& parameters) {
  parameters.kind = in.choice<Parameters::Kind>();
  parameters.draw = draw_in(in);
  parameters.d_k = in.count();
  parameters.d_v = in.count();
  parameters.d_a = in.count();
  parameters.biases = in.yes();
  parameters.output = in.yes();
  matrices_in(tensors, parameters.matrices);
  parameters.stack.resize(in.count());
  for (Matrices& matrices : parameters.stack) matrices_in(tensors, matrices);
}

void attention_in(Numbers& in, Tensors& tensors, Attention& attention) {
  attention.heads = in.count();
  attention.kv_heads = in.count();
  attention.score = in.choice<Attention::Score>();
  attention.scale = maybe_in(in);
  attention.mask.kind = in.choice<Mask::Kind>();
  attention.mask.length = in.count();
  attention.mask.before = in.count();
  attention.mask.after = in.count();
  attention.temperature = in.number();
  attention.softcap = in.number();
  attention.normalizer = in.choice<Attention::Normalizer>();
  if (const auto decimals = maybe_in(in)) attention.round = static_cast<std::size_t>(*decimals);
  attention.weighted = in.yes();
  tensors.matrix(attention.scores);
  tensors.matrix(attention.mask.visible);
}

Block block_in(Numbers& in) {
  Block block;
  block.residual = in.yes();
  block.norm = in.choice<Block::Norm>();
  block.pre = in.yes();
  block.d_ff = in.count();
  block.activation = in.choice<Block::Activation>();
  return block;
}

// What JavaScript holds of a trace. The numbers that cross go through memory that both see: views of it are handed out
// once and stay good until more is asked for or the heap grows (then their length is 0).
class TraceHandle {
 public:
  // Memory for a scene's numbers and for its tensors, in the order of web/core/pack.ts, and for what is read.
  Float64ArrayVal numbers(std::size_t count) { return view<Float64ArrayVal>(numbers_, count); }
  Float32ArrayVal floats(std::size_t count) { return view<Float32ArrayVal>(floats_, count); }
  Float32ArrayVal window(std::size_t count) { return view<Float32ArrayVal>(window_, count); }

  // The scene that was written there. Of the tokens of the scene before, `head` stay at the beginning and `tail` at the
  // end. Whether there is no error.
  bool update(const StringsVal& tokens, std::size_t head, std::size_t tail, const StringsVal& encoder_tokens,
              const StringsVal& row_names, bool lazy) {
    Numbers in(numbers_);
    Tensors tensors(floats_);
    auto scene = std::make_unique<Scene>();
    if (!live_.empty()) scene->tokens = live_.scene().tokens;
    const auto at = [&](std::size_t place) { return scene->tokens.begin() + static_cast<std::ptrdiff_t>(place); };
    std::vector<std::string> texts = emscripten::vecFromJSArray<std::string>(tokens);
    const auto gone = scene->tokens.erase(at(head), at(scene->tokens.size() - tail));
    scene->tokens.insert(gone, texts.begin(), texts.end());
    scene->encoder.tokens = emscripten::vecFromJSArray<std::string>(encoder_tokens);
    scene->embedding.row_names = emscripten::vecFromJSArray<std::string>(row_names);
    tensors.matrix(scene->encoder.x);
    embedding_in(in, tensors, scene->embedding);
    positions_in(in, tensors, scene->positions);
    parameters_in(in, tensors, scene->parameters);
    attention_in(in, tensors, scene->attention);
    scene->block = block_in(in);
    scene->layers = in.count();
    scene->mistake = in.choice<Mistake>();
    tensors.fill(floats_);
    if (!succeeds(live_.update(std::move(scene), lazy))) return false;
    tensors_.emplace(std::move(tensors));
    before_ = floats_;
    return true;
  }

  // The same scene with the tensors that were written there.
  bool refresh(bool lazy) {
    tensors_->fill(floats_);
    if (succeeds(live_.refresh(lazy))) {
      before_ = floats_;
      return true;
    }
    tensors_->fill(before_);
    live_.refresh(lazy);
    return false;
  }

  ErrorVal error() const { return ErrorVal(error_ ? error_out(*error_) : val::undefined()); }

  DescriptionsVal steps() const { return described(live_.trace().steps); }
  DescriptionsVal parameters() const { return described(live_.trace().parameters); }
  StringsVal vocabulary() const { return StringsVal(val::array(live_.trace().vocabulary)); }
  SymbolsVal symbols() const {
    val out = val::object();
    for (const auto& [name, value] : live_.trace().symbols) out.set(std::string(name), value);
    return SymbolsVal(out);
  }
  // Rows of a tensor that were computed since the scene came.
  double computed(std::size_t place) { return static_cast<double>(traced(place).computed); }

  // To the window: rows and columns of heads from `head` on. The tensor is named by its place: steps first, then
  // parameters.
  bool read(std::size_t place, std::size_t head, std::size_t heads, std::size_t from, std::size_t to, std::size_t left,
            std::size_t right) {
    float* out = window_.data();
    for (std::size_t last = head + heads; head < last; ++head, out += (to - from) * (right - left)) {
      if (!succeeds(live_.evaluator().read(traced(place), head, {from, to}, {left, right}, out))) return false;
    }
    return true;
  }

  // To the window: means, maxima, shares of hidden cells.
  bool overview(std::size_t place, std::size_t head, std::size_t from, std::size_t to, std::size_t left,
                std::size_t right, std::size_t height, std::size_t width) {
    float* out = window_.data();
    const std::size_t pixels = height * width;
    return succeeds(self_attention::overview(live_.evaluator(), live_.scene(), traced(place), head, {from, to},
                                             {left, right}, {height, width, out, out + pixels, out + 2 * pixels}));
  }

  // Of what is in the window.
  double variance(std::size_t count) const { return self_attention::variance(window_.data(), count); }
  // To the window. Needs q and k to have been read.
  void score_variances(std::size_t q, std::size_t k) {
    const Tensor variances = self_attention::score_variances(traced(q).tensor, traced(k).tensor);
    std::copy_n(variances.data(), variances.size(), window_.data());
  }

  // Floats that are kept.
  double bytes() const {
    std::size_t floats = floats_.size() + before_.size() + window_.size();
    for (const auto* list : {&live_.trace().steps, &live_.trace().parameters}) {
      for (const Traced& one : *list) floats += one.tensor.size();
    }
    return static_cast<double>(floats * sizeof(float));
  }

 private:
  template <class View, class Number>
  static View view(std::vector<Number>& numbers, std::size_t count) {
    numbers.resize(count);
    return View(val(emscripten::typed_memory_view(count, numbers.data())));
  }

  bool succeeds(Check&& wrong) {
    error_ = std::move(wrong);
    return !error_;
  }

  Traced& traced(std::size_t place) {
    auto& [scene, vocabulary, steps, parameters, symbols] = live_.trace();
    const bool step = place < steps.size();
    return *std::next(step ? steps.begin() : parameters.begin(),
                      static_cast<std::ptrdiff_t>(step ? place : place - steps.size()));
  }

  static DescriptionsVal described(const std::list<Traced>& list) {
    val out = val::array();
    for (const Traced& traced : list) {
      val item = val::object();
      put(item, "name", val(std::string(traced.name)));
      put(item, "formula", val(traced.formula()));
      put(item, "shape", val::array(traced.shape.begin(), traced.shape.end()));
      put(item, "axes", val(std::string(traced.axes)));
      put(item, "layer", val(traced.layer));
      out.call<void>("push", item);
    }
    return DescriptionsVal(out);
  }

  Live live_;
  std::vector<double> numbers_;
  // `before_`: of the scene that the trace is of.
  std::vector<float> floats_, before_, window_;
  std::optional<Tensors> tensors_;
  Check error_;
};

// The result's tensors by name, or { error }.
ResultVal scaled_dot_product_attention_of(const Float64ArrayVal& numbers, const Float32ArrayVal& q_data,
                                          const Float32ArrayVal& k_data, const Float32ArrayVal& v_data,
                                          const Float32ArrayVal& mask_data) {
  Numbers in(emscripten::convertJSArrayToNumberVector<double>(numbers));
  const TensorIn q(in, q_data), k(in, k_data), v(in, v_data), mask(in, mask_data);
  val out = val::object();
  const auto refused = [&](const Error& wrong) {
    put(out, "error", error_out(wrong));
    return ResultVal(out);
  };
  // Before the inputs are copied in: they alone may be too large.
  const double floats = q.size + k.size + v.size + mask.size;
  if (const Check wrong = check_bytes(floats * sizeof(float), limits::max_bytes)) return refused(*wrong);
  AttentionOptions options;
  options.causal = in.yes();
  options.causal_offset = static_cast<std::int64_t>(in.number());
  if (mask.rank >= 0) options.mask = tensor_from(mask);
  options.scale = maybe_in(in);
  options.softcap = in.number();
  options.keep_scores = in.yes();
  options.keep_scaled = in.yes();
  options.keep_capped = in.yes();
  options.keep_masked = in.yes();
  const Result<AttentionResult> result =
      scaled_dot_product_attention(tensor_from(q), tensor_from(k), tensor_from(v), options);
  if (const Error* wrong = std::get_if<Error>(&result)) return refused(*wrong);
  const auto& tensors = std::get<AttentionResult>(result);
  put(out, "output", tensor_out(tensors.output));
  put(out, "weights", tensor_out(tensors.weights));
  if (tensors.scores) put(out, "scores", tensor_out(*tensors.scores));
  if (tensors.scaled) put(out, "scaled", tensor_out(*tensors.scaled));
  if (tensors.capped) put(out, "capped", tensor_out(*tensors.capped));
  if (tensors.masked) put(out, "masked", tensor_out(*tensors.masked));
  return ResultVal(out);
}

// ---- A layer made ready once, called again and again: only numbers cross the boundary
// --------------------------------

// A layer, and what was wrong with the last call.
struct Layer {
  MultiHeadAttention attention;
  Check wrong;

  bool reserve(std::size_t tokens, bool weights) { return !(wrong = attention.reserve(tokens, weights)); }
  bool attend(std::size_t from, std::size_t to) { return !(wrong = attention.attend(from, to)); }
  std::size_t heads_at_once() const { return attention.heads_at_once(); }
  std::size_t width() const { return attention.width(); }
};

std::unique_ptr<Layer> layer_of(const Float64ArrayVal& numbers, const Float32ArrayVal& packed) {
  Numbers in(emscripten::convertJSArrayToNumberVector<double>(numbers));
  const auto floats = emscripten::convertJSArrayToNumberVector<float>(packed);
  Tensors tensors(floats);
  Projections given;
  for (Tensor* tensor :
       {&given.w_q, &given.b_q, &given.w_k, &given.b_k, &given.w_v, &given.b_v, &given.w_o, &given.b_o}) {
    tensors.matrix(*tensor);
  }
  tensors.fill(floats);
  MultiHeadOptions options;
  options.heads = in.count();
  options.kv_heads = in.count();
  for (std::ptrdiff_t* reach : {&options.band.before, &options.band.after}) {
    if (const auto given_reach = maybe_in(in)) *reach = static_cast<std::ptrdiff_t>(*given_reach);
  }
  options.scale = maybe_in(in);
  auto layer = std::make_unique<Layer>();
  layer->wrong = layer->attention.prepare(given, options);
  return layer;
}

ErrorVal layer_error(const Layer& layer) {
  return ErrorVal(layer.wrong ? error_out(*layer.wrong) : val::undefined());
}

// A view of the heap itself: good until memory grows, when its length becomes 0.
Float32ArrayVal view_of(std::vector<float>& numbers) {
  return Float32ArrayVal(val(emscripten::typed_memory_view(numbers.size(), numbers.data())));
}
Float32ArrayVal layer_input(Layer& layer) {
  return view_of(layer.attention.input());
}
Float32ArrayVal layer_output(Layer& layer) {
  return view_of(layer.attention.output());
}
Float32ArrayVal layer_weights(Layer& layer) {
  return view_of(layer.attention.weights());
}

}  // namespace

EMSCRIPTEN_BINDINGS(self_attention) {
  using namespace emscripten;

  register_type<Float32ArrayVal>("Float32Array");
  register_type<Float64ArrayVal>("Float64Array");
  register_type<StringsVal>("string[]");
  register_type<ErrorVal>("{ code: string; message: string; path: string } | undefined");
  register_type<DescriptionsVal>("{ name: string; formula: string; shape: number[]; axes: string; layer: number }[]");
  register_type<SymbolsVal>("Record<string, number>");
  register_type<ResultVal>(
      "Record<string, { shape: number[]; data: Float32Array }> & "
      "{ error?: { code: string; message: string; path: string } }");

  constant("maxTokens", static_cast<double>(limits::max_tokens));

  class_<TraceHandle>("Trace")
      .constructor<>()
      .function("numbers", &TraceHandle::numbers)
      .function("floats", &TraceHandle::floats)
      .function("window", &TraceHandle::window)
      .function("update", &TraceHandle::update)
      .function("refresh", &TraceHandle::refresh)
      .function("error", &TraceHandle::error)
      .function("steps", &TraceHandle::steps)
      .function("parameters", &TraceHandle::parameters)
      .function("vocabulary", &TraceHandle::vocabulary)
      .function("symbols", &TraceHandle::symbols)
      .function("computed", &TraceHandle::computed)
      .function("read", &TraceHandle::read)
      .function("overview", &TraceHandle::overview)
      .function("variance", &TraceHandle::variance)
      .function("scoreVariances", &TraceHandle::score_variances)
      .function("bytes", &TraceHandle::bytes);

  function("scaledDotProductAttention", &scaled_dot_product_attention_of);

  class_<Layer>("Layer")
      .function("error", &layer_error)
      .function("reserve", &Layer::reserve)
      .function("attend", &Layer::attend)
      .function("headsAtOnce", &Layer::heads_at_once)
      .function("width", &Layer::width)
      .function("input", &layer_input)
      .function("output", &layer_output)
      .function("weights", &layer_weights);
  function("multiHeadAttention", &layer_of);
}
