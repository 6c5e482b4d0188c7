#include "parameters.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "../math/random.hpp"
#include "../steps/steps.hpp"

namespace self_attention {

void fill(float* data, std::size_t rows, std::size_t columns, const Draw& draw, std::uint64_t stream) {
  Pcg32 random(draw.seed, stream);
  // Rounding to float32 must not reach `high`.
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
  const bool compared = projected && is_compared(score);
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
    case q:
    case k:
    case v:
    case scores:
    case weights:
      break;
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

struct Random {
  Draw draw;
  std::uint64_t stream;
};

void draw_matrix(const RowBlock& block) {
  const auto [draw, stream] = block.settings<Random>();
  // A vector is drawn as one row.
  const bool vector = block.step.shape.size() == 1;
  fill(block.out, vector ? 1 : block.count(), vector ? block.count() : block.width(), draw, stream);
}

void draw_rows(const RowBlock& block) {
  const auto [draw, stream] = block.settings<Random>();
  for (std::size_t row = 0; row < block.count(); ++row) {
    fill(block.out + row * block.width(), 1, block.width(), draw, stream + block.rows.from + row);
  }
}

struct Constant {
  float number;
};

void fill_constant(const RowBlock& block) {
  std::fill_n(block.out, block.count() * block.width(), block.settings<Constant>().number);
}

Op filled(StaticString name, StaticString axes, float number) {
  return {.name = name, .axes = axes, .compute = fill_constant, .settings = Constant{number}};
}

// A matrix that the scene does not give.
Op default_parameter(Matrix matrix, StaticString axes, const Scene& scene, const Dimensions& dimensions,
                     std::uint64_t stream) {
  using enum Matrix;
  const Parameters& parameters = scene.parameters;
  const MatrixName& matrix_name = name_of(matrix);
  const bool bias = matrix_name.vector && matrix != v_a;
  const bool given = parameters.kind == Parameters::Kind::given;
  const bool identity = parameters.kind == Parameters::Kind::identity;
  if (matrix >= gamma_1) return filled(matrix_name.name, axes, matrix == gamma_1 || matrix == gamma_2 ? 1 : 0);
  if (bias && (given || !parameters.biases)) return {};
  if ((matrix == w_o || matrix == b_o) && (given || !parameters.output)) return {};
  if (identity && matrix == v_a) return filled(matrix_name.name, axes, 1);
  Draw draw = parameters.draw;
  if (identity) draw.distribution = Distribution::identity;
  if (bias) {
    draw.distribution = Distribution::uniform;
    draw.high = 1 / std::sqrt(static_cast<double>(dimensions.d_model));
    draw.low = -draw.high;
  }
  return {.name = matrix_name.name,
          .axes = axes,
          .compute = draw_matrix,
          .settings = Random{draw, stream},
          .needs_all_rows = true};
}

Op given_or_drawn(StaticString name, StaticString axes, std::int64_t first, const Positions& positions) {
  if (positions.rows.size() != 0) return steps::given(name, axes, positions.rows);
  // Far from the streams of the matrices. With the same seed, a row would otherwise equal a row of w_q.
  constexpr std::int64_t middle = std::int64_t{1} << 32U;
  const Draw draw{.seed = positions.seed, .std = positions.std};
  return {.name = name,
          .axes = axes,
          .compute = draw_rows,
          .settings = Random{draw, static_cast<std::uint64_t>(middle + first)}};
}

}  // namespace

Op parameter_of(Matrix matrix, const Scene& scene, const Dimensions& dimensions, std::size_t layer) {
  // Each matrix has its own stream, so switching one on or off or resizing it leaves the others' numbers as they were.
  constexpr std::size_t streams_per_layer = 64;
  if (need_of(matrix, scene) == Need::none) return {};
  const Parameters& parameters = scene.parameters;
  const MatrixName& matrix_name = name_of(matrix);
  const bool general = matrix == Matrix::w_a && scene.attention.score == Attention::Score::general;
  const StaticString axes = general ? "d_k H·d_k" : matrix_name.axes;
  const Matrices& matrices = parameters.stack.empty() ? parameters.matrices : parameters.stack[layer];
  if (parameters.kind == Parameters::Kind::given && matrices[matrix].size() != 0) {
    return steps::given(matrix_name.name, axes, matrices[matrix]);
  }
  return default_parameter(matrix, axes, scene, dimensions,
                           layer * streams_per_layer + static_cast<std::size_t>(matrix) + 1);
}

Op learned_positions(const Positions& positions, const Dimensions& dimensions) {
  return given_or_drawn("P", dimensions.T_k > dimensions.T_q ? "T_k d_model" : "T d_model", 0, positions);
}

Op relative_embedding(const Positions& positions, const Dimensions& dimensions) {
  const bool every = positions.clip == 0;
  // Row r stands for the distance r + first.
  const auto first = static_cast<std::int64_t>(every ? dimensions.T_q - 1 : positions.clip);
  return given_or_drawn("E_rel", every ? "R H·d_k" : "R_clip H·d_k", -first, positions);
}

}  // namespace self_attention
