#include <algorithm>
#include <cmath>
#include <utility>

#include "attention.hpp"
#include "dimensions.hpp"
#include "parameters.hpp"
#include "steps/steps.hpp"

namespace self_attention {
namespace {

using namespace steps;

const Tensor& add(std::list<Traced>& to, Description&& description, Tensor&& tensor) {
  return to.emplace_back(Traced{std::move(description), std::move(tensor)}).tensor;
}

void add_parameters(Trace& trace, Matrices matrices) {
  for (std::size_t index = 0; index < Matrices::count; ++index) {
    const auto& [name, axes, path] = matrix_names[index];
    if (matrices.tensors[index].size() != 0)
      add(trace.parameters, {name, "", axes}, std::move(matrices.tensors[index]));
  }
}

std::vector<Symbol> symbols_of(const Scene& scene, const Dimensions& dimensions) {
  const auto at = [](std::size_t number) { return static_cast<double>(number); };
  const double T = at(dimensions.T);
  std::vector<Symbol> symbols{{"T", T},
                              {"T_q", T},
                              {"T_k", T},
                              {"V", at(dimensions.V)},
                              {"d_model", at(dimensions.d_model)},
                              {"H", at(dimensions.H)},
                              {"H_kv", at(dimensions.H_kv)},
                              {"group", at(dimensions.group())},
                              {"d_k", at(dimensions.d_k)},
                              {"d_v", at(dimensions.d_v)},
                              {"temperature", scene.attention.temperature},
                              {"softcap", scene.attention.softcap}};
  if (scene.attention.scale) symbols.push_back({"scale", *scene.attention.scale});
  return symbols;
}

// Sound input can still overflow float32 on the way (1e38 · 10).
Check check_computed(const Trace& trace) {
  for (const Traced& step : trace.steps) {
    if (auto wrong = check_finite(step.tensor, step.name, "", step.name == "masked")) {
      wrong->message += ". The numbers in the scene are too large for its steps";
      return wrong;
    }
  }
  return {};
}

}  // namespace

const Traced* Trace::find(std::string_view name) const {
  for (const auto* list : {&steps, &parameters}) {
    const auto found = std::ranges::find(*list, name, &Traced::name);
    if (found != list->end()) return &*found;
  }
  return nullptr;
}

Result<Trace> attend(const Scene& scene) {
  if (auto wrong = check_tokens(scene.tokens.size())) return *wrong;
  Trace trace;
  trace.vocabulary = vocabulary(scene.tokens);
  const Result<Dimensions> checked = dimensions_of(scene, trace.vocabulary);
  if (const Error* wrong = std::get_if<Error>(&checked)) return *wrong;
  const auto& dimensions = std::get<Dimensions>(checked);
  const Attention& attention = scene.attention;
  trace.symbols = symbols_of(scene, dimensions);

  const Tensor& tokens = add(trace.steps, describe_tokens(), tokenize(scene.tokens, trace.vocabulary));

  const bool given = scene.embedding.kind == Embedding::Kind::given;
  const Tensor* E = given ? nullptr
                          : &add(trace.parameters, describe_embedding_matrix(),
                                 embedding_matrix(scene.embedding, trace.vocabulary, dimensions.d_model));
  const Tensor& x0 = add(trace.steps, describe_x0(given), given ? Tensor(scene.embedding.x) : embed(tokens, *E));

  Matrices matrices = initialise(scene.parameters, dimensions);
  const auto optional = [&](Matrix matrix) { return matrices[matrix].size() == 0 ? nullptr : &matrices[matrix]; };
  const auto projection = [&](std::string_view name, Matrix w, Matrix b, std::size_t heads) -> const Tensor& {
    return add(trace.steps, describe_projection(name, "x0", optional(b) != nullptr),
               project(x0, matrices[w], optional(b), heads));
  };
  const Tensor& q = projection("q", Matrix::w_q, Matrix::b_q, dimensions.H);
  const Tensor& k = projection("k", Matrix::w_k, Matrix::b_k, dimensions.H_kv);
  const Tensor& v = projection("v", Matrix::w_v, Matrix::b_v, dimensions.H_kv);

  // The picture as far as it has come; a step that is off hands on what it was given.
  const Tensor* picture = &add(trace.steps, describe_scores(dimensions.group()), score(q, k));
  const auto last = [&] { return trace.steps.back().name; };
  if (attention.score == Attention::Score::scaled_dot) {
    const double factor = attention.scale.value_or(1 / std::sqrt(static_cast<double>(dimensions.d_k)));
    picture = &add(trace.steps, describe_scaled(attention.scale.has_value()), scale(*picture, factor));
  }
  if (attention.softcap != 0) {
    picture = &add(trace.steps, describe_capped(last()), cap(*picture, attention.softcap));
  }
  if (attention.mask == Attention::Mask::causal) {
    picture = &add(trace.steps, describe_masked(last()), mask_causal(*picture, 0));
  }
  const Tensor& weights =
      add(trace.steps, describe_weights(last(), attention.temperature != 1), softmax(*picture, attention.temperature));
  const Tensor& z = add(trace.steps, describe_z(dimensions.group()), mix(weights, v));
  const Tensor* w_o = optional(Matrix::w_o);
  const Tensor* b_o = optional(Matrix::b_o);
  add(trace.steps, describe_output(w_o != nullptr, b_o != nullptr), merge(z, w_o, b_o));
  add_parameters(trace, std::move(matrices));

  if (auto wrong = check_computed(trace)) return *wrong;
  return trace;
}

}  // namespace self_attention
