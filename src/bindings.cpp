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
#include <string_view>
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

namespace {

using emscripten::val;
using namespace self_attention;

// A view of the heap itself: good until memory grows, when its length becomes 0, or what it shows is moved.
template <class View = Float32ArrayVal, class Number>
View view_of(const Number* numbers, std::size_t count) {
  return View(val(emscripten::typed_memory_view(count, numbers)));
}

// Reads the numbers of a call one after another, in the order that web/core/pack.ts writes them.
class Numbers {
 public:
  explicit Numbers(const std::vector<double>& numbers) : next_(numbers.data()) {}

  double number() { return *next_++; }
  std::size_t count() { return static_cast<std::size_t>(number()); }
  bool yes() { return number() != 0; }
  // Of an enumeration: its place in the list of names there, which is the order of the values here.
  template <class Enumeration>
  Enumeration choice() {
    return static_cast<Enumeration>(count());
  }
  // As many texts as are said, each as many bytes of what is left of `text` as are said.
  std::vector<std::string> texts(std::string_view& text) {
    std::vector<std::string> all(count());
    for (std::string& one : all) {
      const std::size_t size = count();
      one = text.substr(0, size);
      text.remove_prefix(size);
    }
    return all;
  }

 private:
  const double* next_;
};

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
    tensor = vector ? Tensor::of_shape({columns}) : Tensor::of_shape({rows, columns});
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

std::string text_of(const Check& wrong) {
  return wrong ? sentence("{}\n{}\n{}", {wrong->code, wrong->path, wrong->message}) : std::string();
}

// A layer, and what was wrong with the last call.
struct Layer {
  MultiHeadAttention attention;
  Check wrong;

  bool reserve(std::size_t tokens, bool weights) { return !(wrong = attention.reserve(tokens, weights)); }
  bool attend(std::size_t from, std::size_t to) { return !(wrong = attention.attend(from, to)); }
  std::string said() const { return text_of(wrong); }
  std::size_t heads_at_once() const { return attention.heads_at_once(); }
  std::size_t width() const { return attention.width(); }
  Float32ArrayVal input() { return view_of(attention.input().data(), attention.input().size()); }
  Float32ArrayVal output() { return view_of(attention.output().data(), attention.output().size()); }
  Float32ArrayVal weights() { return view_of(attention.weights().data(), attention.weights().size()); }
};

// What is asked of the door, in the order of web/core/door.ts.
enum class Ask : int {
  update,
  refresh,
  read,
  overview,
  computed,
  variance,
  score_variances,
  bytes,
  describe,
  room,
  attention,
  result
};

// Memory that both sides see, and a trace: JavaScript writes what it asks with into `numbers`, `floats` and a text,
// asks, and reads the answer from `window`, `numbers` or the text. Views of it are handed out once; they stay good
// until more is asked for or the heap grows.
class Door {
 public:
  Float64ArrayVal numbers(std::size_t count) {
    numbers_.resize(count);
    return view_of<Float64ArrayVal>(numbers_.data(), count);
  }
  Float32ArrayVal floats(std::size_t count) {
    floats_.resize(count);
    return view_of(floats_.data(), count);
  }
  Float32ArrayVal window(std::size_t count) {
    window_.resize(count);
    return view_of(window_.data(), count);
  }
  // A tensor that was answered with.
  Float32ArrayVal shown() const { return view_of(shown_->data(), shown_->size()); }

  void say(const std::string& text) { text_ = text; }
  // After a refusal: its code, path and message, a line each.
  std::string said() const { return error_ ? text_of(error_) : text_; }

  // A number from 0, or 1 where it only had to be done; −1: refused.
  double ask(int what) {
    error_ = {};
    const double answer = answered(static_cast<Ask>(what));
    return error_ ? -1 : answer;
  }

  // From what was written. What is wrong, the layer says.
  std::unique_ptr<Layer> layer() {
    Numbers in(numbers_);
    Tensors tensors(floats_);
    Projections given;
    for (Tensor* tensor :
         {&given.w_q, &given.b_q, &given.w_k, &given.b_k, &given.w_v, &given.b_v, &given.w_o, &given.b_o}) {
      tensors.matrix(*tensor);
    }
    tensors.fill(floats_);
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

 private:
  double answered(Ask what) {
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
      case Ask::result: {
        std::optional<Tensor>* const kept[] = {&result_.scores, &result_.scaled, &result_.capped, &result_.masked};
        const std::size_t place = in.count();
        shown_ = place == 0 ? &result_.output : place == 1 ? &result_.weights : &**kept[place - 2];
        break;
      }
    }
    return 1;
  }

