// The only door between C++ and JavaScript, and the only Emscripten include. Thin: it turns values into values and
// decides nothing. `web/core/` has checked types, keys and finiteness before anything comes here, because Embind
// coerces in silence (null to 0, a string to NaN).
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "attention.hpp"
#include "checks.hpp"
#include "limits.hpp"
#include "multi_head_attention.hpp"
#include "parameters.hpp"

// What a plain `val` is in TypeScript (the .d.ts is generated).
EMSCRIPTEN_DECLARE_VAL_TYPE(Float32ArrayVal);
EMSCRIPTEN_DECLARE_VAL_TYPE(Float64ArrayVal);
EMSCRIPTEN_DECLARE_VAL_TYPE(StringsVal);
EMSCRIPTEN_DECLARE_VAL_TYPE(TensorOutVal);
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
  explicit Numbers(const Float64ArrayVal& packed)
      : numbers_(emscripten::convertJSArrayToNumberVector<double>(packed)) {}

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

// A trace, or why there is none; JavaScript owns it and deletes it.
struct Attended {
  Result<Trace> result;
};

val error_out(const Error& wrong) {
  val out = val::object();
  put(out, "code", val(std::string(wrong.code)));
  put(out, "message", val(wrong.message));
  put(out, "path", val(std::string(wrong.path)));
  return out;
}

// undefined when there is a trace.
ErrorVal error_of(const Attended& attended) {
  const Error* wrong = std::get_if<Error>(&attended.result);
  return ErrorVal(wrong == nullptr ? val::undefined() : error_out(*wrong));
}

const Trace& trace_of(const Attended& attended) {
  return std::get<Trace>(attended.result);
}

// Reads the tensors of a scene one after another: rows, columns and the numbers of each. Absent ones have 0 columns.
class Tensors {
 public:
  explicit Tensors(const Float32ArrayVal& packed)
      : numbers_(emscripten::convertJSArrayToNumberVector<float>(packed)), next_(numbers_.data()) {}

  Tensor matrix() {
    const auto rows = static_cast<std::size_t>(*next_++);
    const auto columns = static_cast<std::size_t>(*next_++);
    if (columns == 0) return {};
    Tensor tensor = Tensor::of_shape({rows, columns});
    std::copy_n(next_, tensor.size(), tensor.data());
    next_ += tensor.size();
    return tensor;
  }

