#include "reading.hpp"

#include <algorithm>
#include <cstdint>

#include "parameters.hpp"

namespace self_attention {

[[gnu::noinline]] double Numbers::number() {
  return *next_++;
}

[[gnu::noinline]] std::size_t Numbers::count() {
  return static_cast<std::size_t>(number());
}

[[gnu::noinline]] bool Numbers::yes() {
  return number() != 0;
}

std::vector<std::string> Numbers::texts(std::string_view& text) {
  std::vector<std::string> all(count());
  for (std::string& one : all) {
    const std::size_t size = count();
    one = text.substr(0, size);
    text.remove_prefix(size);
  }
  return all;
}

std::optional<double> Numbers::maybe() {
  const bool there = yes();
  const double found = number();
  return there ? std::optional(found) : std::nullopt;
}

void Tensors::matrix(Tensor& tensor, bool vector) {
  const auto rows = static_cast<std::size_t>(numbers_[next_]);
  const auto columns = static_cast<std::size_t>(numbers_[next_ + 1]);
  next_ += 2;
  if (columns == 0) return;
  tensor = vector ? Tensor::of_shape({columns}) : Tensor::of_shape({rows, columns});
  places_.push_back({&tensor, next_});
  next_ += tensor.size();
}

void Tensors::fill(const std::vector<float>& numbers) const {
  for (const auto& [tensor, from] : places_) std::copy_n(numbers.data() + from, tensor->size(), tensor->data());
}

namespace {

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
  parameters.stack = std::vector<Matrices>(in.count());
  for (Matrices& matrices : parameters.stack) matrices_in(tensors, matrices);
}

void attention_in(Numbers& in, Tensors& tensors, Attention& attention) {
  attention.heads = in.count();
  attention.kv_heads = in.count();
  attention.score = in.choice<Attention::Score>();
  attention.scale = in.maybe();
  attention.mask.kind = in.choice<Mask::Kind>();
  attention.mask.length = in.count();
  attention.mask.before = in.count();
  attention.mask.after = in.count();
  attention.temperature = in.number();
  attention.softcap = in.number();
  attention.normalizer = in.choice<Attention::Normalizer>();
  if (const auto decimals = in.maybe()) attention.round = static_cast<std::size_t>(*decimals);
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

}  // namespace

void read_scene(Numbers& in, Tensors& tensors, Scene& scene) {
  tensors.matrix(scene.encoder.x);
  embedding_in(in, tensors, scene.embedding);
  positions_in(in, tensors, scene.positions);
  parameters_in(in, tensors, scene.parameters);
  attention_in(in, tensors, scene.attention);
  scene.block = block_in(in);
  scene.layers = in.count();
  scene.mistake = in.choice<Mistake>();
}

}  // namespace self_attention
