#include "scene.hpp"

#include <emscripten/bind.h>

#include <array>
#include <string_view>
#include <utility>

#include "../scene/dimensions.hpp"
#include "../scene/mistakes.hpp"
#include "../scene/parameters.hpp"
#include "../steps/steps.hpp"

namespace self_attention::bindings {
namespace {

// The tensor of a scene by its path, except those of its layers.
Tensor* tensor_at(Scene& scene, std::string_view name) {
  const std::array<std::pair<std::string_view, Tensor*>, 6> places{{
      {"/encoder/x", &scene.encoder.x},
      {"/embedding/x", &scene.embedding.x},
      {"/embedding/rows", &scene.embedding.rows},
      {"/positions/rows", &scene.positions.rows},
      {"/attention/scores", &scene.attention.scores},
      {"/attention/mask/visible", &scene.attention.mask.visible},
  }};
  for (const auto& [place, tensor] : places) {
    if (place == name) return tensor;
  }
  return nullptr;
}

Tensor* given_at(Embedding& embedding, const NamedTensor& tensor) {
  constexpr std::array<std::string_view, 5> names{"/embedding/q", "/embedding/k", "/embedding/v", "/embedding/scores",
                                                  "/embedding/weights"};
  for (std::size_t index = 0; index < names.size(); ++index) {
    if (names[index] != tensor.name) continue;
    return &embedding.layers.at(tensor.layer.value_or(0))[static_cast<Matrix>(Matrices::count + index)];
  }
  return nullptr;
}

Tensor* matrix_at(Parameters& parameters, const NamedTensor& tensor) {
  Matrices& matrices = tensor.layer ? parameters.stack.at(*tensor.layer) : parameters.matrices;
  for (std::size_t index = 0; index < Matrices::count; ++index) {
    if (matrix_names[index].path == std::string_view(tensor.name)) return &matrices[static_cast<Matrix>(index)];
  }
  return nullptr;
}

// A field of texts, as an array of strings.
template <class Owner, std::vector<std::string> Owner::*texts>
TextArray get_texts(const Owner& owner) {
  return TextArray(emscripten::val::array(owner.*texts));
}
template <class Owner, std::vector<std::string> Owner::*texts>
void set_texts(Owner& owner, TextArray given) {
  owner.*texts = emscripten::vecFromJSArray<std::string>(given);
}

EMSCRIPTEN_DECLARE_VAL_TYPE(Requirements)  // Record<string, string>

// What is known about a scene before it is computed.
struct SceneDescription {
  MaybeError error;
  // 0 if the scene has none, or if an error was found first.
  std::size_t d_model, d_k, d_v;
  // 0 if there is an error.
  double operations;
  // For each impossible mistake, what the scene lacks.
  Requirements impossible_mistakes{emscripten::val::object()};
};

SceneDescription describe(Scene& scene, const TensorArray& tensors) {
  read_tensors(tensors, scene);
  Dimensions dimensions;
  SceneDescription description;
  description.error = check_token_count(scene);
  if (!description.error) description.error = dimensions_of(scene, steps::vocabulary(scene), dimensions);
  description.d_model = dimensions.d_model;
  description.d_k = dimensions.d_k;
  description.d_v = dimensions.d_v;
  description.operations = description.error ? 0 : operations_of(scene, dimensions);
  for (const auto& [mistake, name] : mistake_names) {
    const StaticString requirement = check_mistake(mistake, scene, dimensions).requirement;
    if (!requirement.empty()) {
      description.impossible_mistakes.set(std::string(std::string_view(name)),
                                          std::string(std::string_view(requirement)));
    }
  }
  return description;
}

std::size_t get_stack(const Parameters& parameters) {
  return parameters.stack.size();
}
void set_stack(Parameters& parameters, std::size_t layers) {
  parameters.stack.resize(layers);
}

double get_causal_offset(const Mask& mask) {
  return static_cast<double>(mask.causal_offset);
}
void set_causal_offset(Mask& mask, double offset) {
  mask.causal_offset = static_cast<std::int64_t>(offset);
}

std::size_t get_layers(const Embedding& embedding) {
  return embedding.layers.size();
}
void set_layers(Embedding& embedding, std::size_t layers) {
  embedding.layers.resize(layers);
}

}  // namespace

void read_tensors(const TensorArray& tensors, Scene& scene) {
  for (const NamedTensor& given : emscripten::vecFromJSArray<NamedTensor>(tensors)) {
    Tensor* tensor = tensor_at(scene, given.name);
    if (tensor == nullptr) tensor = given_at(scene.embedding, given);
    if (tensor == nullptr) tensor = matrix_at(scene.parameters, given);
    if (tensor != nullptr) *tensor = tensor_from(given);
  }
}

EMSCRIPTEN_BINDINGS(scene_inputs) {
  using namespace emscripten;

  enum_<Distribution>("Distribution", enum_value_type::string)
      .value("uniform", Distribution::uniform)
      .value("normal", Distribution::normal)
      .value("xavier", Distribution::xavier)
      .value("kaiming", Distribution::kaiming)
      .value("identity", Distribution::identity);
  enum_<Embedding::Kind>("EmbeddingKind", enum_value_type::string)
      .value("given", Embedding::Kind::given)
      .value("oneHot", Embedding::Kind::one_hot)
      .value("random", Embedding::Kind::random)
      .value("table", Embedding::Kind::table)
      .value("ids", Embedding::Kind::ids)
      .value("zero", Embedding::Kind::zero)
      .value("qkv", Embedding::Kind::qkv);
  enum_<Positions::Kind>("PositionsKind", enum_value_type::string)
      .value("none", Positions::Kind::none)
      .value("sinusoidal", Positions::Kind::sinusoidal)
      .value("learned", Positions::Kind::learned)
      .value("rope", Positions::Kind::rope)
      .value("alibi", Positions::Kind::alibi)
      .value("relative", Positions::Kind::relative)
      .value("given", Positions::Kind::given);
  enum_<Parameters::Kind>("ParametersKind", enum_value_type::string)
      .value("given", Parameters::Kind::given)
      .value("random", Parameters::Kind::random)
      .value("identity", Parameters::Kind::identity);
}

EMSCRIPTEN_BINDINGS(scene_attention) {
  using namespace emscripten;

  enum_<Attention::Score>("Score", enum_value_type::string)
      .value("dot", Attention::Score::dot)
      .value("scaledDot", Attention::Score::scaled_dot)
      .value("additive", Attention::Score::additive)
      .value("general", Attention::Score::general)
      .value("cosine", Attention::Score::cosine)
      .value("given", Attention::Score::given)
      .value("weights", Attention::Score::weights);
  enum_<Positions::Slopes>("Slopes", enum_value_type::string)
      .value("geometric", Positions::Slopes::geometric)
      .value("reference", Positions::Slopes::reference);
  enum_<Positions::Pairs>("Pairs", enum_value_type::string)
      .value("adjacent", Positions::Pairs::adjacent)
      .value("halves", Positions::Pairs::halves);
  enum_<Mask::Kind>("MaskKind", enum_value_type::string)
      .value("none", Mask::Kind::none)
      .value("causal", Mask::Kind::causal)
      .value("padding", Mask::Kind::padding)
      .value("window", Mask::Kind::window)
      .value("prefix", Mask::Kind::prefix)
      .value("painted", Mask::Kind::painted);
  enum_<Attention::Normalizer>("Normalizer", enum_value_type::string)
      .value("softmax", Attention::Normalizer::softmax)
      .value("sparsemax", Attention::Normalizer::sparsemax);
  enum_<Block::Norm>("Norm", enum_value_type::string)
      .value("none", Block::Norm::none)
      .value("layer", Block::Norm::layer)
      .value("rms", Block::Norm::rms);
  enum_<Block::Activation>("Activation", enum_value_type::string)
      .value("relu", Block::Activation::relu)
      .value("gelu", Block::Activation::gelu);
  enum_<Mistake> mistakes("Mistake", enum_value_type::string);
  for (const auto& [mistake, name] : mistake_names) mistakes.value(name.begin(), mistake);
}

EMSCRIPTEN_BINDINGS(scene_fields) {
  using namespace emscripten;

  value_object<Draw>("Draw")
      .field("distribution", &Draw::distribution)
      .field("seed", &Draw::seed)
      .field("low", &Draw::low)
      .field("high", &Draw::high)
      .field("mean", &Draw::mean)
      .field("std", &Draw::std);
  value_object<Encoder>("Encoder").field("tokens", &get_texts<Encoder, &Encoder::tokens>,
                                         &set_texts<Encoder, &Encoder::tokens>);
  value_object<Embedding>("Embedding")
      .field("kind", &Embedding::kind)
      .field("dModel", &Embedding::d_model)
      .field("drawMissing", &Embedding::draw_missing)
      .field("draw", &Embedding::draw)
      .field("layers", &get_layers, &set_layers)
      .field("rowNames", &get_texts<Embedding, &Embedding::row_names>, &set_texts<Embedding, &Embedding::row_names>)
      .field("estimated", &get_texts<Embedding, &Embedding::estimated>, &set_texts<Embedding, &Embedding::estimated>);
  value_object<Positions>("Positions")
      .field("kind", &Positions::kind)
      .field("base", &Positions::base)
      .field("slopes", &Positions::slopes)
      .field("pairs", &Positions::pairs)
      .field("concat", &Positions::concat)
      .field("width", &Positions::width)
      .field("seed", &Positions::seed)
      .field("std", &Positions::std)
      .field("clip", &Positions::clip);
  value_object<Parameters>("Parameters")
      .field("kind", &Parameters::kind)
      .field("draw", &Parameters::draw)
      .field("dK", &Parameters::d_k)
      .field("dV", &Parameters::d_v)
      .field("dA", &Parameters::d_a)
      .field("biases", &Parameters::biases)
      .field("output", &Parameters::output)
      .field("stack", &get_stack, &set_stack);
  value_object<Mask>("Mask")
      .field("kind", &Mask::kind)
      .field("length", &Mask::length)
      .field("before", &Mask::before)
      .field("after", &Mask::after)
      .field("sinks", &Mask::sinks)
      .field("causalOffset", &get_causal_offset, &set_causal_offset);
}

EMSCRIPTEN_BINDINGS(scene) {
  using namespace emscripten;

  value_object<Attention>("Attention")
      .field("heads", &Attention::heads)
      .field("kvHeads", &Attention::kv_heads)
      .field("score", &Attention::score)
      .field("scale", &Attention::scale)
      .field("temperature", &Attention::temperature)
      .field("softcap", &Attention::softcap)
      .field("normalizer", &Attention::normalizer)
      .field("roundWeights", &Attention::round)
      .field("weightedValues", &Attention::weighted)
      .field("mask", &Attention::mask);
  value_object<Block>("Block")
      .field("residual", &Block::residual)
      .field("norm", &Block::norm)
      .field("pre", &Block::pre)
      .field("dFf", &Block::d_ff)
      .field("activation", &Block::activation);
  value_object<Scene>("Scene")
      .field("tokens", &get_texts<Scene, &Scene::tokens>, &set_texts<Scene, &Scene::tokens>)
      .field("encoder", &Scene::encoder)
      .field("embedding", &Scene::embedding)
      .field("positions", &Scene::positions)
      .field("parameters", &Scene::parameters)
      .field("attention", &Scene::attention)
      .field("block", &Scene::block)
      .field("layers", &Scene::layers)
      .field("mistake", &Scene::mistake);

  register_type<Requirements>("Record<string, string>");
  value_object<SceneDescription>("SceneDescription")
      .field("error", &SceneDescription::error)
      .field("dModel", &SceneDescription::d_model)
      .field("dK", &SceneDescription::d_k)
      .field("dV", &SceneDescription::d_v)
      .field("operations", &SceneDescription::operations)
      .field("impossibleMistakes", &SceneDescription::impossible_mistakes);
  function("describe(scene, tensors)", &describe);
}

}  // namespace self_attention::bindings
