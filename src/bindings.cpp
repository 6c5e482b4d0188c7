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
#include "dimensions.hpp"
#include "limits.hpp"
#include "parameters.hpp"

// What a plain `val` is in TypeScript (the .d.ts is generated).
EMSCRIPTEN_DECLARE_VAL_TYPE(Float32ArrayVal);
EMSCRIPTEN_DECLARE_VAL_TYPE(StringsVal);
EMSCRIPTEN_DECLARE_VAL_TYPE(TensorOutVal);
EMSCRIPTEN_DECLARE_VAL_TYPE(ErrorVal);
EMSCRIPTEN_DECLARE_VAL_TYPE(DescriptionsVal);
EMSCRIPTEN_DECLARE_VAL_TYPE(SymbolsVal);
EMSCRIPTEN_DECLARE_VAL_TYPE(ResultVal);

namespace {

using emscripten::val;
using namespace self_attention;

// A tensor on its way in: the last `rank` of its four extents, and a Float32Array of their product. Rank 0: no tensor.
struct TensorIn {
  std::uint32_t rank = 0, d0 = 1, d1 = 1, d2 = 1, d3 = 1;
  Float32ArrayVal data{val::undefined()};
};

// val::set makes a function for every length of name there is.
void put(val& object, const char* name, const val& value) {
  object.set(name, value);
}

double size_of(const TensorIn& in) {
  return static_cast<double>(in.d0) * in.d1 * in.d2 * in.d3;
}

Tensor tensor_from(const TensorIn& in) {
  const std::size_t extents[] = {in.d0, in.d1, in.d2, in.d3};
  const std::vector<std::size_t> shape(std::end(extents) - in.rank, std::end(extents));
  Tensor tensor = Tensor::of_shape(shape);
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

struct EmbeddingIn {
  Embedding::Kind kind;
  std::uint32_t d_model = 0;
  StringsVal row_names{val::undefined()};
  bool draw_missing = false;
  Draw draw;
};

struct ParametersIn {
  Parameters::Kind kind;
  Draw draw;
  std::uint32_t d_k = 0, d_v = 0;
  bool biases = false, output = false;
};

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

// Reads the tensors of a scene one after another from one array, which crosses the boundary once. It begins with their
// rows and columns: the embedding's matrix, then each Matrix in its order; what is absent has 0 columns.
class Unpacker {
 public:
  explicit Unpacker(const Float32ArrayVal& packed)
      : numbers_(emscripten::convertJSArrayToNumberVector<float>(packed)),
        extents_(numbers_.data()),
        next_(numbers_.data() + 2 * (1 + Matrices::count)) {}

  Tensor matrix() {
    const auto rows = static_cast<std::size_t>(*extents_++);
    const auto columns = static_cast<std::size_t>(*extents_++);
    if (columns == 0) return {};
    Tensor tensor = Tensor::of_shape({rows, columns});
    std::copy_n(next_, tensor.size(), tensor.data());
    next_ += tensor.size();
    return tensor;
  }

 private:
  std::vector<float> numbers_;
  const float* extents_;
  const float* next_;
};

std::unique_ptr<Attended> attend_scene(const StringsVal& tokens, const EmbeddingIn& embedding,
                                       const ParametersIn& parameters, const Attention& attention,
                                       const Float32ArrayVal& packed) {
  Unpacker unpacker(packed);
  Scene scene;
  scene.tokens = emscripten::vecFromJSArray<std::string>(tokens);
  scene.embedding.kind = embedding.kind;
  scene.embedding.d_model = embedding.d_model;
  scene.embedding.draw = embedding.draw;
  scene.embedding.draw_missing = embedding.draw_missing;
  scene.embedding.row_names = emscripten::vecFromJSArray<std::string>(embedding.row_names);
  (embedding.kind == Embedding::Kind::table ? scene.embedding.rows : scene.embedding.x) = unpacker.matrix();
  scene.parameters.kind = parameters.kind;
  scene.parameters.draw = parameters.draw;
  scene.parameters.d_k = parameters.d_k;
  scene.parameters.d_v = parameters.d_v;
  scene.parameters.biases = parameters.biases;
  scene.parameters.output = parameters.output;
  for (std::size_t index = 0; index < Matrices::count; ++index) {
    Tensor matrix = unpacker.matrix();
    const bool bias = is_bias(static_cast<Matrix>(index)) && matrix.size() != 0;
    scene.parameters.matrices.tensors[index] = bias ? matrix.reshaped({matrix.size()}) : matrix;
  }
  scene.attention = attention;
  return std::make_unique<Attended>(Attended{attend(scene)});
}

DescriptionsVal described(const std::list<Traced>& list) {
  val out = val::array();
  for (const Traced& traced : list) {
    val item = val::object();
    put(item, "name", val(std::string(traced.name)));
    put(item, "formula", val(traced.formula));
    put(item, "shape", val::array(traced.tensor.shape().begin(), traced.tensor.shape().end()));
    put(item, "axes", val(std::string(traced.axes)));
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

// undefined when there is no such tensor or head; `head` < 0 for all of it.
TensorOutVal tensor_of(const Attended& attended, const std::string& name, int head) {
  const Traced* found = trace_of(attended).find(name);
  if (found == nullptr) return TensorOutVal(val::undefined());
  const Tensor& tensor = found->tensor;
  if (head >= 0 && static_cast<std::size_t>(head) >= tensor.extent(0)) return TensorOutVal(val::undefined());
  if (head < 0) return TensorOutVal(tensor_out(tensor));
  const std::vector<std::size_t> shape(tensor.shape().begin() + 1, tensor.shape().end());
  const std::size_t count = tensor.size() / tensor.extent(0);
  return TensorOutVal(tensor_out(shape, tensor.data() + static_cast<std::size_t>(head) * count, count));
}

// Embind's own optional costs a kilobyte; NaN stands for "none" here, and `web/core/` lets no other NaN through.
double scale_in(const Attention& attention) {
  return attention.scale.value_or(NAN);
}
void set_scale(Attention& attention, double scale) {
  if (!std::isnan(scale)) attention.scale = scale;
}

struct AttentionOptionsIn {
  bool causal = false;
  double causal_offset = 0;
  TensorIn mask;
  double scale = NAN;
  double softcap = 0;
  bool keep_scores = false, keep_scaled = false, keep_capped = false, keep_masked = false;
};

// The result's tensors by name, or { error }.
ResultVal scaled_dot_product_attention_of(const TensorIn& q, const TensorIn& k, const TensorIn& v,
                                          const AttentionOptionsIn& options) {
  val out = val::object();
  // Before the inputs are copied in: they alone may be too large.
  double floats = 0;
  for (const TensorIn* in : {&q, &k, &v, &options.mask}) floats += size_of(*in);
  if (const Check wrong = check_bytes(floats * sizeof(float), limits::max_bytes)) {
    put(out, "error", error_out(*wrong));
    return ResultVal(out);
  }
  const Result<AttentionResult> result = scaled_dot_product_attention(
      tensor_from(q), tensor_from(k), tensor_from(v),
      {.causal = options.causal,
       .causal_offset = static_cast<std::int64_t>(options.causal_offset),
       .mask = options.mask.rank == 0 ? std::nullopt : std::optional(tensor_from(options.mask)),
       .scale = std::isnan(options.scale) ? std::nullopt : std::optional(options.scale),
       .softcap = options.softcap,
       .keep_scores = options.keep_scores,
       .keep_scaled = options.keep_scaled,
       .keep_capped = options.keep_capped,
       .keep_masked = options.keep_masked});
  if (const Error* wrong = std::get_if<Error>(&result)) {
    put(out, "error", error_out(*wrong));
    return ResultVal(out);
  }
  const auto& tensors = std::get<AttentionResult>(result);
  put(out, "output", tensor_out(tensors.output));
  put(out, "weights", tensor_out(tensors.weights));
  if (tensors.scores) put(out, "scores", tensor_out(*tensors.scores));
  if (tensors.scaled) put(out, "scaled", tensor_out(*tensors.scaled));
  if (tensors.capped) put(out, "capped", tensor_out(*tensors.capped));
  if (tensors.masked) put(out, "masked", tensor_out(*tensors.masked));
  return ResultVal(out);
}

}  // namespace

EMSCRIPTEN_BINDINGS(self_attention) {
  using namespace emscripten;

  register_type<Float32ArrayVal>("Float32Array");
  register_type<StringsVal>("string[]");
  register_type<TensorOutVal>("{ shape: number[]; data: Float32Array } | undefined");
  register_type<ErrorVal>("{ code: string; message: string; path: string } | undefined");
  register_type<DescriptionsVal>("{ name: string; formula: string; shape: number[]; axes: string }[]");
  register_type<SymbolsVal>("Record<string, number>");
  register_type<ResultVal>(
      "Record<string, { shape: number[]; data: Float32Array }> & "
      "{ error?: { code: string; message: string; path: string } }");

  constant("maxTokens", static_cast<double>(limits::max_tokens));

  value_object<TensorIn>("TensorIn")
      .field("rank", &TensorIn::rank)
      .field("d0", &TensorIn::d0)
      .field("d1", &TensorIn::d1)
      .field("d2", &TensorIn::d2)
      .field("d3", &TensorIn::d3)
      .field("data", &TensorIn::data);

  enum_<Distribution>("Distribution", enum_value_type::string)
      .value("uniform", Distribution::uniform)
      .value("normal", Distribution::normal)
      .value("xavier", Distribution::xavier)
      .value("kaiming", Distribution::kaiming)
      .value("identity", Distribution::identity);
  value_object<Draw>("Draw")
      .field("distribution", &Draw::distribution)
      .field("seed", &Draw::seed)
      .field("low", &Draw::low)
      .field("high", &Draw::high)
      .field("mean", &Draw::mean)
      .field("std", &Draw::std);

  enum_<Embedding::Kind>("EmbeddingKind", enum_value_type::string)
      .value("given", Embedding::Kind::given)
      .value("oneHot", Embedding::Kind::one_hot)
      .value("random", Embedding::Kind::random)
      .value("table", Embedding::Kind::table);
  value_object<EmbeddingIn>("EmbeddingIn")
      .field("kind", &EmbeddingIn::kind)
      .field("dModel", &EmbeddingIn::d_model)
      .field("rowNames", &EmbeddingIn::row_names)
      .field("drawMissing", &EmbeddingIn::draw_missing)
      .field("draw", &EmbeddingIn::draw);

  enum_<Parameters::Kind>("ParametersKind", enum_value_type::string)
      .value("given", Parameters::Kind::given)
      .value("random", Parameters::Kind::random)
      .value("identity", Parameters::Kind::identity);
  value_object<ParametersIn>("ParametersIn")
      .field("kind", &ParametersIn::kind)
      .field("draw", &ParametersIn::draw)
      .field("dK", &ParametersIn::d_k)
      .field("dV", &ParametersIn::d_v)
      .field("biases", &ParametersIn::biases)
      .field("output", &ParametersIn::output);

  enum_<Attention::Score>("ScoreKind", enum_value_type::string)
      .value("dot", Attention::Score::dot)
      .value("scaledDot", Attention::Score::scaled_dot);
  enum_<Attention::Mask>("MaskKind", enum_value_type::string)
      .value("none", Attention::Mask::none)
      .value("causal", Attention::Mask::causal);
  value_object<Attention>("AttentionIn")
      .field("heads", &Attention::heads)
      .field("kvHeads", &Attention::kv_heads)
      .field("score", &Attention::score)
      .field("scale", &scale_in, &set_scale)
      .field("mask", &Attention::mask)
      .field("temperature", &Attention::temperature)
      .field("softcap", &Attention::softcap);

  class_<Attended>("Attended")
      .function("error", &error_of)
      .function("steps", &steps_of)
      .function("parameters", &parameters_of)
      .function("vocabulary", &vocabulary_of)
      .function("symbols", &symbols_of)
      .function("tensor", &tensor_of);
  function("attend", &attend_scene);

  value_object<AttentionOptionsIn>("AttentionOptionsIn")
      .field("causal", &AttentionOptionsIn::causal)
      .field("causalOffset", &AttentionOptionsIn::causal_offset)
      .field("mask", &AttentionOptionsIn::mask)
      .field("scale", &AttentionOptionsIn::scale)
      .field("softcap", &AttentionOptionsIn::softcap)
      .field("keepScores", &AttentionOptionsIn::keep_scores)
      .field("keepScaled", &AttentionOptionsIn::keep_scaled)
      .field("keepCapped", &AttentionOptionsIn::keep_capped)
      .field("keepMasked", &AttentionOptionsIn::keep_masked);
  function("scaledDotProductAttention", &scaled_dot_product_attention_of);
}