  // The scene that was written. Of the tokens of the scene before, so many stay at the beginning and at the end.
  void update(Numbers& in) {
    const bool lazy = in.yes();
    std::string_view text = text_;
    Tensors tensors(floats_);
    auto scene = std::make_unique<Scene>();
    const std::size_t head = in.count(), tail = in.count();
    scene->tokens = in.texts(text);
    if (!live_.empty()) {
      const std::vector<std::string>& before = live_.scene().tokens;
      const auto place = [](std::size_t at) { return static_cast<std::ptrdiff_t>(at); };
      scene->tokens.insert(scene->tokens.begin(), before.begin(), before.begin() + place(head));
      scene->tokens.insert(scene->tokens.end(), before.end() - place(tail), before.end());
    }
    scene->encoder.tokens = in.texts(text);
    scene->embedding.row_names = in.texts(text);
    tensors.matrix(scene->encoder.x);
    embedding_in(in, tensors, scene->embedding);
    positions_in(in, tensors, scene->positions);
    parameters_in(in, tensors, scene->parameters);
    attention_in(in, tensors, scene->attention);
    scene->block = block_in(in);
    scene->layers = in.count();
    scene->mistake = in.choice<Mistake>();
    tensors.fill(floats_);
    error_ = live_.update(std::move(scene), lazy);
    if (error_) return;
    tensors_.emplace(std::move(tensors));
    before_ = floats_;
  }

  // The same scene with the tensors that were written.
  void refresh(bool lazy) {
    tensors_->fill(floats_);
    error_ = live_.refresh(lazy);
    if (!error_) {
      before_ = floats_;
      return;
    }
    tensors_->fill(before_);
    live_.refresh(lazy);
  }

  // To the window: rows and columns of some heads.
  void read(Numbers& in) {
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

  // To the window: means, maxima, shares of hidden cells.
  void overview(Numbers& in) {
    Traced& of = traced(in.count());
    const std::size_t head = in.count();
    const Span rows = span(in), columns = span(in);
    const std::size_t height = in.count(), width = in.count(), pixels = height * width;
    float* out = window_.data();
    error_ = self_attention::overview(live_.evaluator(), live_.scene(), of, head, rows, columns,
                                      {height, width, out, out + pixels, out + 2 * pixels});
  }

  // A line a tensor, steps first, a form feed behind each list: name, layer, axes, extents, formula. Then the symbols'
  // names; their values are the numbers.
  double describe() {
    text_.clear();
    const Trace& trace = live_.trace();
    for (const auto* list : {&trace.steps, &trace.parameters}) {
      for (const Traced& one : *list) {
        std::string extents;
        for (const std::size_t extent : one.shape) extents += sentence("{} ", {extent});
        text_ += sentence("{}\t{}\t{}\t{}\t{}\n", {one.name, one.layer, one.axes, extents, one.formula()});
      }
      text_ += '\f';
    }
    numbers_.clear();
    for (const auto& [name, value] : trace.symbols) {
      text_ += sentence("{}\n", {name});
      numbers_.push_back(value);
    }
    return static_cast<double>(numbers_.size());
  }

  // That are kept.
  double bytes() const {
    std::size_t floats = floats_.size() + before_.size() + window_.size();
    for (const auto* list : {&live_.trace().steps, &live_.trace().parameters}) {
      for (const Traced& one : *list) floats += one.tensor.size();
    }
    return static_cast<double>(floats * sizeof(float));
  }

  // scaled_dot_product_attention of the tensors that were written, one behind the other.
  void attend(Numbers& in) {
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
    options.scale = maybe_in(in);
    options.softcap = in.number();
    options.keep_scores = in.yes();
    options.keep_scaled = in.yes();
    options.keep_capped = in.yes();
    options.keep_masked = in.yes();
    result_ = {};
    auto result = scaled_dot_product_attention(q, k, v, options);
    if (Error* wrong = std::get_if<Error>(&result)) {
      error_ = *wrong;
    } else {
      result_ = std::move(std::get<AttentionResult>(result));
    }
  }

  static Span span(Numbers& in) {
    const std::size_t from = in.count();
    return {from, in.count()};
  }

  // Steps first, then parameters.
  Traced& traced(std::size_t place) {
    Trace& trace = live_.trace();
    const bool step = place < trace.steps.size();
    return *std::next(step ? trace.steps.begin() : trace.parameters.begin(),
                      static_cast<std::ptrdiff_t>(step ? place : place - trace.steps.size()));
  }

  Live live_;
  std::vector<double> numbers_;
  // `before_`: of the scene that the trace is of.
  std::vector<float> floats_, before_, window_;
  std::string text_;
  std::optional<Tensors> tensors_;
  AttentionResult result_;
  const Tensor* shown_ = nullptr;
  Check error_;
};

}  // namespace

EMSCRIPTEN_BINDINGS(self_attention) {
  using namespace emscripten;

  register_type<Float32ArrayVal>("Float32Array");
  register_type<Float64ArrayVal>("Float64Array");

  constant("maxTokens", static_cast<double>(limits::max_tokens));

  class_<Door>("Door")
      .constructor<>()
      .function("numbers", &Door::numbers)
      .function("floats", &Door::floats)
      .function("window", &Door::window)
      .function("shown", &Door::shown)
      .function("say", &Door::say)
      .function("said", &Door::said)
      .function("ask", &Door::ask)
      .function("layer", &Door::layer);

  class_<Layer>("Layer")
      .function("said", &Layer::said)
      .function("reserve", &Layer::reserve)
      .function("attend", &Layer::attend)
      .function("headsAtOnce", &Layer::heads_at_once)
      .function("width", &Layer::width)
      .function("input", &Layer::input)
      .function("output", &Layer::output)
      .function("weights", &Layer::weights);
}
