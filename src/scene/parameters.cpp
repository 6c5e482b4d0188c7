#include "parameters.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "../math/random.hpp"
#include "../steps/steps.hpp"

namespace self_attention {

void fill(float* data, std::size_t rows, std::size_t columns, const Draw& draw, std::uint64_t stream) {
  Pcg32 random(draw.seed, stream);
  // Below `high` also when rounding to float32 would dependency it.
  const auto uniform = [&](double low, double high) {
    const auto bound = static_cast<float>(high);
    const auto number = static_cast<float>(low + (high - low) * random.uniform());
    return static_cast<double>(number < bound ? number : std::nextafter(bound, static_cast<float>(low)));
  };
  const double xavier = std::sqrt(6.0 / static_cast<double>(rows + columns));
  const double kaiming = std::sqrt(2.0 / static_cast<double>(rows));
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t column = 0; column < columns; ++column, ++data) {
      double number = 0;
      switch (draw.distribution) {
        case Distribution::uniform:
          number = uniform(draw.low, draw.high);
          break;
        case Distribution::normal:
          number = draw.mean + draw.std * random.normal();
          break;
        case Distribution::xavier:
          number = uniform(-xavier, xavier);
          break;
        case Distribution::kaiming:
          number = kaiming * random.normal();
          break;
        case Distribution::identity:
          number = row == column ? 1 : 0;
          break;
      }
      *data = static_cast<float>(number);
    }
  }
}

Need need_of(Matrix matrix, const Scene& scene) {
  using enum Matrix;
  using Score = Attention::Score;
  const auto [score, norm] = std::pair{scene.attention.score, scene.block.norm};
  const bool fed = scene.block.d_ff != 0;
  const auto when = [](bool used, Need need) { return used ? need : Need::none; };
  const bool projected = scene.embedding.kind != Embedding::Kind::qkv;
  const bool compared = projected && score != Score::given;
  switch (matrix) {
    case w_q:
    case w_k:
      return when(compared, Need::required);
    case b_q:
    case b_k:
      return when(compared, Need::optional);
    case w_v:
      return when(projected, Need::required);
    case b_v:
      return when(projected, Need::optional);
    case w_o:
    case b_o:
      return Need::optional;
    case w_a:
      return when(score == Score::additive || score == Score::general, Need::optional);
    case u_a:
    case v_a:
      return when(score == Score::additive, Need::optional);
    case w_1:
    case w_2:
    case b_1:
    case b_2:
      return when(fed, Need::optional);
    case gamma_1:
      return when(norm != Block::Norm::none, Need::optional);
    case beta_1:
      return when(norm == Block::Norm::layer, Need::optional);
    case gamma_2:
      return when(fed && norm != Block::Norm::none, Need::optional);
    case beta_2:
      return when(fed && norm == Block::Norm::layer, Need::optional);
  }
  return Need::none;
}

bool has_w_o(const Parameters& parameters) {
  if (parameters.kind != Parameters::Kind::given) return parameters.output;
  const auto has = [](const Matrices& matrices) { return matrices[Matrix::w_o].size() != 0; };
  return parameters.stack.empty() ? has(parameters.matrices) : std::ranges::all_of(parameters.stack, has);
}

MatrixShape shape_of(Matrix matrix, const Scene& scene, const Dimensions& dimensions) {
  using enum Matrix;
  const bool general = scene.attention.score == Attention::Score::general;
  const auto of = [vector = name_of(matrix).vector](std::size_t rows, std::size_t blocks, std::size_t width,
                                                    bool by_head) {
    return MatrixShape{vector ? 1 : rows, blocks, width, by_head};
  };
  const std::size_t d_model = dimensions.d_model, H = dimensions.H;
  switch (matrix) {
    case w_q:
    case b_q:
      return of(d_model, H, dimensions.d_k, true);
    case w_k:
    case b_k:
      return of(d_model, dimensions.H_kv, dimensions.d_k, true);
    case w_v:
    case b_v:
      return of(d_model, dimensions.H_kv, dimensions.d_v, true);
    case w_o:
    case b_o:
      return of(dimensions.merged(), 1, d_model, false);
    case w_a:
    case u_a:
    case v_a:
      return of(dimensions.d_k, H, general ? dimensions.d_k : dimensions.d_a, true);
    case w_1:
    case b_1:
      return of(d_model, 1, dimensions.d_ff, false);
    case w_2:
    case b_2:
      return of(dimensions.d_ff, 1, d_model, false);
    default:
      return of(1, 1, d_model, false);
  }
}