 private:
  std::vector<float> numbers_;
  const float* next_;
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

Embedding embedding_in(Numbers& in, Tensors& tensors, const StringsVal& row_names) {
  Embedding embedding;
  embedding.kind = in.choice<Embedding::Kind>();
  embedding.d_model = in.count();
  embedding.draw = draw_in(in);
  embedding.draw_missing = in.yes();
  embedding.row_names = emscripten::vecFromJSArray<std::string>(row_names);
  embedding.x = tensors.matrix();
  embedding.rows = tensors.matrix();
  embedding.q = tensors.matrix();
  embedding.k = tensors.matrix();
  embedding.v = tensors.matrix();
  return embedding;
}

Positions positions_in(Numbers& in, Tensors& tensors) {
  Positions positions;
  positions.kind = in.choice<Positions::Kind>();
  positions.base = in.number();
  positions.concat = in.yes();
  positions.width = in.count();
  positions.seed = static_cast<std::uint32_t>(in.number());
  positions.std = in.number();
  positions.clip = in.count();
  positions.rows = tensors.matrix();
  return positions;
}

Matrices matrices_in(Tensors& tensors) {
  Matrices matrices;
  for (std::size_t index = 0; index < Matrices::count; ++index) {
    Tensor matrix = tensors.matrix();
    const bool vector = matrix_names[index].vector && matrix.size() != 0;
    matrices.tensors[index] = vector ? matrix.reshaped({matrix.size()}) : std::move(matrix);
  }
  return matrices;
}

Parameters parameters_in(Numbers& in, Tensors& tensors) {
  Parameters parameters;
  parameters.kind = in.choice<Parameters::Kind>();
  parameters.draw = draw_in(in);
  parameters.d_k = in.count();
  parameters.d_v = in.count();
  parameters.d_a = in.count();
  parameters.biases = in.yes();
  parameters.output = in.yes();
  parameters.matrices = matrices_in(tensors);
  for (std::size_t layers = in.count(); layers > 0; --layers) parameters.stack.push_back(matrices_in(tensors));
  return parameters;
}

Attention attention_in(Numbers& in, Tensors& tensors) {
  Attention attention;
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
  attention.scores = tensors.matrix();
  attention.mask.visible = tensors.matrix();
  return attention;
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

std::unique_ptr<Attended> attend_scene(const StringsVal& tokens, const StringsVal& encoder_tokens,
                                       const StringsVal& row_names, const Float64ArrayVal& numbers,
                                       const Float32ArrayVal& packed) {
  Numbers in(numbers);
  Tensors tensors(packed);
  Scene scene;
  scene.tokens = emscripten::vecFromJSArray<std::string>(tokens);
  scene.encoder.tokens = emscripten::vecFromJSArray<std::string>(encoder_tokens);
  scene.encoder.x = tensors.matrix();
  scene.embedding = embedding_in(in, tensors, row_names);
  scene.positions = positions_in(in, tensors);
  scene.parameters = parameters_in(in, tensors);
  scene.attention = attention_in(in, tensors);
  scene.block = block_in(in);
  scene.layers = in.count();
  scene.mistake = in.choice<Mistake>();
  return std::make_unique<Attended>(Attended{attend(scene)});
}

DescriptionsVal described(const std::list<Traced>& list) {
  val out = val::array();
  for (const Traced& traced : list) {
    val item = val::object();
    put(item, "name", val(std::string(traced.name)));
    put(item, "formula", val(traced.formula()));
    put(item, "shape", val::array(traced.tensor.shape().begin(), traced.tensor.shape().end()));
    put(item, "axes", val(std::string(traced.axes)));
    put(item, "layer", val(traced.layer));
    out.call<void>("push", item);
  }
  return DescriptionsVal(out);
}

DescriptionsVal steps_of(const Attended& attended) {
  return described(trace_of(attended).steps);
}
DescriptionsVal parameters_of(const Attended& attended) {
  return described(trace_of(attended).parameters);
}
StringsVal vocabulary_of(const Attended& attended) {
  return StringsVal(val::array(trace_of(attended).vocabulary));
}

SymbolsVal symbols_of(const Attended& attended) {
  val out = val::object();
  for (const auto& [name, value] : trace_of(attended).symbols) out.set(std::string(name), value);
  return SymbolsVal(out);
}

// One head of a tensor, or with `head` < 0 all of it; `count` 0 when there is no such tensor or head.
struct Window {
  const Tensor* tensor = nullptr;
  const float* data = nullptr;
  std::size_t count = 0;
};

Window window_of(const Attended& attended, const std::string& name, int layer, int head) {
  const Traced* found = trace_of(attended).find(name, static_cast<std::size_t>(layer));
  if (found == nullptr) return {};
  const Tensor& tensor = found->tensor;
  if (head < 0) return {&tensor, tensor.data(), tensor.size()};
  if (static_cast<std::size_t>(head) >= tensor.extent(0)) return {};
  const std::size_t count = tensor.size() / tensor.extent(0);
  return {&tensor, tensor.data() + static_cast<std::size_t>(head) * count, count};
}

TensorOutVal tensor_of(const Attended& attended, const std::string& name, int layer, int head) {
  const Window window = window_of(attended, name, layer, head);
  if (window.count == 0) return TensorOutVal(val::undefined());
  const auto& shape = window.tensor->shape();
  return TensorOutVal(
      tensor_out(std::vector<std::size_t>(shape.begin() + (head < 0 ? 0 : 1), shape.end()), window.data, window.count));
}

// NaN when there is no such tensor or head.
double variance_of(const Attended& attended, const std::string& name, int layer, int head) {
  const Window window = window_of(attended, name, layer, head);
  return window.count == 0 ? NAN : variance(window.data, window.count);
}

// undefined where the scores are given.
TensorOutVal score_variances_of(const Attended& attended, int layer) {
  const Trace& trace = trace_of(attended);
  const Traced* q = trace.find("q", static_cast<std::size_t>(layer));
  const Traced* k = trace.find("k", static_cast<std::size_t>(layer));
  return TensorOutVal(q == nullptr ? val::undefined() : tensor_out(score_variances(q->tensor, k->tensor)));
}

// The result's tensors by name, or { error }.
ResultVal scaled_dot_product_attention_of(const Float64ArrayVal& numbers, const Float32ArrayVal& q_data,
                                          const Float32ArrayVal& k_data, const Float32ArrayVal& v_data,
                                          const Float32ArrayVal& mask_data) {
  Numbers in(numbers);
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
  Numbers in(numbers);
  Tensors tensors(packed);
  Projections given;
  for (Tensor* tensor :
       {&given.w_q, &given.b_q, &given.w_k, &given.b_k, &given.w_v, &given.b_v, &given.w_o, &given.b_o}) {
    *tensor = tensors.matrix();
  }
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
  register_type<TensorOutVal>("{ shape: number[]; data: Float32Array } | undefined");
  register_type<ErrorVal>("{ code: string; message: string; path: string } | undefined");
  register_type<DescriptionsVal>("{ name: string; formula: string; shape: number[]; axes: string; layer: number }[]");
  register_type<SymbolsVal>("Record<string, number>");
  register_type<ResultVal>(
      "Record<string, { shape: number[]; data: Float32Array }> & "
      "{ error?: { code: string; message: string; path: string } }");

  constant("maxTokens", static_cast<double>(limits::max_tokens));

  class_<Attended>("Attended")
      .function("error", &error_of)
      .function("steps", &steps_of)
      .function("parameters", &parameters_of)
      .function("vocabulary", &vocabulary_of)
      .function("symbols", &symbols_of)
      .function("tensor", &tensor_of)
      .function("variance", &variance_of)
      .function("scoreVariances", &score_variances_of);
  function("attend", &attend_scene);

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