namespace {

Draw draw_of(const RowBlock& block) {
  return {static_cast<Distribution>(block.constant(0)),
          static_cast<std::uint32_t>(block.constant(1)),
          block.constant(2),
          block.constant(3),
          block.constant(4),
          block.constant(5)};
}

std::uint64_t stream_of(const RowBlock& block) {
  return static_cast<std::uint64_t>(block.constant(6));
}

// A vector is one row.
void draw_matrix(const RowBlock& block) {
  const bool vector = block.step.shape.size() == 1;
  fill(block.out, vector ? 1 : block.count(), vector ? block.count() : block.width(), draw_of(block), stream_of(block));
}

void draw_rows(const RowBlock& block) {
  for (std::size_t row = 0; row < block.count(); ++row) {
    fill(block.out + row * block.width(), 1, block.width(), draw_of(block), stream_of(block) + block.rows.from + row);
  }
}

void fill_constant(const RowBlock& block) {
  std::fill_n(block.out, block.count() * block.width(), static_cast<float>(block.constant(0)));
}

}  // namespace

Source& Source::copy(const Tensor& tensor) {
  compute = steps::copy_given;
  given = &tensor;
  return *this;
}

// What is drawn says so in its constants, in the order of draw_of.
Source& Source::draw(Compute how, const Draw& draw, std::uint64_t stream) {
  compute = how;
  constants = {static_cast<double>(draw.distribution),
               static_cast<double>(draw.seed),
               draw.low,
               draw.high,
               draw.mean,
               draw.std,
               static_cast<double>(stream)};
  return *this;
}

Source& Source::fill_with(double number) {
  compute = fill_constant;
  constants[0] = number;
  return *this;
}

namespace {

// One matrix that nobody gave.
void draw_into(Source& source, Matrix matrix, const Scene& scene, const Dimensions& dimensions, std::uint64_t stream) {
  using enum Matrix;
  const Parameters& parameters = scene.parameters;
  const bool bias = name_of(matrix).vector && matrix != v_a;
  const bool given = parameters.kind == Parameters::Kind::given;
  const bool identity = parameters.kind == Parameters::Kind::identity;
  if (matrix >= gamma_1) {
    source.fill_with(matrix == gamma_1 || matrix == gamma_2 ? 1 : 0);
  } else if ((bias && (given || !parameters.biases)) ||
             ((matrix == w_o || matrix == b_o) && (given || !parameters.output))) {
    return;
  } else if (identity && matrix == v_a) {
    source.fill_with(1);
  } else {
    Draw draw = parameters.draw;
    if (identity) draw.distribution = Distribution::identity;
    if (bias) {
      draw.distribution = Distribution::uniform;
      draw.high = 1 / std::sqrt(static_cast<double>(dimensions.d_model));
      draw.low = -draw.high;
    }
    source.draw(draw_matrix, draw, stream).needs_all_rows = true;
  }
}

Source rows_of(std::size_t rows, std::size_t columns, std::int64_t first, const Positions& positions) {
  Source source{.shape = {rows, columns}};
  if (positions.rows.size() != 0) return source.copy(positions.rows);
  // Far from the matrices' streams: with one seed for both, a row would be one of w_q's.
  constexpr std::int64_t middle = std::int64_t{1} << 32U;
  return source.draw(draw_rows, {.seed = positions.seed, .std = positions.std},
                     static_cast<std::uint64_t>(middle + first));
}

}  // namespace

Source source_of(Matrix matrix, const Scene& scene, const Dimensions& dimensions, std::size_t layer) {
  // A stream each, so that switching one matrix on or off, or resizing it, leaves the others' numbers as they were.
  constexpr std::size_t streams_a_layer = 64;
  Source source;
  if (need_of(matrix, scene) == Need::none) return source;
  const Parameters& parameters = scene.parameters;
  const MatrixShape shape = shape_of(matrix, scene, dimensions);
  source.shape =
      name_of(matrix).vector ? Tensor::shape_type{shape.columns()} : Tensor::shape_type{shape.rows, shape.columns()};
  const Matrices& matrices = parameters.stack.empty() ? parameters.matrices : parameters.stack[layer];
  if (parameters.kind == Parameters::Kind::given && matrices[matrix].size() != 0) return source.copy(matrices[matrix]);
  draw_into(source, matrix, scene, dimensions, layer * streams_a_layer + static_cast<std::size_t>(matrix) + 1);
  return source;
}

Source learned_positions(const Positions& positions, const Dimensions& dimensions) {
  return rows_of(std::max(dimensions.T_q, dimensions.T_k), dimensions.d_model, 0, positions);
}

Source relative_embedding(const Positions& positions, const Dimensions& dimensions) {
  const bool every = positions.clip == 0;
  // Row r is the distance r + first.
  const auto first = static_cast<std::int64_t>(every ? dimensions.T_q - 1 : positions.clip);
  return rows_of(every ? dimensions.distances : 2 * positions.clip + 1, dimensions.H * dimensions.d_k, -first,
                 positions);
}

}  // namespace self_attention
